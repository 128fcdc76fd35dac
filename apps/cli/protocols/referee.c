/* `alea referee`: the state machine of a whole session, driven by JSON lines. */
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/question/answers.h"
#include "list.h"
#include "referee_json.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The longest line read; a longer one is skipped and refused. */
enum { LINE_CAP = 65536 };

static const char about[] =
    "Judges a session event by event: one JSON object per line in, one per line out.\n"
    "The first line gives the rules, every other line is an event, for example\n"
    "  {\"rules\": {\"preset\": \"tournament\", \"match_length\": 5}}\n"
    "  {\"event\": \"opening\", \"A\": 3, \"B\": 1}\n"
    "  {\"event\": \"play\", \"by\": \"A\", \"move\": \"8/5 6/5\"}\n"
    "Each answer holds the state of the match; a refused event changes nothing and is\n"
    "answered with a code and a sentence. {\"event\": \"legal\"} lists the legal plays.\n"
    "The protocol is described in docs/referee.md.\n"
    "Exit status: 0 at the end of the input, 2 for bad rules, 3 when the input or output\n"
    "fails.";

static void put(const char *text, size_t length)
{
    fwrite(text, 1, length, stdout);
}

static void put_text(const char *text)
{
    put(text, strlen(text));
}

/* Written here, as all of an answer is: a value in memory for each event would take
 * longer than to judge it. */
static void put_string(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c < ' ') {
            printf("\\u%04x", c);
            continue;
        }
        if (c == '"' || c == '\\') putchar('\\');
        putchar(c);
    }
    putchar('"');
}

static void put_state(const alea_match *match)
{
    char state[REFEREE_STATE_SIZE];
    put_text(", \"state\": ");
    put(state, referee_write_state(match, state));
    put_text("}\n");
}

static void accept(const alea_match *match)
{
    put_text("{\"ok\": true");
    put_state(match);
}

static void refuse(const alea_match *match, alea_refusal refusal, const char *message)
{
    put_text("{\"ok\": false, \"code\": \"");
    put_text(alea_refusal_code(refusal));
    put_text("\", \"message\": ");
    put_string(message);
    put_state(match);
}

static void list_plays(plays_work *work, const alea_match *match)
{
    if (match->phase != ALEA_MATCH_TO_PLAY) {
        refuse(match, ALEA_REFUSED_WRONG_PHASE, "Nobody has dice to play now.");
        return;
    }
    alea_board board = alea_match_board(match, match->turn);
    size_t length;
    int count;
    const char *plays =
        plays_json(work, &board, match->roll, &match->rules.play, &length, &count);
    put_text("{\"ok\": true, \"plays\": ");
    put(plays, length);
    put_text("}\n");
}

/* Answers with the reason a play is illegal and the booklet's sentence about it. */
static void refuse_request(const alea_match *match, const referee_request *request,
                           alea_refusal refusal, alea_play_error play_error)
{
    char message[REFEREE_MESSAGE_SIZE];
    const char *cite = NULL;
    if (request->message[0] && request->about == refusal) {
        snprintf(message, sizeof message, "%s", request->message);
    } else if (refusal == ALEA_REFUSED_ILLEGAL_PLAY) {
        cite = alea_rules_cite_play(match->rules.preset, play_error);
        snprintf(message, sizeof message, "%s%s%.200s",
                 alea_play_error_text(play_error), cite ? " " : "", cite ? cite : "");
    } else if (refusal == ALEA_REFUSED_WRONG_PHASE && !match->contestable &&
               request->event.type == ALEA_EVENT_REQUIRE_LEGAL) {
        snprintf(message, sizeof message,
                 "Nothing can be contested: the last play was legal, or a roll or a "
                 "double has accepted it.");
    } else {
        snprintf(message, sizeof message, "%s",
                 refusal == ALEA_REFUSED_WRONG_PHASE ? alea_match_waits_for(match)
                                                     : alea_refusal_text(refusal));
    }
    refuse(match, refusal, message);
}

