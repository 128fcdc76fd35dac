/* Self-play of the embedded net on one core, nothing being learnt: every roll's results
 * are made, evaluated by the net, and the best is played. */
#include "bench.h"

#include <alea/alea.h>

#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 300, RUNS = 5, LONGEST = 2000 };

typedef void evaluate(const alea_evaluator *evaluator, const alea_board *before,
                      const alea_board *results, int count, alea_probs *out);

typedef struct work {
    alea_evaluator *evaluator;
    evaluate *evaluate;
    alea_board out[ALEA_MAX_PLAYS];
    alea_probs probs[ALEA_MAX_PLAYS];
    long long evaluations, turns;
} work;

/* The result that the net likes best; a forced play is not asked about. */
static int choose(work *w, const alea_board *board, int n)
{
    int best = 0;
    if (n == 1) return 0;
    w->evaluate(w->evaluator, board, w->out, n, w->probs);
    w->evaluations += n;
    float most = alea_probs_equity(&w->probs[0]);
    for (int i = 1; i < n; i++) {
        float equity = alea_probs_equity(&w->probs[i]);
        if (equity > most) {
            most = equity;
            best = i;
        }
    }
    return best;
}

static void play_games(void *context)
{
    work *w = context;
    const alea_play_rules rules = alea_play_rules_standard();
    uint64_t state = 5;
    w->evaluations = w->turns = 0;
    for (int game = 0; game < GAMES; game++) {
        alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
        for (int turn = 0; turn < LONGEST; turn++) {
            alea_roll roll = {{(uint8_t)(1 + bench_random(&state, 6)),
                               (uint8_t)(1 + bench_random(&state, 6))}};
            int n = alea_positions_after(&board, roll, &rules, w->out);
            alea_board next = w->out[choose(w, &board, n)];
            w->turns++;
            board = alea_board_swap(&next);
            if (alea_board_phase(&board) == ALEA_PHASE_OVER) break;
        }
    }
}

static void report(work *w, const char *what, evaluate *by)
{
    w->evaluate = by;
    double best, seconds = bench_median(play_games, w, RUNS, &best);
    printf("%-22s %9.0f evaluations/s (best %.0f), %.0f games/s, %.1f turns a game\n",
           what, (double)w->evaluations / seconds, (double)w->evaluations / best,
           GAMES / seconds, (double)w->turns / GAMES);
}

int main(void)
{
    work *w = calloc(1, sizeof *w);
    alea_error error = {0};
    if (!w) return 3;
    if (alea_evaluator_open(&w->evaluator, &error) != ALEA_OK) {
        fprintf(stderr, "bench_selfplay: %s\n", error.reason);
        free(w);
        return 3;
    }
    bench_machine();
    report(w, "self-play", alea_eval_results);
    report(w, "by the prune net", alea_eval_results_prune);
    alea_evaluator_close(w->evaluator);
    free(w);
    return 0;
}
