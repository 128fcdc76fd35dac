/* `alea-train agree`: compares the packed integer net with the float net that it was
 * made from: how often both choose the same play, and the equity that the integer
 * net's choices lose as the float net sees it. */
#include "command.h"
#include "trainer/games/player.h"
#include "trainer/support/random.h"

#include <alea/play.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct agreement {
    double n, same, lost, worst, square;
} agreement;

static void compare(const judge *exact, const judge *packed, const alea_board *board,
                    const alea_board *results, int count, alea_probs *values[2],
                    agreement *a)
{
    int best[2] = {0, 0};
    judge_results(exact, board, results, count, values[0]);
    judge_results(packed, board, results, count, values[1]);
    for (int k = 0; k < 2; k++)
        for (int i = 1; i < count; i++)
            if (alea_probs_equity(&values[k][i]) >
                alea_probs_equity(&values[k][best[k]]))
                best[k] = i;
    double top = (double)alea_probs_equity(&values[0][best[0]]);
    double lost = top - (double)alea_probs_equity(&values[0][best[1]]);
    double off = top - (double)alea_probs_equity(&values[1][best[0]]);
    a->n++;
    a->same += best[0] == best[1];
    a->lost += lost;
    a->square += off * off;
    a->worst = fmax(a->worst, lost);
}

/* Contact decisions of the packed net's own games; both use the same bear-off
 * tables. */
static void play(const judge *exact, const judge *packed, long wanted, agreement *a,
                 alea_board *results, alea_probs *values[2])
{
    const alea_play_rules rules = alea_play_rules_standard();
    for (uint64_t game = 0; a->n < (double)wanted; game++) {
        random_stream r = random_open(99, game);
        alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
        while (alea_board_phase(&board) == ALEA_PHASE_CONTACT) {
            alea_roll roll = {{(uint8_t)(1 + random_below(&r, 6)),
                               (uint8_t)(1 + random_below(&r, 6))}};
            int count = alea_results(&board, roll, &rules, results), best = 0;
            if (count > 1) compare(exact, packed, &board, results, count, values, a);
            judge_results(packed, &board, results, count, values[1]);
            for (int i = 1; i < count; i++)
                if (alea_probs_equity(&values[1][i]) >
                    alea_probs_equity(&values[1][best]))
                    best = i;
            board = alea_board_swap(&results[best]);
        }
    }
}

int command_agree(int argc, char **argv)
{
    char reason[512] = "";
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: alea-train agree FILE.weights FILE.net [DECISIONS]\n");
        return STATUS_USAGE;
    }
    long wanted = 20000;
    if (argc == 4 && read_count(argv[3], 1, 100000000, "DECISIONS", &wanted) != 0)
        return STATUS_USAGE;
    player *p[2] = {NULL, NULL};
    for (int k = 0; k < 2; k++)
        if (!(p[k] = player_open(argv[1 + k], 0, reason, sizeof reason))) break;
    alea_board *results = malloc(ALEA_MAX_PLAYS * sizeof *results);
    alea_probs *values[2] = {malloc(ALEA_MAX_PLAYS * sizeof *values[0]),
                             malloc(ALEA_MAX_PLAYS * sizeof *values[1])};
    agreement a;
    memset(&a, 0, sizeof a);
    int ok = p[0] && p[1] && player_judge(p[0]) && player_judge(p[1]) && results &&
             values[0] && values[1];
    if (ok) {
        play(player_judge(p[0]), player_judge(p[1]), wanted, &a, results, values);
        printf("%.0f contact decisions: same play %.3f %%, mean loss %.7f, worst %.4f, "
               "rms equity difference of the best play %.5f\n",
               a.n, 100 * a.same / a.n, a.lost / a.n, a.worst, sqrt(a.square / a.n));
    } else {
        train_say("%s", reason[0] ? reason : "two nets are needed");
    }
    free(values[0]);
    free(values[1]);
    free(results);
    player_close(p[0]);
    player_close(p[1]);
    return ok ? STATUS_DONE : STATUS_SYSTEM;
}
