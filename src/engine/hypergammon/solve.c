/* A pair (x, y) has the side on roll in position x. After a play to x' the other side
 * is on roll in (y, x'). `left` holds what the mover gets who leaves x' facing y, the
 * best cube action of the other side included.
 *
 * Without a hit the total of pips falls, so that in rising order of the total all
 * values that a pair needs are new, those after a hit excepted. Pairs without contact
 * are final after the first sweep. All pairs of one total are computed before any of
 * them is replaced, which makes the result independent of the threads. */
#include "solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "moves.h"

enum { LANES = 8 }; /* HYPER_CUBES, rounded up for vector instructions */

typedef struct left_value {
    _Alignas(32) float to_mover[LANES];
} left_value;

/* The opponent of a pair as its mover sees it. */
typedef struct opponent {
    int blocked;     /* the mover's point that is held, or 0 */
    uint32_t blots;  /* bit p: the mover's point p */
    uint8_t blot[3]; /* the same one by one; 31 = none */
    uint16_t hit[8]; /* position after the blots of a subset have been hit */
    uint32_t points; /* bit p: any checker on the mover's point p */
} opponent;

typedef struct solver {
    hyper_side sides[HYPER_POSITIONS];
    opponent opponents[HYPER_POSITIONS];
    uint32_t own_points[HYPER_POSITIONS];
    uint8_t pips[HYPER_POSITIONS];
    /* Positions by pips: by_pips[first[n]] .. by_pips[first[n + 1] - 1]. */
    uint16_t by_pips[HYPER_POSITIONS];
    uint16_t first[77];
    hyper_moves moves;
    hyper_record *records;
    left_value *left;
    /* New values of the present step, a part for each opponent. */
    hyper_record *fresh;
    uint32_t offset[HYPER_POSITIONS + 1];
    int total;       /* pips of the present step */
    bool first_time; /* the first sweep, which includes pairs without contact */
    float *change;   /* [thread][2]: of equities, of chances */
} solver;

static size_t pair(uint32_t on_roll, uint32_t other)
{
    return (size_t)on_roll * HYPER_POSITIONS + other;
}

/* ---- what is known before ---- */

static void sort_side(hyper_side *side)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (side->place[j] < side->place[j + 1]) {
                const uint8_t swap = side->place[j];
                side->place[j] = side->place[j + 1];
                side->place[j + 1] = swap;
            }
}

static void describe(const hyper_side *side, opponent *out)
{
    int found = 0, at[3] = {0};
    *out = (opponent){.blot = {31, 31, 31}};
    for (int i = 0; i < HYPER_CHECKERS; i++) {
        const int place = side->place[i], point = ALEA_BAR - place;
        if (place < 1 || place > 24) continue;
        out->points |= 1U << point;
        int here = 0;
        for (int j = 0; j < HYPER_CHECKERS; j++) here += side->place[j] == place;
        if (here > 1) {
            out->blocked = point;
        } else {
            out->blots |= 1U << point;
            at[found] = i;
            out->blot[found++] = (uint8_t)point;
        }
    }
    for (int subset = 0; subset < 8; subset++) {
        hyper_side after = *side;
        for (int i = 0; i < found; i++)
            if (subset >> i & 1) after.place[at[i]] = ALEA_BAR;
        sort_side(&after);
        out->hit[subset] = (uint16_t)hyper_rank(&after);
    }
}

static void describe_all(solver *s)
{
    int n = 0;
    hyper_sides(s->sides);
    for (int i = 0; i < HYPER_POSITIONS; i++) {
        describe(&s->sides[i], &s->opponents[i]);
        s->pips[i] = (uint8_t)hyper_pips(&s->sides[i]);
        for (int k = 0; k < HYPER_CHECKERS; k++)
            if (s->sides[i].place[k] >= 1 && s->sides[i].place[k] <= 24)
                s->own_points[i] |= 1U << s->sides[i].place[k];
    }
    for (int pips = 0; pips <= 75; pips++) {
        s->first[pips] = (uint16_t)n;
        for (int i = 0; i < HYPER_POSITIONS; i++)
            if (s->pips[i] == pips) s->by_pips[n++] = (uint16_t)i;
    }
    s->first[76] = (uint16_t)n;
}

/* A double is worth 2 * opponent when taken and 1 when dropped. */
static float with_double(float roll, float opponent_owns)
{
    const float taken = 2 * opponent_owns;
    return fmaxf(roll, fminf(taken, 1));
}

