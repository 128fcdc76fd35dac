/* `alea move --game`: the plays of a position of a tables game, best first. */
#include "commands.h"
#include "stream.h"

#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "machine/tables.h"
#include "json/error.h"
#include "json/shapes.h"
#include "json/text.h"

#include <alea/tables_net.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINE = 1024 };

typedef struct move_run {
    const tables_move_wish *wish;
    alea_tables_evaluator evaluator;
    alea_tables_board board;
    alea_tables_dice dice;
    alea_tables_turns turns, room;
    alea_tables_opinion opinion[ALEA_TABLES_MAX_TURNS]; /* best first */
} move_run;

typedef struct play_texts {
    char move[ALEA_TABLES_MOVES_SIZE], position[ALEA_TABLES_TEXT_SIZE];
} play_texts;

static void write_play(const move_run *run, int index, play_texts *out)
{
    const alea_tables_rules *rules = run->wish->rules;
    const alea_tables_board end = alea_tables_turns_board(&run->turns, index);
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    const int moves = alea_tables_turns_moves(&run->turns, index, move);
    alea_tables_moves_mark(rules, &run->board, move, moves);
    alea_tables_moves_write(rules, move, moves, out->move);
    alea_tables_text_write(rules, &end, out->position);
}

static double won(const alea_tables_chances *c)
{
    return (double)c->won_one + (double)c->won_more;
}

static double lost(const alea_tables_chances *c)
{
    return (double)c->lost_one + (double)c->lost_more;
}

static json_t *play_of(const move_run *run, const alea_tables_opinion *o)
{
    play_texts text;
    const alea_tables_chances *c = &o->chances;
    write_play(run, o->index, &text);
    json_t *chances = json_pack(
        "{s:o,s:o,s:o,s:o,s:o}", "win", number_json(won(c)), "win_more",
        number_json((double)c->won_more), "draw", number_json((double)c->drawn), "lose",
        number_json(lost(c)), "lose_more", number_json((double)c->lost_more));
    return json_pack("{s:s,s:s,s:o,s:o,s:o,s:i,s:b,s:b}", "move", text.move, "position",
                     text.position, "equity", number_json((double)o->points), "loss",
                     number_json((double)run->opinion[0].points - (double)o->points),
                     "probabilities", chances, "ply", o->plies, "exact", o->exact,
                     "rough", o->rough);
}

static void print_json(const move_run *run, const char *position, int listed)
{
    json_t *dice = json_array(), *plays = json_array();
    for (int d = 0; d < run->dice.count; d++)
        json_array_append_new(dice, json_integer(run->dice.die[d]));
    for (int i = 0; i < listed; i++)
        json_array_append_new(plays, play_of(run, &run->opinion[i]));
    json_print_line(stdout,
                    json_pack("{s:s,s:s,s:o,s:i,s:o}", "game", run->wish->rules->name,
                              "position", position, "dice", dice, "count",
                              run->turns.count, "plays", plays));
}

static void print_text(const move_run *run, const char *position, int listed)
{
    const int most = alea_tables_more_points(run->wish->rules);
    printf("%s  %s", run->wish->rules->name, position);
    for (int d = 0; d < run->dice.count; d++)
        printf("%s%d", d ? "-" : "  roll ", run->dice.die[d]);
    printf(", %d play%s\n", run->turns.count, run->turns.count == 1 ? "" : "s");
    for (int i = 0; i < listed; i++) {
        const alea_tables_opinion *o = &run->opinion[i];
        const alea_tables_chances *c = &o->chances;
        play_texts text;
        write_play(run, o->index, &text);
        printf("%3d. %-28s %+.5f", i + 1, *text.move ? text.move : "(no move)",
               (double)o->points);
        if (i > 0) printf(" (%+.5f)", (double)(o->points - run->opinion[0].points));
        if (o->exact)
            printf("  exact");
        else
            printf("  %d-ply%s", o->plies, o->rough ? " by pips" : "");
        printf("\n     win %.3f%% (", 100 * won(c));
        if (most > 2)
            printf("of %d points more", most - 1);
        else
            printf("more than one point");
        printf(" %.3f%%)  ", 100 * (double)c->won_more);
        printf("draw %.3f%%  lose %.3f%% (%.3f%%)\n", 100 * (double)c->drawn,
               100 * lost(c), 100 * (double)c->lost_more);
    }
}

