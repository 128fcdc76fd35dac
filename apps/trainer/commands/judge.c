/* `alea-train judge`: equity lost per decision, by kind, with intervals; and, for a
 * second player, the paired difference. `alea-train decisions` makes the files it
 * reads. */
#include "command.h"
#include "trainer/games/decisions.h"
#include "trainer/games/player.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tally {
    double n, sum, sum2, same;
} tally;

static void add(tally *t, double x, int same)
{
    t->n++;
    t->sum += x;
    t->sum2 += x * x;
    t->same += same;
}

static double half_interval(const tally *t)
{
    if (t->n < 2) return 0;
    double variance = (t->sum2 - t->sum * t->sum / t->n) / (t->n - 1);
    return 1.96 * sqrt(fmax(variance, 0) / t->n);
}

/* Plays chosen by one player; loss[i] of decision i. */
static int judge_player(const char *name, const decision_list *list, double *loss,
                        int *choice)
{
    char reason[256];
    player *p = player_open(name, 0, reason, sizeof reason);
    alea_probs *values = malloc(ALEA_MAX_PLAYS * sizeof *values);
    int status = p && values ? 0 : -1;
    alea_cube cubeless = alea_cube_money();
    cubeless.in_use = false;
    if (!p) train_say("%s", reason);
    for (size_t i = 0; status == 0 && i < list->count; i++) {
        const decision *d = &list->item[i];
        choice[i] = player_choose(p, &d->board, &cubeless, d->roll, d->result, d->count,
                                  values, reason, sizeof reason);
        if (choice[i] < 0) {
            train_say("%s: %s", name, reason);
            status = -1;
            break;
        }
        loss[i] = decision_loss(d, choice[i]);
    }
    free(values);
    player_close(p);
    return status;
}

static void print_player(const char *name, const decision_list *list,
                         const double *loss)
{
    tally kinds[DECISION_KINDS];
    memset(kinds, 0, sizeof kinds);
    for (size_t i = 0; i < list->count; i++)
        add(&kinds[list->item[i].kind], loss[i], loss[i] == 0);
    for (int k = 0; k < DECISION_KINDS; k++) {
        const tally *t = &kinds[k];
        if (t->n == 0) continue;
        printf(
            "%-8s %6.0f decisions  lost %.6f +- %.6f (95 %%)  best play %.2f %%  %s\n",
            decision_kind_name((decision_kind)k), t->n, t->sum / t->n, half_interval(t),
            100 * t->same / t->n, name);
    }
}

static void print_difference(const decision_list *list, double *const loss[2],
                             int *const choice[2])
{
    tally kinds[DECISION_KINDS];
    memset(kinds, 0, sizeof kinds);
    for (size_t i = 0; i < list->count; i++)
        add(&kinds[list->item[i].kind], loss[0][i] - loss[1][i],
            choice[0][i] == choice[1][i]);
    for (int k = 0; k < DECISION_KINDS; k++) {
        const tally *t = &kinds[k];
        if (t->n == 0) continue;
        printf("%-8s first minus second %+.6f +- %.6f (95 %%)  same play %.2f %%\n",
               decision_kind_name((decision_kind)k), t->sum / t->n, half_interval(t),
               100 * t->same / t->n);
    }
}

int command_judge(int argc, char **argv)
{
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: alea-train judge FILE PLAYER [PLAYER]\n"
                        "PLAYER: FILE.net, A.net+B.net (the mean of both), "
                        "FILE.weights, embedded, heuristic, gnubg:HOST:PORT\n");
        return STATUS_USAGE;
    }
    decision_list list;
    char reason[512];
    if (decisions_read(argv[1], &list, reason, sizeof reason) != 0) {
        train_say("%s", reason);
        return STATUS_SYSTEM;
    }
    int players = argc - 2, status = STATUS_DONE;
    double *loss[2];
    int *choice[2];
    for (int i = 0; i < 2; i++) {
        loss[i] = calloc(list.count + 1, sizeof *loss[i]);
        choice[i] = calloc(list.count + 1, sizeof *choice[i]);
        if (!loss[i] || !choice[i]) status = STATUS_SYSTEM;
    }
    for (int i = 0; status == STATUS_DONE && i < players; i++) {
        if (judge_player(argv[2 + i], &list, loss[i], choice[i]) != 0)
            status = STATUS_SYSTEM;
        else
            print_player(argv[2 + i], &list, loss[i]);
    }
    if (status == STATUS_DONE && players == 2) print_difference(&list, loss, choice);
    for (int i = 0; i < 2; i++) {
        free(loss[i]);
        free(choice[i]);
    }
    decisions_free(&list);
    return status;
}
