#include <alea/chouette_text.h>
#include <alea/notation.h>

#include "base/error.h"
#include "base/text.h"

#include <string.h>

typedef struct reader {
    const char *text;
    size_t length, at;
    alea_error *error;
} reader;

static alea_status refuse(const reader *r, size_t at, const char *what)
{
    return alea_error_fill(r->error, ALEA_ERROR_SYNTAX, 0, at + 1, "%s", what);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The next word; its length, 0 at the end. */
static size_t next_word(reader *r, const char **word)
{
    while (r->at < r->length && is_blank(r->text[r->at])) r->at++;
    const size_t begin = r->at;
    while (r->at < r->length && !is_blank(r->text[r->at])) r->at++;
    *word = r->text + begin;
    return r->at - begin;
}

static size_t column_of(const reader *r, const char *word)
{
    return (size_t)(word - r->text);
}

static bool is_word(const char *word, size_t length, const char *want)
{
    return strlen(want) == length && memcmp(word, want, length) == 0;
}

/* The seat of a letter, or -1. */
static int seat_of(char c)
{
    if (c >= 'a' && c < 'a' + ALEA_CHOUETTE_SEATS) return c - 'a';
    return c >= 'A' && c < 'A' + ALEA_CHOUETTE_SEATS ? c - 'A' : ALEA_CHOUETTE_NO_SEAT;
}

static alea_status read_seat(reader *r, int *seat)
{
    const char *word;
    const size_t length = next_word(r, &word);
    *seat = length == 1 ? seat_of(*word) : ALEA_CHOUETTE_NO_SEAT;
    return *seat >= 0 ? ALEA_OK
                      : refuse(r, column_of(r, word), "expected a player, A to J");
}

static alea_status read_yes(reader *r, bool *yes)
{
    const char *word;
    const size_t length = next_word(r, &word);
    *yes = is_word(word, length, "yes");
    return *yes || is_word(word, length, "no")
               ? ALEA_OK
               : refuse(r, column_of(r, word), "expected \"yes\" or \"no\"");
}

/* "31" or "3-1". */
static alea_status read_roll(reader *r, alea_roll *roll)
{
    const char *word;
    const size_t length = next_word(r, &word);
    const char second = length == 2                     ? word[1]
                        : length == 3 && word[1] == '-' ? word[2]
                                                        : '0';
    if (length > 0)
        *roll = (alea_roll){{(uint8_t)(word[0] - '0'), (uint8_t)(second - '0')}};
    return length > 0 && alea_roll_valid(*roll)
               ? ALEA_OK
               : refuse(r, column_of(r, word), "expected two dice, for example 31");
}

static alea_status read_number(reader *r, int *value)
{
    const char *word;
    size_t length = next_word(r, &word), at = 0;
    const bool minus = length > 1 && word[0] == '-';
    int number = 0;
    for (at = minus; at < length && at < 8; at++) {
        if (word[at] < '0' || word[at] > '9') break;
        number = 10 * number + word[at] - '0';
    }
    *value = minus ? -number : number;
    return length > 0 && at == length
               ? ALEA_OK
               : refuse(r, column_of(r, word), "expected a number");
}

static int find_pair(const alea_chouette *c, int upper, int lower, bool extra)
{
    for (int i = 0; i < c->pairs; i++) {
        const alea_chouette_pair *p = &c->pair[i];
        if (p->lower == lower && p->extra == extra && (!extra || p->upper == upper))
            return i;
    }
    return -1;
}

/* "C", an extra "D:C"; without a word the seat's own. */
static alea_status read_pair(reader *r, const alea_chouette *c, int seat, int *pair)
{
    const char *word;
    const size_t length = next_word(r, &word);
    *pair = -1;
    if (length == 0) *pair = alea_chouette_pair_of(c, seat);
    if (length == 1) *pair = find_pair(c, 0, seat_of(word[0]), false);
    if (length == 3 && word[1] == ':')
        *pair = find_pair(c, seat_of(word[0]), seat_of(word[2]), true);
    return *pair >= 0 ? ALEA_OK
                      : refuse(r, column_of(r, word),
                               "whose cube? Name a member of the team, or D:C for an "
                               "extra of D against C");
}

static alea_status read_throws(reader *r, alea_chouette_event *e)
{
    const char *word;
    for (size_t length; (length = next_word(r, &word)) > 0;) {
        const int seat = seat_of(*word);
        int thrown = 0;
        for (size_t i = 1; i < length && i < 4; i++)
            thrown =
                word[i] >= '0' && word[i] <= '9' ? 10 * thrown + word[i] - '0' : 999;
        if (seat < 0 || thrown < 1 || thrown > 24 || length > 3 || e->thrown[seat])
            return refuse(r, column_of(r, word),
                          "expected a player and his throw, for example A5");
        e->thrown[seat] = (uint8_t)thrown;
    }
    return ALEA_OK;
}

static alea_status read_play(reader *r, alea_chouette_event *e)
{
    int moves = 0;
    const alea_status status =
        alea_moves_read(r->text + r->at, r->length - r->at, e->move, &moves, r->error);
    if (status != ALEA_OK) {
        if (r->error) r->error->column += r->at;
        return status;
    }
    e->moves = (uint8_t)moves;
    r->at = r->length;
    return ALEA_OK;
}

static alea_status read_level(reader *r, alea_chouette_event *e)
{
    int level = 0;
    const alea_status status = read_number(r, &level);
    e->win_class = (uint8_t)(level >= 1 && level <= 3 ? level : 0);
    return status;
}

/* The fields of each event, in their order. */
typedef enum field {
    END = 0,
    SEAT,
    OTHER,
    PROXY, /* OTHER, where somebody away names who decides for him */
    YES,
    ROLL,
    MOVES,
    LEVEL,
    POINTS,
    PAIR,
    THROWS
} field;

enum { FIELDS = 4 };

static const field fields[ALEA_CHOUETTE_EVENTS][FIELDS] = {
    [ALEA_CHOUETTE_EVENT_THROW] = {THROWS},
    [ALEA_CHOUETTE_EVENT_JOIN] = {SEAT},
    [ALEA_CHOUETTE_EVENT_ADMIT] = {SEAT, OTHER, YES},
    [ALEA_CHOUETTE_EVENT_LEAVE] = {SEAT},
    [ALEA_CHOUETTE_EVENT_AWAY] = {SEAT, PROXY},
    [ALEA_CHOUETTE_EVENT_BACK] = {SEAT},
    [ALEA_CHOUETTE_EVENT_BEGIN] = {END},
    [ALEA_CHOUETTE_EVENT_PARTNER] = {SEAT, YES},
    [ALEA_CHOUETTE_EVENT_AUTOMATIC] = {SEAT, YES},
    [ALEA_CHOUETTE_EVENT_OPENING] = {ROLL},
    [ALEA_CHOUETTE_EVENT_DOUBLE] = {SEAT, PAIR},
    [ALEA_CHOUETTE_EVENT_TAKE] = {SEAT, PAIR},
    [ALEA_CHOUETTE_EVENT_DROP] = {SEAT, PAIR},
    [ALEA_CHOUETTE_EVENT_BEAVER] = {SEAT, PAIR},
    [ALEA_CHOUETTE_EVENT_RACCOON] = {SEAT, PAIR},
    [ALEA_CHOUETTE_EVENT_EXTRA] = {SEAT, YES},
    [ALEA_CHOUETTE_EVENT_ROLL] = {SEAT, ROLL},
    [ALEA_CHOUETTE_EVENT_PLAY] = {SEAT, MOVES},
    [ALEA_CHOUETTE_EVENT_RESIGN] = {SEAT, LEVEL, PAIR},
    [ALEA_CHOUETTE_EVENT_SETTLE] = {SEAT, POINTS, PAIR},
    [ALEA_CHOUETTE_EVENT_ACCEPT] = {SEAT, PAIR},
    [ALEA_CHOUETTE_EVENT_REJECT] = {SEAT, PAIR},
};

static alea_status read_field(reader *r, const alea_chouette *c, field f,
                              alea_chouette_event *e)
{
    switch (f) {
    case END: break;
    case SEAT: return read_seat(r, &e->seat);
    case OTHER: return read_seat(r, &e->other);
    case PROXY:
        return c->rules.absent == ALEA_CHOUETTE_PROXY ? read_seat(r, &e->other)
                                                      : ALEA_OK;
    case YES: return read_yes(r, &e->yes);
    case ROLL: return read_roll(r, &e->roll);
    case MOVES: return read_play(r, e);
    case LEVEL: return read_level(r, e);
    case POINTS: return read_number(r, &e->points);
    case PAIR: return read_pair(r, c, e->seat, &e->pair);
    case THROWS: return read_throws(r, e);
    }
    return ALEA_OK;
}

alea_status alea_chouette_event_read(const alea_chouette *chouette, const char *text,
                                     size_t length, alea_chouette_event *event,
                                     alea_error *error)
{
    reader r = {text, length, 0, error};
    alea_chouette_event e = {0};
    const char *word;
    const size_t size = next_word(&r, &word);
    int type = 0;
    while (type < ALEA_CHOUETTE_EVENTS &&
           !is_word(word, size, alea_chouette_event_name((alea_chouette_type)type)))
        type++;
    if (type == ALEA_CHOUETTE_EVENTS)
        return refuse(&r, column_of(&r, word), "there is no such event");
    e.type = (alea_chouette_type)type;
    for (int i = 0; i < FIELDS; i++) {
        const alea_status status = read_field(&r, chouette, fields[type][i], &e);
        if (status != ALEA_OK) return status;
    }
    if (next_word(&r, &word) > 0)
        return refuse(&r, column_of(&r, word), "expected the end of the line");
    *event = e;
    return ALEA_OK;
}

/* ---- writing ---- */

static char letter(int seat)
{
    return seat >= 0 && seat < ALEA_CHOUETTE_SEATS ? (char)('A' + seat) : '?';
}

size_t alea_chouette_pair_write(const alea_chouette *chouette, int pair, char out[4])
{
    alea_text text = alea_text_in(out, 4);
    const alea_chouette_pair *p = &chouette->pair[pair];
    if (p->extra) alea_text_format(&text, "%c:", letter(p->upper));
    alea_text_char(&text, letter(p->lower));
    return text.length;
}

static void put_pair(alea_text *o, const alea_chouette *c, const alea_chouette_event *e)
{
    char name[4];
    alea_chouette_pair_write(c, e->pair, name);
    if (c->pair[e->pair].extra || c->pair[e->pair].lower != e->seat)
        alea_text_format(o, " %s", name);
}

static void put_play(alea_text *o, const alea_chouette *c, const alea_chouette_event *e)
{
    char moves[ALEA_PLAY_TEXT_SIZE];
    const alea_match *m = alea_chouette_board(c);
    const alea_board board = alea_match_board(m, m->turn);
    alea_play play;
    if (alea_play_judge(&board, m->roll, &m->rules.play, e->move, e->moves, &play,
                        NULL) != ALEA_PLAY_LEGAL)
        return;
    alea_play_write(&board, &play, moves);
    if (*moves) alea_text_format(o, " %s", moves);
}

static void put_field(alea_text *o, const alea_chouette *c, field f,
                      const alea_chouette_event *e)
{
    switch (f) {
    case END: break;
    case SEAT: alea_text_format(o, " %c", letter(e->seat)); break;
    case OTHER: alea_text_format(o, " %c", letter(e->other)); break;
    case PROXY:
        if (c->rules.absent == ALEA_CHOUETTE_PROXY)
            alea_text_format(o, " %c", letter(e->other));
        break;
    case YES: alea_text_put(o, e->yes ? " yes" : " no"); break;
    case ROLL: alea_text_format(o, " %d%d", e->roll.die[0], e->roll.die[1]); break;
    case MOVES: put_play(o, c, e); break;
    case LEVEL: alea_text_format(o, " %d", e->win_class); break;
    case POINTS: alea_text_format(o, " %d", e->points); break;
    case PAIR: put_pair(o, c, e); break;
    case THROWS:
        for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++)
            if (e->thrown[seat])
                alea_text_format(o, " %c%d", letter(seat), e->thrown[seat]);
        break;
    }
}

size_t alea_chouette_event_write(const alea_chouette *chouette,
                                 const alea_chouette_event *event,
                                 char out[ALEA_CHOUETTE_TEXT_SIZE])
{
    alea_text text = alea_text_in(out, ALEA_CHOUETTE_TEXT_SIZE);
    alea_text_put(&text, alea_chouette_event_name(event->type));
    for (int i = 0; i < FIELDS; i++)
        put_field(&text, chouette, fields[event->type][i], event);
    return text.length;
}
