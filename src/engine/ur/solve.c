/* No move keeps the total of pips: it falls by the throw, and a hit adds at least five.
 * So the positions of one total depend on each other only where nothing is moved, and
 * then on the same position with the other side on throw: both are computed as one. In
 * rising order of the total all values that a position needs are new, but for those
 * after a hit. */
#include "solve.h"

#include <math.h>
#include <stdlib.h>

#include "base/thread.h"

enum {
    THROWS = 4,
    WAITING = 1 << UR_POINTS, /* a bit above those of the points */
    PIPS_WAITING = UR_POINTS + 1,
    MOST_PIPS = 2 * UR_MOST_MEN * PIPS_WAITING,
    CHUNK = 4096
};
static const double chance_of[THROWS + 1] = {1 / 16.0, 4 / 16.0, 6 / 16.0, 4 / 16.0,
                                             1 / 16.0};

typedef struct solver {
    const ur_numbers *numbers;
    float *value;
    /* The layer: x and y men off. Positions with x off for the side on throw, as set |
     * his_set << UR_POINTS, by total pips; where x = y only one of the two sides. */
    int x, y;
    uint32_t *position;
    uint32_t first[MOST_PIPS + 2];
    int steps;
    uint32_t from, to; /* positions of the present step */
    float *change;     /* [thread] */
} solver;

uint32_t ur_layers(int men)
{
    return (uint32_t)(men * (men + 1) / 2);
}

void ur_layer_at(int men, uint32_t layer, int *x, int *y)
{
    for (int sum = 2 * (men - 1); sum >= 0; sum--)
        for (*x = (sum + 1) / 2; *x < men && *x <= sum; (*x)++) {
            *y = sum - *x;
            if (layer-- == 0) return;
        }
}

/* ---- a position ---- */

/* The chance of the mover who leaves this. */
static double left_by(const solver *s, int off, int his_off, unsigned set,
                      unsigned his_set, bool again)
{
    if (again)
        return (double)s->value[ur_number(s->numbers, off, his_off, set, his_set)];
    return 1 - (double)s->value[ur_number(s->numbers, his_off, off, his_set, set)];
}

/* The best move of one throw; -1 if there is none. */
static double best_of(const solver *s, int off, int his_off, unsigned set,
                      unsigned his_set, int die)
{
    const bool waits = off + ur_size(s->numbers, set) < s->numbers->men;
    const unsigned from = set | (waits ? WAITING : 0);
    unsigned to = from >> die & ~set & ~(his_set & UR_SAFE);
    double best = -1;
    for (; to; to &= to - 1) {
        const unsigned end = to & -to, after = ((from ^ end << die) & set) | end;
        const unsigned hit = end & UR_COMMON & his_set;
        const double value =
            left_by(s, off, his_off, after, his_set ^ hit, end & UR_AGAIN);
        if (value > best) best = value;
    }
    if (set >> (die - 1) & 1) {
        const unsigned after = set ^ 1U << (die - 1);
        const double value = off + 1 == s->numbers->men
                                 ? 1
                                 : left_by(s, off + 1, his_off, after, his_set, false);
        if (value > best) best = value;
    }
    return best;
}

/* The mean of the throws that move something; *still: the chance that none does. */
static double mean_of(const solver *s, int off, int his_off, unsigned set,
                      unsigned his_set, double *still)
{
    double sum = 0;
    *still = chance_of[0];
    for (int die = 1; die <= THROWS; die++) {
        const double best = best_of(s, off, his_off, set, his_set, die);
        if (best < 0)
            *still += chance_of[die];
        else
            sum += chance_of[die] * best;
    }
    return sum;
}

static void replace(solver *s, uint32_t number, double value, float *change)
{
    const float by = fabsf((float)value - s->value[number]);
    if (by > *change) *change = by;
    s->value[number] = (float)value;
}

/* Both sides on throw: v = a + p (1 - w), w = b + q (1 - v). */
static void compute(solver *s, uint32_t position, float *change)
{
    const unsigned set = position & (UR_MASKS - 1), his_set = position >> UR_POINTS;
    double p, q, v = 0.5;
    const double a = mean_of(s, s->x, s->y, set, his_set, &p);
    const double b = mean_of(s, s->y, s->x, his_set, set, &q);
    if (p * q < 1) v = (a + p * (1 - b - q)) / (1 - p * q);
    const double w = b + q * (1 - v);
    replace(s, ur_number(s->numbers, s->x, s->y, set, his_set), v, change);
    if (s->x != s->y || set != his_set)
        replace(s, ur_number(s->numbers, s->y, s->x, his_set, set), w, change);
}

static void compute_chunk(void *context, size_t index, int thread)
{
    solver *s = context;
    const uint32_t from = s->from + (uint32_t)index * CHUNK;
    const uint32_t to = s->to - from > CHUNK ? from + CHUNK : s->to;
    for (uint32_t i = from; i < to; i++) compute(s, s->position[i], &s->change[thread]);
}