static void judge(move_run *run, bool first)
{
    const tables_move_wish *wish = run->wish;
    alea_tables_turns_list(wish->rules, &run->board, run->dice, first, &run->turns);
    int deep = 0;
    if (wish->ply > 0)
        deep = wish->most > 0 && wish->most < TABLES_MOVE_DEEP ? wish->most
                                                               : TABLES_MOVE_DEEP;
    alea_tables_turns_judge(&run->evaluator, wish->rules, run->dice, &run->turns, deep,
                            &run->room, run->opinion);
}

/* The position before the turn: the other side has just played. */
static bool is_over(const move_run *run)
{
    const alea_tables_board after = alea_tables_swap(&run->board);
    return alea_tables_result(run->wish->rules, &after, NULL) != ALEA_TABLES_PLAYING;
}

/* Answers one position; the reason in *error otherwise. */
static bool answer_text(move_run *run, const char *text, size_t length,
                        alea_error *error)
{
    char position[ALEA_TABLES_TEXT_SIZE];
    bool first;
    if (alea_tables_text_read(run->wish->rules, text, length, &run->board, &run->dice,
                              &first, error) != ALEA_OK)
        return false;
    if (is_over(run)) {
        alea_error_set(error, 0, 0, "the game of this position is over");
        return false;
    }
    judge(run, first);
    int listed = run->turns.count;
    if (run->wish->most > 0 && run->wish->most < listed) listed = run->wish->most;
    alea_tables_text_write(run->wish->rules, &run->board, position);
    (run->wish->json ? print_json : print_text)(run, position, listed);
    return true;
}

/* "alea move: line 3, column 7: why", as JSON too where that is wanted. */
static void refuse(const move_run *run, const char *place, size_t line,
                   alea_error *error)
{
    char column[40] = "";
    if (error->column) snprintf(column, sizeof column, ", column %zu", error->column);
    fflush(stdout);
    command_say("move", "%s%s: %s", place, column, error->reason);
    if (!run->wish->json) return;
    error->line = line;
    json_print_line(stdout, error_answer(error_json_at("bad_position", error)));
}

static bool answer_line(void *context, const line_reader *reader)
{
    move_run *run = context;
    alea_error error = {0};
    char place[40];
    if (answer_text(run, reader->line, reader->length, &error)) return true;
    snprintf(place, sizeof place, "line %zu", reader->number);
    refuse(run, place, reader->number, &error);
    return false;
}

/* The position and its dice may be one argument or several. */
static int answer_arguments(move_run *run, int operands, char **argv)
{
    char text[MOST_LINE] = "";
    size_t length = 0;
    alea_error error = {0};
    for (int i = 1; i <= operands; i++) {
        const size_t n = strlen(argv[i]);
        if (n + 2 > sizeof text - length)
            return command_refuse("move", "the position is too long");
        if (length) text[length++] = ' ';
        memcpy(text + length, argv[i], n + 1);
        length += n;
    }
    if (answer_text(run, text, length, &error)) return EXIT_DONE;
    refuse(run, "the position", 0, &error);
    return EXIT_SOME_BAD;
}

int tables_move_run(const tables_move_wish *wish, int operands, char **argv)
{
    move_run *run = malloc(sizeof *run);
    if (!run) return command_fail_memory("move");
    run->wish = wish;
    const alea_tables_exact exact = tables_exact(wish->rules);
    run->evaluator = alea_tables_evaluator_for(wish->rules, &exact);
    const bool lines = operands == 0 || (operands == 1 && strcmp(argv[1], "-") == 0);
    const int status = lines ? tables_stream("move", answer_line, run)
                             : answer_arguments(run, operands, argv);
    free(run);
    return status;
}
