/* One-sided table: distributions of the rolls to bear off, and to bear the first
 * off. */
#include "make.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 4 };

/* Best play by the mean, for every position and die: after one move of that die, and
 * after the last one, two... moves of a double with what follows them. A double is the
 * best after all its moves; a mixed roll the best move of one die into "best after one"
 * of the other, in either order. That is exact, because in a race every die can always
 * be played, and turns 21 move generations into look-ups. */
typedef struct policy {
    uint32_t *one;               /* [position * 6 + die - 1] */
    uint32_t *after[MOST_STEPS]; /* [last moves - 1][position * 6 + die - 1] */
    double *mean;                /* [position] */
} policy;

typedef struct workspace {
    const alea_bearoff_job *job;
    alea_bearoff_throws throws;
    bearoff_index index;
    alea_roll roll[ALEA_ROLLS]; /* in alea_roll_at's order */
    double weight[ALEA_ROLLS];  /* of each, of 36 */
    policy all, first;
    bearoff_entry *entry;
    float *pool;
    size_t pool_used, pool_size;
} workspace;

static bool policy_start(policy *p, size_t positions, int steps)
{
    p->mean = calloc(positions, sizeof *p->mean);
    p->one = calloc(positions * 6, sizeof *p->one);
    bool good = p->mean && p->one;
    for (int k = 0; k < steps; k++) {
        p->after[k] = calloc(positions * 6, sizeof *p->after[k]);
        good = good && p->after[k];
    }
    return good;
}

static void policy_finish(policy *p)
{
    for (int k = 0; k < MOST_STEPS; k++) free(p->after[k]);
    free(p->one);
    free(p->mean);
}

/* Of the positions that `count` moves lead to, each followed by the best further moves
 * in `then` (NULL: none), the one with the smallest mean. */
static uint32_t best_of(const policy *p, const uint32_t *move, int count,
                        const uint32_t *then, int die)
{
    uint32_t best = 0;
    for (int i = 0; i < count; i++) {
        uint32_t to = then ? then[(size_t)move[i] * 6 + (size_t)die] : move[i];
        if (i == 0 || p->mean[to] < p->mean[best]) best = to;
    }
    return best;
}

/* The positions the 21 rolls lead to, in alea_roll_at's order, and the mean. */
static void decide(const workspace *w, policy *p, const uint8_t *count, uint32_t rank,
                   uint32_t chosen[ALEA_ROLLS])
{
    uint32_t move[6][ALEA_BEAROFF_MAX_POINTS];
    int moves[6];
    const int steps = w->throws.double_steps;
    for (int d = 0; d < 6; d++) {
        const size_t at = (size_t)rank * 6 + (size_t)d;
        const bool more = w->throws.chained && d < 5;
        moves[d] = bearoff_moves(&w->index, count, d + 1, move[d]);
        p->one[at] = best_of(p, move[d], moves[d], NULL, d);
        p->after[0][at] =
            more ? best_of(p, move[d], moves[d], p->after[steps - 1], d + 1)
                 : p->one[at];
        for (int k = 1; k < steps; k++)
            p->after[k][at] = best_of(p, move[d], moves[d], p->after[k - 1], d);
    }
    double sum = 0;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        int a = w->roll[r].die[0] - 1, b = w->roll[r].die[1] - 1;
        if (a == b) {
            chosen[r] = p->after[steps - 1][(size_t)rank * 6 + (size_t)a];
        } else {
            chosen[r] = best_of(p, move[a], moves[a], p->one, b);
            uint32_t other = best_of(p, move[b], moves[b], p->one, a);
            if (p->mean[other] < p->mean[chosen[r]]) chosen[r] = other;
        }
        sum += w->weight[r] * p->mean[chosen[r]];
    }
    p->mean[rank] = 1 + sum / 36;
}

/* The distribution of a position from those its rolls lead to, one roll later; returns
 * its length. */
static int mix(const workspace *w, const uint32_t chosen[ALEA_ROLLS],
               bool first_checker, double out[ALEA_BEAROFF_MAX_ROLLS])
{
    int size = 1;
    memset(out, 0, ALEA_BEAROFF_MAX_ROLLS * sizeof *out);
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const bearoff_entry *e = &w->entry[chosen[r]];
        double weight = w->weight[r] / 36.0;
        const float *p = w->pool + e->offset + (first_checker ? e->count : 0);
        int start = (first_checker ? e->off_first : e->first) + 1;
        int count = first_checker ? e->off_count : e->count;
        for (int i = 0; i < count && start + i < ALEA_BEAROFF_MAX_ROLLS; i++) {
            out[start + i] += weight * (double)p[i];
            if (start + i >= size) size = start + i + 1;
        }
    }
    return size;
}

