/* Moves of the tables games as text. */
#include <alea/tables.h>

#include "base/error.h"
#include "base/text.h"

#include <string.h>

typedef struct reader {
    const alea_tables_rules *rules;
    const char *text;
    size_t length, at;
    alea_error *error;
} reader;

static alea_status refuse(const reader *r, const char *reason)
{
    return alea_error_fill(r->error, ALEA_ERROR_SYNTAX, 0, r->at + 1, "%s", reason);
}

static bool is_long(const alea_tables_rules *rules)
{
    return rules->path == ALEA_TABLES_LONG;
}

static void put_point(alea_text *text, const alea_tables_rules *rules, int point)
{
    if (point == ALEA_TABLES_OFF)
        alea_text_put(text, "off");
    else if (point == ALEA_TABLES_BAR && !is_long(rules))
        alea_text_put(text, "bar");
    else
        alea_text_integer(text, point);
}

size_t alea_tables_moves_write(const alea_tables_rules *rules,
                               const alea_tables_move *move, int moves,
                               char out[ALEA_TABLES_MOVES_SIZE])
{
    alea_text text = alea_text_in(out, ALEA_TABLES_MOVES_SIZE);
    for (int m = 0; m < moves; m++) {
        if (m) alea_text_char(&text, ' ');
        put_point(&text, rules, move[m].from);
        alea_text_char(&text, '/');
        put_point(&text, rules, move[m].to);
        if (move[m].hit) alea_text_char(&text, '*');
        if (move[m].pin) alea_text_char(&text, '^');
    }
    return text.length;
}

static bool skip(reader *r, char c)
{
    if (r->at >= r->length || r->text[r->at] != c) return false;
    r->at++;
    return true;
}

/* A number of at most two digits, or the word, which stands for `value`. */
static bool read_point(reader *r, const char *word, int value, uint8_t *point)
{
    const size_t start = r->at, length = strlen(word);
    const bool known = value == ALEA_TABLES_OFF || !is_long(r->rules);
    if (known && r->length - r->at >= length &&
        memcmp(r->text + r->at, word, length) == 0) {
        r->at += length;
        *point = (uint8_t)value;
        return true;
    }
    *point = 0;
    while (r->at < r->length && r->text[r->at] >= '0' && r->text[r->at] <= '9' &&
           r->at - start < 2)
        *point = (uint8_t)(*point * 10 + (r->text[r->at++] - '0'));
    return r->at > start &&
           *point <= (is_long(r->rules) ? ALEA_TABLES_LONG : ALEA_TABLES_BAR);
}

static bool is_end(const reader *r)
{
    return r->at >= r->length || r->text[r->at] == ' ' || r->text[r->at] == '\t';
}

/* "24/20/18(2)": moves of one man, each from where the last ended, and how often. */
static alea_status read_chain(reader *r, alea_tables_move *move, int *moves, int *times)
{
    int count = 0;
    *times = 1;
    move[0] = (alea_tables_move){0};
    if (!read_point(r, "bar", ALEA_TABLES_BAR, &move[0].from))
        return refuse(r, is_long(r->rules)
                             ? "expected a point from 1 to 30"
                             : "expected a point from 1 to 24 or \"bar\"");
    if (!skip(r, '/')) return refuse(r, "expected \"/\" between two points");
    do {
        if (count == ALEA_TABLES_MAX_STEPS)
            return refuse(r, "a turn has at most 4 moves");
        if (count) move[count] = (alea_tables_move){.from = move[count - 1].to};
        if (count && move[count].from == ALEA_TABLES_OFF)
            return refuse(r, "a man that is off moves no more");
        if (!read_point(r, "off", ALEA_TABLES_OFF, &move[count++].to))
            return refuse(r, is_long(r->rules)
                                 ? "expected a point from 1 to 30 or \"off\""
                                 : "expected a point from 1 to 24 or \"off\"");
        while (skip(r, '*') || skip(r, '^')) continue;
    } while (skip(r, '/'));
    *moves = count;
    if (skip(r, '(')) {
        const char c = r->at < r->length ? r->text[r->at] : '\0';
        if (c < '1' || c > '0' + ALEA_TABLES_MAX_STEPS)
            return refuse(r, "expected a number from 1 to 4");
        *times = c - '0';
        r->at++;
        if (!skip(r, ')')) return refuse(r, "expected \")\"");
        while (skip(r, '*') || skip(r, '^')) continue;
    }
    return is_end(r) ? ALEA_OK : refuse(r, "expected a blank after the move");
}

alea_status alea_tables_moves_read(const alea_tables_rules *rules, const char *text,
                                   size_t length,
                                   alea_tables_move out[ALEA_TABLES_MAX_STEPS],
                                   int *moves, alea_error *error)
{
    reader r = {rules, text, length, 0, error};
    alea_tables_move read[ALEA_TABLES_MAX_STEPS];
    int count = 0;
    for (;;) {
        alea_tables_move chain[ALEA_TABLES_MAX_STEPS];
        int links = 0, times = 1;
        while (skip(&r, ' ') || skip(&r, '\t')) continue;
        if (r.at >= r.length) break;
        alea_status status = read_chain(&r, chain, &links, &times);
        if (status != ALEA_OK) return status;
        if (count + links * times > ALEA_TABLES_MAX_STEPS)
            return refuse(&r, "a turn has at most 4 moves");
        for (; times; times--, count += links)
            memcpy(read + count, chain, (size_t)links * sizeof *read);
    }
    if (count) memcpy(out, read, (size_t)count * sizeof *out);
    *moves = count;
    return ALEA_OK;
}

void alea_tables_moves_mark(const alea_tables_rules *rules,
                            const alea_tables_board *board, alea_tables_move *move,
                            int moves)
{
    alea_tables_board now = *board;
    for (int m = 0; m < moves; m++) {
        const int from = move[m].from, to = move[m].to;
        move[m].hit = move[m].pin = false;
        now.count[0][from]--;
        const bool fresh = !now.count[0][to]++;
        if (to == ALEA_TABLES_OFF || !fresh) continue;
        if (rules->shared && !(rules->shared >> to & 1)) continue;
        uint8_t *his = &now.count[1][alea_tables_mirror(rules->relation, to)];
        move[m].hit = *his && (rules->landing == ALEA_TABLES_HIT ||
                               rules->landing == ALEA_TABLES_SWAP);
        move[m].pin = *his && rules->landing == ALEA_TABLES_PIN;
        if (move[m].hit) *his = 0;
    }
}
