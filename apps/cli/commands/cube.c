/* `alea cube`: whether to double, and whether to take. */
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/question/analysis_options.h"
#include "cli/question/question.h"
#include "list.h"
#include "report/xg_position.h"
#include "json/shapes.h"
#include "json/text.h"

#include <alea/search.h>

#include <stdio.h>

static const char about[] =
    "Judges the cube decision of the side on roll: equities of no double, double and take,\n"
    "double and drop, the verdict, take points, and how often the next exchange of rolls\n"
    "loses the market. A position is an XGID, a Position ID, or Position ID:Match ID; \"-\"\n"
    "reads one per line and passes over the text between them. Dice in it are ignored; a\n"
    "pending double is judged as the doubler's decision, with the answer it deserves.\n"
    "--json writes {\"id\", \"action\", \"equity\": {\"no_double\", \"double_take\",\n"
    "\"double_drop\"}, \"beaver\", \"probabilities\", ...}; action is no_double, double_take,\n"
    "double_drop or too_good; \"available\" is false where no double may be offered.";

typedef struct cube_command {
    analysis_options analysis_options;
    bool xg_text;
} cube_command;

static void print_text(const analysis_options *how, const char *id,
                       const alea_decision *d, const cube_facts *f)
{
    const alea_cube_verdict *v = &f->result.verdict;
    const alea_cube_equities *e = &v->equity;
    const alea_probs *p = &f->result.probs;
    const alea_cube *c = &d->cube;
    printf("%s\n", id);
    if (c->match_length)
        printf("  %d-away %d-away%s, cube %d\n", c->away[0], c->away[1],
               c->crawford_game                          ? ", Crawford game"
               : c->post_crawford && c->match_length > 1 ? ", after Crawford"
                                                         : "",
               1 << c->cube_log2);
    else
        printf("  money%s, cube %d\n", c->jacoby ? " with Jacoby" : "",
               1 << c->cube_log2);
    printf("  win %.2f%% (gammon %.2f%%, backgammon %.2f%%)   "
           "lose %.2f%% (%.2f%%, %.2f%%)\n",
           (double)p->win * 100, (double)p->win_gammon * 100,
           (double)p->win_backgammon * 100, 100 - (double)p->win * 100,
           (double)p->lose_gammon * 100, (double)p->lose_backgammon * 100);
    const char *names[3] = {"No double", "Double, take", "Double, drop"};
    float equity[3] = {e->no_double, e->double_take, e->double_drop};
    if (v->beaver) {
        names[1] = "Double, beaver";
        equity[1] = e->double_beaver;
    }
    for (int i = 0; i < 3; i++) {
        printf("  %-15s %+.4f", names[i], (double)equity[i]);
        if (c->match_length) printf("   MWC %.2f%%", (double)f->result.chance[i] * 100);
        if (v->action != ALEA_CUBE_NOT_AVAILABLE && equity[i] != v->best)
            printf("   (%+.4f)", (double)(equity[i] - v->best));
        printf("\n");
    }
    printf("  %s   [%s, cubeless %+.4f]\n", cube_verdict_text(c, v),
           analysis_depth_words(how, f->result.plies), (double)f->result.cubeless);
    printf(
        "  the taker needs %.1f%% (dead cube %.1f%%)   gammon value %.2f, opponent's %.2f\n",
        (double)f->points.take_live * 100, (double)f->points.take_dead * 100,
        (double)f->points.gammon_value_mine, (double)f->points.gammon_value_theirs);
    if (v->action != ALEA_CUBE_NOT_AVAILABLE && !v->dead)
        printf("  market lost in %.1f%% of the next two rolls; on %d of 36 rolls more "
               "likely than not\n",
               (double)f->market_lost * 100, f->market_losers);
}

static int answer(void *context, const question *q, refusal *why)
{
    cube_command *run = context;
    alea_error *error = &why->error;
    alea_position position = q->position;
    if (!decide_apply_stakes(&run->analysis_options.o, &position, error))
        return refusal_set(why, "bad_stakes");
    alea_decision decision = alea_decision_of_position(&position);
    cube_facts facts = {.level = NULL};
    if (!decide_apply_rules(&run->analysis_options.o, &decision, error))
        return refusal_set(why, "bad_stakes");
    if (!analysis_cube(&run->analysis_options, &decision, &facts.result, error) ||
        cube_facts_find(&facts, run->analysis_options.engine.engine, &decision,
                        error) != ALEA_OK)
        return refusal_set(why, "failed");
    if (facts.result.plies == ALEA_ROLLED_OUT)
        facts.level = run->analysis_options.o.level;
    const char *const names[2] = {NULL, NULL};
    if (run->xg_text && !xg_text_cube(stdout, &position, names, &facts.result,
                                      &run->analysis_options.engine.met)) {
        alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                        "this position has no XGID");
        return refusal_set(why, "no_xgid");
    }
    if (run->xg_text) return EXIT_DONE;
    if (run->analysis_options.o.json)
        json_print_line(stdout, with_id(q->text, cube_json(&decision, &facts)));
    else
        print_text(&run->analysis_options, q->text, &decision, &facts);
    return EXIT_DONE;
}

int cmd_cube(int argc, char **argv)
{
    cube_command run = {0};
    decide_options *o = &run.analysis_options.o;
    analysis_start(&run.analysis_options, "cube", 2);
    const option_spec options[] = {
        DECIDE_LEVEL_OPTION(*o),
        DECIDE_DEPTH_OPTIONS(*o),
        DECIDE_STAKES_OPTIONS(*o),
        DECIDE_RULES_OPTIONS(*o, 'o'),
        FLAG_OPTION("json", 'j', "one JSON object per position", &o->json),
        FLAG_OPTION("xgtext", 0, "as XG exports it as text", &run.xg_text),
        {0}};
    const args_spec spec = {.operands = "ID...",
                            .about = about,
                            .options = options,
                            .least = 1,
                            .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (run.xg_text && o->json)
        return args_refuse("cube", "--json and --xgtext are two forms: choose one");
    status = analysis_open(&run.analysis_options);
    if (status != EXIT_DONE) return status;
    status = questions_run("cube", o->json, operands, argv, answer, &run);
    analysis_close(&run.analysis_options);
    return status;
}
