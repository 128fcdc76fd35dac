/* Positions of the tables games as text: the plain form. */
#include <alea/tables.h>

#include "base/error.h"
#include "base/text.h"

#include <string.h>

typedef struct reader {
    const char *text;
    size_t length, at;
    alea_error *error;
} reader;

static alea_status refuse(const reader *r, alea_status status, const char *reason)
{
    return alea_error_fill(r->error, status, 0, r->at + 1, "%s", reason);
}

static bool skip(reader *r, char c)
{
    if (r->at >= r->length || r->text[r->at] != c) return false;
    r->at++;
    return true;
}

static void skip_blanks(reader *r)
{
    while (skip(r, ' ') || skip(r, '\t')) continue;
}

/* Counts of a side in the plain form. */
static int counts_of(const alea_tables_rules *rules)
{
    return rules->path == ALEA_TABLES_LONG ? ALEA_TABLES_POINTS : ALEA_TABLES_PLAIN;
}

/* A number of at most two digits. */
static bool read_number(reader *r, int *value)
{
    size_t start = r->at;
    *value = 0;
    while (r->at < r->length && r->text[r->at] >= '0' && r->text[r->at] <= '9' &&
           r->at - start < 2)
        *value = *value * 10 + (r->text[r->at++] - '0');
    return r->at > start;
}

static alea_status read_side(reader *r, int points, uint8_t count[ALEA_TABLES_POINTS])
{
    for (int p = 0; p < points; p++) {
        int value;
        skip_blanks(r);
        if (p && !skip(r, ','))
            return alea_error_fill(r->error, ALEA_ERROR_SYNTAX, 0, r->at + 1,
                                   "a side is %d counts, separated by commas", points);
        skip_blanks(r);
        if (!read_number(r, &value) || value > 15)
            return refuse(r, ALEA_ERROR_SYNTAX, "expected a count from 0 to 15");
        count[p] = (uint8_t)value;
    }
    skip_blanks(r);
    if (!skip(r, ';'))
        return alea_error_fill(r->error, ALEA_ERROR_SYNTAX, 0, r->at + 1,
                               "expected \";\" after the %d counts", points);
    return ALEA_OK;
}

static alea_status read_pins(reader *r, uint32_t *pinned)
{
    *pinned = 0;
    if (skip(r, '-')) return ALEA_OK;
    for (int value; read_number(r, &value);) {
        if (value < 1 || value > 24)
            return refuse(r, ALEA_ERROR_SYNTAX, "pinned points are 1 to 24");
        if (*pinned >> value & 1)
            return refuse(r, ALEA_ERROR_SYNTAX, "this point is named twice");
        *pinned |= (uint32_t)1 << value;
        if (!skip(r, ',')) return ALEA_OK;
    }
    return *pinned ? refuse(r, ALEA_ERROR_SYNTAX, "expected a point after the comma")
                   : ALEA_OK;
}

/* ";MINE;HIS": how many were hit; may be absent. */
static alea_status read_hits(reader *r, uint8_t hit[2])
{
    for (int side = 0; side < 2; side++) {
        int value;
        if (!skip(r, ';')) {
            if (!side) return ALEA_OK;
            return refuse(r, ALEA_ERROR_SYNTAX,
                          "expected \";\" between the hit checkers of the two sides");
        }
        if (!read_number(r, &value) || value > 15)
            return refuse(r, ALEA_ERROR_SYNTAX, "expected a count from 0 to 15");
        hit[side] = (uint8_t)value;
    }
    return ALEA_OK;
}

