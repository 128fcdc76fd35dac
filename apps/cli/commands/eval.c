/* alea eval: what positions are worth to the player on roll, before the roll. */
#include "cli/io/args.h"
#include "cli/question/analysis_options.h"
#include "cli/question/ids.h"
#include "list.h"

#include <stdio.h>

static const char about[] =
    "Winning, gammon and backgammon chances and the cubeless equity of positions, seen "
    "by\n"
    "the player on roll before he rolls. An ID is an XGID, a Position ID or\n"
    "PositionID:MatchID; without one, or with -, IDs are read one a line from "
    "standard\n"
    "input. Bear-offs within the exact tables are exact. Dice of an ID are left "
    "aside.\n"
    "By default the net alone judges (0-ply, cubeless). --ply, --time and --level "
    "look\n"
    "deeper and tell the equity with the cube (no double) too.";

typedef struct eval_run {
    alea_evaluator *evaluator; /* 0-ply, or NULL */
    deep deep;                 /* everything else */
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

static const char *answer_deep(eval_run *run, const id_question *q, alea_error *error)
{
    alea_decision decision;
    deep_worth worth;
    if (!deep_decision(&run->deep, &q->position, (alea_roll){{0, 0}}, &decision,
                       error) ||
        !deep_position(&run->deep, &decision, &worth, error))
        return "failed";
    if (!run->json) {
        print_text(q, &worth.probs);
        if (!run->deep.cubeless)
            printf("  Cubeful equity  %+.5f (no double, %s)\n", (double)worth.equity,
                   deep_words(&run->deep, worth.plies));
        return NULL;
    }
    fputs("{\"id\": ", stdout);
    json_print_string(q->text);
    printf(", \"phase\": \"%s\", \"equity\": %.6f, \"cubeless\": %.6f, ",
           phase_name(alea_board_phase(&q->board)), (double)worth.equity,
           (double)worth.cubeless);
    deep_print_json(&run->deep, worth.plies);
    fputs(", \"probabilities\": ", stdout);
    json_print_probabilities(&worth.probs);
    fputs("}\n", stdout);
    return NULL;
}

static const char *answer(void *context, const id_question *q, alea_error *error)
{
    eval_run *run = context;
    if (!run->evaluator) return answer_deep(run, q, error);
    alea_probs p;
    alea_eval(run->evaluator, &q->board, &p);
    if (!run->json) {
        print_text(q, &p);
        return NULL;
    }
    fputs("{\"id\": ", stdout);
    json_print_string(q->text);
    printf(", \"phase\": \"%s\", \"equity\": %.6f, \"probabilities\": ",
           phase_name(alea_board_phase(&q->board)), (double)alea_probs_equity(&p));
    json_print_probabilities(&p);
    fputs("}\n", stdout);
    return NULL;
}

int cmd_eval(int argc, char **argv)
{
    eval_run run = {.json = false};
    deep *d = &run.deep;
    deep_start(d, "eval", -1);
    const option_spec options[] = {
        {"cubeless", 'c', OPTION_FLAG, NULL,
         "equity without the cube (always by the net alone)", &d->cubeless, 0, 0},
        DECIDE_LEVEL_OPTION(d->o),
        DECIDE_DEPTH_OPTIONS(d->o),
        DECIDE_STAKES_OPTIONS(d->o),
        {"json", 'j', OPTION_FLAG, NULL, "one JSON object a position", &run.json, 0, 0},
        {0}};
    const args_spec spec = {"[ID]...", about, options, 0, -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    status = EXIT_DONE;
    if (deep_wanted(d)) {
        status = deep_open(d);
    } else {
        status = ids_open_evaluator(&run.evaluator, "eval", d->o.net_path);
    }
    if (status == EXIT_DONE)
        status = ids_run("eval", run.json, operands, argv, answer, &run);
    alea_evaluator_close(run.evaluator);
    deep_close(d);
    return status;
}
