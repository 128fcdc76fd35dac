#include "haste.h"

#include <alea/judge.h>

#include <stdlib.h>

static int by_time(const void *x, const void *y)
{
    const haste_decision *a = x, *b = y;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    return (a->took_ms > b->took_ms) - (a->took_ms < b->took_ms);
}

/* Decisions of one kind, the fastest first. */
static haste_figures figures_of(const haste_decision *decision, size_t count)
{
    haste_figures f = {.timed = (int64_t)count};
    if (count >= HASTE_LEAST) f.usual_ms = decision[count / 2].took_ms;
    for (size_t i = 0; i < count; i++) {
        const bool quick = 2 * (int64_t)decision[i].took_ms < f.usual_ms,
                   error =
                       alea_mark_of_loss(decision[i].loss, NULL) >= ALEA_MARK_DOUBTFUL;
        f.quick += quick;
        f.errors += error;
        f.hasty += quick && error;
        if (quick && error) f.loss += (double)decision[i].loss;
    }
    return f;
}

void haste_figures_of(haste_decision *decision, size_t count,
                      haste_figures out[HASTE_KINDS])
{
    if (count) qsort(decision, count, sizeof *decision, by_time);
    size_t plays = 0;
    while (plays < count && decision[plays].kind == HASTE_PLAY) plays++;
    out[HASTE_PLAY] = figures_of(decision, plays);
    out[HASTE_CUBE] = figures_of(count ? decision + plays : decision, count - plays);
}