static bool read_word(reader *r, const char *word)
{
    size_t length = strlen(word);
    if (r->length - r->at < length || memcmp(r->text + r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

static bool is_separator(char c)
{
    return c == ' ' || c == '\t' || c == '-' || c == ',' || c == ';';
}

/* Dice and "first", in any order. */
static alea_status read_dice(reader *r, const alea_tables_rules *rules,
                             alea_tables_dice *dice, bool *first)
{
    const int wanted = rules->dice;
    *dice = (alea_tables_dice){0};
    *first = false;
    while (r->at < r->length) {
        char c = r->text[r->at];
        if (is_separator(c)) {
            r->at++;
        } else if (c >= '0' && c <= '9' && alea_tables_is_die(rules, c - '0') &&
                   dice->count < wanted) {
            dice->die[dice->count++] = (uint8_t)(c - '0');
            r->at++;
        } else if (!*first && read_word(r, "first")) {
            *first = true;
        } else {
            return alea_error_fill(r->error, ALEA_ERROR_SYNTAX, 0, r->at + 1,
                                   "expected %d dice, then perhaps \"first\"", wanted);
        }
    }
    if (dice->count == wanted) return ALEA_OK;
    return alea_error_fill(r->error, ALEA_ERROR_SYNTAX, 0, r->at + 1,
                           "%d dice must follow the position, for example %s", wanted,
                           wanted == 3   ? "256"
                           : wanted == 2 ? "31"
                                         : "3");
}

static alea_status read_all(reader *r, const alea_tables_rules *rules,
                            alea_tables_board *board, alea_tables_dice *dice,
                            bool *first)
{
    alea_status status = read_side(r, counts_of(rules), board->count[0]);
    if (status == ALEA_OK) status = read_side(r, counts_of(rules), board->count[1]);
    if (status != ALEA_OK) return status;
    skip_blanks(r);
    status = read_pins(r, &board->pinned[0]);
    skip_blanks(r);
    if (status == ALEA_OK && !skip(r, ';'))
        status = refuse(r, ALEA_ERROR_SYNTAX,
                        "expected \";\" between the pinned points of the two sides");
    if (status != ALEA_OK) return status;
    bool blank = r->at < r->length && (r->text[r->at] == ' ' || r->text[r->at] == '\t');
    if (!blank) status = read_pins(r, &board->pinned[1]);
    if (status == ALEA_OK) status = read_hits(r, board->hit);
    if (status != ALEA_OK) return status;
    if (r->at < r->length && !is_separator(r->text[r->at]))
        return refuse(r, ALEA_ERROR_SYNTAX, "expected a point, a blank or the end");
    if (dice) {
        status = read_dice(r, rules, dice, first);
    } else {
        skip_blanks(r);
        if (r->at < r->length)
            status = refuse(r, ALEA_ERROR_SYNTAX, "expected the end of the position");
    }
    if (status != ALEA_OK) return status;
    return alea_tables_board_check(rules, board, r->error);
}

alea_status alea_tables_text_read(const alea_tables_rules *rules, const char *text,
                                  size_t length, alea_tables_board *board,
                                  alea_tables_dice *dice, bool *first,
                                  alea_error *error)
{
    reader r = {text, length, 0, error};
    alea_tables_board read_board = {0};
    alea_tables_dice read_throw = {0};
    bool read_first = false;
    while (r.length && (text[r.length - 1] == ' ' || text[r.length - 1] == '\t'))
        r.length--;
    alea_status status =
        read_all(&r, rules, &read_board, dice ? &read_throw : NULL, &read_first);
    if (status != ALEA_OK) return status;
    *board = read_board;
    if (dice) *dice = read_throw;
    if (first) *first = read_first;
    return ALEA_OK;
}

size_t alea_tables_text_write(const alea_tables_rules *rules,
                              const alea_tables_board *board,
                              char out[ALEA_TABLES_TEXT_SIZE])
{
    alea_text text = alea_text_in(out, ALEA_TABLES_TEXT_SIZE);
    for (int side = 0; side < 2; side++)
        for (int r = 0; r < counts_of(rules); r++) {
            alea_text_integer(&text, board->count[side][r]);
            alea_text_char(&text, r + 1 < counts_of(rules) ? ',' : ';');
        }
    for (int side = 0; side < 2; side++) {
        size_t start = text.length;
        for (int r = 1; r <= 24; r++) {
            if (!(board->pinned[side] >> r & 1)) continue;
            if (text.length > start) alea_text_char(&text, ',');
            alea_text_integer(&text, r);
        }
        if (!side) alea_text_char(&text, ';');
    }
    for (int side = 0; side < 2 && (board->hit[0] || board->hit[1]); side++) {
        alea_text_char(&text, ';');
        alea_text_integer(&text, board->hit[side]);
    }
    return text.length;
}
