/* alea move: the best plays of positions with dice. */
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/question/analysis_options.h"
#include "cli/question/ids.h"
#include "list.h"
#include "report/xg_position.h"
#include "json/shapes.h"
#include "json/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "The best plays of a position and a roll, best first: the move, the Position ID after\n"
    "it (seen by the player then on roll), chances and equity of the player who moves. An\n"
    "ID is an XGID with dice, or any ID followed by the dice:\n"
    "  alea move XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n"
    "  alea move 4HPwATDgc/ABMA 31\n"
    "Without an ID, or with -, one per line is read from standard input.\n"
    "The level is fast, as of alea cube and analyse: 2 rolls ahead (2-ply), with the cube\n"
    "and the score of the ID or the options. --ply N looks N rolls ahead, --time MS as deep\n"
    "as that allows; --level standard is 3-ply; deep and rollout play the near ones out as\n"
    "well (360 and 1296 truncated games). The listed plays (-k) are at that depth, 16 at\n"
    "most; fewer take less time. --ply 0 --cubeless is the net alone.";

typedef struct rated {
    alea_play play;
    alea_probs probs;
    float equity, cubeless;
    int plies;
    char position[ALEA_POSITION_ID_SIZE];
} rated;

/* Everything a roll with very many plays needs, allocated once. */
typedef struct move_run {
    alea_evaluator *evaluator;         /* the net alone, or NULL */
    analysis_options analysis_options; /* everything else */
    const char *approximate;           /* of the position in hand, or NULL */
    bool json, xg_text;
    long long wanted; /* plays to list; 0 = all */
    alea_play_list list;
    alea_board results[ALEA_MAX_PLAYS];
    alea_probs probs[ALEA_MAX_PLAYS];
    alea_candidate found[ALEA_MAX_PLAYS];
    rated rated[ALEA_MAX_PLAYS];
} move_run;

/* Best first; equal ones in the order of their positions, so that output repeats. */
static int better(const void *a, const void *b)
{
    const rated *x = a, *y = b;
    if (x->equity != y->equity) return x->equity > y->equity ? -1 : 1;
    return strcmp(x->position, y->position);
}

static int rate(move_run *run, const id_question *q)
{
    const alea_play_rules rules = alea_play_rules_standard();
    alea_plays(&q->board, q->roll, &rules, &run->list);
    int count = run->list.count;
    for (int i = 0; i < count; i++) run->results[i] = run->list.play[i].board;
    alea_eval_results(run->evaluator, &q->board, run->results, count, run->probs);
    for (int i = 0; i < count; i++) {
        rated *r = &run->rated[i];
        r->play = run->list.play[i];
        r->probs = run->probs[i];
        r->equity = r->cubeless = alea_probs_equity(&r->probs);
        r->plies = 0;
        alea_board next = alea_board_swap(&r->play.board);
        alea_position_id_write(&next, r->position);
    }
    qsort(run->rated, (size_t)count, sizeof *run->rated, better);
    return count;
}

/* The search's order stays: what was looked at deeper stands before what was not. */
static int rate_deep(move_run *run, const id_question *q, alea_error *error)
{
    alea_decision decision;
    int count;
    run->approximate = NULL;
    if (!analysis_decision(&run->analysis_options, &q->position, q->roll, &decision,
                           error) ||
        !analysis_plays(&run->analysis_options, &decision, run->found, ALEA_MAX_PLAYS,
                        &count, error))
        return 0;
    run->approximate =
        alea_decision_approximate(run->analysis_options.engine.engine, &decision);
    for (int i = 0; i < count; i++) {
        const alea_candidate *c = &run->found[i];
        rated *r = &run->rated[i];
        *r = (rated){.play = c->play,
                     .probs = c->probs,
                     .equity = c->equity,
                     .cubeless = c->cubeless,
                     .plies = c->plies};
        alea_board next = alea_board_swap(&c->play.board);
        alea_position_id_write(&next, r->position);
    }
    return count;
}

static json_t *rated_json(const move_run *run, const id_question *q, const rated *r)
{
    const alea_candidate c = {r->play, r->probs, r->cubeless, r->equity, r->plies};
    const char *level =
        r->plies == ALEA_ROLLED_OUT ? run->analysis_options.o.level : NULL;
    return play_json(&q->board, &c, run->rated[0].equity, level);
}

static void print_json(const move_run *run, const id_question *q, int listed)
{
    json_t *answer = json_pack("{s:s,s:[i,i]}", "id", q->text, "dice", q->roll.die[0],
                               q->roll.die[1]);
    json_t *plays = json_array();
    for (int i = 0; i < listed; i++)
        json_array_append_new(plays, rated_json(run, q, &run->rated[i]));
    json_object_update(answer, json_array_get(plays, 0));
    json_object_set_new(answer, "plays", plays);
    approximate_json(answer, run->approximate);
    json_print_line(stdout, answer);
}

