/* Requests: a board line (roll, double, take, a play, or a resignation to answer),
 * "evaluation fibsboard BOARD options", "version", "set ...", "exit". */
#include "external_answer.h"

#include "beaver_answer.h"
#include "cli/io/args.h"

#include <alea/cube.h>
#include <alea/notation.h>

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Words of a request after the board. */
typedef struct request {
    alea_position position;
    int resignation;
    alea_search_settings settings;
    bool jacoby, beavers, cubeful, cube;
    /* GNU Backgammon's `evaluation` reports without the cube by default */
    bool cubeful_value;
} request;

static void say(char out[EXTERNAL_ANSWER_SIZE], const char *text)
{
    snprintf(out, EXTERNAL_ANSWER_SIZE, "%s", text);
}

/* The next word of a line; its length, 0 at the end. */
static size_t next_word(const char **at, const char *end, const char **word)
{
    while (*at < end && (**at == ' ' || **at == '\t')) (*at)++;
    *word = *at;
    while (*at < end && **at != ' ' && **at != '\t') (*at)++;
    return (size_t)(*at - *word);
}

static bool is(const char *word, size_t length, const char *what)
{
    return strlen(what) == length && strncasecmp(word, what, length) == 0;
}

static bool read_on_off(const char *word, size_t length, bool *out)
{
    *out =
        is(word, length, "on") || is(word, length, "yes") || is(word, length, "true");
    return *out || is(word, length, "off") || is(word, length, "no") ||
           is(word, length, "false");
}

/* "prune" and "deterministic" may be said with or without on or off. */
static void skip_on_off(const char **at, const char *end)
{
    const char *next = *at, *word;
    bool ignored;
    size_t length = next_word(&next, end, &word);
    if (read_on_off(word, length, &ignored)) *at = next;
}

static bool read_small(const char *word, size_t length, long long low, long long high,
                       long long *out)
{
    char text[16];
    if (length == 0 || length >= sizeof text) return false;
    memcpy(text, word, length);
    text[length] = '\0';
    return args_integer(text, low, high, out);
}

/* One option; false with the reason in `out`. */
static bool read_option(request *r, const char *word, size_t length, const char **at,
                        const char *end, char out[EXTERNAL_ANSWER_SIZE])
{
    static const char *const valued[] = {"plies",       "resignation", "noise",
                                         "cube",        "jacobyrule",  "beavers",
                                         "crawfordrule"};
    const char *value = NULL;
    size_t value_length = 0;
    long long number = 0;
    bool on = false, ok = true;
    for (size_t i = 0; i < sizeof valued / sizeof *valued; i++)
        if (is(word, length, valued[i])) value_length = next_word(at, end, &value);
    if (is(word, length, "plies")) {
        ok = read_small(value, value_length, 0, ALEA_MAX_PLIES, &number);
        if (ok) r->settings = alea_search_settings_default((int)number);
    } else if (is(word, length, "resignation")) {
        ok = read_small(value, value_length, 0, 3, &number);
        r->resignation = (int)number;
    } else if (is(word, length, "noise")) {
        ok = value_length > 0; /* accepted and ignored: alea adds no noise */
    } else if (is(word, length, "cubeful") || is(word, length, "cubeless")) {
        r->cubeful = r->cubeful_value = length == 7;
    } else if (is(word, length, "prune") || is(word, length, "deterministic")) {
        skip_on_off(at, end); /* both always, or of no effect */
    } else if (is(word, length, "cube")) {
        ok = read_on_off(value, value_length, &on);
        r->cube = on;
    } else if (is(word, length, "jacobyrule")) {
        ok = read_on_off(value, value_length, &r->jacoby);
    } else if (is(word, length, "beavers")) {
        ok = read_on_off(value, value_length, &r->beavers);
    } else if (is(word, length, "crawfordrule")) {
        ok = read_on_off(value, value_length, &on);
    } else {
        snprintf(out, EXTERNAL_ANSWER_SIZE, "Error: unknown option \"%.*s\"",
                 (int)(length < 60 ? length : 60), word);
        return false;
    }
    if (!ok)
        snprintf(out, EXTERNAL_ANSWER_SIZE, "Error: bad value for \"%.*s\"",
                 (int)length, word);
    return ok;
}

/* The board in front of the options; its length. The two names, fields 1 and 2, may
 * hold blanks: GNU Backgammon sends them as they are. Behind the third colon a blank
 * ends it. */
static size_t next_board(const char **at, const char *end, const char **board)
{
    const char *text = *at;
    while (text < end && (*text == ' ' || *text == '\t')) text++;
    *board = *at = text;
    for (int colons = 0; colons < 3 && *at < end; (*at)++)
        if (**at == ':') colons++;
    while (*at < end && **at != ' ' && **at != '\t') (*at)++;
    return (size_t)(*at - *board);
}

