/* A rollout as text: "key value..." lines in a fixed order, a check sum at the end.
 * Numbers are decimal integers only, so that a file read and written again is the same
 * bytes. */
#include <alea/rollout.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- writing ---- */

typedef struct writer {
    alea_text text;
    uint32_t sum;
} writer;

static void put(writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* FNV-1a of the text: detects damage, not forgery. */
static uint32_t sum_bytes(uint32_t sum, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * 16777619U;
    return sum;
}

static void put(writer *w, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (n < 0) return;
    size_t length = (size_t)n < sizeof line ? (size_t)n : sizeof line - 1;
    w->sum = sum_bytes(w->sum, line, length);
    alea_text_bytes(&w->text, line, length);
}

static void put_board(writer *w, const alea_board *board)
{
    for (int p = 0; p < 26; p++) put(w, "%d ", board->point[p]);
}

static void put_candidate(writer *w, const alea_rollout_candidate *c)
{
    const alea_rollout_sums *s = &c->sums;
    put(w, "candidate ");
    put_board(w, &c->board);
    put(w, "%d %d %d %s\n", c->other_on_roll, c->may_act, c->doubled,
        c->label[0] ? c->label : "-");
    put(w, "sums %lld %lld %lld %lld %lld %lld %lld %lld\n", (long long)s->equity,
        (long long)s->equity_square, (long long)s->difference_square,
        (long long)s->chance[0], (long long)s->chance[1], (long long)s->chance[2],
        (long long)s->chance[3], (long long)s->chance[4]);
}

/* Other definitions of gammon and backgammon follow on the line of the rules; the
 * standard ones are not written. */
static void put_endings(writer *w, const alea_endings *e)
{
    if (e->gammon_def != ALEA_GAMMON_NONE_OFF ||
        e->backgammon_def != ALEA_BACKGAMMON_NONE_OFF_AND_BAR_OR_WINNER_HOME ||
        e->setup == ALEA_SETUP_HYPERGAMMON)
        put(w, " %d %d %d", (int)e->gammon_def, (int)e->backgammon_def, (int)e->setup);
    put(w, "\n");
}

size_t alea_rollout_write(const alea_rollout *r, char *out, size_t capacity)
{
    char none[1];
    writer w = {alea_text_in(capacity ? out : none, capacity ? capacity : 1),
                2166136261U};
    const alea_cube *c = &r->decision.cube;
    const alea_rollout_settings *s = &r->settings;
    put(&w, "alea-rollout %d\nnet %llu\n", r->version, (unsigned long long)r->net);
    put(&w, "board ");
    put_board(&w, &r->decision.board);
    put(&w, "\nroll %d %d\n", r->decision.roll.die[0], r->decision.roll.die[1]);
    put(&w, "rules %d %d %d", (int)r->decision.rules.dice_usage,
        (int)r->decision.rules.bearoff_high, r->decision.rules.double_moves);
    put_endings(&w, &r->decision.endings);
    put(&w, "match %d %d %d %d %d\n", c->match_length, c->away[0], c->away[1],
        c->crawford_game, c->post_crawford);
    put(&w, "cube %d %d %d %d %d %d\n", c->cube_log2, c->owner, c->in_use, c->jacoby,
        c->beavers, c->cube_limit_log2);
    put(&w, "seed %llu\nplies %d %d %d %d %d\n", (unsigned long long)s->seed,
        s->plies[0], s->plies[1], s->later_from, s->later_plies[0], s->later_plies[1]);
    put(&w, "truncate %d\nreplies %d\nflags %d %d %d\n", s->truncate, s->replies,
        s->cubeful, s->luck, s->stratified);
    put(&w, "candidates %d\n", r->candidates);
    for (int i = 0; i < r->candidates; i++) put_candidate(&w, &r->candidate[i]);
    put(&w, "ranges %d\n", r->ranges);
    for (int i = 0; i < r->ranges; i++)
        put(&w, "range %lld %lld\n", (long long)r->range[i].first,
            (long long)r->range[i].end);
    put(&w, "sum %lu\n", (unsigned long)w.sum);
    return w.text.wanted;
}

/* ---- reading ---- */

typedef struct reader {
    const char *at, *end;
    size_t line;
    alea_error *error;
    alea_status status; /* the first failure is kept */
} reader;

static void fail(reader *r, alea_status status, const char *reason)
{
    if (r->status != ALEA_OK) return;
    r->status = status;
    (void)alea_error_fill(r->error, status, r->line, 1, "%s", reason);
}

/* The next line, which must begin with this key; its rest, NUL-terminated, in
 * `rest`. */
static void line_of(reader *r, const char *key, char *rest, size_t size)
{
    rest[0] = 0;
    if (r->status != ALEA_OK) return;
    r->line++;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    size_t n = strlen(key);
    if (!stop) {
        fail(r, ALEA_ERROR_SYNTAX, "the rollout file ends too early");
        return;
    }
    size_t length = (size_t)(stop - r->at);
    if (length < n + 1 || memcmp(r->at, key, n) != 0 || r->at[n] != ' ' ||
        length - n > size || memchr(r->at, 0, length)) {
        char reason[96];
        snprintf(reason, sizeof reason, "a line \"%s ...\" is expected here", key);
        fail(r, ALEA_ERROR_SYNTAX, reason);
        return;
    }
    memcpy(rest, r->at + n + 1, length - n - 1);
    rest[length - n - 1] = 0;
    r->at = stop + 1;
}

/* Takes an integer within bounds off the front of *text. */
static long long take(reader *r, const char **text, long long low, long long high)
{
    char *rest;
    if (r->status != ALEA_OK) return low;
    long long value = strtoll(*text, &rest, 10);
    if (rest == *text || value < low || value > high) {
        fail(r, ALEA_ERROR_SYNTAX, "a number is missing or out of range");
        return low;
    }
    *text = rest;
    return value;
}

static int take_int(reader *r, const char **text, int low, int high)
{
    return (int)take(r, text, low, high);
}

static uint64_t read_word(reader *r, const char *key)
{
    char rest[64], *end;
    line_of(r, key, rest, sizeof rest);
    uint64_t value = strtoull(rest, &end, 10);
    if (r->status == ALEA_OK && (end == rest || *end))
        fail(r, ALEA_ERROR_SYNTAX, "a number is expected");
    return value;
}

static void read_board(reader *r, const char **text, alea_board *board)
{
    alea_error inner;
    for (int p = 0; p < 26; p++)
        board->point[p] = (int8_t)take_int(r, text, -ALEA_CHECKERS, ALEA_CHECKERS);
    if (r->status != ALEA_OK) return;
    if (alea_board_check(board, ALEA_CHECKERS, &inner) != ALEA_OK ||
        alea_board_phase(board) == ALEA_PHASE_OVER)
        fail(r, ALEA_ERROR_POSITION, "impossible board");
}

static void read_stakes(reader *r, alea_decision *d)
{
    char rest[256];
    const char *at = rest;
    alea_cube *c = &d->cube;
    line_of(r, "board", rest, sizeof rest);
    read_board(r, &at, &d->board);
    line_of(r, "roll", rest, sizeof rest);
    at = rest;
    d->roll.die[0] = (uint8_t)take_int(r, &at, 0, 6);
    d->roll.die[1] = (uint8_t)take_int(r, &at, 0, 6);
    line_of(r, "rules", rest, sizeof rest);
    at = rest;
    d->rules.dice_usage =
        (alea_dice_usage)take_int(r, &at, 0, ALEA_DICE_MAY_PLAY_HIGHER_ONLY);
    d->rules.bearoff_high =
        (alea_bearoff_high)take_int(r, &at, 0, ALEA_BEAROFF_EXACT_ONLY);
    d->rules.double_moves = take_int(r, &at, 2, 4);
    if (d->rules.double_moves == 3)
        fail(r, ALEA_ERROR_SYNTAX, "a double is 2 or 4 moves");
    if (r->status == ALEA_OK && *at) {
        alea_endings *e = &d->endings;
        e->gammon_def = (alea_gammon_def)take_int(r, &at, 0, ALEA_GAMMON_NEVER);
        e->backgammon_def =
            (alea_backgammon_def)take_int(r, &at, 0, ALEA_BACKGAMMON_NEVER);
        e->setup = (alea_setup)take_int(r, &at, 0, ALEA_SETUP_LONGGAMMON);
    }
    d->endings.dice_usage = d->rules.dice_usage;
    d->endings.bearoff_high = d->rules.bearoff_high;
    d->endings.two_moves = d->rules.double_moves == 2;
    line_of(r, "match", rest, sizeof rest);
    at = rest;
    c->match_length = take_int(r, &at, 0, ALEA_MAX_MATCH_LENGTH);
    c->away[0] = take_int(r, &at, 0, ALEA_MET_SIZE);
    c->away[1] = take_int(r, &at, 0, ALEA_MET_SIZE);
    c->crawford_game = take_int(r, &at, 0, 1);
    c->post_crawford = take_int(r, &at, 0, 1);
    if (c->match_length && (!c->away[0] || !c->away[1]))
        fail(r, ALEA_ERROR_SYNTAX, "the match is already won");
    line_of(r, "cube", rest, sizeof rest);
    at = rest;
    c->cube_log2 = take_int(r, &at, 0, ALEA_MAX_CUBE_LOG2);
    c->owner = take_int(r, &at, -1, 1);
    c->in_use = take_int(r, &at, 0, 1);
    c->jacoby = take_int(r, &at, 0, 1);
    c->beavers = take_int(r, &at, 0, 1);
    c->cube_limit_log2 = take_int(r, &at, ALEA_UNLIMITED, 30);
}

static void read_settings(reader *r, alea_rollout_settings *s)
{
    char rest[256];
    const char *at = rest;
    s->seed = read_word(r, "seed");
    line_of(r, "plies", rest, sizeof rest);
    s->plies[0] = take_int(r, &at, 0, 2);
    s->plies[1] = take_int(r, &at, 0, 2);
    s->later_from = take_int(r, &at, 0, 1 << 20);
    s->later_plies[0] = take_int(r, &at, 0, 2);
    s->later_plies[1] = take_int(r, &at, 0, 2);
    line_of(r, "truncate", rest, sizeof rest);
    at = rest;
    s->truncate = take_int(r, &at, 0, 1 << 20);
    line_of(r, "replies", rest, sizeof rest);
    at = rest;
    s->replies = take_int(r, &at, 0, 16);
    line_of(r, "flags", rest, sizeof rest);
    at = rest;
    s->cubeful = take_int(r, &at, 0, 1);
    s->luck = take_int(r, &at, 0, 1);
    s->stratified = take_int(r, &at, 0, 1);
}

static void read_candidate(reader *r, alea_rollout_candidate *c)
{
    char rest[512];
    const char *at = rest;
    line_of(r, "candidate", rest, sizeof rest);
    read_board(r, &at, &c->board);
    if (r->status != ALEA_OK) return;
    c->other_on_roll = take_int(r, &at, 0, 1);
    c->may_act = take_int(r, &at, 0, 1);
    c->doubled = take_int(r, &at, 0, 1);
    if (*at == ' ') at++;
    size_t length = strlen(at);
    if (length >= sizeof c->label) length = sizeof c->label - 1;
    for (size_t i = 0; i < length; i++)
        c->label[i] = at[i] >= 0x20 && at[i] < 0x7F ? at[i] : '?';
    if (strcmp(c->label, "-") == 0) c->label[0] = 0;
    line_of(r, "sums", rest, sizeof rest);
    at = rest;
    const long long most = INT64_MAX / 4;
    c->sums.equity = take(r, &at, -most, most);
    c->sums.equity_square = take(r, &at, 0, most);
    c->sums.difference_square = take(r, &at, 0, most);
    for (int i = 0; i < 5; i++) c->sums.chance[i] = take(r, &at, -most, most);
}

static void read_ranges(reader *r, alea_rollout *out)
{
    char rest[256];
    const char *at = rest;
    line_of(r, "ranges", rest, sizeof rest);
    out->ranges = take_int(r, &at, 0, ALEA_ROLLOUT_RANGES);
    int64_t last = -1;
    for (int i = 0; i < out->ranges && r->status == ALEA_OK; i++) {
        line_of(r, "range", rest, sizeof rest);
        at = rest;
        out->range[i].first = take(r, &at, last + 1, ALEA_ROLLOUT_MAX_TRIALS);
        out->range[i].end =
            take(r, &at, out->range[i].first + 1, ALEA_ROLLOUT_MAX_TRIALS);
        last = out->range[i].end;
    }
}

alea_status alea_rollout_read(const char *text, size_t length, alea_rollout *rollout,
                              alea_error *error)
{
    reader r = {text, text + length, 0, error, ALEA_OK};
    alea_rollout read;
    char rest[256];
    const char *at = rest;
    memset(&read, 0, sizeof read);
    line_of(&r, "alea-rollout", rest, sizeof rest);
    read.version = take_int(&r, &at, 0, 1 << 20);
    if (r.status == ALEA_OK && read.version != ALEA_ROLLOUT_VERSION)
        fail(&r, ALEA_ERROR_VERSION, "a rollout file of another version of alea");
    read.net = read_word(&r, "net");
    read_stakes(&r, &read.decision);
    read_settings(&r, &read.settings);
    line_of(&r, "candidates", rest, sizeof rest);
    at = rest;
    read.candidates = take_int(&r, &at, 1, ALEA_ROLLOUT_CANDIDATES);
    for (int i = 0; i < read.candidates && r.status == ALEA_OK; i++)
        read_candidate(&r, &read.candidate[i]);
    read_ranges(&r, &read);
    size_t covered = (size_t)(r.at - text);
    uint64_t sum = read_word(&r, "sum");
    if (r.status == ALEA_OK && sum != sum_bytes(2166136261U, text, covered))
        fail(&r, ALEA_ERROR_CHECKSUM,
             "the rollout file is damaged: its check sum differs");
    if (r.status == ALEA_OK && r.at != r.end)
        fail(&r, ALEA_ERROR_SYNTAX, "something follows the end of the rollout");
    if (r.status == ALEA_OK) *rollout = read;
    return r.status;
}
