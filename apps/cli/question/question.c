#include "question.h"

#include "answers.h"
#include "base/clock.h"
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "json/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    LINE_CAP = 4096,
    SLOW_NS = 1000000, /* an answer that took longer is flushed at once */
    /* A Match ID has 12 characters, a Position ID 14; one may be lost or doubled. */
    ID_LEAST = 11,
    ID_MOST = 15
};

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

/* Where the identifier of "ID dice" ends: before trailing dice, which are stored in
 * *roll, if a blank sets them off. */
static size_t id_end(const char *text, size_t length, alea_roll *roll)
{
    for (size_t i = 1; i < length; i++)
        if (is_blank(text[i]) && !is_blank(text[i - 1])) {
            size_t dice = i;
            while (dice < length && is_blank(text[dice])) dice++;
            if (read_dice(text + dice, length - dice, roll)) return i;
        }
    return length;
}

/* Whether a word is one of prose: letters, with a mark of punctuation before or after
 * them. An identifier has digits or signs in it, or both its length and large letters
 * after the first. */
static bool is_prose(const char *word, size_t length)
{
    static const char marks[] = "\"'().,;:!?";
    while (length > 0 && strchr(marks, word[length - 1])) length--;
    while (length > 0 && strchr(marks, *word)) word++, length--;
    size_t large = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)word[i];
        if (c >= 'A' && c <= 'Z')
            large += i > 0;
        else if (!((c >= 'a' && c <= 'z') || c == '\'' || c == '-' || c >= 0x80))
            return false;
    }
    return large == 0 || length < ID_LEAST || length > ID_MOST;
}

/* Where the identifier in a line of a paste is: an XGID anywhere, or the whole line. A
 * line of one word counts as one unless it is prose, so that a slip in it is reported.
 * False: the line is text that holds none. */
static bool id_find(const char *line, size_t length, size_t *start, size_t *end)
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
    return (word == last && !frame && !is_prose(line + first, word - first)) ||
           alea_position_read(line, last, &position, NULL) == ALEA_OK;
}

/* Reads "ID", or "ID dice" with dice as "31", "3 1", "3-1". False with a reason. */
static bool question_read(const char *text, size_t length, question *out,
                          alea_error *error)
{
    size_t skipped = 0;
    while (length > 0 && is_blank(text[length - 1])) length--;
    while (length > 0 && is_blank(*text)) text++, length--, skipped++;
    if (length == 0) return fail(error, 1, "an identifier is missing");
    if (length >= QUESTION_TEXT_SIZE)
        return fail(error, 1, "too long for an identifier");
    question q = {0};
    const size_t end = id_end(text, length, &q.roll);
    char typed[QUESTION_TEXT_SIZE];
    snprintf(typed, sizeof typed, "%.*s", (int)length, text);
    utf8_text(typed, q.text, sizeof q.text);
    typed[end] = '\0';
    utf8_text(typed, q.id, sizeof q.id);
    if (alea_position_read(text, end, &q.position, error) != ALEA_OK) {
        if (error->column) error->column += skipped;
        return false;
    }
    if (alea_roll_valid(q.roll))
        q.position.roll = q.roll;
    else if (alea_roll_valid(q.position.roll))
        q.roll = q.position.roll;
    q.board = q.position.board;
    if (q.position.on_roll == ALEA_B) q.board = alea_board_swap(&q.board);
    if (alea_board_check(&q.board, ALEA_CHECKERS, error) != ALEA_OK) return false;
    *out = q;
    return true;
}

json_t *with_id(const char *id, json_t *answer)
{
    char shown[3 * LINE_CAP + 1]; /* a byte that is not UTF-8 becomes three */
    utf8_text(id, shown, sizeof shown);
    json_t *all = json_pack("{s:s}", "id", shown);
    json_object_update(all, answer);
    json_decref(answer);
    return all;
}

int refusal_set(refusal *why, const char *code)
{
    why->code = code;
    return EXIT_SOME_BAD;
}

typedef struct stream {
    const char *name;
    bool json;
    question_answer *answer;
    void *context;
    int status;
    size_t passed, found; /* lines of text, lines with an identifier */
} stream;

/* Where a question stood: line `number` of the input, or operand `number`. */
typedef struct place {
    bool is_line;
    size_t number;
} place;

