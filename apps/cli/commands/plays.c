/* `alea plays`: the legal plays of many positions, one per line in, one JSON line
 * out. */
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/question/answers.h"
#include "cli/question/rules_options.h"
#include "cli/tables/commands.h"
#include "cli/tables/game.h"
#include "list.h"
#include "json/error.h"
#include "json/shapes.h"
#include "json/text.h"

#include <alea/notation.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_CAP = 4096 };

static const char about[] =
    "Reads one position with its dice a line and writes the legal plays, one JSON line\n"
    "each: distinct results only, sorted by their Position ID, which is seen by the\n"
    "player then on roll. A line is an XGID with dice, or a Position ID and the dice:\n"
    "  XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n"
    "  4HPwATDgc/ABMA 31\n"
    "A forced pass is one play without moves. A bad line is answered with an error and\n"
    "its number, and the run goes on; the exit status is then 1.\n"
    "With --game a line is a position of that game in the plain form, the dice, and\n"
    "\"first\" on a player's first turn (docs/tables.md); results are in the same form,\n"
    "seen by the player who moved, sorted as text.";

typedef struct question {
    alea_board board; /* seen by the player who is to play */
    alea_roll roll;
} question;

/* Two dice: "31", "3 1", "3-1", "3,1". */
static bool read_dice(const char *text, size_t length, alea_roll *roll)
{
    uint8_t die[2];
    int dice = 0, separators = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c >= '1' && c <= '6' && dice < 2)
            die[dice++] = (uint8_t)(c - '0');
        else if ((c == ' ' || c == '\t' || c == '-' || c == ',') && dice == 1 &&
                 separators++ == 0)
            continue;
        else
            return false;
    }
    if (dice != 2) return false;
    *roll = (alea_roll){{die[0], die[1]}};
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void fail(alea_error *error, size_t column, const char *reason)
{
    alea_error_set(error, 0, column, "%s", reason);
}

/* The common line, "PositionID dice". */
static bool read_position_id(const char *line, size_t id_length, size_t length,
                             question *out, alea_error *error)
{
    if (alea_position_id_read(line, id_length, &out->board, error) != ALEA_OK)
        return false;
    size_t at = id_length;
    while (at < length && is_blank(line[at])) at++;
    if (read_dice(line + at, length - at, &out->roll)) return true;
    fail(error, at + 1, "the dice must follow the Position ID, for example 31");
    return false;
}

static bool read_question(const char *line, size_t length, question *out,
                          alea_error *error)
{
    const char *start = line;
    while (length > 0 && is_blank(line[length - 1])) length--;
    while (length > 0 && is_blank(*line)) line++, length--;
    size_t word = 0;
    while (word < length && !is_blank(line[word])) word++;
    bool good;
    if (word == ALEA_POSITION_ID_SIZE - 1 && !memchr(line, ':', word)) {
        good = read_position_id(line, word, length, out, error);
    } else {
        alea_position position;
        good = alea_position_read(line, length, &position, error) == ALEA_OK;
        if (good && !alea_roll_valid(position.roll)) {
            fail(error, 0, "this position has no dice");
            good = false;
        }
        if (good && (position.offers || position.resign_class || position.game_over)) {
            fail(error, 0, "nobody is to play in this position");
            good = false;
        }
        if (good) {
            out->roll = position.roll;
            out->board = position.on_roll == ALEA_B ? alea_board_swap(&position.board)
                                                    : position.board;
        }
    }
    if (!good && error->column) error->column += (size_t)(line - start);
    return good;
}

static bool possible(const question *q, const alea_rules *rules, alea_error *error)
{
    if (alea_board_check(&q->board, alea_setup_checkers(rules->setup), error) !=
        ALEA_OK)
        return false;
    if (alea_board_checkers(&q->board, true) && alea_board_checkers(&q->board, false))
        return true;
    fail(error, 0, "the game of this position is over");
    return false;
}

