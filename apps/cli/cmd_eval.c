/* alea eval: what positions are worth to the player on roll, before the roll. */
#include "args.h"
#include "command.h"
#include "ids.h"

#include <stdio.h>

static const char about[] =
    "Winning, gammon and backgammon chances and the cubeless equity of positions, seen "
    "by\n"
    "the player on roll before he rolls. An ID is an XGID, a Position ID or\n"
    "PositionID:MatchID; without one, or with -, IDs are read one a line from "
    "standard\n"
    "input. Bear-offs within the exact tables are exact. Dice of an ID are left aside.";

typedef struct eval_run {
    alea_evaluator *evaluator;
    bool json;
} eval_run;

static const char *phase_name(alea_phase phase)
{
    switch (phase) {
    case ALEA_PHASE_CONTACT: return "contact";
    case ALEA_PHASE_RACE: return "race";
    case ALEA_PHASE_BEAROFF: return "bearoff";
    case ALEA_PHASE_OVER: return "over";
    }
    return "";
}

static void print_text(const id_question *q, const alea_probs *p)
{
    double lose = 1.0 - (double)p->win;
    printf("%s\n", q->text);
    printf("  Phase: %s\n", phase_name(alea_board_phase(&q->board)));
    printf("  Win  %7.3f%%  gammon %7.3f%%  backgammon %7.3f%%\n", 100 * (double)p->win,
           100 * (double)p->win_gammon, 100 * (double)p->win_backgammon);
    printf("  Lose %7.3f%%  gammon %7.3f%%  backgammon %7.3f%%\n", 100 * lose,
           100 * (double)p->lose_gammon, 100 * (double)p->lose_backgammon);
    printf("  Cubeless equity %+.5f\n", (double)alea_probs_equity(p));
}

static bool answer(void *context, const id_question *q, alea_error *error)
{
    const eval_run *run = context;
    (void)error;
    alea_probs p;
    alea_eval(run->evaluator, &q->board, &p);
    if (!run->json) {
        print_text(q, &p);
        return true;
    }
    fputs("{\"id\": ", stdout);
    json_print_string(q->text);
    printf(", \"phase\": \"%s\", \"equity\": %.6f, \"probabilities\": ",
           phase_name(alea_board_phase(&q->board)), (double)alea_probs_equity(&p));
    json_print_probabilities(&p);
    fputs("}\n", stdout);
    return true;
}

int cmd_eval(int argc, char **argv)
{
    const char *net_path = NULL;
    long long ply = 0;
    bool cubeless = false;
    eval_run run = {NULL, false};
    const option_spec options[] = {
        {"ply", 'p', OPTION_INTEGER, "N", "rolls to look ahead: 0, the net alone", &ply,
         0, 0},
        {"cubeless", 'c', OPTION_FLAG, NULL,
         "equity without the cube (at 0-ply always)", &cubeless, 0, 0},
        {"net", 'n', OPTION_TEXT, "FILE", "a net file instead of the built-in net",
         &net_path, 0, 0},
        {"json", 'j', OPTION_FLAG, NULL, "one JSON object a position", &run.json, 0, 0},
        {0}};
    const args_spec spec = {"[ID]...", about, options, 0, -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    run.evaluator = ids_open_evaluator("eval", net_path);
    if (!run.evaluator) return EXIT_SYSTEM;
    status = ids_run("eval", run.json, operands, argv, answer, &run);
    alea_evaluator_close(run.evaluator);
    return status;
}