/* The board and the options behind it. Money stakes come from the context. */
static bool read_request(const external_context *context, const char *line,
                         const char *end, request *r, char out[EXTERNAL_ANSWER_SIZE])
{
    const char *word;
    alea_error error;
    *r = (request){.settings = context->settings,
                   .jacoby = context->jacoby,
                   .beavers = context->beavers,
                   .cubeful = true,
                   .cubeful_value = false,
                   .cube = true};
    size_t length = next_board(&line, end, &word);
    if (alea_fibs_board_read(word, length, ALEA_FIBS_GNUBG, &r->position, NULL,
                             &error) != ALEA_OK) {
        char where[32] = "";
        if (error.column > 0)
            snprintf(where, sizeof where, "column %zu: ", error.column);
        snprintf(out, EXTERNAL_ANSWER_SIZE, "Error: %s%s", where, error.reason);
        return false;
    }
    while ((length = next_word(&line, end, &word)) > 0)
        if (!read_option(r, word, length, &line, end, out)) return false;
    if (r->position.match_length == 0) {
        r->position.jacoby = r->jacoby;
        r->position.beavers = r->beavers;
    }
    if (!r->cube) r->position.cube = false;
    r->settings.cubeful =
        r->settings.cubeful && context->settings.cubeful && r->cubeful;
    r->settings.time_ms = context->settings.time_ms;
    return true;
}

/* Every move by one die, "bar/22 13/9". */
static void write_play(const alea_play *play, char out[EXTERNAL_ANSWER_SIZE])
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < play->count; i++) {
        char from[8] = "bar", to[8] = "off";
        const alea_move *move = &play->move[i];
        if (move->from != ALEA_BAR) snprintf(from, sizeof from, "%d", move->from);
        if (move->to != ALEA_OFF) snprintf(to, sizeof to, "%d", move->to);
        int n = snprintf(out + used, EXTERNAL_ANSWER_SIZE - used, "%s%s/%s",
                         i ? " " : "", from, to);
        if (n > 0) used += (size_t)n;
    }
}

static void answer_play(external_context *context, const request *r,
                        char out[EXTERNAL_ANSWER_SIZE])
{
    alea_decision decision = alea_decision_of_position(&r->position);
    alea_candidate best;
    alea_error error;
    int count;
    if (alea_search_play(context->engine, &decision, &r->settings, &best, 1, &count,
                         &error) == ALEA_OK)
        write_play(&best.play, out);
    else
        snprintf(out, EXTERNAL_ANSWER_SIZE, "Error: %s", error.reason);
}

static void answer_beaver(external_context *context, const request *r,
                          char out[EXTERNAL_ANSWER_SIZE])
{
    alea_cube_result result;
    alea_error error;
    bool take;
    if (beaver_answer(context->engine, &r->position, &r->settings, &result, &take,
                      &error) == ALEA_OK)
        say(out, take ? "take" : "drop");
    else
        snprintf(out, EXTERNAL_ANSWER_SIZE, "Error: %s", error.reason);
}

static void answer_cube(external_context *context, const request *r,
                        char out[EXTERNAL_ANSWER_SIZE])
{
    alea_decision decision = alea_decision_of_position(&r->position);
    alea_cube_result result;
    alea_error error;
    bool answering = r->position.offers > 0;
    if (!answering && !alea_cube_may_double(&decision.cube)) {
        say(out, "roll");
        return;
    }
    if (alea_search_cube(context->engine, &decision, &r->settings, &result, &error) !=
        ALEA_OK) {
        snprintf(out, EXTERNAL_ANSWER_SIZE, "Error: %s", error.reason);
        return;
    }
    const alea_cube_verdict *v = &result.verdict;
    bool doubles =
        v->action == ALEA_CUBE_DOUBLE_TAKE || v->action == ALEA_CUBE_DOUBLE_DROP;
    if (!answering)
        say(out, doubles ? "double" : "roll");
    else if (r->position.beavers && v->beaver)
        say(out, "beaver");
    else
        say(out, v->take ? "take" : "drop");
}

/* The side whose turn it is offers to lose, as GNU Backgammon's server reads the line;
 * the other one agrees if that costs the offerer at least what playing on would. */
static void answer_resignation(external_context *context, const request *r,
                               char out[EXTERNAL_ANSWER_SIZE])
{
    alea_decision offerer = alea_decision_of_position(&r->position);
    const alea_met *met = alea_engine_met(context->engine);
    alea_cube_result result;
    alea_error error;
    alea_probs lost = {.lose_gammon = r->resignation >= 2 ? 1.0f : 0.0f,
                       .lose_backgammon = r->resignation >= 3 ? 1.0f : 0.0f};
    if (alea_search_cube(context->engine, &offerer, &r->settings, &result, &error) !=
        ALEA_OK) {
        snprintf(out, EXTERNAL_ANSWER_SIZE, "Error: %s", error.reason);
        return;
    }
    float resigned = alea_cube_dead_equity(&offerer.cube, met, &lost);
    say(out, resigned <= result.verdict.best + 1e-4f ? "accept" : "reject");
}