static void write_error(const char *code, const alea_error *error, size_t number)
{
    alea_error placed = *error;
    placed.line = number;
    json_print_line(stdout, error_answer(error_json_at(code, &placed)));
}

/* null without memory. */
static void write_tree(const question *q, const alea_rules *rules, alea_play_tree *tree)
{
    alea_play_tree_of(&q->board, q->roll, &rules->play, tree);
    json_t *value = play_tree_json(tree);
    char *text = value ? json_dumps(value, 0) : NULL;
    printf(", \"tree\": %s", text ? text : "null");
    free(text);
    json_decref(value);
}

/* `tree` NULL: not wanted. */
static bool answer(plays_work *work, const alea_rules *rules, alea_play_tree *tree,
                   const line_reader *reader)
{
    question q;
    alea_error error = {0};
    if (!read_question(reader->line, reader->length, &q, &error) ||
        !possible(&q, rules, &error)) {
        write_error("bad_position", &error, reader->number);
        return false;
    }
    size_t length;
    int count;
    const char *plays =
        plays_json(work, &q.board, q.roll, &rules->play, &length, &count);
    char head[32];
    int head_length = snprintf(head, sizeof head, "{\"count\": %d, \"plays\": ", count);
    fwrite(head, 1, (size_t)head_length, stdout);
    fwrite(plays, 1, length, stdout);
    if (tree) write_tree(&q, rules, tree);
    fwrite("}\n", 1, 2, stdout);
    return true;
}

static int run(plays_work *work, const alea_rules *rules, alea_play_tree *tree,
               line_reader *reader)
{
    int status = EXIT_DONE;
    while (output_works()) {
        /* A partner at the other end of a pipe never waits for a full buffer. */
        if (!line_reader_has_line(reader)) fflush(stdout);
        line_result result = line_reader_next(reader);
        if (result == LINE_INTERRUPTED) continue;
        if (result == LINE_END) return status;
        if (result == LINE_FAILED) return command_fail_file("plays", "standard input");
        bool good = false;
        if (result == LINE_READ) {
            good = answer(work, rules, tree, reader);
        } else {
            alea_error error = {0};
            fail(&error, 0, line_result_text(result));
            write_error("bad_line", &error, reader->number);
        }
        if (!good) status = EXIT_SOME_BAD;
    }
    return EXIT_SYSTEM;
}

int cmd_plays(int argc, char **argv)
{
    rules_options given = {0};
    const char *game = NULL;
    bool json = false, wants_tree = false;
    const option_spec options[] = {
        RULES_OPTIONS(given),
        TABLES_GAME_OPTION(game),
        FLAG_OPTION("tree", 0, "with every way to play the roll, move by move",
                    &wants_tree),
        FLAG_OPTION("json", 0, "JSON, which is always written", &json),
        {0}};
    const args_spec spec = {"", about, options, 0, 0};
    int operands;
    int status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (game) {
        alea_tables_rules tables;
        if (wants_tree)
            return args_refuse("plays", "--game and --tree exclude each other");
        if (given.json || given.preset)
            return args_refuse("plays", "--game and --rules exclude each other");
        if (!tables_game_read("plays", game, &given.single, &tables)) return EXIT_USAGE;
        return tables_plays_run(&tables);
    }
    alea_rules rules;
    if (!rules_options_read("plays", &given, &rules)) return EXIT_USAGE;
    plays_work *work = plays_work_new();
    alea_play_tree *tree = wants_tree ? malloc(sizeof *tree) : NULL;
    if (!work || (wants_tree && !tree)) {
        plays_work_free(work);
        free(tree);
        return command_fail_memory("plays");
    }
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    line_reader reader;
    line_reader_start(&reader, STDIN_FILENO, LINE_CAP);
    status = run(work, &rules, tree, &reader);
    line_reader_finish(&reader);
    plays_work_free(work);
    free(tree);
    return status;
}
