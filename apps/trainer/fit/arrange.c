#include "arrange.h"
#include "trainer/support/random.h"
#include "trainer/support/reason.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORDS = 128,
    GROUPS = 64 * WORDS,
    GROUPS_LEAST = 256, /* fewer say nothing */
    ROLLS_MOST = 4000,  /* a net that has learnt nothing plays on for long */
    UNITS = 1024
};

/* Two results of one roll, or the last one alone, are a group, as in the kernels: bit g
 * of live[unit] says that the unit is not zero in one of group g. */
typedef struct use {
    uint64_t live[UNITS][WORDS];
    float sum[UNITS];
    int groups;
    bool is_half; /* the group has one position yet */
} use;

typedef struct pair {
    int unit[2], live; /* groups in which one of them is not zero */
} pair;

static void add_position(use *u, const model *m, alea_net_kind kind,
                         const alea_board *board)
{
    if (u->groups == GROUPS) return;
    const size_t width = (size_t)m->shape.hidden, rows = (size_t)m->shape.rows;
    example position;
    net_set_example(kind, board, NULL, &position);
    memcpy(u->sum, m->average + m->at.first_bias, width * sizeof *u->sum);
    for (size_t slice = 0; slice < width / MODEL_SLICE; slice++)
        for (int r = 0; r < position.row_count; r++) {
            const float *row = m->average + m->at.first +
                               (slice * rows + position.row[r]) * MODEL_SLICE;
            float *sum = u->sum + slice * MODEL_SLICE;
            for (int i = 0; i < MODEL_SLICE; i++) sum[i] += row[i];
        }
    for (size_t i = 0; i < width; i++)
        u->live[i][u->groups / 64] |= (uint64_t)(u->sum[i] > 0) << u->groups % 64;
    u->groups += u->is_half;
    u->is_half = !u->is_half;
}

static void end_roll(use *u)
{
    u->groups += u->is_half;
    u->is_half = false;
}

/* Plays games until there are groups enough of either kind. */
static void play_games(const net_set *b, const alea_evaluator *evaluator,
                       use uses[ARRANGED_NETS])
{
    const alea_play_rules rules = alea_play_rules_standard();
    const judge player = {.fast = evaluator};
    random_stream dice = random_open(1, 0x4f52444552u);
    alea_board results[ALEA_MAX_PLAYS], board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    alea_probs values[ALEA_MAX_PLAYS];
    for (int i = 0; i < ROLLS_MOST; i++) {
        if (uses[ALEA_NET_CONTACT].groups == GROUPS &&
            uses[ALEA_NET_RACE].groups == GROUPS)
            return;
        const alea_roll roll = alea_roll_at((int)random_below(&dice, ALEA_ROLLS));
        const int count = alea_results(&board, roll, &rules, results);
        judge_results(&player, &board, results, count, values);
        int best = 0;
        for (int k = 0; k < count; k++) {
            if (alea_probs_equity(&values[k]) > alea_probs_equity(&values[best]))
                best = k;
            const alea_board next = alea_board_swap(&results[k]);
            if (alea_board_phase(&next) == ALEA_PHASE_OVER) continue;
            const alea_net_kind kind = net_set_kind(&next);
            add_position(&uses[kind], b->net[kind], kind, &next);
        }
        for (int k = 0; k < ARRANGED_NETS; k++) end_roll(&uses[k]);
        board = alea_board_swap(&results[best]);
        if (alea_board_phase(&board) == ALEA_PHASE_OVER)
            board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    }
}

static int live_of(const use *u, int a, int b)
{
    int live = 0;
    for (int w = 0; w < WORDS; w++)
        live += __builtin_popcountll(u->live[a][w] | u->live[b][w]);
    return live;
}

static pair pair_of(const use *u, int a, int b)
{
    return (pair){{a < b ? a : b, a < b ? b : a}, live_of(u, a, b)};
}

/* The busiest unit first, with the partner that adds least; and so on. */
static void pair_greedily(const use *u, int width, pair *pairs)
{
    bool is_taken[UNITS] = {false};
    int alone[UNITS];
    for (int i = 0; i < width; i++) alone[i] = live_of(u, i, i);
    for (int p = 0; p < width / 2; p++) {
        int first = -1;
        for (int i = 0; i < width; i++)
            if (!is_taken[i] && (first < 0 || alone[i] > alone[first])) first = i;
        is_taken[first] = true;
        int second = -1, least = 0;
        for (int i = 0; i < width; i++) {
            if (is_taken[i]) continue;
            const int added = live_of(u, first, i) - alone[i];
            if (second < 0 || added < least) second = i, least = added;
        }
        is_taken[second] = true;
        pairs[p] = pair_of(u, first, second);
    }
}

