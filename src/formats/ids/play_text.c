/* Plays as players write them: "8/5 6/5", "bar/22*", "13/7(2)". Text only; legality is
 * alea_play_judge's business. */
#include <alea/notation.h>

#include <string.h>

#include "base/error.h"
#include "formats/toolkit/parse.h"

typedef struct cursor {
    const char *text;
    size_t length, at;
} cursor;

static char peek(const cursor *c)
{
    return c->at < c->length ? c->text[c->at] : '\0';
}

/* End of text, as opposed to a NUL byte inside it. */
static bool at_end(const cursor *c)
{
    return c->at >= c->length;
}

static void skip_blanks(cursor *c)
{
    while (!at_end(c) &&
           (parse_is_blank(peek(c)) || peek(c) == '\r' || peek(c) == '\n'))
        c->at++;
}

static alea_status fail(const cursor *c, size_t at, alea_error *error,
                        const char *reason)
{
    (void)c;
    return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, at + 1, "%s", reason);
}

/* A point number, "bar" or "off". `first`: the point a checker leaves. */
static alea_status read_point(cursor *c, bool first, int8_t *out, alea_error *error)
{
    size_t start = c->at;
    const char *rest = c->text + start;
    size_t left = c->length - start;
    int value = 0;
    if (parse_starts(rest, left, "bar")) {
        value = ALEA_BAR;
        c->at += 3;
    } else if (parse_starts(rest, left, "off")) {
        value = ALEA_OFF;
        c->at += 3;
    } else {
        while (parse_is_digit(peek(c)) && c->at - start < 3)
            value = value * 10 + (c->text[c->at++] - '0');
        if (c->at == start)
            return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, start + 1,
                                   at_end(c)
                                       ? "a point is missing at the end"
                                       : "a point from 1 to 24, \"bar\" or \"off\" is "
                                         "expected, not '%c'",
                                   parse_shown(peek(c)));
    }
    if (value > ALEA_BAR)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, start + 1,
                               "there is no point %d: points are 1 to 24", value);
    if (first && value == ALEA_OFF)
        return fail(c, start, error, "a checker that is off cannot move");
    if (!first && value == ALEA_BAR)
        return fail(c, start, error, "a checker cannot move to the bar by itself");
    *out = (int8_t)value;
    return ALEA_OK;
}

/* "(3)"; without one, 1. */
static alea_status read_repeat(cursor *c, int *repeat, alea_error *error)
{
    cursor look = *c;
    *repeat = 1;
    skip_blanks(&look);
    if (peek(&look) != '(') return ALEA_OK;
    size_t start = look.at++;
    char digit = peek(&look);
    if (digit < '1' || digit > '4')
        return fail(c, start, error, "a repeat must be (1) to (4)");
    look.at++;
    if (peek(&look) != ')') return fail(c, start, error, "a repeat must be (1) to (4)");
    look.at++;
    *repeat = digit - '0';
    *c = look;
    return ALEA_OK;
}

static alea_status too_many(const cursor *c, size_t at, alea_error *error)
{
    return fail(c, at, error, "more than four moves: a roll has at most four");
}

/* "24/18*" + "/13" ... with its repeat: up to four moves more in `out`. */
static alea_status read_chain(cursor *c, alea_move *out, int *count, alea_error *error)
{
    size_t start = c->at;
    alea_move link[ALEA_MAX_MOVES];
    int links = 0;
    int8_t from;
    alea_status status = read_point(c, true, &from, error);
    if (status) return status;
    if (peek(c) != '/' && peek(c) != '-')
        return fail(c, c->at, error,
                    "'/' and the point the checker goes to must follow");
    while (peek(c) == '/' || peek(c) == '-') {
        if (links == ALEA_MAX_MOVES) return too_many(c, start, error);
        if (links > 0 && from == ALEA_OFF)
            return fail(c, c->at, error, "a checker that is off cannot move on");
        c->at++;
        int8_t to;
        if ((status = read_point(c, false, &to, error))) return status;
        bool hit = peek(c) == '*';
        if (hit) c->at++;
        link[links++] = (alea_move){from, to, hit};
        from = to;
    }
    int repeat;
    if ((status = read_repeat(c, &repeat, error))) return status;
    if (repeat > 1 && peek(c) == '*') { /* "8/5(2)*" */
        link[links - 1].hit = true;
        c->at++;
    }
    if (*count + links * repeat > ALEA_MAX_MOVES) return too_many(c, start, error);
    for (int r = 0; r < repeat; r++)
        for (int i = 0; i < links; i++) {
            out[*count] = link[i];
            /* Only the first checker of a group can hit a blot. */
            if (r > 0) out[*count].hit = false;
            ++*count;
        }
    return ALEA_OK;
}

