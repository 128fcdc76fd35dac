#include "at_score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    POINTS = 6,
    CHECKERS = 6,
    POSITIONS = 924, /* of one side: 12 over 6 */
    CUBES = 6,
    STATES = 1 + 2 * (CUBES - 1)
};

typedef struct values {
    float rolled[STATES], acted[STATES]; /* before the roll, before the cube action */
} values;

/* Sides are 0, the frame's root side, and 1. */
struct at_score {
    const at_score_lists *lists;
    cube_frame frame;
    int states, cubes;
    cube_holder start;
    int count[2];                 /* positions that each side can reach */
    int16_t number[2][POSITIONS]; /* of a rank, ascending; -1 = never */
    uint16_t rank[2][POSITIONS];  /* of a number; number 0 is rank 0, the empty board */
    values
        *value[2]; /* [side on roll][number of side 0 * count[1] + number of side 1] */
};

static at_score_lists *lists_make(void)
{
    at_score_lists *lists = calloc(1, sizeof *lists);
    if (lists && bearoff_index_start(&lists->index, POINTS, CHECKERS) &&
        lists->index.positions == POSITIONS &&
        bearoff_after_start(&lists->after, &lists->index, bearoff_backgammon))
        return lists;
    at_score_lists_free(lists);
    return NULL;
}

void at_score_lists_free(at_score_lists *lists)
{
    if (!lists) return;
    bearoff_after_free(&lists->after);
    free(lists);
}

static int rank_of(const at_score_lists *lists, const alea_board *board, bool mine)
{
    uint8_t count[ALEA_BEAROFF_MAX_POINTS];
    const int checkers = bearoff_counts(board, mine, POINTS, count);
    return checkers < 0 || checkers > CHECKERS
               ? -1
               : (int)bearoff_rank(&lists->index, count);
}

/* ---- states of the cube ---- */

/* Index of a state; -1 = not among those solved. */
static int state_index(const at_score *s, int exponent, cube_holder holder)
{
    if (exponent == 0) return holder == s->start ? 0 : -1;
    if (exponent >= s->cubes || holder == HOLDER_NONE) return -1;
    return 1 + 2 * (exponent - 1) + (int)holder;
}

static int exponent_of(int state)
{
    return (state + 1) / 2;
}

static cube_holder holder_of(const at_score *s, int state)
{
    return state == 0 ? s->start : (cube_holder)((state - 1) % 2);
}

/* ---- what can come ---- */

static void reach(at_score *s, int side, int rank)
{
    bool seen[POSITIONS] = {false};
    seen[0] = seen[rank] = true;
    for (int p = rank; p > 0; p--) {
        const uint32_t *from = &s->lists->after.start[(size_t)p * ALEA_ROLLS];
        if (!seen[p]) continue;
        for (uint32_t i = from[0]; i < from[ALEA_ROLLS]; i++)
            seen[s->lists->after.to[i]] = true;
    }
    for (int p = 0; p < POSITIONS; p++) {
        s->number[side][p] = (int16_t)(seen[p] ? s->count[side] : -1);
        if (seen[p]) s->rank[side][s->count[side]++] = (uint16_t)p;
    }
}

static values *find(const at_score *s, int side, int first, int second)
{
    return &s->value[side][(size_t)first * (size_t)s->count[1] + (size_t)second];
}

/* ---- one pair ---- */

/* The best of the plays of one roll for each state, added to `sum` by weight. */
static void add_roll(const at_score *s, const cube_frame *frame, int side,
                     const int number[2], int roll, double *sum)
{
    const size_t rank = s->rank[side][number[side]];
    const uint32_t *slot = &s->lists->after.start[rank * ALEA_ROLLS + (size_t)roll];
    const double weight = alea_roll_weight(alea_roll_at(roll));
    float best[STATES];
    for (int i = 0; i < s->states; i++) best[i] = -INFINITY;
    for (uint32_t k = slot[0]; k < slot[1]; k++) {
        const int to = s->number[side][s->lists->after.to[k]];
        const values *left = to == 0     ? NULL
                             : side == 0 ? find(s, 1, to, number[1])
                                         : find(s, 0, number[0], to);
        for (int i = 0; i < s->states; i++)
            best[i] = fmaxf(best[i], left ? -left->acted[i]
                                          : frame->win[side][exponent_of(i)][0]);
    }
    for (int i = 0; i < s->states; i++) sum[i] += weight * (double)best[i];
}

