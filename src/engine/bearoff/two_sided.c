/* Two-sided table: exact money equities of one bear-off against another, cube
 * included. */
#include "make.h"

#include "after.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 64 };

/* A pair (a, b) has the player on roll in position a. After a play to a' the other side
 * is on roll in (b, a'), so a row needs only lower rows seen from the other side.
 * `left` holds what a mover gets who leaves a' facing b: left[a'][b] = - value of (b,
 * a'), the opponent's best cube action included. Round n fills (n, j) and (j, n) for
 * all j >= n: (n, j) needs left[a'][j] for a' < n, filled in earlier rounds; (j, n)
 * needs left[b'][n] for b' < j, filled in earlier rounds or just before. */
typedef struct work {
    const bearoff_index *index;
    bearoff_after next;
    alea_bearoff_equity *table, *left, *column;
    double weight[ALEA_ROLLS]; /* of each roll, of 36 */
    uint64_t done;
    bearoff_after_round *after_round;
    void *context;
    int threads;
    bool stop;
    pthread_mutex_t gate;
    pthread_barrier_t barrier;
} work;

typedef struct worker {
    work *work;
    int number;
} worker;

/* Values to the mover in each cube state when the opponent is on roll with `e`. */
static alea_bearoff_equity leave(alea_bearoff_equity e)
{
    float taken = 2 * e.opponent;
    float doubled = taken < 1 ? taken : 1;
    alea_bearoff_equity out = {
        .cubeless = -e.cubeless,
        .owned = -e.opponent,
        .centred = -(e.centred > doubled ? e.centred : doubled),
        .opponent = -(e.owned > doubled ? e.owned : doubled),
    };
    return out;
}

/* A row or column is worked through in runs of this many pairs. */
enum { RUN = 64, STATES = 4 };

/* The equities of a run as floats: STATES of each pair. */
typedef struct run_of_pairs {
    float best[STATES * RUN];
    double sum[STATES * RUN];
} run_of_pairs;

static const float *states(const alea_bearoff_equity *e)
{
    return &e->cubeless;
}

/* best[i] = the larger of best[i] and e[i]. */
static void keep_larger(float *best, const float *e, size_t count)
{
    for (size_t i = 0; i < count; i++) best[i] = best[i] > e[i] ? best[i] : e[i];
}

static void add(double *sum, const float *e, double weight, size_t count)
{
    for (size_t i = 0; i < count; i++) sum[i] += weight * (double)e[i];
}

static alea_bearoff_equity average(const double *sum)
{
    return (alea_bearoff_equity){(float)(sum[0] / 36), (float)(sum[1] / 36),
                                 (float)(sum[2] / 36), (float)(sum[3] / 36)};
}

/* What the mover in position `mine` has on average over the rolls, each cube state with
 * its own best play, against `count` (up to RUN) positions from `low` on: sums over the
 * rolls of 36. left[k * size + j] is what is left by position k against j. */
static void sum_row(const work *w, uint32_t mine, uint32_t low, size_t count,
                    run_of_pairs *run)
{
    const size_t size = w->index->positions;
    const bearoff_after *next = &w->next;
    memset(run->sum, 0, sizeof run->sum);
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const uint32_t *slot = &next->start[(size_t)mine * ALEA_ROLLS + (size_t)r];
        memcpy(run->best, w->left + next->to[slot[0]] * size + low,
               count * sizeof *w->left);
        for (uint32_t i = slot[0] + 1; i < slot[1]; i++)
            keep_larger(run->best, states(w->left + next->to[i] * size + low),
                        STATES * count);
        add(run->sum, run->best, w->weight[r], STATES * count);
    }
}

/* The same for one position whose plays leave from[k]. */
static void sum_one(const work *w, uint32_t mine, const alea_bearoff_equity *from,
                    double sum[STATES])
{
    const bearoff_after *next = &w->next;
    memset(sum, 0, STATES * sizeof *sum);
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const uint32_t *slot = &next->start[(size_t)mine * ALEA_ROLLS + (size_t)r];
        float best[STATES];
        memcpy(best, &from[next->to[slot[0]]], sizeof best);
        for (uint32_t i = slot[0] + 1; i < slot[1]; i++)
            keep_larger(best, states(&from[next->to[i]]), STATES);
        add(sum, best, w->weight[r], STATES);
    }
}

static void fill_row(work *w, uint32_t n, uint32_t low, uint32_t high)
{
    const size_t size = w->index->positions;
    run_of_pairs run;
    for (uint32_t first = low; first < high; first += RUN) {
        const size_t count = high - first < RUN ? high - first : RUN;
        if (n > 0) sum_row(w, n, first, count, &run);
        for (size_t i = 0; i < count; i++) {
            const size_t j = first + i;
            const alea_bearoff_equity e = n > 0 ? average(&run.sum[STATES * i])
                                                : (alea_bearoff_equity){1, 1, 1, 1};
            w->table[n * size + j] = e;
            w->column[j] = w->left[j * size + n] = leave(e);
        }
    }
}

