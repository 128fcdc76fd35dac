#include "rollout_label.h"

#include <math.h>
#include <string.h>

enum { TURNS_MAX = 600 };

static alea_roll roll_of(int throw)
{
    alea_roll roll = {{(uint8_t)(1 + throw / 6), (uint8_t)(1 + throw % 6)}};
    return roll;
}

/* The play made after a roll, by equity; its value to the mover in *value. */
static int best_play(const judge *player, const alea_board *board, alea_roll roll,
                     table *t, outcomes *value)
{
    const alea_play_rules rules = alea_play_rules_standard();
    int count = alea_results(board, roll, &rules, t->results), best = 0;
    judge_results(player, board, t->results, count, t->values);
    for (int i = 1; i < count; i++)
        if (alea_probs_equity(&t->values[i]) > alea_probs_equity(&t->values[best]))
            best = i;
    *value = outcomes_of_probs(&t->values[best]);
    return best;
}

/* One trial, seen by the player on roll at the start. Luck: for each roll its value
 * less the mean over all rolls, by the net itself. */
static outcomes trial(const judge *player, const alea_board *start, int first,
                      random_stream *r, table *t)
{
    alea_board board = *start;
    outcomes luck;
    memset(&luck, 0, sizeof luck);
    for (int turn = 0; turn < TURNS_MAX; turn++) {
        outcomes mean = selfplay_expectation(player, &board, 0, t), value;
        int throw = turn ? (int)random_below(r, 36) : first;
        int best = best_play(player, &board, roll_of(throw), t, &value);
        for (int i = 0; i < ALEA_OUTCOMES; i++) {
            int mine = turn % 2 ? (i + 3) % 6 : i;
            luck.share[i] += value.share[mine] - mean.share[mine];
        }
        alea_board next = alea_board_swap(&t->results[best]);
        alea_phase phase = alea_board_phase(&next);
        if (phase == ALEA_PHASE_OVER || phase == ALEA_PHASE_BEAROFF) {
            if (turn % 2) value = outcomes_flip(&value);
            for (int i = 0; i < ALEA_OUTCOMES; i++) value.share[i] -= luck.share[i];
            return value;
        }
        board = next;
    }
    outcomes value = judge_board(player, &board);
    for (int i = 0; i < ALEA_OUTCOMES; i++) value.share[i] -= luck.share[i];
    return value;
}

outcomes rollout_label(const judge *player, const alea_board *board, int trials,
                       uint64_t seed, table *scratch, float error[ALEA_OUTCOMES])
{
    double sum[ALEA_OUTCOMES] = {0}, square[ALEA_OUTCOMES] = {0};
    outcomes mean;
    for (int k = 0; k < trials; k++) {
        random_stream r = random_open(seed, (uint64_t)k);
        outcomes o = trial(player, board, k % 36, &r, scratch);
        for (int i = 0; i < ALEA_OUTCOMES; i++) {
            sum[i] += (double)o.share[i];
            square[i] += (double)o.share[i] * (double)o.share[i];
        }
    }
    for (int i = 0; i < ALEA_OUTCOMES; i++) {
        double m = sum[i] / trials;
        double variance = trials > 1 ? (square[i] - m * sum[i]) / (trials - 1) : 0;
        mean.share[i] = (float)m;
        error[i] = (float)sqrt(fmax(variance, 0) / trials);
    }
    return mean;
}
