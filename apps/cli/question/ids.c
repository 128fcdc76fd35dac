#include "ids.h"
#include "cli/io/fail.h"

#include "answers.h"

#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/command.h"
#include "cli/io/lines.h"
#include "machine/tables.h"
#include "json/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINE_CAP = ID_LINE_SIZE };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool fail(alea_error *error, size_t column, const char *reason)
{
    alea_error_set(error, 0, column, "%s", reason);
    return false;
}

/* Two dice and nothing else: "31", "3 1", "3-1", "3,1". */
static bool read_dice(const char *text, size_t length, alea_roll *roll)
{
    uint8_t die[2];
    int dice = 0, separators = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c >= '1' && c <= '6' && dice < 2)
            die[dice++] = (uint8_t)(c - '0');
        else if (!(is_blank(c) || c == '-' || c == ',') || dice != 1 || separators++)
            return false;
    }
    if (dice != 2) return false;
    *roll = (alea_roll){{die[0], die[1]}};
    return true;
}

size_t id_end(const char *text, size_t length, alea_roll *roll)
{
    for (size_t i = 1; i < length; i++)
        if (is_blank(text[i]) && !is_blank(text[i - 1])) {
            size_t dice = i;
            while (dice < length && is_blank(text[dice])) dice++;
            if (read_dice(text + dice, length - dice, roll)) return i;
        }
    return length;
}

bool id_find(const char *line, size_t length, size_t *start, size_t *end)
{
    alea_roll roll;
    alea_position position;
    size_t first = 0;
    while (first < length && is_blank(line[first])) first++;
    *start = first;
    *end = length;
    for (size_t i = first; i < length; i++) {
        if (i > 0 && !is_blank(line[i - 1])) continue;
        if (strncmp(line + i, "XGID=", 5) != 0 && !args_is_board(line + i)) continue;
        *start = i;
        while (i > first && i < length && !is_blank(line[i])) i++;
        if (i > first) *end = i;
        return true;
    }
    const size_t last = id_end(line, length, &roll);
    size_t word = first;
    while (word < last && !is_blank(line[word])) word++;
    /* Pictures of a board have such a frame. */
    const bool frame = length > first && (line[first] == '+' || line[first] == '|');
    return (word == last && !frame) ||
           alea_position_read(line, last, &position, NULL) == ALEA_OK;
}

bool ids_tell_passed(const char *name, size_t passed, size_t found)
{
    if (passed == 0) return true;
    if (found == 0)
        command_say(name, "no position in %zu line%s of text", passed,
                    passed == 1 ? "" : "s");
    else
        command_say(name, "passed over %zu line%s without a position", passed,
                    passed == 1 ? "" : "s");
    return found > 0;
}

/* Reads "ID", or "ID dice" with dice as "31", "3 1", "3-1". False with a reason. */
static bool id_read(const char *text, size_t length, id_question *out,
                    alea_error *error)
{
    size_t skipped = 0;
    while (length > 0 && is_blank(text[length - 1])) length--;
    while (length > 0 && is_blank(*text)) text++, length--, skipped++;
    if (length == 0) return fail(error, 1, "an identifier is missing");
    if (length >= ID_TEXT_SIZE) return fail(error, 1, "too long for an identifier");
    id_question q = {0};
    size_t end = id_end(text, length, &q.roll);
    char typed[ID_TEXT_SIZE] = "";
    memcpy(typed, text, end);
    utf8_text(typed, q.text, sizeof q.text);
    *error = (alea_error){0};
    if (alea_position_read(text, end, &q.position, error) != ALEA_OK) {
        if (error->column) error->column += skipped;
        return false;
    }
    if (!alea_roll_valid(q.roll) && alea_roll_valid(q.position.roll))
        q.roll = q.position.roll;
    q.board = q.position.board;
    if (q.position.on_roll == ALEA_B) q.board = alea_board_swap(&q.board);
    if (alea_board_check(&q.board, ALEA_CHECKERS, error) != ALEA_OK) return false;
    *out = q;
    return true;
}

/* Where a question stood: line `number` of the input, or operand `number`. */
typedef struct place {
    bool is_line;
    size_t number;
} place;