static void leave(const float equity[HYPER_CUBES], left_value *out)
{
    out->to_mover[HYPER_CUBELESS] = -equity[HYPER_CUBELESS];
    out->to_mover[HYPER_OWNED] = -equity[HYPER_OPPONENT];
    out->to_mover[HYPER_CENTRED] =
        -with_double(equity[HYPER_CENTRED], equity[HYPER_OPPONENT]);
    out->to_mover[HYPER_OPPONENT] =
        -with_double(equity[HYPER_OWNED], equity[HYPER_OPPONENT]);
    out->to_mover[HYPER_JACOBY] =
        -with_double(equity[HYPER_JACOBY], equity[HYPER_OPPONENT]);
}

/* Pairs with the other side's last checker off: the side on roll has lost. */
static void fill_ended(solver *s)
{
    for (uint32_t loser = 1; loser < HYPER_POSITIONS; loser++) {
        const int level = hyper_lost(&s->sides[loser]);
        hyper_record *record = &s->records[pair(loser, 0)];
        left_value *left = &s->left[pair(loser, 0)];
        *record = (hyper_record){
            .chance = {0, 0, 0, level > 1 ? 1.0F : 0.0F, level > 2 ? 1.0F : 0.0F}};
        for (int k = 0; k < HYPER_CUBES; k++) {
            const int paid = k == HYPER_JACOBY ? 1 : level;
            record->equity[k] = -(float)paid;
            left->to_mover[k] = (float)paid;
        }
    }
}

static void restore_left(solver *s)
{
    for (size_t i = 0; i < (size_t)HYPER_POSITIONS * HYPER_POSITIONS; i++)
        leave(s->records[i].equity, &s->left[i]);
    fill_ended(s);
}

/* ---- a pair ---- */

static bool has_contact(const solver *s, uint32_t on_roll, uint32_t other)
{
    return s->sides[on_roll].place[0] + s->sides[other].place[0] > ALEA_BAR;
}

/* The best value in every cube state, and the pair after the best cubeless play. */
static size_t best_play(const solver *s, uint32_t on_roll, const opponent *o, int roll,
                        float best[LANES])
{
    const size_t list = hyper_moves_at(on_roll, o->blocked, roll);
    const hyper_play *play = s->moves.play + s->moves.start[list];
    const hyper_play *end = s->moves.play + s->moves.start[list + 1];
    const bool hits = (s->moves.reach[list] & o->blots) != 0;
    size_t chosen = 0;
    for (int k = 0; k < LANES; k++) best[k] = -INFINITY;
    for (uint32_t previous = HYPER_POSITIONS; play < end; play++) {
        uint32_t subset = 0;
        if (hits) {
            for (int i = 0; i < 3; i++)
                subset |= (play->landed >> o->blot[i] & 1U) << i;
        } else if (play->to == previous) {
            continue;
        }
        previous = play->to;
        const size_t at = pair(o->hit[subset], play->to);
        const float *value = s->left[at].to_mover;
        if (value[HYPER_CUBELESS] > best[HYPER_CUBELESS]) chosen = at;
        for (int k = 0; k < LANES; k++)
            best[k] = value[k] > best[k] ? value[k] : best[k];
    }
    return chosen;
}

static void compute(const solver *s, uint32_t on_roll, uint32_t other,
                    hyper_record *out)
{
    static const int mirrored[5] = {0, 3, 4, 1, 2};
    const opponent *o = &s->opponents[other];
    float sum[LANES] = {0}, chance[5] = {0};
    for (int r = 0; r < ALEA_ROLLS; r++) {
        float best[LANES];
        const size_t next = best_play(s, on_roll, o, r, best);
        const float weight = (float)alea_roll_weight(alea_roll_at(r));
        for (int k = 0; k < LANES; k++) sum[k] += weight * best[k];
        const float *theirs = s->records[next].chance;
        chance[0] += weight * (1 - theirs[0]);
        for (int k = 1; k < 5; k++) chance[k] += weight * theirs[mirrored[k]];
    }
    for (int k = 0; k < HYPER_CUBES; k++) out->equity[k] = sum[k] / 36;
    for (int k = 0; k < 5; k++) out->chance[k] = chance[k] / 36;
}

/* ---- a step ---- */

/* The positions on roll that make up the step's total with this opponent. */
static int partners(const solver *s, uint32_t other, const uint16_t **out)
{
    const int pips = s->total - s->pips[other];
    if (other == 0 || pips < 1 || pips > 75) return 0;
    *out = s->by_pips + s->first[pips];
    return s->first[pips + 1] - s->first[pips];
}

static bool belongs(const solver *s, uint32_t on_roll, uint32_t other)
{
    if (s->own_points[on_roll] & s->opponents[other].points) return false;
    return s->first_time || has_contact(s, on_roll, other);
}

static void compute_row(void *context, size_t index, int thread)
{
    const solver *s = context;
    const uint32_t other = (uint32_t)index;
    const uint16_t *on_roll = NULL;
    const int count = partners(s, other, &on_roll);
    (void)thread;
    for (int i = 0; i < count; i++)
        if (belongs(s, on_roll[i], other))
            compute(s, on_roll[i], other, &s->fresh[s->offset[other] + (uint32_t)i]);
}