static void fill_column(work *w, uint32_t n, uint32_t low, uint32_t high)
{
    const size_t size = w->index->positions;
    for (uint32_t j = low; j < high; j++) {
        alea_bearoff_equity e = {-1, -1, -1, -1};
        double sum[STATES];
        if (n > 0) {
            sum_one(w, j, w->column, sum);
            e = average(sum);
        }
        w->table[j * size + n] = e;
        w->left[n * size + j] = leave(e);
    }
}

static uint32_t part(const work *w, uint32_t low, uint32_t high, int number)
{
    return low +
           (uint32_t)((uint64_t)(high - low) * (uint64_t)number / (uint64_t)w->threads);
}

static void *rounds(void *argument)
{
    const worker *me = argument;
    work *w = me->work;
    uint32_t size = w->index->positions;
    for (uint32_t n = (uint32_t)w->done; n < size; n++) {
        fill_row(w, n, part(w, n, size, me->number), part(w, n, size, me->number + 1));
        for (uint32_t j = 0; me->number == 0 && j < n; j++)
            w->column[j] = w->left[(size_t)j * size + n];
        pthread_barrier_wait(&w->barrier);
        uint32_t from = n + 1 < size ? n + 1 : size;
        fill_column(w, n, part(w, from, size, me->number),
                    part(w, from, size, me->number + 1));
        pthread_barrier_wait(&w->barrier);
        if (me->number == 0 && w->after_round &&
            !w->after_round(w->context, (uint64_t)n + 1))
            w->stop = true;
        pthread_barrier_wait(&w->barrier);
        if (w->stop) break;
    }
    return NULL;
}

/* Workers wait at the gate until it is known how many of them came. */
static void *rounds_after_gate(void *argument)
{
    const worker *me = argument;
    pthread_mutex_lock(&me->work->gate);
    pthread_mutex_unlock(&me->work->gate);
    return me->number < me->work->threads ? rounds(argument) : NULL;
}

static alea_status run(work *w)
{
    worker workers[MOST_THREADS];
    pthread_t thread[MOST_THREADS];
    int started = 1;
    for (int i = 0; i < w->threads; i++) workers[i] = (worker){w, i};
    if (pthread_mutex_init(&w->gate, NULL) != 0) return ALEA_ERROR_MEMORY;
    pthread_mutex_lock(&w->gate);
    while (started < w->threads &&
           pthread_create(&thread[started], NULL, rounds_after_gate,
                          &workers[started]) == 0)
        started++;
    w->threads = started;
    bool ready = pthread_barrier_init(&w->barrier, NULL, (unsigned)started) == 0;
    if (!ready) w->threads = 0;
    pthread_mutex_unlock(&w->gate);
    if (ready) rounds(&workers[0]);
    for (int i = 1; i < started; i++) pthread_join(thread[i], NULL);
    if (ready) pthread_barrier_destroy(&w->barrier);
    pthread_mutex_destroy(&w->gate);
    if (!ready) return ALEA_ERROR_MEMORY;
    return w->stop ? ALEA_ERROR_CANCELLED : ALEA_OK;
}

/* Restores the results of earlier rounds, to continue from them. */
static void restore(work *w)
{
    size_t size = w->index->positions;
    for (size_t a = 0; a < size; a++)
        for (size_t b = 0; b < size; b++)
            if ((a < b ? a : b) < w->done)
                w->left[b * size + a] = leave(w->table[a * size + b]);
}

alea_status bearoff_make_two_sided(const bearoff_index *index,
                                   alea_bearoff_throws throws, int threads,
                                   uint64_t done, bearoff_after_round *after_round,
                                   void *context, alea_bearoff_equity *table)
{
    size_t size = index->positions;
    work w = {.index = index, .table = table, .done = done, .threads = threads};
    for (int r = 0; r < ALEA_ROLLS; r++)
        w.weight[r] = alea_roll_weight(alea_roll_at(r));
    w.after_round = after_round;
    w.context = context;
    if (threads < 1 || threads > MOST_THREADS) return ALEA_ERROR_ARGUMENT;
    w.left = malloc(size * size * sizeof *w.left);
    w.column = malloc(size * sizeof *w.column);
    alea_status status = ALEA_ERROR_MEMORY;
    if (w.left && w.column && bearoff_after_start(&w.next, index, throws)) {
        restore(&w);
        status = run(&w);
    }
    bearoff_after_free(&w.next);
    free(w.left);
    free(w.column);
    return status;
}
