/* `alea-train loss`: how far a net is from stored positions it has not learnt: the
 * cross-entropy above that of the labels themselves, and the error of the equity, by
 * tail. The labels' own noise is in both, alike for every net asked. */
#include "command.h"
#include "player.h"
#include "pool.h"
#include "samples.h"

#include <alea/net.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 8192, GROUPS = ALEA_TAILS + 1 /* the races */ };

typedef struct tally {
    double n, divergence, square;
} tally;

typedef struct loss_work {
    const judge *net;
    sample chunk[CHUNK];
    double divergence[CHUNK], error[CHUNK];
    int group[CHUNK];
    tally group_tally[GROUPS];
} loss_work;

static void loss_task(void *context, int index, int thread)
{
    loss_work *w = context;
    (void)thread;
    const float least = 1e-6F; /* below this a chance is noise in the label */
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
    w->group[index] =
        brain_kind(&board) == ALEA_NET_CONTACT ? alea_encode_tail(&board) : ALEA_TAILS;
}

static void show(const char *name, const tally *t)
{
    printf("%-16s %9.0f  %.6f  %.6f\n", name, t->n, t->divergence / t->n,
           sqrt(t->square / t->n));
}

static int loss_all(loss_work *w, pool *threads, FILE *in, const char *path,
                    char *reason, size_t size)
{
    size_t number = 0;
    for (int got = 1; got == 1;) {
        int count = 0;
        while (count < CHUNK && (got = samples_next(in, path, &number, &w->chunk[count],
                                                    reason, size)) == 1)
            count++;
        if (got < 0) return -1;
        pool_run(threads, loss_task, w, count);
        for (int i = 0; i < count; i++) {
            tally *t = &w->group_tally[w->group[i]];
            t->n++;
            t->divergence += w->divergence[i];
            t->square += w->error[i] * w->error[i];
        }
    }
    return 0;
}

static void show_all(const loss_work *w)
{
    tally contact = {0, 0, 0};
    printf("%-16s %9s  %8s  %8s\n", "", "positions", "nats", "rms equity");
    for (int g = 0; g < GROUPS; g++) {
        const tally *t = &w->group_tally[g];
        char name[32];
        snprintf(name, sizeof name, g < ALEA_TAILS ? "tail %d" : "races", g);
        if (t->n > 0) show(name, t);
        if (g == ALEA_TAILS) continue;
        contact.n += t->n;
        contact.divergence += t->divergence;
        contact.square += t->square;
    }
    if (contact.n > 0) show("contact", &contact);
}

int command_loss(int argc, char **argv)
{
    char reason[512] = "";
    long count = 1;
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: alea-train loss NET POSITIONS [THREADS]\n");
        return STATUS_USAGE;
    }
    if (argc == 4 && read_count(argv[3], 1, 256, "THREADS", &count) != 0)
        return STATUS_USAGE;
    loss_work *w = calloc(1, sizeof *w);
    pool *threads = pool_open((int)count);
    player *p = player_open(argv[1], 0, reason, sizeof reason);
    FILE *in = NULL;
    int status = STATUS_SYSTEM;
    if (!w || !threads) {
        snprintf(reason, sizeof reason, "out of memory or threads");
    } else if (p && !player_judge(p)) {
        snprintf(reason, sizeof reason, "%s: a net is needed", argv[1]);
    } else if (p && (in = samples_open(argv[2], reason, sizeof reason))) {
        w->net = player_judge(p);
        if (loss_all(w, threads, in, argv[2], reason, sizeof reason) == 0) {
            show_all(w);
            status = STATUS_DONE;
        }
    }
    if (in) fclose(in);
    if (status != STATUS_DONE) fprintf(stderr, "alea-train: %s\n", reason);
    player_close(p);
    pool_close(threads);
    free(w);
    return status;
}