alea_status alea_moves_read(const char *text, size_t length,
                            alea_move out[ALEA_MAX_MOVES], int *count,
                            alea_error *error)
{
    cursor c = {text, length, 0};
    alea_move moves[ALEA_MAX_MOVES];
    int found = 0;
    bool separated = true, comma = false;
    size_t comma_at = 0;
    for (;;) {
        size_t before = c.at;
        skip_blanks(&c);
        separated = separated || c.at > before;
        if (!at_end(&c) && (peek(&c) == ',' || peek(&c) == ';')) {
            if (comma || found == 0)
                return fail(&c, c.at, error, "a comma with no move before it");
            comma = separated = true;
            comma_at = c.at++;
            continue;
        }
        if (at_end(&c)) break;
        if (!separated)
            return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, c.at + 1,
                                   "'%c' is unexpected after a move",
                                   parse_shown(peek(&c)));
        alea_status status = read_chain(&c, moves, &found, error);
        if (status) return status;
        separated = comma = false;
    }
    if (comma) return fail(&c, comma_at, error, "a move must follow the comma");
    memcpy(out, moves, sizeof moves[0] * (size_t)found);
    *count = found;
    return ALEA_OK;
}

/* A point's name; room for 3 characters is always there. */
static char *put_point(char *out, int point)
{
    static const char names[26][4] = {
        "off", "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12",
        "13",  "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "bar"};
    memcpy(out, names[point], 3);
    return out + (point == ALEA_BAR || point == ALEA_OFF ? 3 : 1 + (point >= 10));
}

typedef struct chain {
    alea_move move[ALEA_MAX_MOVES];
    int moves, repeat;
} chain;

/* True if both chains move alike. Hit marks are ignored: only the first checker of a
 * group can hit. */
static bool same_way(const chain *a, const chain *b)
{
    if (a->moves != b->moves) return false;
    for (int i = 0; i < a->moves; i++)
        if (a->move[i].from != b->move[i].from || a->move[i].to != b->move[i].to)
            return false;
    return true;
}

/* One checker's moves that follow each other over a hit, as one chain. */
static int make_chains(const alea_move *move, int count, chain out[ALEA_MAX_MOVES])
{
    bool used[ALEA_MAX_MOVES] = {false};
    int chains = 0;
    for (int i = 0; i < count; i++) {
        if (used[i]) continue;
        chain *c = &out[chains++];
        c->repeat = 1;
        c->moves = 1;
        c->move[0] = move[i];
        for (int j = i + 1; j < count && c->moves < ALEA_MAX_MOVES; j++) {
            if (used[j] || !c->move[c->moves - 1].hit ||
                move[j].from != c->move[c->moves - 1].to)
                continue;
            used[j] = true;
            c->move[c->moves++] = move[j];
        }
    }
    return chains;
}

/* Fast path for most plays: no hit and no equal moves, so each chain is written
 * separately. */
static bool is_plain(const alea_move *move, int count)
{
    for (int i = 0; i < count; i++) {
        if (move[i].hit) return false;
        for (int j = i + 1; j < count; j++)
            if (move[i].from == move[j].from && move[i].to == move[j].to) return false;
    }
    return true;
}

static size_t write_plain(const alea_move *move, int count, char *out)
{
    char *at = out;
    for (int i = 0; i < count; i++) {
        if (i > 0) *at++ = ' ';
        at = put_point(at, move[i].from);
        *at++ = '/';
        at = put_point(at, move[i].to);
    }
    *at = '\0';
    return (size_t)(at - out);
}

size_t alea_moves_write(const alea_move *move, int count, char out[ALEA_PLAY_TEXT_SIZE])
{
    char *at = out;
    for (int i = 0; i < count && i < ALEA_MAX_MOVES; i++) {
        if (i > 0) *at++ = ' ';
        at = put_point(at, move[i].from);
        *at++ = '/';
        at = put_point(at, move[i].to);
        if (move[i].hit) *at++ = '*';
    }
    *at = '\0';
    return (size_t)(at - out);
}

size_t alea_play_write(const alea_board *before, const alea_play *play,
                       char out[ALEA_PLAY_TEXT_SIZE])
{
    alea_move move[ALEA_MAX_MOVES];
    chain chains[ALEA_MAX_MOVES];
    int count = 0;
    alea_play_canonical(before, play, move, &count);
    if (is_plain(move, count)) return write_plain(move, count, out);
    count = make_chains(move, count, chains);
    char *at = out;
    for (int i = 0; i < count; i++) {
        chain *c = &chains[i];
        if (c->repeat == 0) continue;
        for (int j = i + 1; j < count; j++) {
            if (chains[j].repeat == 0 || !same_way(c, &chains[j])) continue;
            for (int k = 0; k < c->moves; k++) c->move[k].hit |= chains[j].move[k].hit;
            c->repeat++;
            chains[j].repeat = 0;
        }
        if (at > out) *at++ = ' ';
        at = put_point(at, c->move[0].from);
        for (int k = 0; k < c->moves; k++) {
            *at++ = '/';
            at = put_point(at, c->move[k].to);
            if (c->move[k].hit) *at++ = '*';
        }
        if (c->repeat > 1) {
            *at++ = '(';
            *at++ = (char)('0' + c->repeat);
            *at++ = ')';
        }
    }
    *at = '\0';
    return (size_t)(at - out);
}
