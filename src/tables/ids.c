/* Identifiers of positions. Bits, lowest first: for each side, the mover's first, each
 * point from 25 (30 on the long path) down to 1 is as many ones as it has checkers,
 * then a zero; the rest is off. Where checkers are pinned, one bit for each point that
 * both sides hold, from the mover's 1 to 24: set if his own is the pinned one. Where
 * hit checkers have a duty, four bits for each side that has checkers on 25. Six bits
 * are a character, the last ones filled with zeros. */
#include <alea/tables_record.h>

#include "base/error.h"
#include "base/text.h"

#include <string.h>

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

enum { MAX_BITS = 120 };

typedef struct bits {
    uint8_t bit[MAX_BITS];
    int length, at;
} bits;

static bool has_duty(const alea_tables_rules *rules)
{
    return rules->entry == ALEA_TABLES_ENTER_HIT;
}

static int first_point(const alea_tables_rules *rules)
{
    return rules->path == ALEA_TABLES_LONG ? ALEA_TABLES_LONG : ALEA_TABLES_BAR;
}

static void put(bits *b, unsigned value, int count)
{
    for (int i = 0; i < count && b->length < MAX_BITS; i++)
        b->bit[b->length++] = value >> i & 1;
}

static unsigned take(bits *b, int count)
{
    unsigned value = 0;
    for (int i = 0; i < count; i++, b->at++)
        if (b->at < b->length) value |= (unsigned)b->bit[b->at] << i;
    return value;
}

/* The opponent's number of own point r where both hold it, else 0. */
static int meeting(const alea_tables_rules *rules, const alea_tables_board *board,
                   int r)
{
    const int there = alea_tables_mirror(rules->relation, r);
    return board->count[0][r] && board->count[1][there] ? there : 0;
}

size_t alea_tables_id_write(const alea_tables_rules *rules,
                            const alea_tables_board *board,
                            char out[ALEA_TABLES_ID_SIZE])
{
    bits b = {{0}, 0, 0};
    for (int side = 0; side < 2; side++)
        for (int r = first_point(rules); r >= 1; r--) {
            for (int k = 0; k < board->count[side][r]; k++) put(&b, 1, 1);
            put(&b, 0, 1);
        }
    for (int r = 1; r <= 24 && rules->landing == ALEA_TABLES_PIN; r++)
        if (meeting(rules, board, r)) put(&b, board->pinned[0] >> r & 1, 1);
    for (int side = 0; side < 2 && has_duty(rules); side++)
        if (board->count[side][ALEA_TABLES_BAR]) put(&b, board->hit[side], 4);
    alea_text text = alea_text_in(out, ALEA_TABLES_ID_SIZE);
    alea_text_put(&text, rules->name);
    alea_text_char(&text, ':');
    while (b.at < b.length) alea_text_char(&text, alphabet[take(&b, 6)]);
    return text.length;
}

static bool read_side(const alea_tables_rules *rules, bits *b,
                      uint8_t count[ALEA_TABLES_POINTS])
{
    int men = alea_tables_men(rules);
    for (int r = first_point(rules); r >= 1; r--)
        while (take(b, 1)) {
            if (men == 0) return false;
            count[r]++;
            men--;
        }
    count[ALEA_TABLES_OFF] = (uint8_t)men;
    return true;
}

static bool read_board(const alea_tables_rules *rules, bits *b,
                       alea_tables_board *board)
{
    for (int side = 0; side < 2; side++)
        if (!read_side(rules, b, board->count[side])) return false;
    for (int r = 1; r <= 24 && rules->landing == ALEA_TABLES_PIN; r++) {
        const int there = meeting(rules, board, r);
        if (!there) continue;
        const bool mine = take(b, 1);
        board->pinned[!mine] |= (uint32_t)1 << (mine ? r : there);
    }
    for (int side = 0; side < 2 && has_duty(rules); side++)
        if (board->count[side][ALEA_TABLES_BAR]) board->hit[side] = (uint8_t)take(b, 4);
    /* Nothing is left but the zeros that fill the last character. */
    const int read = b->at;
    return read <= b->length && b->length - read < 6 && !take(b, b->length - read);
}

alea_status alea_tables_id_read(const alea_tables_rules *rules, const char *text,
                                size_t length, alea_tables_board *board,
                                alea_error *error)
{
    const size_t name = strlen(rules->name);
    bits b = {{0}, 0, 0};
    alea_tables_board read = {0};
    if (length < name + 1 || memcmp(text, rules->name, name) != 0 || text[name] != ':')
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 1,
                               "expected an ID of %s: \"%s:\" and letters", rules->name,
                               rules->name);
    for (size_t i = name + 1; i < length; i++) {
        const char *found = text[i] ? strchr(alphabet, text[i]) : NULL;
        if (!found || b.length + 6 > MAX_BITS)
            return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, i + 1,
                                   "no character of an ID stands here");
        put(&b, (unsigned)(found - alphabet), 6);
    }
    if (!read_board(rules, &b, &read))
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, name + 2,
                               "these letters are no position of %s", rules->name);
    alea_status status = alea_tables_board_check(rules, &read, error);
    if (status == ALEA_OK) *board = read;
    return status;
}
