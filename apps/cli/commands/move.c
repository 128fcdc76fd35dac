/* alea move: the best plays of positions with dice. */
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/question/analysis_options.h"
#include "cli/question/question.h"
#include "cli/tables/commands.h"
#include "cli/tables/game.h"
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
    "most; fewer take less time. --ply 0 --cubeless is the net alone.\n"
    "With --game the position is one of that game in the plain form, the dice, and\n"
    "\"first\" on a player's first turn (docs/tables.md), judged by net or pips; --ply is\n"
    "0 or 1 (default 1), equity is in points, positions are seen by the side that moves:\n"
    "  alea move --game ur '4,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2;'\\\n"
    "'5,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1;; 3'";

/* Everything a roll with very many plays needs, allocated once. */
typedef struct move_run {
    analysis_options analysis_options;
    bool json, xg_text;
    long long wanted;                     /* plays to list; 0 = all */
    alea_candidate found[ALEA_MAX_PLAYS]; /* best first */
} move_run;

static json_t *candidate_json(const move_run *run, const question *q,
                              const alea_candidate *c)
{
    const char *level =
        c->plies == ALEA_ROLLED_OUT ? run->analysis_options.o.level : NULL;
    return play_json(&q->board, c, run->found[0].equity, level);
}

static void print_json(const move_run *run, const question *q, int listed,
                       const char *approximate)
{
    json_t *answer =
        json_pack("{s:s,s:[i,i]}", "id", q->id, "dice", q->roll.die[0], q->roll.die[1]);
    json_t *plays = json_array();
    for (int i = 0; i < listed; i++)
        json_array_append_new(plays, candidate_json(run, q, &run->found[i]));
    json_object_update(answer, json_array_get(plays, 0));
    json_object_set_new(answer, "plays", plays);
    approximate_json(answer, approximate);
    json_print_line(stdout, answer);
}

static void print_text(const move_run *run, const question *q, int listed, int count)
{
    printf("%s  roll %d-%d, %d play%s\n", q->id, q->roll.die[0], q->roll.die[1], count,
           count == 1 ? "" : "s");
    for (int i = 0; i < listed; i++) {
        const alea_candidate *c = &run->found[i];
        const alea_probs *p = &c->probs;
        const alea_board next = alea_board_swap(&c->play.board);
        char move[ALEA_PLAY_TEXT_SIZE], position[ALEA_POSITION_ID_SIZE];
        alea_play_write(&q->board, &c->play, move);
        alea_position_id_write(&next, position);
        printf("%3d. %-28s %+.5f", i + 1, *move ? move : "(no move)",
               (double)c->equity);
        if (i > 0) printf(" (%+.5f)", (double)(c->equity - run->found[0].equity));
        printf("  %s", analysis_depth_words(&run->analysis_options, c->plies));
        printf("\n     win %.3f%% (gammon %.3f%%, backgammon %.3f%%)  lose %.3f%% "
               "(%.3f%%, %.3f%%)  -> %s\n",
               100 * (double)p->win, 100 * (double)p->win_gammon,
               100 * (double)p->win_backgammon, 100 * (1 - (double)p->win),
               100 * (double)p->lose_gammon, 100 * (double)p->lose_backgammon,
               position);
    }
}

static int print_xg_text(const move_run *run, const question *q, int listed,
                         refusal *why)
{
    alea_position staked = q->position;
    const char *const names[2] = {NULL, NULL};
    if (!decide_apply_stakes(&run->analysis_options.o, &staked, &why->error))
        return refusal_set(why, "bad_stakes");
    if (xg_text_play(stdout, &staked, names, run->found, NULL, listed,
                     &run->analysis_options.engine.met))
        return EXIT_DONE;
    alea_error_fill(&why->error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                    "this position has no XGID");
    return refusal_set(why, "no_xgid");
}

/* EXIT_DONE if there is a play to be made. */
static int check(const question *q, refusal *why)
{
    const char *reason = NULL, *code = "not_to_play";
    if (q->position.offers || q->position.resign_class) {
        reason = "nobody is to play here: an offer awaits its answer";
    } else if (alea_board_phase(&q->board) == ALEA_PHASE_OVER ||
               q->position.game_over) {
        reason = "the game of this position is over";
    } else if (!alea_roll_valid(q->roll)) {
        code = "no_dice";
        reason = "the dice are missing: an XGID with dice, or the dice behind the ID";
    }
    if (!reason) return EXIT_DONE;
    alea_error_fill(&why->error, ALEA_ERROR_ARGUMENT, 0, 0, "%s", reason);
    return refusal_set(why, code);
}