/* The play is legal except for a hit mark where nothing is hit: a referee neither
 * ignores the mark nor guesses the intended play. */
static bool refuse_wrong_mark(const alea_match *match, const alea_event *event)
{
    if (event->type != ALEA_EVENT_PLAY || event->as_made ||
        alea_match_would(match, event) != ALEA_ACCEPTED)
        return false;
    const alea_board board = alea_match_board(match, event->by);
    const int wrong = alea_play_wrong_mark(&board, event->move, event->moves);
    if (wrong < 0) return false;
    char message[REFEREE_MESSAGE_SIZE];
    const int to = event->move[wrong].to;
    if (to == ALEA_OFF)
        snprintf(message, sizeof message,
                 "\"*\" marks a hit, but bearing off hits nothing.");
    else
        snprintf(message, sizeof message,
                 "\"*\" marks a hit, but there is no blot on the %d point.", to);
    refuse(match, ALEA_REFUSED_ILLEGAL_PLAY, message);
    return true;
}

static void answer(plays_work *work, alea_match *match, const char *line, size_t length)
{
    referee_request request;
    referee_read_request(line, length, match, &request);
    if (request.kind == REQUEST_BAD) {
        refuse(match, ALEA_REFUSED_BAD_EVENT, request.message);
    } else if (request.kind == REQUEST_LEGAL) {
        list_plays(work, match);
    } else if (!refuse_wrong_mark(match, &request.event)) {
        alea_play_error play_error;
        alea_refusal refusal = alea_match_apply(match, &request.event, &play_error);
        if (refusal == ALEA_ACCEPTED)
            accept(match);
        else
            refuse_request(match, &request, refusal, play_error);
    }
}

/* The next line, with what has been answered sent off first if there may be a wait. */
static line_result next_line(line_reader *reader)
{
    if (!line_reader_has_line(reader)) fflush(stdout);
    line_result result;
    do result = line_reader_next(reader);
    while (result == LINE_INTERRUPTED);
    return result;
}

/* Reads the first line. An exit status, or -1 to go on. */
static int read_first(line_reader *reader, alea_match *match)
{
    line_result result = next_line(reader);
    if (result == LINE_FAILED) return -1;
    char message[REFEREE_MESSAGE_SIZE];
    alea_rules rules;
    bool good = false;
    if (result == LINE_READ)
        good = rules_json_read(reader->line, reader->length, false, &rules, message);
    else if (result == LINE_END)
        snprintf(message, sizeof message, "The rules are missing.");
    else
        snprintf(message, sizeof message, "The rules: %s.", line_result_text(result));
    if (!good) {
        put_text("{\"ok\": false, \"code\": \"bad_rules\", \"message\": ");
        put_string(message);
        put_text("}\n");
        return EXIT_USAGE;
    }
    alea_match_start(match, &rules);
    accept(match);
    return -1;
}

static int run(plays_work *work, line_reader *reader)
{
    alea_match match;
    int status = read_first(reader, &match);
    if (status >= 0) return status;
    while (output_works()) {
        line_result result = next_line(reader);
        if (result == LINE_END) return EXIT_DONE;
        if (result == LINE_FAILED)
            return command_fail_file("referee", "standard input");
        if (result == LINE_READ) {
            answer(work, &match, reader->line, reader->length);
        } else {
            char message[REFEREE_MESSAGE_SIZE];
            snprintf(message, sizeof message, "Line %zu: %s.", reader->number,
                     line_result_text(result));
            refuse(&match, ALEA_REFUSED_BAD_EVENT, message);
        }
    }
    return EXIT_SYSTEM;
}

int cmd_referee(int argc, char **argv)
{
    const args_spec spec = {"", about, NULL, 0, 0};
    int operands;
    int status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    plays_work *work = plays_work_new();
    if (!work) return command_fail_memory("referee");
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    line_reader reader;
    line_reader_start(&reader, STDIN_FILENO, LINE_CAP);
    status = run(work, &reader);
    line_reader_finish(&reader);
    plays_work_free(work);
    return status;
}
