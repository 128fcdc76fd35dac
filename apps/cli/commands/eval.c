/* alea eval: what positions are worth to the player on roll, before the roll. */
#include "cli/io/args.h"
#include "cli/question/analysis_options.h"
#include "cli/question/ids.h"
#include "list.h"
#include "json/shapes.h"

#include <stdio.h>

static const char about[] =
    "Winning, gammon and backgammon chances and the cubeless equity of positions, seen by\n"
    "the player on roll before he rolls. An ID is an XGID, a Position ID or\n"
    "PositionID:MatchID; without one, or with -, IDs are read one per line from standard\n"
    "input. Bear-offs within the exact tables are exact. Dice of an ID are left aside.\n"
    "By default the net alone judges (0-ply, cubeless). --ply, --time and --level look\n"
    "deeper and tell the equity with the cube (no double) too.";

typedef struct eval_run {
    alea_evaluator *evaluator;         /* 0-ply, or NULL */
    analysis_options analysis_options; /* everything else */
    bool json;
} eval_run;

static void print_text(const id_question *q, const alea_probs *p)
{
    double lose = 1.0 - (double)p->win;
    printf("%s\n", q->text);
    printf("  Phase: %s\n", phase_text(alea_board_phase(&q->board)));
    printf("  Win  %7.3f%%  gammon %7.3f%%  backgammon %7.3f%%\n", 100 * (double)p->win,
           100 * (double)p->win_gammon, 100 * (double)p->win_backgammon);
    printf("  Lose %7.3f%%  gammon %7.3f%%  backgammon %7.3f%%\n", 100 * lose,
           100 * (double)p->lose_gammon, 100 * (double)p->lose_backgammon);
    printf("  Cubeless equity %+.5f\n", (double)alea_probs_equity(p));
}

/* The chances and equity of a position, by the net alone or deeper. */
static bool evaluate(eval_run *run, const id_question *q, evaluation *out,
                     alea_error *error)
{
    alea_decision decision;
    position_analysis worth;
    *out = (evaluation){.phase = alea_board_phase(&q->board)};
    if (run->evaluator) {
        alea_eval(run->evaluator, &q->board, &out->probs);
        out->equity = out->cubeless = alea_probs_equity(&out->probs);
        return true;
    }
    if (!analysis_decision(&run->analysis_options, &q->position, (alea_roll){{0, 0}},
                           &decision, error) ||
        !analysis_position(&run->analysis_options, &decision, &worth, error))
        return false;
    out->approximate =
        alea_decision_approximate(run->analysis_options.engine.engine, &decision);
    out->probs = worth.probs;
    out->equity = worth.equity;
    out->cubeless = worth.cubeless;
    out->plies = worth.plies;
    if (worth.plies == ALEA_ROLLED_OUT) out->level = run->analysis_options.o.level;
    return true;
}

static const char *answer(void *context, const id_question *q, alea_error *error)
{
    eval_run *run = context;
    evaluation value;
    if (!evaluate(run, q, &value, error)) return "failed";
    if (run->json) {
        decide_print_json(with_id(q->text, evaluation_json(&value)));
        return NULL;
    }
    print_text(q, &value.probs);
    if (!run->evaluator && !run->analysis_options.cubeless)
        printf("  Cubeful equity  %+.5f (no double, %s)\n", (double)value.equity,
               analysis_depth_words(&run->analysis_options, value.plies));
    return NULL;
}

int cmd_eval(int argc, char **argv)
{
    eval_run run = {.json = false};
    analysis_options *d = &run.analysis_options;
    analysis_start(d, "eval", -1);
    const option_spec options[] = {{"cubeless", 'c', OPTION_FLAG, NULL,
                                    "equity without the cube (always by the net alone)",
                                    &d->cubeless, 0, 0},
                                   DECIDE_LEVEL_OPTION(d->o),
                                   DECIDE_DEPTH_OPTIONS(d->o),
                                   DECIDE_STAKES_OPTIONS(d->o),
                                   DECIDE_RULES_OPTIONS(d->o, 'o'),
                                   {"json", 'j', OPTION_FLAG, NULL,
                                    "one JSON object per position", &run.json, 0, 0},
                                   {0}};
    const args_spec spec = {"[ID]...", about, options, 0, -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    status = EXIT_DONE;
    if (analysis_is_wanted(d)) {
        status = analysis_open(d);
    } else {
        status = ids_open_evaluator(&run.evaluator, "eval", d->o.net_path);
    }
    if (status == EXIT_DONE)
        status = ids_run("eval", run.json, operands, argv, answer, &run);
    alea_evaluator_close(run.evaluator);
    analysis_close(d);
    return status;
}