static int answer(void *context, const question *q, refusal *why)
{
    move_run *run = context;
    analysis_options *how = &run->analysis_options;
    alea_decision decision;
    const int status = check(q, why);
    if (status != EXIT_DONE) return status;
    if (!analysis_decision(how, &q->position, q->roll, &decision, &why->error))
        return refusal_set(why, "bad_stakes");
    const int count = analysis_plays(how, &decision, run->found, &why->error);
    if (count == 0) return refusal_set(why, "failed");
    int listed = count;
    if (run->wanted > 0 && run->wanted < count) listed = (int)run->wanted;
    if (run->xg_text) return print_xg_text(run, q, listed, why);
    if (run->json)
        print_json(run, q, listed, analysis_approximate(how, &decision));
    else
        print_text(run, q, listed, count);
    return EXIT_DONE;
}

static int run_move(move_run *run, int operands, char **argv)
{
    analysis_options *how = &run->analysis_options;
    const bool all = run->wanted == 0 || run->wanted > ANALYSIS_LISTED_MOST;
    how->full = all ? ANALYSIS_LISTED_MOST : (int)run->wanted;
    if (how->o.ply < 0 && how->o.time_ms <= 0 && !how->o.level)
        how->o.ply = alea_effort_get(ALEA_EFFORT_FAST)->plies;
    /* XG's text names the match equity table. */
    int status = run->xg_text ? analysis_open(how) : analysis_open_least(how);
    if (status == EXIT_DONE)
        status = questions_run("move", run->json, operands, argv, answer, run);
    analysis_close(how);
    return status;
}

/* A tables game: what backgammon alone has is refused. */
static int run_tables(const move_run *run, const char *game, int operands, char **argv)
{
    const decide_options *o = &run->analysis_options.o;
    alea_tables_rules rules;
    const char *const refused = o->rules_given.json         ? "--rules"
                                : run->xg_text              ? "--xgtext"
                                : o->level                  ? "--level"
                                : o->time_ms > 0            ? "--time"
                                : o->net_path               ? "--net"
                                : o->met_path               ? "--met"
                                : o->length > 0 || o->score ? "a match score"
                                : o->money || o->crawford || o->jacoby || o->beavers ||
                                        run->analysis_options.cubeless
                                    ? "an option of the cube"
                                    : NULL;
    if (refused)
        return args_refuse("move", "--game and %s exclude each other", refused);
    if (o->ply > 1)
        return args_refuse("move", "with --game, --ply is 0 or 1, not %lld", o->ply);
    if (!tables_game_read("move", game, &o->rules_given.single, &rules))
        return EXIT_USAGE;
    const tables_move_wish wish = {.rules = &rules,
                                   .ply = o->ply == 0 ? 0 : 1,
                                   .most = (int)run->wanted,
                                   .json = run->json};
    return tables_move_run(&wish, operands, argv);
}

int cmd_move(int argc, char **argv)
{
    const char *game = NULL;
    move_run *run = malloc(sizeof *run);
    if (!run) return command_fail_memory("move");
    run->json = run->xg_text = false;
    run->wanted = 5;
    analysis_start(&run->analysis_options, "move", -1);
    const option_spec options[] = {
        INTEGER_OPTION("plays", 'k', "N",
                       "how many plays to list and to look at (default 5; 0 = all)",
                       &run->wanted, 0, ALEA_MAX_PLAYS),
        FLAG_OPTION("cubeless", 'c', "equity without the cube",
                    &run->analysis_options.cubeless),
        DECIDE_LEVEL_OPTION(run->analysis_options.o),
        DECIDE_DEPTH_OPTIONS(run->analysis_options.o),
        DECIDE_STAKES_OPTIONS(run->analysis_options.o),
        DECIDE_RULES_OPTIONS(run->analysis_options.o, 'o'),
        TABLES_GAME_OPTION(game),
        FLAG_OPTION("json", 'j', "one JSON object per position", &run->json),
        FLAG_OPTION("xgtext", 0, "as XG exports it as text", &run->xg_text),
        {0}};
    const args_spec spec = {"[ID [DICE]]...", about, options, 0, -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status == ARGS_RUN && run->json && run->xg_text)
        status = args_refuse("move", "--json and --xgtext are two forms: choose one");
    if (status == ARGS_RUN)
        status = game ? run_tables(run, game, operands, argv)
                      : run_move(run, operands, argv);
    free(run);
    return status;
}