/* Lets two pairs change partners where that makes fewer live, until none gains. */
static void change_partners(const use *u, int count, pair *pairs)
{
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (int a = 0; a < count; a++)
            for (int b = 0; b < a; b++)
                for (int other = 0; other < 2; other++) {
                    const pair one = pair_of(u, pairs[a].unit[0], pairs[b].unit[other]);
                    const pair two =
                        pair_of(u, pairs[a].unit[1], pairs[b].unit[!other]);
                    if (one.live + two.live >= pairs[a].live + pairs[b].live) continue;
                    pairs[a] = one, pairs[b] = two;
                    has_changed = true;
                }
    }
}

static int by_use(const void *left, const void *right)
{
    const pair *a = left, *b = right;
    if (a->live != b->live) return a->live < b->live ? 1 : -1;
    return a->unit[0] < b->unit[0] ? -1 : 1;
}

/* `floats` numbers of each unit, `stride` apart, in the order of `pairs`. */
static void reorder(float *weights, size_t floats, size_t stride, const pair *pairs,
                    int width, float *scratch)
{
    for (int i = 0; i < width; i++)
        memcpy(scratch + (size_t)i * floats,
               weights + (size_t)pairs[i / 2].unit[i % 2] * stride,
               floats * sizeof *weights);
    for (int i = 0; i < width; i++)
        memcpy(weights + (size_t)i * stride, scratch + (size_t)i * floats,
               floats * sizeof *weights);
}

static void reorder_net(model *m, const pair *pairs, float *scratch)
{
    const int width = m->shape.hidden;
    const size_t middle = (size_t)m->shape.middle, rows = (size_t)m->shape.rows;
    float line[UNITS], *w = m->average;
    for (size_t r = 0; r < rows; r++) { /* a unit may move to another slice */
        float *first = w + m->at.first + r * MODEL_SLICE;
        for (int i = 0; i < width; i++) {
            const int unit = pairs[i / 2].unit[i % 2];
            line[i] = first[(size_t)(unit / MODEL_SLICE) * rows * MODEL_SLICE +
                            (size_t)(unit % MODEL_SLICE)];
        }
        for (int i = 0; i < width; i++)
            first[(size_t)(i / MODEL_SLICE) * rows * MODEL_SLICE +
                  (size_t)(i % MODEL_SLICE)] = line[i];
    }
    reorder(w + m->at.first_bias, 1, 1, pairs, width, scratch);
    for (int k = 0; k < m->shape.output_buckets; k++)
        reorder(w + m->at.second + (size_t)k * (size_t)width * middle, middle, middle,
                pairs, width, scratch);
}

static arrangement arrange(const use *u, model *m, float *scratch)
{
    arrangement share = {0};
    pair pairs[UNITS / 2];
    const int count = m->shape.hidden / 2;
    if (u->groups < GROUPS_LEAST) return share;
    const double all = (double)count * u->groups;
    for (int i = 0; i < count; i++) share.before += live_of(u, 2 * i, 2 * i + 1) / all;
    pair_greedily(u, m->shape.hidden, pairs);
    change_partners(u, count, pairs);
    qsort(pairs, (size_t)count, sizeof *pairs, by_use);
    for (int i = 0; i < count; i++) share.after += pairs[i].live / all;
    reorder_net(m, pairs, scratch);
    return share;
}

int net_set_arrange(net_set *b, arrangement out[ARRANGED_NETS], char *reason,
                    size_t size)
{
    alea_evaluator *evaluator = net_set_evaluator(b, reason, size);
    if (!evaluator) return -1;
    use *uses = calloc(ARRANGED_NETS, sizeof *uses);
    float *scratch = malloc((size_t)UNITS * MODEL_MIDDLE_MAX * sizeof *scratch);
    int status = -1;
    if (uses && scratch) {
        play_games(b, evaluator, uses);
        for (int k = 0; k < ARRANGED_NETS; k++)
            out[k] = arrange(&uses[k], b->net[k], scratch);
        status = 0;
    } else {
        reason_no_memory(reason, size);
    }
    free(scratch);
    free(uses);
    alea_evaluator_close(evaluator);
    return status;
}
