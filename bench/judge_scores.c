/* Bear-offs at match scores: what alea says of the cube against exact play of both
 * sides.
 *
 * judge_scores [POSITIONS [PLY [CHECKERS]]]: random bear-offs of up to CHECKERS (4) a
 * side at random scores, cube values and owners. Exact values come from a recursion
 * over all pairs of positions, cube values and owners at that score. */
#include <alea/alea.h>

#include "engine/bearoff/index.h"
#include "engine/cube/frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 6, LEVELS = 5, HOLDERS = 3 };

static bearoff_index index_;
static uint32_t *start_of, *next_of; /* positions after each roll of each position */
static uint8_t (*counts)[ALEA_BEAROFF_MAX_POINTS];

static void *need(void *memory)
{
    if (memory) return memory;
    fputs("judge_scores: out of memory\n", stderr);
    exit(1);
}

static alea_board board_of(uint32_t mine, uint32_t theirs)
{
    alea_board b = {0};
    for (int k = 0; k < POINTS; k++) {
        b.point[k + 1] = (int8_t)counts[mine][k];
        b.point[24 - k] = (int8_t)(b.point[24 - k] - counts[theirs][k]);
    }
    return b;
}

static void make_lists(void)
{
    const uint32_t n = index_.positions;
    const alea_play_rules rules = alea_play_rules_standard();
    alea_board *after = need(malloc(ALEA_MAX_PLAYS * sizeof *after));
    size_t used = 0, capacity = (size_t)n * ALEA_ROLLS * 16;
    counts = need(calloc(n, sizeof *counts));
    start_of = need(malloc(((size_t)n * ALEA_ROLLS + 1) * sizeof *start_of));
    next_of = need(malloc(capacity * sizeof *next_of));
    for (uint32_t i = 1; i < n; i++) {
        memcpy(counts[i], counts[i - 1], sizeof *counts);
        bearoff_next(&index_, counts[i]);
    }
    for (uint32_t i = 0; i < n; i++)
        for (int r = 0; r < ALEA_ROLLS; r++) {
            start_of[i * ALEA_ROLLS + (uint32_t)r] = (uint32_t)used;
            if (i == 0) continue;
            const alea_board b = board_of(i, 1);
            const int found = alea_positions_after(&b, alea_roll_at(r), &rules, after);
            if (used + (size_t)found > capacity)
                next_of = need(realloc(next_of, (capacity *= 2) * sizeof *next_of));
            for (int k = 0; k < found; k++) {
                uint8_t count[ALEA_BEAROFF_MAX_POINTS] = {0};
                bearoff_counts(&after[k], true, POINTS, count);
                next_of[used++] = bearoff_rank(&index_, count);
            }
        }
    start_of[(size_t)n * ALEA_ROLLS] = (uint32_t)used;
    free(after);
}

/* To the side on roll, in the frame's unit: before and after its cube action. */
typedef struct node {
    float rolled[LEVELS][HOLDERS], acted[LEVELS][HOLDERS];
} node;

static node *solved[2]; /* [side on roll][its position * positions + the other's] */

static void solve_pair(const cube_frame *f, int side, uint32_t mine, uint32_t theirs)
{
    const uint32_t n = index_.positions;
    node *out = &solved[side][(size_t)mine * n + theirs];
    const int levels = f->cubes < LEVELS ? f->cubes : LEVELS;
    for (int l = levels - 1; l >= 0; l--)
        for (int h = 0; h < HOLDERS; h++) {
            double sum = 0;
            for (int r = 0; r < ALEA_ROLLS; r++) {
                const uint32_t *slot = &start_of[mine * ALEA_ROLLS + (uint32_t)r];
                float best = -INFINITY;
                for (uint32_t i = slot[0]; i < slot[1]; i++) {
                    const uint32_t to = next_of[i];
                    const float v =
                        to == 0
                            ? f->win[side][l][0]
                            : -solved[1 - side][(size_t)theirs * n + to].acted[l][h];
                    if (v > best) best = v;
                }
                sum += (double)best * alea_roll_weight(alea_roll_at(r));
            }
            out->rolled[l][h] = (float)(sum / 36);
            const bool access = h == HOLDER_NONE || h == side;
            float value = out->rolled[l][h];
            if (access && f->may[side][l] && l + 1 < levels) {
                const float take = out->rolled[l + 1][1 - side],
                            drop = f->win[side][l][0];
                value = fmaxf(value, fminf(take, drop));
            }
            out->acted[l][h] = value;
        }
}

