/* `alea-train loss`: distance of a net from stored positions it was not trained on, by
 * output bucket. */
#include "trainer/fit/loss.h"
#include "command.h"
#include "trainer/games/player.h"
#include "trainer/support/reason.h"

#include <math.h>
#include <stdio.h>

static void show(const char *name, const loss_tally *t)
{
    if (t->n > 0)
        printf("%-8s %9.0f  %.6f  %.6f\n", name, t->n, t->divergence / t->n,
               sqrt(t->square / t->n));
}

static void show_all(const loss_tally tally[LOSS_GROUPS])
{
    loss_tally contact = {0, 0, 0};
    printf("%-8s %9s  %8s  %8s\n", "", "positions", "nats", "rms equity");
    for (int g = 0; g < ALEA_OUTPUT_BUCKETS; g++) {
        char name[32];
        snprintf(name, sizeof name, "tail %d", g);
        show(name, &tally[g]);
        contact.n += tally[g].n;
        contact.divergence += tally[g].divergence;
        contact.square += tally[g].square;
    }
    show("contact", &contact);
    show("races", &tally[LOSS_RACES]);
    show("siblings", &tally[LOSS_SIBLINGS]);
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
    loss_tally tally[LOSS_GROUPS];
    alea_pool *threads = NULL;
    alea_pool_open(&threads, (int)count);
    player *p = player_open(argv[1], 0, reason, sizeof reason);
    int status = STATUS_SYSTEM;
    if (!threads) {
        reason_no_threads(reason, sizeof reason);
    } else if (p && !player_judge(p)) {
        snprintf(reason, sizeof reason, "%s: a net is needed", argv[1]);
    } else if (p && loss_measure(player_judge(p), threads, argv[2], tally, reason,
                                 sizeof reason) == 0) {
        show_all(tally);
        status = STATUS_DONE;
    }
    if (status != STATUS_DONE) train_say("%s", reason);
    player_close(p);
    alea_pool_close(threads);
    return status;
}