static void report(const char *name, bool json, place at, const char *id,
                   const char *code, const alea_error *error)
{
    const char *where = at.is_line ? "line" : "argument";
    if (json) {
        alea_error placed = *error;
        placed.line = at.is_line ? at.number : 0;
        question_print_error(id, code, &placed);
        return;
    }
    fflush(stdout);
    if (error->column)
        command_say(name, "%s %zu, column %zu: %s", where, at.number, error->column,
                    error->reason);
    else
        command_say(name, "%s %zu: %s", where, at.number, error->reason);
}

/* Returns NULL, or the code of the error. */
static const char *answer_text(const char *text, size_t length, id_answer *answer,
                               void *context, alea_error *error)
{
    id_question question;
    if (!id_read(text, length, &question, error)) return "bad_position";
    return answer(context, &question, error);
}

static int run_lines(const char *name, bool json, id_answer *answer, void *context)
{
    line_reader reader;
    int status = EXIT_DONE;
    size_t passed = 0, found = 0, start, end;
    line_reader_start(&reader, STDIN_FILENO, LINE_CAP);
    while (output_works()) {
        /* A partner at the other end of a pipe never waits for a full buffer. */
        if (!line_reader_has_line(&reader)) fflush(stdout);
        line_result result = line_reader_next(&reader);
        if (result == LINE_INTERRUPTED) continue;
        if (result == LINE_END) break;
        if (result == LINE_FAILED) {
            command_fail_file(name, "standard input");
            status = EXIT_SYSTEM;
            break;
        }
        alea_error error = {0};
        const char *code = "bad_line";
        if (result == LINE_READ) {
            if (strspn(reader.line, " \t") == reader.length) continue;
            /* A program that writes a line waits for its answer. */
            if (!id_find(reader.line, reader.length, &start, &end) && !json) {
                passed++;
                continue;
            }
            found++;
            code =
                answer_text(reader.line + start, end - start, answer, context, &error);
            if (error.column) error.column += start;
        } else {
            fail(&error, 0, line_result_text(result));
        }
        if (!code) continue;
        report(name, json, (place){true, reader.number},
               result == LINE_READ ? reader.line : NULL, code, &error);
        status = EXIT_SOME_BAD;
    }
    line_reader_finish(&reader);
    if (status != EXIT_SYSTEM && !ids_tell_passed(name, passed, found))
        status = EXIT_SOME_BAD;
    return output_works() ? status : EXIT_SYSTEM;
}

int ids_join(int i, int operands, char **argv, char out[ID_LINE_SIZE])
{
    snprintf(out, LINE_CAP, "%s", argv[i++]);
    alea_roll roll;
    for (int dice = 1; dice <= 2 && i < operands + 1; dice++) {
        size_t length = strlen(argv[i]), used = strlen(out);
        bool die = length == 1 && argv[i][0] >= '1' && argv[i][0] <= '6';
        if (!(dice == 1 && read_dice(argv[i], length, &roll)) && !die) break;
        if (used + length + 2 > LINE_CAP) break;
        snprintf(out + used, LINE_CAP - used, " %s", argv[i++]);
        if (!die) break;
    }
    return i;
}

int ids_run(const char *name, bool json, int operands, char **argv, id_answer *answer,
            void *context)
{
    int status = EXIT_DONE;
    if (operands == 0) return run_lines(name, json, answer, context);
    for (int i = 1; i <= operands && status != EXIT_SYSTEM;) {
        if (strcmp(argv[i], "-") == 0) {
            int lines = run_lines(name, json, answer, context);
            if (lines != EXIT_DONE) status = lines;
            i++;
            continue;
        }
        char text[LINE_CAP];
        alea_error error = {0};
        const place at = {false, (size_t)i};
        i = ids_join(i, operands, argv, text);
        const char *code = answer_text(text, strlen(text), answer, context, &error);
        if (!code) continue;
        report(name, json, at, text, code, &error);
        status = EXIT_SOME_BAD;
    }
    return status;
}

int ids_open_evaluator(alea_evaluator **out, const char *name, const char *net_path)
{
    *out = NULL;
    alea_error error = {0};
    alea_status status = net_path ? alea_evaluator_open_file(out, net_path, &error)
                                  : alea_evaluator_open(out, &error);
    if (status == ALEA_OK) {
        tables_attach(*out);
        return EXIT_DONE;
    }
    command_say(name, "%s%s%s", net_path ? net_path : "", net_path ? ": " : "",
                error.reason[0] ? error.reason : alea_status_text(status));
    return status == ALEA_ERROR_FILE || status == ALEA_ERROR_MEMORY ? EXIT_SYSTEM
                                                                    : EXIT_USAGE;
}