static void replace_row(void *context, size_t index, int thread)
{
    solver *s = context;
    const uint32_t other = (uint32_t)index;
    const uint16_t *on_roll = NULL;
    const int count = partners(s, other, &on_roll);
    for (int i = 0; i < count; i++) {
        if (!belongs(s, on_roll[i], other)) continue;
        const hyper_record *fresh = &s->fresh[s->offset[other] + (uint32_t)i];
        const size_t at = pair(on_roll[i], other);
        hyper_record *record = &s->records[at];
        float *change = s->change + (ptrdiff_t)thread * 2;
        for (int k = 0; k < 5; k++) {
            const float by = fabsf(fresh->equity[k] - record->equity[k]);
            if (by > change[0]) change[0] = by;
            const float chance = fabsf(fresh->chance[k] - record->chance[k]);
            if (chance > change[1]) change[1] = chance;
        }
        *record = *fresh;
        leave(fresh->equity, &s->left[at]);
    }
}

static uint32_t set_total(solver *s, int total)
{
    uint32_t sum = 0;
    s->total = total;
    for (uint32_t other = 0; other < HYPER_POSITIONS; other++) {
        const uint16_t *unused = NULL;
        s->offset[other] = sum;
        sum += (uint32_t)partners(s, other, &unused);
    }
    s->offset[HYPER_POSITIONS] = sum;
    return sum;
}

/* ---- the iteration ---- */

static void step(solver *s, alea_pool *pool, hyper_progress *progress)
{
    s->first_time = progress->sweeps == 0;
    set_total(s, (int)progress->step);
    if (progress->step == 0) progress->chances = 0;
    alea_pool_run(pool, HYPER_POSITIONS, compute_row, s);
    alea_pool_run(pool, HYPER_POSITIONS, replace_row, s);
    for (int t = 0; t < alea_pool_threads(pool); t++) {
        progress->change = fmaxf(progress->change, s->change[(ptrdiff_t)t * 2]);
        progress->chances = fmaxf(progress->chances, s->change[(ptrdiff_t)t * 2 + 1]);
        s->change[(ptrdiff_t)t * 2] = s->change[(ptrdiff_t)t * 2 + 1] = 0;
    }
    progress->step++;
}

static bool finished(const hyper_progress *progress)
{
    return progress->sweeps > 1 && progress->step == 0 &&
           progress->previous <= HYPER_TOLERANCE;
}

static alea_status iterate(solver *s, alea_pool *pool, hyper_progress *progress,
                           hyper_after_step *after_step, void *context)
{
    while (!finished(progress)) {
        if (progress->sweeps == HYPER_MAX_SWEEPS) return ALEA_ERROR_UNSUPPORTED;
        step(s, pool, progress);
        const bool sweep_done = progress->step == HYPER_STEPS;
        if (sweep_done) {
            progress->ratio =
                progress->previous > 0 ? progress->change / progress->previous : 1;
            progress->previous = progress->change;
            progress->change = 0;
            progress->step = 0;
            progress->sweeps++;
        }
        if (after_step && !after_step(context, progress, sweep_done))
            return ALEA_ERROR_CANCELLED;
    }
    return ALEA_OK;
}

static bool solver_start(solver *s, hyper_record *records, int threads)
{
    const size_t pairs = (size_t)HYPER_POSITIONS * HYPER_POSITIONS;
    uint32_t most = 0;
    describe_all(s);
    for (int total = 0; total < HYPER_STEPS; total++) {
        const uint32_t count = set_total(s, total);
        if (count > most) most = count;
    }
    s->records = records;
    s->left = aligned_alloc(_Alignof(left_value), pairs * sizeof *s->left);
    s->fresh = malloc(most * sizeof *s->fresh);
    s->change = calloc((size_t)threads * 2, sizeof *s->change);
    if (!s->left || !s->fresh || !s->change) return false;
    memset(s->left, 0, pairs * sizeof *s->left);
    return hyper_moves_make(&s->moves, s->sides);
}

alea_status hyper_solve(hyper_record *records, hyper_progress *progress, int threads,
                        hyper_after_step *after_step, void *context)
{
    alea_pool *pool = NULL;
    solver *s = calloc(1, sizeof *s);
    alea_status status = ALEA_ERROR_MEMORY;
    if (s && solver_start(s, records, threads)) status = alea_pool_open(&pool, threads);
    if (status == ALEA_OK) {
        restore_left(s);
        status = iterate(s, pool, progress, after_step, context);
    }
    alea_pool_close(pool);
    if (s) {
        hyper_moves_clear(&s->moves);
        free(s->left);
        free(s->fresh);
        free(s->change);
    }
    free(s);
    return status;
}
