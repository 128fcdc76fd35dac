#include "terms.h"
#include "fields.h"

#include "base/error.h"
#include "base/nearest.h"

#include <alea/notation.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Up to a comma or "..", which strtod would take for a decimal point. */
static bool read_number(const char **at, float *out)
{
    char text[32], *end;
    size_t n = 0;
    while (n + 1 < sizeof text && (*at)[n] && (*at)[n] != ',' &&
           !((*at)[n] == '.' && (*at)[n + 1] == '.'))
        n++;
    memcpy(text, *at, n);
    text[n] = '\0';
    const double value = strtod(text, &end);
    if (n == 0 || *end || !isfinite(value)) return false;
    *at += n;
    *out = (float)value;
    return true;
}

/* "N", "N..M", "N,M,..." after `op`. */
static bool read_numbers(term *t, const char *op, const char *text)
{
    do {
        if (t->ranges == TERM_RANGES) return false;
        float low, high;
        if (!read_number(&text, &low)) return false;
        high = low;
        if (text[0] == '.' && text[1] == '.') {
            text += 2;
            if (!read_number(&text, &high)) return false;
        }
        if (op[0] == '>') {
            low = op[1] ? low : nextafterf(low, INFINITY);
            high = INFINITY;
        } else if (op[0] == '<') {
            high = op[1] ? low : nextafterf(low, -INFINITY);
            low = -INFINITY;
        }
        t->low[t->ranges] = low;
        t->high[t->ranges++] = high;
    } while (*text == ',' && *op == '=' && *++text);
    return *text == '\0';
}

static bool read_points(term *t, const char *text)
{
    do {
        char *end;
        const long point = strtol(text, &end, 10);
        if (end == text || point < 1 || point > 24) return false;
        t->mask |= UINT32_C(1) << point;
        text = end;
    } while (*text == ',' && *++text);
    return *text == '\0';
}

static bool read_dice(term *t, const char *text)
{
    do {
        const int a = text[0] - '0', b = a >= 1 && a <= 6 ? text[1] - '0' : 0;
        if (b < 1 || b > 6) return false;
        t->mask |= UINT32_C(1)
                   << alea_roll_index((alea_roll){{(uint8_t)a, (uint8_t)b}});
        text += 2;
    } while (*text == ',' && *++text);
    return *text == '\0';
}

/* Words are the same with '-' for '_'. */
static bool is_word(const char *name, const char *text, size_t length)
{
    if (strlen(name) != length) return false;
    for (size_t i = 0; i < length; i++)
        if (name[i] != (text[i] == '-' ? '_' : text[i])) return false;
    return true;
}

/* *bad: the word that the field does not know. */
static bool read_words(term *t, const char *text, const char **bad)
{
    const field_id id = t->id;
    do {
        const size_t length = strcspn(text, ",");
        const char *name;
        uint32_t mask, found = 0;
        for (int i = 0; !found && (name = field_word(id, i, &mask)); i++)
            if (is_word(name, text, length)) found = mask;
        *bad = text;
        if (!found) return false;
        t->mask |= found;
        text += length;
    } while (*text == ',' && *++text);
    *bad = NULL;
    return *text == '\0';
}

/* "8/5,6/5": commas or spaces between. */
static bool read_moves(term *t, const char *text)
{
    char spaced[TERM_TEXT];
    if (strlen(text) >= sizeof spaced) return false;
    snprintf(spaced, sizeof spaced, "%s", text);
    for (char *c = spaced; *c; c++)
        if (*c == ',') *c = ' ';
    return alea_moves_read(spaced, strlen(spaced), t->move, &t->moves, NULL) ==
               ALEA_OK &&
           t->moves > 0;
}

static bool read_pattern(term *t, const char *text)
{
    if (strlen(text) != 26) return false;
    for (int i = 0; i < 26; i++) {
        const char c = text[i];
        t->least[i] = -15;
        t->most[i] = 15;
        if (c == '-') {
            t->least[i] = t->most[i] = 0;
        } else if (c >= 'A' && c <= 'O') {
            t->least[i] = (int8_t)(c - 'A' + 1);
        } else if (c >= 'a' && c <= 'o') {
            t->most[i] = (int8_t)(-(c - 'a' + 1));
        } else if (c != '.' && c != '?') {
            return false;
        }
    }
    return true;
}

static bool read_position(term *t, const char *text)
{
    alea_position p;
    const size_t length = strlen(text);
    p.to_act = ALEA_A;
    if (alea_board_text_read(text, length, &p.board, NULL) != ALEA_OK &&
        alea_position_read(text, length, &p, NULL) != ALEA_OK)
        return false;
    alea_player by = p.to_act;
    if (t->id == FIELD_MIRROR) by = alea_opponent(by);
    const alea_board board = by == ALEA_A ? p.board : alea_board_swap(&p.board);
    memcpy(t->least, board.point, sizeof t->least);
    memcpy(t->most, board.point, sizeof t->most);
    return true;
}

