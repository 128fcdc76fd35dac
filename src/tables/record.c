/* Records as text: a header, then one event per line. */
#include <alea/tables_record.h>

#include "base/error.h"
#include "base/text.h"
#include "options.h"

#include <string.h>

static const char title[] = "alea tables 1";

/* A line, or what is left of it. */
typedef struct line {
    const char *text;
    size_t length, at;
    alea_error *error;
} line;

static alea_status refuse(const line *l, const char *reason)
{
    return alea_error_fill(l->error, ALEA_ERROR_SYNTAX, 0, l->at + 1, "%s", reason);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(line *l)
{
    while (l->at < l->length && is_blank(l->text[l->at])) l->at++;
}

static bool at_end(line *l)
{
    skip_blanks(l);
    return l->at >= l->length;
}

/* The next word into `out`; false if there is none or it does not fit. */
static bool read_word(line *l, char *out, size_t size)
{
    size_t length = 0;
    if (at_end(l)) return false;
    while (l->at + length < l->length && !is_blank(l->text[l->at + length])) length++;
    if (length >= size) return false;
    memcpy(out, l->text + l->at, length);
    out[length] = '\0';
    l->at += length;
    return true;
}

/* A number of at most two digits, not followed by another. */
static bool read_number(line *l, int *value)
{
    *value = 0;
    skip_blanks(l);
    const size_t start = l->at;
    while (l->at < l->length && l->text[l->at] >= '0' && l->text[l->at] <= '9' &&
           l->at - start < 3)
        *value = *value * 10 + (l->text[l->at++] - '0');
    return l->at > start && l->at - start < 3;
}

static int dice_of(const alea_tables_rules *rules, alea_tables_event_type type)
{
    if (type == ALEA_TABLES_EVENT_OPENING) return 2;
    if (type == ALEA_TABLES_EVENT_NAME) return 1;
    return type == ALEA_TABLES_EVENT_ROLL ? rules->dice : 0;
}

size_t alea_tables_event_write(const alea_tables_rules *rules,
                               const alea_tables_event *event,
                               char out[ALEA_TABLES_EVENT_SIZE])
{
    char moves[ALEA_TABLES_MOVES_SIZE];
    alea_text text = alea_text_in(out, ALEA_TABLES_EVENT_SIZE);
    if (event->type != ALEA_TABLES_EVENT_OPENING &&
        event->type != ALEA_TABLES_EVENT_NEXT)
        alea_text_put(&text, event->by == ALEA_TABLES_B ? "B " : "A ");
    const bool pass = event->type == ALEA_TABLES_EVENT_PLAY && !event->moves;
    alea_text_put(&text, pass ? "pass" : alea_tables_event_name(event->type));
    for (int d = 0; d < dice_of(rules, event->type); d++) {
        alea_text_char(&text, ' ');
        alea_text_integer(&text, event->die[d]);
    }
    if (event->type == ALEA_TABLES_EVENT_RESIGN) {
        alea_text_char(&text, ' ');
        alea_text_integer(&text, event->points);
    }
    if (event->type == ALEA_TABLES_EVENT_PLAY && event->moves) {
        alea_text_char(&text, ' ');
        alea_tables_moves_write(rules, event->move, event->moves, moves);
        alea_text_put(&text, moves);
    }
    return text.length;
}

static bool find_type(const char *word, alea_tables_event_type *type, bool *pass)
{
    *pass = strcmp(word, "pass") == 0;
    if (*pass) {
        *type = ALEA_TABLES_EVENT_PLAY;
        return true;
    }
    for (int t = 0; alea_tables_event_name((alea_tables_event_type)t); t++)
        if (strcmp(word, alea_tables_event_name((alea_tables_event_type)t)) == 0) {
            *type = (alea_tables_event_type)t;
            return true;
        }
    return false;
}

static alea_status read_moves(line *l, const alea_tables_rules *rules,
                              alea_tables_event *event)
{
    int moves;
    skip_blanks(l);
    const size_t start = l->at;
    alea_status status = alea_tables_moves_read(
        rules, l->text + start, l->length - start, event->move, &moves, l->error);
    if (status != ALEA_OK) {
        if (l->error) l->error->column += start;
        return status;
    }
    event->moves = (uint8_t)moves;
    if (!moves) return refuse(l, "expected moves, or \"pass\" in place of \"play\"");
    l->at = l->length;
    return ALEA_OK;
}

static alea_status read_event(line *l, const alea_tables_rules *rules,
                              alea_tables_event *event)
{
    char word[16];
    bool pass;
    alea_status status = ALEA_OK;
    *event = (alea_tables_event){.by = ALEA_TABLES_NOBODY};
    if (!read_word(l, word, sizeof word)) return refuse(l, "expected an event");
    const bool player = strcmp(word, "A") == 0 || strcmp(word, "B") == 0;
    if (player) event->by = *word == 'A' ? ALEA_TABLES_A : ALEA_TABLES_B;
    if ((player && !read_word(l, word, sizeof word)) ||
        !find_type(word, &event->type, &pass))
        return refuse(l, "expected the name of an event, for example roll");
    const bool common = event->type == ALEA_TABLES_EVENT_OPENING ||
                        event->type == ALEA_TABLES_EVENT_NEXT;
    if (common == player)
        return refuse(l, common ? "no player is named for this event"
                                : "expected the player, A or B, before the event");
    for (int d = 0; d < dice_of(rules, event->type); d++) {
        int die;
        if (!read_number(l, &die)) return refuse(l, "expected a die");
        event->die[d] = (uint8_t)die;
    }
    if (event->type == ALEA_TABLES_EVENT_RESIGN && !read_number(l, &event->points))
        return refuse(l, "expected the points that are resigned");
    if (event->type == ALEA_TABLES_EVENT_PLAY && !pass)
        status = read_moves(l, rules, event);
    if (status == ALEA_OK && !at_end(l))
        status = refuse(l, "expected the end of the line");
    return status;
}

alea_status alea_tables_event_read(const alea_tables_rules *rules, const char *text,
                                   size_t length, alea_tables_event *event,
                                   alea_error *error)
{
    line l = {text, length, 0, error};
    alea_tables_event read;
    alea_status status = read_event(&l, rules, &read);
    if (status == ALEA_OK) *event = read;
    return status;
}

static void put_game(const alea_tables_rules *rules, alea_text *text)
{
    char value[128], usual[128];
    alea_tables_rules preset;
    alea_text_put(text, "game ");
    alea_text_put(text, rules->name);
    if (alea_tables_find(rules->name, &preset, NULL) != ALEA_OK) preset = *rules;
    for (int i = 0; i < options_single(); i++) {
        const char *name = alea_tables_option(i);
        alea_tables_get(rules, name, value, sizeof value);
        alea_tables_get(&preset, name, usual, sizeof usual);
        if (strcmp(value, usual) != 0) alea_text_format(text, " %s=%s", name, value);
    }
    alea_text_char(text, '\n');
}

size_t alea_tables_header_write(const alea_tables_series *series,
                                char out[ALEA_TABLES_HEADER_SIZE])
{
    alea_text text = alea_text_in(out, ALEA_TABLES_HEADER_SIZE);
    alea_text_put(&text, title);
    alea_text_char(&text, '\n');
    for (int i = 0; i < series->games; i++) put_game(&series->game[i], &text);
    return text.length;
}

static alea_status read_game(line *l, alea_tables_rules *rules)
{
    char word[192];
    if (!read_word(l, word, sizeof word)) return refuse(l, "expected a game");
    alea_status status = alea_tables_find(word, rules, l->error);
    while (status == ALEA_OK && !at_end(l)) {
        char *value = read_word(l, word, sizeof word) ? strchr(word, '=') : NULL;
        if (!value) return refuse(l, "expected OPTION=VALUE");
        *value++ = '\0';
        status = alea_tables_set(rules, word, value, l->error);
    }
    return status == ALEA_OK ? alea_tables_rules_check(rules, l->error) : status;
}

typedef struct record_reader {
    const char *text;
    size_t length, at, number; /* number: of the line last taken */
    alea_error *error;
} record_reader;

/* The next line that says something. */
static bool next_line(record_reader *r, line *l)
{
    while (r->at < r->length) {
        const char *start = r->text + r->at;
        const char *end = memchr(start, '\n', r->length - r->at);
        size_t length = end ? (size_t)(end - start) : r->length - r->at;
        *l = (line){start, length, 0, r->error};
        r->at += length + (end != NULL);
        r->number++;
        while (l->length && is_blank(l->text[l->length - 1])) l->length--;
        if (!at_end(l) && l->text[l->at] != '#') return true;
    }
    return false;
}

static alea_status read_header(record_reader *r, alea_tables_series *series, line *l,
                               bool *more)
{
    char word[8];
    *series = (alea_tables_series){0};
    if (!next_line(r, l) || l->length != sizeof title - 1 ||
        memcmp(l->text, title, sizeof title - 1) != 0)
        return alea_error_fill(r->error, ALEA_ERROR_SYNTAX, 0, 1,
                               "expected \"%s\" first", title);
    while ((*more = next_line(r, l))) {
        const size_t start = l->at;
        if (!read_word(l, word, sizeof word) || strcmp(word, "game") != 0) {
            l->at = start;
            break;
        }
        if (series->games == ALEA_TABLES_SERIES_GAMES)
            return refuse(l, "a match has at most 4 games in turn");
        alea_status status = read_game(l, &series->game[series->games]);
        if (status != ALEA_OK) return status;
        series->games++;
    }
    if (series->games) return ALEA_OK;
    return alea_error_fill(r->error, ALEA_ERROR_SYNTAX, 0, 1,
                           "expected \"game\" and its name");
}

/* The marks of hits and pins are set anew. */
static alea_status apply(alea_tables_match *match, alea_tables_event *event,
                         alea_tables_turns *turns, alea_error *error)
{
    alea_tables_fault fault;
    const alea_tables_rules *rules = alea_tables_match_rules(match);
    const alea_tables_board board = alea_tables_match_board(match, match->turn);
    alea_tables_refusal refusal = alea_tables_match_apply(match, event, turns, &fault);
    if (!refusal) {
        if (event->type == ALEA_TABLES_EVENT_PLAY)
            alea_tables_moves_mark(rules, &board, event->move, event->moves);
        return ALEA_OK;
    }
    return alea_error_fill(error, ALEA_ERROR_REFUSED, 0, 0, "%s",
                           refusal == ALEA_TABLES_REFUSED_ILLEGAL_PLAY
                               ? alea_tables_fault_text(fault)
                               : alea_tables_refusal_text(refusal));
}

alea_status alea_tables_record_read(const char *text, size_t length,
                                    alea_tables_match *match, alea_tables_turns *turns,
                                    alea_tables_visit *visit, void *context,
                                    alea_error *error)
{
    record_reader r = {text, length, 0, 0, error};
    alea_tables_series series;
    line l = {0};
    bool more = false;
    alea_status status = read_header(&r, &series, &l, &more);
    if (status == ALEA_OK) alea_tables_match_start(match, &series);
    for (; status == ALEA_OK && more; more = next_line(&r, &l)) {
        alea_tables_event event;
        status = read_event(&l, alea_tables_match_rules(match), &event);
        if (status == ALEA_OK) status = apply(match, &event, turns, error);
        if (status != ALEA_OK) break;
        if (visit) visit(context, match, &event);
    }
    if (status != ALEA_OK && error) error->line = r.number;
    return status;
}
