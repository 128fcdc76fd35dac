/* Hypergammon without its table: what alea's plays lose by the table.
 *
 * judge_hypergammon TABLE [DECISIONS [PLY]]: contact decisions of games that the table
 * plays. Prints the equity lost a decision, the share of plays that are the table's
 * best and the rms error of the cubeless equity. */
#include <alea/alea.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t seed = 2026;

static uint32_t below(uint32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

/* To the mover, by the table. */
static double worth(const alea_hypergammon *table, const alea_board *after)
{
    alea_hypergammon_value value;
    const alea_board next = alea_board_swap(after);
    if (alea_board_phase(after) == ALEA_PHASE_OVER) {
        alea_probs p;
        const alea_endings endings = {.setup = ALEA_SETUP_HYPERGAMMON};
        alea_endings_apply(&endings, NULL, &next, &p);
        return -(double)alea_probs_equity(&p);
    }
    return alea_hypergammon_find(table, &next, &value) ? -(double)value.cubeless : -9;
}

int main(int argc, char **argv)
{
    const int wanted = argc > 2 ? atoi(argv[2]) : 5000;
    const int ply = argc > 3 ? atoi(argv[3]) : 0;
    alea_hypergammon *table;
    alea_evaluator *evaluator;
    alea_engine *engine;
    alea_error error;
    const alea_engine_options options = {1, 1 << 22};
    static alea_candidate found[ALEA_MAX_PLAYS];
    if (argc < 2 || alea_hypergammon_open_file(argv[1], false, &table, &error) ||
        alea_evaluator_open(&evaluator, &error) ||
        alea_engine_open(&engine, evaluator, NULL, &options, &error)) {
        fputs("usage: judge_hypergammon TABLE [DECISIONS [PLY]]\n", stderr);
        return 1;
    }
    double lost = 0, square = 0, worst = 0;
    int judged = 0, right = 0;
    while (judged < wanted) {
        alea_decision d = {.board = alea_board_start(ALEA_SETUP_HYPERGAMMON),
                           .rules = alea_play_rules_standard(),
                           .cube = alea_cube_money(),
                           .endings = {.setup = ALEA_SETUP_HYPERGAMMON}};
        d.cube.in_use = false;
        while (judged < wanted && alea_board_phase(&d.board) == ALEA_PHASE_CONTACT) {
            const alea_search_settings settings = alea_search_settings_default(ply);
            d.roll = (alea_roll){{(uint8_t)(1 + below(6)), (uint8_t)(1 + below(6))}};
            int count, best = 0;
            alea_probs said;
            alea_hypergammon_value truth;
            alea_eval(evaluator, &d.board, &said);
            alea_endings_apply(&d.endings, evaluator, &d.board, &said);
            alea_hypergammon_find(table, &d.board, &truth);
            square += pow((double)(alea_probs_equity(&said) - truth.cubeless), 2);
            if (alea_search_play(engine, &d, &settings, found, ALEA_MAX_PLAYS, &count,
                                 &error) != ALEA_OK)
                return 1;
            for (int i = 1; i < count; i++)
                if (worth(table, &found[i].play.board) >
                    worth(table, &found[best].play.board))
                    best = i;
            const double loss = worth(table, &found[best].play.board) -
                                worth(table, &found[0].play.board);
            lost += loss;
            worst = fmax(worst, loss);
            right += loss < 1e-6;
            judged++;
            d.board = alea_board_swap(&found[best].play.board);
        }
    }
    printf(
        "%d decisions at %d-ply: lost %.5f a decision (worst %.3f), %.1f%% the best, "
        "equity off by %.4f rms\n",
        judged, ply, lost / judged, worst, 100.0 * right / judged,
        sqrt(square / judged));
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    alea_hypergammon_close(table);
    return 0;
}