/* "*" stands for any text. Kept as a pattern of SQLite's LIKE with '\' as escape;
 * after "==" as it is. */
static bool read_text(term *t, const char *text)
{
    size_t n = 0;
    if (t->exact) {
        const size_t length = strlen(text);
        snprintf(t->text, sizeof t->text, "%s", text);
        return length < sizeof t->text;
    }
    for (; *text && n + 2 < sizeof t->text; text++) {
        if (*text == '%' || *text == '_' || *text == '\\') t->text[n++] = '\\';
        t->text[n++] = *text == '*' ? '%' : *text;
    }
    t->text[n] = '\0';
    return *text == '\0' && n > 0;
}

/* Dates compare as text, cut to the length given: "2024" is the whole year. */
static bool read_date(term *t, const char *op, const char *text)
{
    const size_t length = strlen(text);
    if (length != 4 && length != 7 && length != 10) return false;
    for (size_t i = 0; i < length; i++)
        if (i == 4 || i == 7 ? text[i] != '-' : text[i] < '0' || text[i] > '9')
            return false;
    snprintf(t->text, sizeof t->text, "%s", text);
    t->mask = op[0] == '=' ? 2U : op[0] == '>' ? 4U : 1U;
    if (op[0] != '=' && op[1]) t->mask |= 2U;
    return true;
}

/* *bad: where it goes wrong, in `value`. */
static bool read_value(term *t, const char *op, const char *value, const char **bad)
{
    const field *f = field_at(t->field);
    *bad = value;
    if (f->shape == FIELD_FLAG) return !*op;
    if (!*op || (!*value && !t->exact)) return false;
    if (t->exact && f->shape != FIELD_TEXT) return false;
    if (f->shape == FIELD_NUMBER) return read_numbers(t, op, value);
    if (f->shape == FIELD_DATE) return read_date(t, op, value);
    if (op[0] != '=') return false;
    switch (f->shape) {
    case FIELD_POINTS: return read_points(t, value);
    case FIELD_WORD: return read_words(t, value, bad);
    case FIELD_DICE: return read_dice(t, value);
    case FIELD_TEXT: return read_text(t, value);
    case FIELD_MOVES: return read_moves(t, value);
    case FIELD_BOARD:
        return f->id == FIELD_PATTERN ? read_pattern(t, value)
                                      : read_position(t, value);
    case FIELD_NUMBER:
    case FIELD_FLAG:
    case FIELD_DATE: break;
    }
    return false;
}

/* ---- messages ---- */

enum { NAMES_MOST = 100, REASON = sizeof((alea_error *)0)->reason };

/* Characters of UTF-8 before `end`. */
static int characters(const char *text, const char *end)
{
    int count = 0;
    for (; text < end; text++) count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static alea_status fail(alea_error *error, int column, const char *why)
{
    char where[32] = "";
    if (column > 0) snprintf(where, sizeof where, "column %d: ", column);
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, (size_t)column, "%s%s", where,
                           why);
}

static alea_status no_such_term(alea_error *error, int column, const char *name,
                                size_t length)
{
    const char *names[NAMES_MOST + 1];
    char word[40], why[REASON];
    const field *f;
    int n = 0;
    while (n < NAMES_MOST && (f = field_at(n))) names[n++] = f->name;
    names[n++] = "not";
    snprintf(word, sizeof word, "%.*s", (int)(length < 39 ? length : 39), name);
    char hint[ALEA_HINT_SIZE];
    snprintf(why, sizeof why, "no term \"%s\"%s (alea study find --terms lists all)",
             word, alea_nearest_hint(word, names, (size_t)n, hint));
    return fail(error, column, why);
}

/* All words, or as many as fit; "" ends a truncated list. */
static void list_words(const field *f, size_t room, char out[REASON])
{
    const char *name;
    uint32_t mask;
    size_t n = 0;
    *out = '\0';
    for (int i = 0; (name = field_word(f->id, i, &mask)); i++) {
        const size_t more = strlen(name) + 2;
        if (n + more + 4 > room) {
            snprintf(out + n, REASON - n, ", ...");
            return;
        }
        n += (size_t)snprintf(out + n, REASON - n, "%s%s", n ? ", " : "", name);
    }
}

static alea_status no_such_word(alea_error *error, int column, const field *f,
                                const char *text)
{
    const char *names[NAMES_MOST];
    char word[24], list[REASON], why[REASON], hint[48] = "";
    uint32_t mask;
    int n = 0;
    while (n < NAMES_MOST && (names[n] = field_word(f->id, n, &mask))) n++;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, ","), text);
    const char *near = alea_nearest(word, names, (size_t)n);
    if (near) snprintf(hint, sizeof hint, " (did you mean \"%s\"?)", near);
    const int used =
        snprintf(why, sizeof why, "no %s \"%s\"%s; there are ", f->name, word, hint);
    list_words(f, sizeof why - (size_t)used - 16, list);
    snprintf(why, sizeof why, "no %s \"%s\"%s; there are %s", f->name, word, hint,
             list);
    return fail(error, column, why);
}

