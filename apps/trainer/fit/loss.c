#include "loss.h"
#include "trainer/support/reason.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 8192 };

typedef struct loss_work {
    const judge *net;
    sample chunk[CHUNK];
    double divergence[CHUNK], error[CHUNK];
    int group[CHUNK];
} loss_work;

static void loss_task(void *context, size_t index, int thread)
{
    loss_work *w = context;
    (void)thread;
    const float least = 1e-6F; /* probabilities below this are noise of the label */
    alea_board board = sample_board(&w->chunk[index]);
    outcomes label = sample_label(&w->chunk[index]), said = judge_board(w->net, &board);
    double divergence = 0;
    for (int i = 0; i < ALEA_OUTCOMES; i++) {
        float wanted = label.share[i];
        if (wanted > least)
            divergence +=
                (double)wanted * log((double)(wanted / fmaxf(said.share[i], least)));
    }
    w->divergence[index] = divergence;
    w->error[index] = (double)(outcomes_equity(&said) - outcomes_equity(&label));
    w->group[index] = net_set_kind(&board) == ALEA_NET_CONTACT
                          ? alea_encode_output_bucket(&board)
                          : LOSS_RACES;
}

/* Siblings stand together; the mean of their errors is taken from what was seen, at the
 * price of one. */
typedef struct sibling_sum {
    double n, sum, square;
} sibling_sum;

static void close_siblings(sibling_sum *f, loss_tally *t)
{
    if (f->n > 1) {
        t->n += f->n - 1;
        t->square += f->square - f->sum * f->sum / f->n;
    }
    memset(f, 0, sizeof *f);
}

static int measure(loss_work *w, alea_pool *threads, FILE *in, const char *path,
                   loss_tally tally[LOSS_GROUPS], char *reason, size_t size)
{
    size_t number = 0;
    sibling_sum siblings = {0, 0, 0};
    memset(tally, 0, LOSS_GROUPS * sizeof *tally);
    for (int got = 1; got == 1;) {
        int count = 0;
        while (count < CHUNK && (got = samples_next(in, path, &number, &w->chunk[count],
                                                    reason, size)) == 1)
            count++;
        if (got < 0) return -1;
        alea_pool_run(threads, (size_t)count, loss_task, w);
        for (int i = 0; i < count; i++) {
            loss_tally *t = &tally[w->group[i]];
            t->n++;
            t->divergence += w->divergence[i];
            t->square += w->error[i] * w->error[i];
            if (w->chunk[i].exact != SAMPLE_SIBLING)
                close_siblings(&siblings, &tally[LOSS_SIBLINGS]);
            siblings.n++;
            siblings.sum += w->error[i];
            siblings.square += w->error[i] * w->error[i];
        }
    }
    close_siblings(&siblings, &tally[LOSS_SIBLINGS]);
    return 0;
}

int loss_measure(const judge *net, alea_pool *threads, const char *path,
                 loss_tally tally[LOSS_GROUPS], char *reason, size_t size)
{
    loss_work *w = calloc(1, sizeof *w);
    FILE *in = samples_open(path, reason, size);
    int status = -1;
    if (!w) {
        reason_no_memory(reason, size);
    } else if (in) {
        w->net = net;
        status = measure(w, threads, in, path, tally, reason, size);
    }
    if (in) fclose(in);
    free(w);
    return status;
}