/* For a message: a terminal must not obey what somebody typed. */
static void plain(const char *text, char out[128])
{
    size_t n = 0;
    for (; text[n] && n < 120; n++)
        out[n] = text[n] >= 0x20 && text[n] < 0x7F ? text[n] : '?';
    out[n] = '\0';
}

/* `text`: what was asked, NULL where it could not be read. */
static void report(stream *s, place at, const char *text, const refusal *why)
{
    char shown[128] = "", column[40] = "";
    if (text) plain(text, shown);
    if (why->error.column)
        snprintf(column, sizeof column, ", column %zu", why->error.column);
    fflush(stdout);
    command_say(s->name, "%s %zu%s: %s%s%s", at.is_line ? "line" : "argument",
                at.number, column, why->error.reason, text ? ": " : "", shown);
    if (s->json) {
        alea_error placed = why->error;
        placed.line = at.is_line ? at.number : 0;
        question_print_error(text, why->code, &placed);
    }
    s->status = EXIT_SOME_BAD;
}

/* Text that stands `start` bytes into its line. False: the run is to end. */
static bool ask(stream *s, place at, const char *text, size_t start)
{
    question q;
    refusal why = {0};
    const int64_t start_ns = alea_clock_ns();
    int status;
    if (question_read(text, strlen(text), &q, &why.error))
        status = s->answer(s->context, &q, &why);
    else
        status = refusal_set(&why, "bad_position");
    if (status == EXIT_SOME_BAD) {
        if (why.error.column) why.error.column += start;
        report(s, at, text, &why);
    } else if (status != EXIT_DONE) {
        s->status = status;
        return false;
    }
    if (alea_clock_ns() - start_ns > SLOW_NS) fflush(stdout);
    if (output_works()) return true;
    s->status = EXIT_SYSTEM;
    return false;
}

/* False: the run is to end. */
static bool take_line(stream *s, char *line, size_t length, size_t number)
{
    size_t start, end;
    if (line[strspn(line, " \t")] == '\0') return true;
    /* A program that writes a line waits for its answer. */
    if (!id_find(line, length, &start, &end) && !s->json) {
        s->passed++;
        return true;
    }
    s->found++;
    line[end] = '\0';
    return ask(s, (place){true, number}, line + start, start);
}

/* Says how many lines were passed over. Nothing but text is a failure. */
static void report_passed(stream *s)
{
    if (s->passed == 0) return;
    const char *plural = s->passed == 1 ? "" : "s";
    if (s->found > 0) {
        command_say(s->name, "passed over %zu line%s without a position", s->passed,
                    plural);
    } else {
        command_say(s->name, "no position in %zu line%s of text", s->passed, plural);
        s->status = EXIT_SOME_BAD;
    }
}

/* False: the run is to end. */
static bool take_lines(stream *s)
{
    line_reader reader;
    bool going = true;
    s->passed = s->found = 0;
    line_reader_start(&reader, STDIN_FILENO, LINE_CAP);
    while (going) {
        /* A partner at the other end of a pipe never waits for a full buffer. */
        if (!line_reader_has_line(&reader)) fflush(stdout);
        const line_result result = line_reader_next(&reader);
        if (result == LINE_END) break;
        if (result == LINE_READ) {
            going = take_line(s, reader.line, reader.length, reader.number);
        } else if (result == LINE_FAILED) {
            s->status = command_fail_file(s->name, "standard input");
            going = false;
        } else if (result != LINE_INTERRUPTED) {
            refusal why = {.code = "bad_line"};
            fail(&why.error, 0, line_result_text(result));
            report(s, (place){true, reader.number}, NULL, &why);
        }
    }
    line_reader_finish(&reader);
    if (going) report_passed(s);
    return going;
}

/* Joins operand i, an ID, and dice that follow it to one text; returns the next i. */
static int join(int i, int operands, char **argv, char out[LINE_CAP])
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

int questions_run(const char *name, bool json, int operands, char **argv,
                  question_answer *answer, void *context)
{
    stream s = {.name = name, .json = json, .answer = answer, .context = context};
    bool going = true;
    if (operands == 0) take_lines(&s);
    for (int i = 1; i <= operands && going;) {
        const place at = {false, (size_t)i};
        if (strcmp(argv[i], "-") == 0) {
            going = take_lines(&s);
            i++;
        } else {
            char text[LINE_CAP];
            i = join(i, operands, argv, text);
            going = ask(&s, at, text, 0);
        }
    }
    return s.status;
}
