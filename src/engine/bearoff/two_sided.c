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

static float larger(float a, float b)
{
    return a > b ? a : b;
}

/* Average over the rolls of the best of what the plays of `mine` leave; from[k] is what
 * is left by position k. Each cube state has its own best play. */
static alea_bearoff_equity average(const bearoff_after *next, uint32_t mine,
                                   const alea_bearoff_equity *from, size_t stride)
{
    double sum[4] = {0};
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const uint32_t *slot = &next->start[(size_t)mine * ALEA_ROLLS + (size_t)r];
        alea_bearoff_equity best = from[next->to[slot[0]] * stride];
        for (uint32_t i = slot[0] + 1; i < slot[1]; i++) {
            const alea_bearoff_equity *e = &from[next->to[i] * stride];
            best.cubeless = larger(best.cubeless, e->cubeless);
            best.owned = larger(best.owned, e->owned);
            best.centred = larger(best.centred, e->centred);
            best.opponent = larger(best.opponent, e->opponent);
        }
        double weight = alea_roll_weight(alea_roll_at(r));
        sum[0] += weight * (double)best.cubeless;
        sum[1] += weight * (double)best.owned;
        sum[2] += weight * (double)best.centred;
        sum[3] += weight * (double)best.opponent;
    }
    alea_bearoff_equity out = {(float)(sum[0] / 36), (float)(sum[1] / 36),
                               (float)(sum[2] / 36), (float)(sum[3] / 36)};
    return out;
}

static void fill_row(work *w, uint32_t n, uint32_t low, uint32_t high)
{
    size_t size = w->index->positions;
    for (uint32_t j = low; j < high; j++) {
        alea_bearoff_equity e = {-1, -1, -1, -1};
        if (n == 0)
            e = (alea_bearoff_equity){1, 1, 1, 1};
        else
            e = average(&w->next, n, w->left + j, size);
        w->table[n * size + j] = e;
        w->left[j * size + n] = leave(e);
    }
    for (uint32_t j = low; j < high; j++) w->column[j] = w->left[j * size + n];
}

static void fill_column(work *w, uint32_t n, uint32_t low, uint32_t high)
{
    size_t size = w->index->positions;
    for (uint32_t j = low; j < high; j++) {
        alea_bearoff_equity e = {-1, -1, -1, -1};
        if (n > 0) e = average(&w->next, j, w->column, 1);
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

alea_status bearoff_make_two_sided(const bearoff_index *index, int threads,
                                   uint64_t done, bearoff_after_round *after_round,
                                   void *context, alea_bearoff_equity *table)
{
    size_t size = index->positions;
    work w = {.index = index, .table = table, .done = done, .threads = threads};
    w.after_round = after_round;
    w.context = context;
    if (threads < 1 || threads > MOST_THREADS) return ALEA_ERROR_ARGUMENT;
    w.left = malloc(size * size * sizeof *w.left);
    w.column = malloc(size * sizeof *w.column);
    alea_status status = ALEA_ERROR_MEMORY;
    if (w.left && w.column && bearoff_after_start(&w.next, index)) {
        restore(&w);
        status = run(&w);
    }
    bearoff_after_free(&w.next);
    free(w.left);
    free(w.column);
    return status;
}