/* ---- a layer ---- */

/* The sets of at most `men` men, with the pips of those that wait too. */
static int sets_of(int men, uint16_t set[UR_MASKS], uint8_t pips[UR_MASKS])
{
    int count = 0;
    for (unsigned mask = 0; mask < UR_MASKS; mask++) {
        const int on = ur_men_in(mask);
        if (on > men) continue;
        int sum = (men - on) * PIPS_WAITING;
        for (int bit = 0; bit < UR_POINTS; bit++)
            if (mask >> bit & 1) sum += bit + 1;
        set[count] = (uint16_t)mask;
        pips[count++] = (uint8_t)sum;
    }
    return count;
}

typedef struct sides {
    int count, his_count;
    uint16_t set[UR_MASKS], his_set[UR_MASKS];
    uint8_t pips[UR_MASKS], his_pips[UR_MASKS];
} sides;

/* Counts the positions of each total into first[total + 1], or stores them from
 * first[total] on. */
static void list_positions(solver *s, const sides *all, bool store)
{
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->his_count; k++) {
            const uint32_t set = all->set[i], his_set = all->his_set[k];
            if ((set & his_set & UR_COMMON) || (s->x == s->y && set > his_set))
                continue;
            const int total = all->pips[i] + all->his_pips[k];
            if (store)
                s->position[s->first[total]++] = set | his_set << UR_POINTS;
            else
                s->first[total + 1]++;
        }
}

static alea_status begin_layer(solver *s, uint32_t layer)
{
    const int men = s->numbers->men;
    sides *all = malloc(sizeof *all);
    free(s->position);
    s->position = NULL;
    if (!all) return ALEA_ERROR_MEMORY;
    ur_layer_at(men, layer, &s->x, &s->y);
    all->count = sets_of(men - s->x, all->set, all->pips);
    all->his_count = sets_of(men - s->y, all->his_set, all->his_pips);
    s->steps = (2 * men - s->x - s->y) * PIPS_WAITING + 1;
    for (int i = 0; i <= MOST_PIPS + 1; i++) s->first[i] = 0;
    list_positions(s, all, false);
    for (int i = 0; i <= MOST_PIPS; i++) s->first[i + 1] += s->first[i];
    s->position = malloc(sizeof *s->position * s->first[MOST_PIPS + 1]);
    if (s->position) {
        list_positions(s, all, true);
        /* Each total now begins where the next one did. */
        for (int i = MOST_PIPS; i > 0; i--) s->first[i] = s->first[i - 1];
        s->first[0] = 0;
    }
    free(all);
    return s->position ? ALEA_OK : ALEA_ERROR_MEMORY;
}

static void step(solver *s, alea_pool *pool, ur_progress *progress)
{
    s->from = s->first[progress->step];
    s->to = s->first[progress->step + 1];
    alea_pool_run(pool, (s->to - s->from + CHUNK - 1) / CHUNK, compute_chunk, s);
    for (int t = 0; t < alea_pool_threads(pool); t++) {
        if (s->change[t] > progress->change) progress->change = s->change[t];
        s->change[t] = 0;
    }
    progress->step++;
}

static alea_status solve_layer(solver *s, alea_pool *pool, ur_progress *progress,
                               ur_after_step *after_step, void *context)
{
    const uint32_t layer = progress->layer;
    while (progress->layer == layer) {
        if (progress->sweep >= UR_MOST_SWEEPS) return ALEA_ERROR_UNSUPPORTED;
        step(s, pool, progress);
        if (progress->step == (uint32_t)s->steps) {
            progress->step = 0;
            progress->sweep++;
            progress->sweeps++;
            if (progress->change <= UR_TOLERANCE) {
                progress->last = fmaxf(progress->last, progress->change);
                progress->layer++;
                progress->sweep = 0;
            }
            progress->change = 0;
        }
        if (after_step && !after_step(context, progress)) return ALEA_ERROR_CANCELLED;
    }
    return ALEA_OK;
}

alea_status ur_solve(const ur_numbers *numbers, float *value, ur_progress *progress,
                     int threads, ur_after_step *after_step, void *context)
{
    alea_pool *pool = NULL;
    solver *s = calloc(1, sizeof *s);
    alea_status status = ALEA_ERROR_MEMORY;
    if (s) s->change = calloc((size_t)threads, sizeof *s->change);
    if (s && s->change) status = alea_pool_open(&pool, threads);
    if (status == ALEA_OK) {
        s->numbers = numbers;
        s->value = value;
    }
    while (status == ALEA_OK && progress->layer < ur_layers(numbers->men)) {
        status = begin_layer(s, progress->layer);
        if (status == ALEA_OK)
            status = solve_layer(s, pool, progress, after_step, context);
    }
    alea_pool_close(pool);
    if (s) {
        free(s->position);
        free(s->change);
    }
    free(s);
    return status;
}
