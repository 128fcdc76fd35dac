/* alea eval: what positions are worth to the player on roll, before the roll. */
#include "cli/io/args.h"
#include "cli/question/analysis_options.h"
#include "cli/question/question.h"
#include "list.h"
#include "json/shapes.h"
#include "json/text.h"

#include <stdio.h>

static const char about[] =
    "Winning, gammon and backgammon chances and the cubeless equity of positions, seen by\n"
    "the player on roll before he rolls. An ID is an XGID, a Position ID or\n"
    "PositionID:MatchID; without one, or with -, IDs are read one per line from standard\n"
    "input. Bear-offs within the exact tables are exact. Dice of an ID are left aside.\n"
    "By default the net alone judges (0-ply, cubeless). --ply, --time and --level look\n"
    "deeper and tell the equity with the cube (no double) too.";

typedef struct eval_run {
    analysis_options analysis_options;
    bool json;
} eval_run;

static void print_text(const question *q, const alea_probs *p)
{
    double lose = 1.0 - (double)p->win;
    printf("%s\n", q->id);
    printf("  Phase: %s\n", phase_text(alea_board_phase(&q->board)));
    printf("  Win  %7.3f%%  gammon %7.3f%%  backgammon %7.3f%%\n", 100 * (double)p->win,
           100 * (double)p->win_gammon, 100 * (double)p->win_backgammon);
    printf("  Lose %7.3f%%  gammon %7.3f%%  backgammon %7.3f%%\n", 100 * lose,
           100 * (double)p->lose_gammon, 100 * (double)p->lose_backgammon);
    printf("  Cubeless equity %+.5f\n", (double)alea_probs_equity(p));
}

static int answer(void *context, const question *q, refusal *why)
{
    eval_run *run = context;
    analysis_options *how = &run->analysis_options;
    alea_decision decision;
    position_analysis worth;
    if (!analysis_decision(how, &q->position, (alea_roll){{0, 0}}, &decision,
                           &why->error))
        return refusal_set(why, "bad_stakes");
    if (!analysis_position(how, &decision, &worth, &why->error))
        return refusal_set(why, "failed");
    const evaluation value = {.phase = alea_board_phase(&q->board),
                              .probs = worth.probs,
                              .equity = worth.equity,
                              .cubeless = worth.cubeless,
                              .plies = worth.plies,
                              .level =
                                  worth.plies == ALEA_ROLLED_OUT ? how->o.level : NULL,
                              .approximate = analysis_approximate(how, &decision)};
    if (run->json) {
        json_print_line(stdout, with_id(q->id, evaluation_json(&value)));
        return EXIT_DONE;
    }
    print_text(q, &value.probs);
    if (!analysis_is_net_alone(how) && !how->cubeless)
        printf("  Cubeful equity  %+.5f (no double, %s)\n", (double)value.equity,
               analysis_depth_words(how, value.plies));
    return EXIT_DONE;
}

int cmd_eval(int argc, char **argv)
{
    eval_run run = {.json = false};
    analysis_options *d = &run.analysis_options;
    analysis_start(d, "eval", -1);
    const option_spec options[] = {
        FLAG_OPTION("cubeless", 'c',
                    "equity without the cube (always by the net alone)", &d->cubeless),
        DECIDE_LEVEL_OPTION(d->o),
        DECIDE_DEPTH_OPTIONS(d->o),
        DECIDE_STAKES_OPTIONS(d->o),
        DECIDE_RULES_OPTIONS(d->o, 'o'),
        FLAG_OPTION("json", 'j', "one JSON object per position", &run.json),
        {0}};
    const args_spec spec = {"[ID]...", about, options, 0, -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    status = analysis_open_least(d);
    if (status == EXIT_DONE)
        status = questions_run("eval", run.json, operands, argv, answer, &run);
    analysis_close(d);
    return status;
}
