/* `alea-train families`: win and gammon chances in the weak families against
 * rollouts. */
#include "trainer/games/families.h"
#include "base/thread.h"
#include "command.h"
#include "trainer/games/player.h"
#include "trainer/games/rollout_label.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 2, PLIES_IN = 4 };

typedef struct case_of {
    alea_board board;
    outcomes label;
    float error[ALEA_OUTCOMES];
} case_of;

typedef struct measure {
    const judge *net;
    table *tables;
    case_of *cases;
    family kind;
    int trials;
} measure;

/* Plays a few rolls from a generated position, so that it resembles one from a game. */
static alea_board settle(const judge *net, family kind, uint64_t number, table *t)
{
    const alea_play_rules rules = alea_play_rules_standard();
    random_stream r = random_open(4711 + (uint64_t)kind, number);
    for (;;) {
        alea_board board = family_deal(kind, &r);
        for (int ply = 0; ply < PLIES_IN; ply++) {
            if (alea_board_phase(&board) == ALEA_PHASE_OVER) break;
            alea_roll roll = {{(uint8_t)(1 + random_below(&r, 6)),
                               (uint8_t)(1 + random_below(&r, 6))}};
            int count = alea_results(&board, roll, &rules, t->results), best = 0;
            judge_results(net, &board, t->results, count, t->values);
            for (int i = 1; i < count; i++)
                if (alea_probs_equity(&t->values[i]) >
                    alea_probs_equity(&t->values[best]))
                    best = i;
            board = alea_board_swap(&t->results[best]);
        }
        alea_phase phase = alea_board_phase(&board);
        alea_phase wanted =
            kind == FAMILY_LONG_RACE ? ALEA_PHASE_RACE : ALEA_PHASE_CONTACT;
        if (phase == wanted) return board;
    }
}

static void case_task(void *context, size_t index, int thread)
{
    measure *m = context;
    case_of *c = &m->cases[index];
    table *t = &m->tables[thread];
    c->board = settle(m->net, m->kind, (uint64_t)index, t);
    c->label =
        rollout_label(m->net, &c->board, m->trials, (uint64_t)index + 1, t, c->error);
}

static int value_of(player *p, const alea_board *board, alea_probs *out, char *reason,
                    size_t size)
{
    if (!player_judge(p)) return player_ask_value(p, board, 0, out, reason, size);
    outcomes o = judge_board(player_judge(p), board);
    *out = outcomes_to_probs(&o);
    return 0;
}

/* Mean absolute error of the win probability, and of the two gammon probabilities
 * together. */
static int print_family(measure *m, player *const players[], const char *const names[],
                        int count, char *reason, size_t size)
{
    double noise = 0;
    for (int i = 0; i < count; i++)
        noise += (double)hypotf(hypotf(m->cases[i].error[0], m->cases[i].error[1]),
                                m->cases[i].error[2]);
    for (int k = 0; k < PLAYERS && players[k]; k++) {
        double win = 0, gammon = 0, equity = 0;
        for (int i = 0; i < count; i++) {
            alea_probs p, q = outcomes_to_probs(&m->cases[i].label);
            if (value_of(players[k], &m->cases[i].board, &p, reason, size)) return -1;
            win += fabs((double)(p.win - q.win));
            gammon += fabs((double)(p.win_gammon - q.win_gammon)) +
                      fabs((double)(p.lose_gammon - q.lose_gammon));
            equity += fabs((double)(alea_probs_equity(&p) - alea_probs_equity(&q)));
        }
        printf(
            "%-12s %4d positions  win %.4f  gammons %.4f  equity %.4f  (rollout noise "
            "of win about %.4f)  %s\n",
            family_name(m->kind), count, win / count, gammon / count, equity / count,
            noise / count, names[k]);
        fflush(stdout);
    }
    return 0;
}

int command_families(int argc, char **argv)
{
    char reason[512] = "";
    if (argc < 3 || argc > 6) {
        fprintf(stderr, "usage: alea-train families NET OTHER "
                        "[POSITIONS [TRIALS [THREADS]]]\n"
                        "NET rolls out; both are measured.\n");
        return STATUS_USAGE;
    }
    long count = 40, trials = 144, threads = 1;
    if ((argc > 3 && read_count(argv[3], 1, 100000, "POSITIONS", &count) != 0) ||
        (argc > 4 && read_count(argv[4], 1, 1000000, "TRIALS", &trials) != 0) ||
        (argc > 5 && read_count(argv[5], 1, 256, "THREADS", &threads) != 0))
        return STATUS_USAGE;
    measure m = {NULL, NULL, NULL, FAMILY_OPENING, (int)trials};
    player *players[PLAYERS] = {NULL, NULL};
    const char *names[PLAYERS] = {argv[1], argv[2]};
    alea_pool *workers = NULL;
    alea_pool_open(&workers, (int)threads);
    m.tables = calloc((size_t)threads, sizeof *m.tables);
    m.cases = calloc((size_t)count, sizeof *m.cases);
    int ok = workers && m.tables && m.cases;
    for (int k = 0; ok && k < PLAYERS; k++)
        ok = (players[k] = player_open(names[k], 0, reason, sizeof reason)) != NULL;
    if (ok && !(m.net = player_judge(players[0]))) {
        snprintf(reason, sizeof reason, "%s cannot roll out", names[0]);
        ok = 0;
    }
    for (int f = FAMILY_BACKGAME; ok && f < FAMILIES; f++) {
        m.kind = (family)f;
        alea_pool_run(workers, (size_t)count, case_task, &m);
        ok = print_family(&m, players, names, (int)count, reason, sizeof reason) == 0;
    }
    if (!ok) train_say("%s", reason[0] ? reason : alea_status_text(ALEA_ERROR_MEMORY));
    for (int k = 0; k < PLAYERS; k++) player_close(players[k]);
    alea_pool_close(workers);
    free(m.tables);
    free(m.cases);
    return ok ? STATUS_DONE : STATUS_SYSTEM;
}