static void answer_board(external_context *context, const char *line, const char *end,
                         char out[EXTERNAL_ANSWER_SIZE])
{
    request r;
    if (!read_request(context, line, end, &r, out)) return;
    if (r.resignation > 0)
        answer_resignation(context, &r, out);
    else if (alea_roll_valid(r.position.roll))
        answer_play(context, &r, out);
    else if (r.position.offers > 1)
        answer_beaver(context, &r, out);
    else
        answer_cube(context, &r, out);
}

static void answer_evaluation(external_context *context, const char *line,
                              const char *end, char out[EXTERNAL_ANSWER_SIZE])
{
    request r;
    const char *word;
    size_t length = next_word(&line, end, &word);
    if (!is(word, length, "fibsboard")) {
        say(out, "Error: evaluation fibsboard BOARD [option]...");
        return;
    }
    if (!read_request(context, line, end, &r, out)) return;
    r.position.roll = (alea_roll){{0, 0}};
    r.position.offers = 0;
    alea_decision decision = alea_decision_of_position(&r.position);
    alea_cube_result result;
    alea_error error;
    if (alea_search_cube(context->engine, &decision, &r.settings, &result, &error) !=
        ALEA_OK) {
        snprintf(out, EXTERNAL_ANSWER_SIZE, "Error: %s", error.reason);
        return;
    }
    const alea_probs *p = &result.probs;
    float value = r.cubeful_value ? result.verdict.equity.no_double : result.cubeless;
    if (decision.cube.match_length > 0)
        value = alea_cube_chance_of_equity(&decision.cube,
                                           alea_engine_met(context->engine), value);
    snprintf(out, EXTERNAL_ANSWER_SIZE, "%f %f %f %f %f %f", (double)p->win,
             (double)p->win_gammon, (double)p->win_backgammon, (double)p->lose_gammon,
             (double)p->lose_backgammon, (double)value);
}

/* Answers "set interface new|old" and "set debug on|off" with the words of GNU
 * Backgammon. They change nothing here: there is one interface, and --log writes the
 * debug output. */
static void answer_set(const char *at, const char *end, char out[EXTERNAL_ANSWER_SIZE])
{
    const char *name, *value, *more;
    size_t name_length = next_word(&at, end, &name);
    size_t value_length = next_word(&at, end, &value);
    bool alone = next_word(&at, end, &more) == 0, on;
    if (alone && is(name, name_length, "debug") &&
        read_on_off(value, value_length, &on))
        say(out, on ? "Debug output ON" : "Debug output OFF");
    else if (alone && is(name, name_length, "interface") &&
             is(value, value_length, "new"))
        say(out, "New interface ON");
    else if (alone && is(name, name_length, "interface") &&
             is(value, value_length, "old"))
        say(out, "New interface OFF");
    else
        say(out, "Error: set interface new|old, or set debug on|off");
}

bool external_answer(external_context *context, const char *line, size_t length,
                     char out[EXTERNAL_ANSWER_SIZE])
{
    const char *end = line + length, *at = line, *word;
    size_t n = next_word(&at, end, &word);
    out[0] = '\0';
    if (memchr(line, '\0', length)) {
        say(out, "Error: a NUL byte in the request");
    } else if (n == 0) {
        say(out, "Error: no command given");
    } else if (n >= 6 && strncasecmp(word, "board:", 6) == 0) {
        answer_board(context, line, end, out);
    } else if (is(word, n, "fibsboard")) {
        answer_board(context, at, end, out);
    } else if (is(word, n, "evaluation")) {
        answer_evaluation(context, at, end, out);
    } else if (is(word, n, "version")) {
        say(out, "Interface: 2\nRFBF: 0\nEngine: alea\nSoftware: alea");
    } else if (is(word, n, "set")) {
        answer_set(at, end, out);
    } else if (is(word, n, "help")) {
        say(out,
            "[fibsboard] BOARD [option]... [RESIGNATION n], evaluation fibsboard BOARD "
            "[option]..., set interface new|old, set debug on|off, version, help, "
            "exit, quit");
    } else if (is(word, n, "exit") || is(word, n, "quit")) {
        return false;
    } else {
        snprintf(out, EXTERNAL_ANSWER_SIZE, "Error: unknown request \"%.*s\"",
                 (int)(n < 60 ? n : 60), word);
    }
    return true;
}