static void solve_pair(const at_score *s, const cube_frame *frame, int side,
                       const int number[2])
{
    values *out = find(s, side, number[0], number[1]);
    double sum[STATES] = {0};
    for (int r = 0; r < ALEA_ROLLS; r++) add_roll(s, frame, side, number, r, sum);
    for (int i = 0; i < s->states; i++) out->rolled[i] = (float)(sum[i] / 36);
    for (int i = 0; i < s->states; i++) {
        const int exponent = exponent_of(i);
        const cube_holder holder = holder_of(s, i);
        const bool access = holder == HOLDER_NONE || (int)holder == side;
        const int doubled = state_index(s, exponent + 1, (cube_holder)(1 - side));
        out->acted[i] = out->rolled[i];
        if (access && frame->may[side][exponent] && doubled >= 0)
            out->acted[i] = fmaxf(out->rolled[i], fminf(out->rolled[doubled],
                                                        frame->win[side][exponent][0]));
    }
}

/* ---- the whole ---- */

/* The cube values that matter: up to the one that nobody gains by turning, and at least
 * an imagined double. */
static int cubes_of(const cube_frame *frame)
{
    int cubes = 2;
    while (cubes < frame->cubes &&
           (frame->may[0][cubes - 1] || frame->may[1][cubes - 1]))
        cubes++;
    return cubes;
}

static at_score *at_score_solve(const at_score_lists *lists, const cube_frame *frame,
                                const alea_board *board)
{
    const int cubes = cubes_of(frame);
    if (cubes > CUBES || cubes > frame->cubes) return NULL;
    const int mine = rank_of(lists, board, true), theirs = rank_of(lists, board, false);
    if (mine <= 0 || theirs <= 0) return NULL;
    at_score *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->lists = lists;
    s->frame = *frame;
    s->cubes = cubes;
    s->states = 1 + 2 * (cubes - 1);
    s->start = frame->start_holder;
    reach(s, 0, mine);
    reach(s, 1, theirs);
    const size_t pairs = (size_t)s->count[0] * (size_t)s->count[1];
    for (int side = 0; side < 2 && pairs <= AT_SCORE_PAIRS; side++)
        s->value[side] = malloc(pairs * sizeof *s->value[side]);
    if (!s->value[0] || !s->value[1]) {
        at_score_free(s);
        return NULL;
    }
    for (int sum = 2; sum <= s->count[0] + s->count[1] - 2; sum++)
        for (int a = sum < s->count[1] ? 1 : sum - s->count[1] + 1;
             a < sum && a < s->count[0]; a++)
            for (int side = 0; side < 2; side++)
                solve_pair(s, frame, side, (int[2]){a, sum - a});
    return s;
}

void at_score_free(at_score *solved)
{
    if (!solved) return;
    free(solved->value[0]);
    free(solved->value[1]);
    free(solved);
}

bool at_score_value(const at_score *solved, int side, const alea_board *board,
                    const cube_state *state, bool act, float *u)
{
    const int mine = rank_of(solved->lists, board, true),
              theirs = rank_of(solved->lists, board, false);
    const int index = state_index(solved, state->cube_log2, state->holder);
    if (mine <= 0 || theirs <= 0 || index < 0) return false;
    const int first = solved->number[0][side == 0 ? mine : theirs],
              second = solved->number[1][side == 0 ? theirs : mine];
    if (first < 0 || second < 0) return false;
    const values *v = find(solved, side, first, second);
    *u = act ? v->acted[index] : v->rolled[index];
    return true;
}

static bool same_stakes(const cube_frame *a, const cube_frame *b)
{
    return a->cubes == b->cubes && a->start_holder == b->start_holder &&
           memcmp(a->win, b->win, sizeof a->win) == 0 &&
           memcmp(a->lose, b->lose, sizeof a->lose) == 0 &&
           memcmp(a->may, b->may, sizeof a->may) == 0;
}

static bool covers(const at_score *s, const cube_frame *frame, const alea_board *board)
{
    if (!s || !frame->money_tables || !same_stakes(&s->frame, frame)) return false;
    const int mine = rank_of(s->lists, board, true),
              theirs = rank_of(s->lists, board, false);
    return mine > 0 && theirs > 0 && s->number[0][mine] >= 0 &&
           s->number[1][theirs] >= 0;
}

const at_score *at_score_of(alea_engine *engine, const cube_frame *frame,
                            const alea_board *board)
{
    /* Two, since the players take turns and each is the root side of its decisions. */
    for (int i = 0; i < 2; i++)
        if (covers(engine->at_score[i], frame, board)) return engine->at_score[i];
    if (!frame->money_tables || frame->money ||
        alea_board_phase(board) != ALEA_PHASE_BEAROFF)
        return NULL;
    if (!engine->at_score_lists) engine->at_score_lists = lists_make();
    if (!engine->at_score_lists) return NULL;
    at_score *made = at_score_solve(engine->at_score_lists, frame, board);
    if (!made) return NULL;
    at_score_free(engine->at_score[1]);
    engine->at_score[1] = engine->at_score[0];
    engine->at_score[0] = made;
    return made;
}