static alea_status bad_value(alea_error *error, int column, const field *f,
                             const char *value)
{
    static const char *const want[] = {
        "=N, =N,M, =N..M, >=N, >N, <=N or <N",
        "points from 1 to 24: =5,7",
        "=WORD",
        "nothing after it",
        "=TEXT, where * stands for any text, or ==TEXT",
        "=2024, =2024-05, =2024-05-01, also with >, >=, < or <=",
        "",
        "rolls: =31,66",
        "moves: =8/5,6/5",
    };
    static const char board[] = "=26 characters as in an XGID, or the ID of a position";
    char why[REASON];
    snprintf(why, sizeof why, "\"%s\" does not take \"%.24s\"; it takes %s", f->name,
             value, f->shape == FIELD_BOARD ? board : want[f->shape]);
    return fail(error, column, why);
}

/* ---- a term ---- */

/* "zone7-12" is the field zone. */
static bool read_zone(term *t, const char *name, size_t length)
{
    int from, to, used = 0;
    char text[16];
    t->from = 1;
    t->to = 11;
    if (length < 5 || length >= sizeof text || strncmp(name, "zone", 4) != 0)
        return false;
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    if (sscanf(text, "zone%2d-%2d%n", &from, &to, &used) < 2 || used != (int)length ||
        from < 1 || to > 24 || from > to)
        return false;
    t->from = (int8_t)from;
    t->to = (int8_t)to;
    t->field = field_find("zone", 4, true);
    return true;
}

static bool is_of_match(field_id id)
{
    return id == FIELD_LENGTH || id == FIELD_MATCH || id == FIELD_MONEY ||
           id == FIELD_PLAYER || id == FIELD_OPPONENT || id == FIELD_EVENT ||
           id == FIELD_DAY;
}

static void note_kind(terms *t, const field *f)
{
    const uint64_t bit = UINT64_C(1) << t->count;
    if (is_of_match(f->id))
        t->of_match |= bit;
    else if (f->id >= FIELD_TAG && f->id <= FIELD_COMMENT)
        t->of_labels |= bit;
    else
        t->of_row |= bit;
    t->has_sides = t->has_sides || f->shape == FIELD_MOVES ||
                   f->id == FIELD_BACKGAMMON || f->id == FIELD_LOSE_BACKGAMMON;
    for (int i = 0; i < t->alternatives; i++) t->alternative[i] |= bit;
    t->count++;
}

alea_status terms_add(terms *t, const char *text, bool negated, int column,
                      alea_error *error)
{
    if (t->count == TERMS_MOST) return fail(error, column, "more than 64 terms");
    term *one = &t->term[t->count];
    *one = (term){.field = -1, .negated = negated};
    const char *name = text, *wrong;
    if (strncmp(name, "their-", 6) == 0) {
        one->side = 1;
        name += 6;
    }
    const size_t length = strcspn(name, "=<>");
    one->field = field_find(name, (unsigned)length, one->side);
    if (!read_zone(one, name, length) && one->field < 0)
        return no_such_term(error, column, name, length);
    const field *f = field_at(one->field);
    one->id = f->id;
    one->shape = (int)f->shape;
    char op[3] = {0};
    const char *value = name + length;
    if (*value) op[0] = *value++;
    if (op[0] && *value == '=') op[1] = *value++;
    one->exact = strcmp(op, "==") == 0;
    if (!read_value(one, op, value, &wrong)) {
        if (column > 0) column += characters(text, wrong);
        return f->shape == FIELD_WORD && op[0] == '=' && !op[1] && *wrong
                   ? no_such_word(error, column, f, wrong)
                   : bad_value(error, column, f, wrong);
    }
    note_kind(t, f);
    return ALEA_OK;
}

int terms_split(char *text, const char *word[TERMS_MOST], int column[TERMS_MOST])
{
    int count = 0, at_column = 0;
    char *out = text;
    bool quoted = false, inside = false;
    for (const char *at = text; *at; at++) {
        at_column += ((unsigned char)*at & 0xc0) != 0x80;
        const bool escaped = at[0] == '\\' && at[1] == '"';
        if (*at == '"') {
            quoted = !quoted;
            if (inside) continue;
        }
        if (*at == ' ' && !quoted) {
            if (inside) *out++ = '\0';
            inside = false;
            continue;
        }
        if (!inside) {
            if (count == TERMS_MOST) return -1;
            column[count] = at_column;
            word[count++] = out;
        }
        inside = true;
        if (*at == '"') continue;
        if (escaped) {
            at++;
            at_column++;
        }
        *out++ = *at;
    }
    *out = '\0';
    return quoted ? -1 : count;
}