/* Keeps what is at least 1e-9; the rest of the tail joins the last bin kept. */
static void trim(double *p, int size, uint8_t *first, uint8_t *count)
{
    int low = 0, high = size - 1;
    while (low < high && p[low] < 1e-9) low++;
    while (high > low && p[high] < 1e-9) {
        p[high - 1] += p[high];
        high--;
    }
    *first = (uint8_t)low;
    *count = (uint8_t)(high - low + 1);
}

static bool pool_reserve(workspace *w, size_t more)
{
    if (w->pool_used + more <= w->pool_size) return true;
    size_t size = w->pool_size * 2 + more + 4096;
    float *pool = realloc(w->pool, size * sizeof *pool);
    if (!pool) return false;
    w->pool = pool;
    w->pool_size = size;
    return true;
}

static bool store(workspace *w, uint32_t rank, double *all, int all_size, double *off,
                  int off_size)
{
    bearoff_entry *e = &w->entry[rank];
    e->mean = w->all.mean[rank];
    trim(all, all_size, &e->first, &e->count);
    trim(off, off_size, &e->off_first, &e->off_count);
    if (!pool_reserve(w, (size_t)e->count + e->off_count)) return false;
    e->offset = (uint32_t)w->pool_used;
    for (int i = 0; i < e->count; i++)
        w->pool[w->pool_used++] = (float)all[e->first + i];
    for (int i = 0; i < e->off_count; i++)
        w->pool[w->pool_used++] = (float)off[e->off_first + i];
    return true;
}

static alea_status fill(workspace *w)
{
    double all[ALEA_BEAROFF_MAX_ROLLS] = {1}, off[ALEA_BEAROFF_MAX_ROLLS] = {1};
    uint8_t count[ALEA_BEAROFF_MAX_POINTS] = {0};
    if (!store(w, 0, all, 1, off, 1)) return ALEA_ERROR_MEMORY;
    for (uint32_t rank = 1; bearoff_next(&w->index, count); rank++) {
        uint32_t chosen[ALEA_ROLLS];
        int total = 0;
        for (int k = 0; k < w->index.points; k++) total += count[k];
        decide(w, &w->all, count, rank, chosen);
        int all_size = mix(w, chosen, false, all), off_size = 1;
        off[0] = 1;
        /* With fewer checkers one is off already: its mean and best plays stay 0. */
        if (total == w->index.checkers) {
            decide(w, &w->first, count, rank, chosen);
            off_size = mix(w, chosen, true, off);
        }
        if (!store(w, rank, all, all_size, off, off_size)) return ALEA_ERROR_MEMORY;
        const alea_bearoff_job *job = w->job;
        if ((rank & 0xfff) == 0 && job->progress &&
            !job->progress(job->context, (double)rank / w->index.positions))
            return ALEA_ERROR_CANCELLED;
    }
    return ALEA_OK;
}

static alea_status assemble(const workspace *w, unsigned char **bytes, size_t *size)
{
    size_t entries = w->index.positions * sizeof *w->entry;
    size_t pool = w->pool_used * sizeof *w->pool;
    *size = sizeof(bearoff_header) + entries + pool;
    *bytes = malloc(*size);
    if (!*bytes) return ALEA_ERROR_MEMORY;
    memcpy(*bytes + sizeof(bearoff_header), w->entry, entries);
    memcpy(*bytes + sizeof(bearoff_header) + entries, w->pool, pool);
    return ALEA_OK;
}

alea_status bearoff_make_one_sided(const alea_bearoff_job *job,
                                   alea_bearoff_throws throws, unsigned char **bytes,
                                   size_t *size, uint32_t **after_double)
{
    workspace w = {.job = job, .throws = throws};
    const int steps = throws.double_steps;
    if (!bearoff_index_start(&w.index, job->points, job->checkers))
        return ALEA_ERROR_ARGUMENT;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        w.roll[r] = alea_roll_at(r);
        w.weight[r] = alea_roll_weight(w.roll[r]);
    }
    w.entry = calloc(w.index.positions, sizeof *w.entry);
    alea_status status = ALEA_ERROR_MEMORY;
    if (w.entry && policy_start(&w.all, w.index.positions, steps) &&
        policy_start(&w.first, w.index.positions, steps))
        status = fill(&w);
    if (status == ALEA_OK) status = assemble(&w, bytes, size);
    *after_double = NULL;
    if (status == ALEA_OK && throws.chained) {
        *after_double = w.all.after[steps - 1];
        w.all.after[steps - 1] = NULL;
    }
    policy_finish(&w.all);
    policy_finish(&w.first);
    free(w.entry);
    free(w.pool);
    return status;
}