static void solve(const cube_frame *f)
{
    const uint32_t n = index_.positions;
    for (uint32_t sum = 2; sum <= 2 * (n - 1); sum++)
        for (uint32_t a = sum > n - 1 ? sum - (n - 1) : 1; a < n && a < sum; a++)
            for (int side = 0; side < 2; side++) solve_pair(f, side, a, sum - a);
}

/* ---- what alea says ---- */

typedef struct totals {
    double no_double, take, loss, most;
    int count, wrong;
} totals;

static void compare(alea_engine *engine, const alea_decision *d, const cube_frame *f,
                    uint32_t a, uint32_t b, int ply, totals *t)
{
    alea_search_settings settings = alea_search_settings_default(ply);
    alea_cube_result said;
    alea_error error;
    if (alea_search_cube(engine, d, &settings, &said, &error) != ALEA_OK) {
        fprintf(stderr, "judge_scores: %s\n", error.reason);
        exit(1);
    }
    const node *exact = &solved[0][(size_t)a * index_.positions + b];
    const float roll = cube_frame_equity(f, exact->rolled[0][f->start_holder]);
    const double error_roll = fabs((double)(said.verdict.equity.no_double - roll));
    t->count++;
    t->no_double += error_roll;
    if (error_roll > t->most) t->most = error_roll;
    if (!alea_cube_may_double(&d->cube) || alea_cube_is_dead(&d->cube)) return;
    const float take = cube_frame_equity(f, exact->rolled[1][HOLDER_OTHER]);
    t->take += fabs((double)(said.verdict.equity.double_take - take));
    const float best = fmaxf(roll, fminf(take, 1));
    const alea_cube_action act = said.verdict.action;
    const bool doubles = act == ALEA_CUBE_DOUBLE_TAKE || act == ALEA_CUBE_DOUBLE_DROP;
    float loss = best - (doubles ? fminf(take, 1) : roll);
    const float answer = said.verdict.take ? take : 1;
    loss += answer - fminf(take, 1);
    t->loss += (double)loss;
    if (loss > .001F) t->wrong++;
}

int main(int argc, char **argv)
{
    const int wanted = argc > 1 ? atoi(argv[1]) : 2000,
              ply = argc > 2 ? atoi(argv[2]) : 0;
    const int checkers = argc > 3 ? atoi(argv[3]) : 4;
    enum { EACH = 100 };
    alea_evaluator *evaluator;
    alea_engine *engine;
    alea_error error;
    const alea_engine_options options = {1, 0};
    if (alea_evaluator_open(&evaluator, &error) != ALEA_OK ||
        alea_engine_open(&engine, evaluator, NULL, &options, &error) != ALEA_OK)
        return 1;
    if (!bearoff_index_start(&index_, POINTS, checkers)) return 1;
    make_lists();
    const uint32_t n = index_.positions;
    for (int s = 0; s < 2; s++) solved[s] = need(malloc((size_t)n * n * sizeof(node)));
    srand(2);
    totals all[3] = {0};
    for (int done = 0; done < wanted; done += EACH) {
        alea_decision d = {.rules = alea_play_rules_standard(),
                           .cube = alea_cube_money()};
        const int length = 9;
        d.cube.match_length = length;
        d.cube.away[0] = 2 + rand() % (length - 1);
        d.cube.away[1] = 2 + rand() % (length - 1);
        d.cube.cube_log2 = rand() % 3;
        const int owner = d.cube.cube_log2 == 0 ? 0 : rand() % 2 ? 1 : -1;
        d.cube.owner = owner;
        cube_frame f;
        cube_frame_build(&f, &d.cube, alea_engine_met(engine));
        solve(&f);
        for (int k = 0; k < EACH; k++) {
            const uint32_t a = 1 + (uint32_t)rand() % (n - 1),
                           b = 1 + (uint32_t)rand() % (n - 1);
            d.board = board_of(a, b);
            compare(engine, &d, &f, a, b, ply, &all[owner + 1]);
        }
    }
    static const char *const name[] = {"theirs", "centred", "mine"};
    for (int i = 0; i < 3; i++)
        printf("%-8s %5d positions: no double off by %.4f (most %.3f), double/take by "
               "%.4f; %d wrong, %.5f lost a decision\n",
               name[i], all[i].count, all[i].no_double / all[i].count, all[i].most,
               all[i].take / all[i].count, all[i].wrong, all[i].loss / all[i].count);
    return 0;
}