static void print_text(const move_run *run, const id_question *q, int listed, int count)
{
    printf("%s  roll %d-%d, %d play%s\n", q->text, q->roll.die[0], q->roll.die[1],
           count, count == 1 ? "" : "s");
    for (int i = 0; i < listed; i++) {
        const rated *r = &run->rated[i];
        const alea_probs *p = &r->probs;
        char move[ALEA_PLAY_TEXT_SIZE];
        alea_play_write(&q->board, &r->play, move);
        printf("%3d. %-28s %+.5f", i + 1, *move ? move : "(no move)",
               (double)r->equity);
        if (i > 0) printf(" (%+.5f)", (double)(r->equity - run->rated[0].equity));
        printf("  %s", analysis_depth_words(&run->analysis_options, r->plies));
        printf("\n     win %.3f%% (gammon %.3f%%, backgammon %.3f%%)  lose %.3f%% "
               "(%.3f%%, %.3f%%)  -> %s\n",
               100 * (double)p->win, 100 * (double)p->win_gammon,
               100 * (double)p->win_backgammon, 100 * (1 - (double)p->win),
               100 * (double)p->lose_gammon, 100 * (double)p->lose_backgammon,
               r->position);
    }
}

/* The rated plays are what was found, best first. */
static const char *print_xg_text(const move_run *run, const id_question *q, int listed,
                                 alea_error *error)
{
    alea_position staked = q->position;
    const char *const names[2] = {NULL, NULL};
    if (!decide_apply_stakes(&run->analysis_options.o, &staked, error))
        return "bad_stakes";
    staked.roll = q->roll;
    if (xg_text_play(stdout, &staked, names, run->found, NULL, listed,
                     &run->analysis_options.engine.met))
        return NULL;
    alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0, "this position has no XGID");
    return "no_xgid";
}

/* NULL if there is a play to be made, else the code of the error. */
static const char *refuse(const id_question *q, alea_error *error)
{
    const char *why = NULL, *code = "not_to_play";
    if (q->position.offers || q->position.resign_class) {
        why = "nobody is to play here: an offer awaits its answer";
    } else if (alea_board_phase(&q->board) == ALEA_PHASE_OVER ||
               q->position.game_over) {
        why = "the game of this position is over";
    } else if (!alea_roll_valid(q->roll)) {
        code = "no_dice";
        why = "the dice are missing: an XGID with dice, or the dice behind the ID";
    }
    if (!why) return NULL;
    alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "%s", why);
    return code;
}

static const char *answer(void *context, const id_question *q, alea_error *error)
{
    move_run *run = context;
    const char *code = refuse(q, error);
    if (code) return code;
    int count = run->evaluator ? rate(run, q) : rate_deep(run, q, error);
    if (count == 0) return "failed";
    int listed = count;
    if (run->wanted > 0 && run->wanted < count) listed = (int)run->wanted;
    if (run->xg_text) return print_xg_text(run, q, listed, error);
    if (run->json)
        print_json(run, q, listed);
    else
        print_text(run, q, listed, count);
    return NULL;
}

static int run_move(move_run *run, int operands, char **argv)
{
    int status = EXIT_DONE;
    analysis_options *d = &run->analysis_options;
    const bool all = run->wanted == 0 || run->wanted > ANALYSIS_LISTED_MOST;
    run->evaluator = NULL;
    run->approximate = NULL;
    d->full = all ? ANALYSIS_LISTED_MOST : (int)run->wanted;
    if (d->o.ply < 0 && d->o.time_ms <= 0 && !d->o.level)
        d->o.ply = alea_effort_get(ALEA_EFFORT_FAST)->plies;
    if (run->xg_text || analysis_is_wanted(d)) {
        status = analysis_open(&run->analysis_options);
    } else {
        status = ids_open_evaluator(&run->evaluator, "move",
                                    run->analysis_options.o.net_path);
    }
    if (status == EXIT_DONE)
        status = ids_run("move", run->json, operands, argv, answer, run);
    alea_evaluator_close(run->evaluator);
    analysis_close(&run->analysis_options);
    return status;
}

int cmd_move(int argc, char **argv)
{
    move_run *run = malloc(sizeof *run);
    if (!run) return command_fail("move", "out of memory");
    run->json = run->xg_text = false;
    run->wanted = 5;
    analysis_start(&run->analysis_options, "move", -1);
    const option_spec options[] = {
        {"plays", 'k', OPTION_INTEGER, "N",
         "how many plays to list and to look at (default 5; 0 = all)", &run->wanted, 0,
         ALEA_MAX_PLAYS},
        {"cubeless", 'c', OPTION_FLAG, NULL, "equity without the cube",
         &run->analysis_options.cubeless, 0, 0},
        DECIDE_LEVEL_OPTION(run->analysis_options.o),
        DECIDE_DEPTH_OPTIONS(run->analysis_options.o),
        DECIDE_STAKES_OPTIONS(run->analysis_options.o),
        DECIDE_RULES_OPTIONS(run->analysis_options.o, 'o'),
        {"json", 'j', OPTION_FLAG, NULL, "one JSON object per position", &run->json, 0,
         0},
        {"xgtext", 0, OPTION_FLAG, NULL, "as XG exports it as text", &run->xg_text, 0,
         0},
        {0}};
    const args_spec spec = {"[ID [DICE]]...", about, options, 0, -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status == ARGS_RUN && run->json && run->xg_text)
        status = args_refuse("move", "--json and --xgtext are two forms: choose one");
    if (status == ARGS_RUN) status = run_move(run, operands, argv);
    free(run);
    return status;
}
