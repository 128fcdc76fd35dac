#include "daily.h"

#include "base/error.h"
#include "base/hash.h"
#include "desk/shelves/openings.h"
#include "desk/shelves/positions.h"

#include <alea/notation.h>
#include <alea/play.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The lead of the best play that makes a position worth asking. */
static const double least_lead = 0.02, most_lead = 0.2;

static alea_roll roll_of(const char text[3])
{
    return (alea_roll){{(uint8_t)(text[0] - '0'), (uint8_t)(text[1] - '0')}};
}

/* The board before the roll of the entry, seen by the player who moves. */
static bool board_of(const opening *o, alea_board *out)
{
    const alea_play_rules rules = alea_play_rules_standard();
    const alea_roll first = roll_of(o->first);
    alea_move moves[ALEA_MAX_MOVES];
    alea_play play;
    int count;
    *out = alea_board_start(ALEA_SETUP_BACKGAMMON);
    if (!*o->reply) return true;
    if (alea_moves_read(o->play, strlen(o->play), moves, &count, NULL) != ALEA_OK ||
        alea_play_judge(out, first, &rules, moves, count, &play, NULL) !=
            ALEA_PLAY_LEGAL)
        return false;
    *out = alea_board_swap(&play.board);
    return true;
}

static bool write_position(const opening *o, char xgid[ALEA_XGID_SIZE])
{
    alea_position p = {.on_roll = ALEA_A,
                       .to_act = ALEA_A,
                       .roll = roll_of(*o->reply ? o->reply : o->first),
                       .cube_owner = ALEA_NOBODY,
                       .cube = true,
                       .cube_limit_log2 = ALEA_UNLIMITED,
                       .checkers = 15};
    return board_of(o, &p.board) && alea_xgid_write(&p, xgid) == ALEA_OK;
}

static double lead_of(const opening *o)
{
    return o->plays < 2 ? 0 : o->best[0].equity - o->best[1].equity;
}

static bool is_on_shelf(const opening *o)
{
    const double lead = lead_of(o);
    return strcmp(o->rules, "money") == 0 && o->plays >= 3 && lead >= least_lead &&
           lead <= most_lead && lead > 2 * (o->best[0].error + o->best[1].error);
}

static bool write_text(json_t *o, char out[DECK_TEXT])
{
    char *text = o ? json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    json_decref(o);
    const bool fits = text && (size_t)snprintf(out, DECK_TEXT, "%s", text) < DECK_TEXT;
    free(text);
    return fits;
}

static bool fill_card(const opening *o, deck_card *out)
{
    char why[200] = "";
    json_t *choices = json_array();
    *out = (deck_card){.entry = -1, .loss = lead_of(o)};
    for (int i = 0; i < o->plays; i++)
        json_array_append_new(choices,
                              json_pack("[s,f]", o->best[i].move, o->best[i].equity));
    snprintf(why, sizeof why, "From the opening book, rolled out at level %s.",
             o->level);
    return write_position(o, out->position) &&
           write_text(json_pack("{s:s,s:s,s:s,s:s,s:i,s:i}", "kind", "play", "player",
                                "", "opponent", "", "date", "", "game", 1, "turn",
                                *o->reply ? 2 : 1),
                      out->front) &&
           write_text(json_pack("{s:s,s:s,s:o,s:s}", "best", o->best[0].move, "made",
                                "", "choices", choices, "why", why),
                      out->back);
}

static bool fill_middle(const shelf_position *p, deck_card *out)
{
    json_t *choices = json_array();
    *out = (deck_card){.entry = -1, .loss = p->play[0].equity - p->play[1].equity};
    for (int i = 0; i < p->plays; i++)
        json_array_append_new(choices,
                              json_pack("[s,f]", p->play[i].move, p->play[i].equity));
    snprintf(out->position, sizeof out->position, "%s", p->position);
    return write_text(json_pack("{s:s,s:s,s:s,s:s,s:i,s:i}", "kind", "play", "player",
                                "", "opponent", "", "date", "", "game", 0, "turn", 0),
                      out->front) &&
           write_text(json_pack("{s:s,s:s,s:o,s:s}", "best", p->play[0].move, "made",
                                "", "choices", choices, "why", p->why),
                      out->back);
}

/* The `left`-th entry of the shelf; with SIZE_MAX none, but *count is their number. */
static bool shelf_entry(size_t left, size_t *count, deck_card *out)
{
    size_t at = 0;
    opening o;
    shelf_position p;
    *count = 0;
    while (opening_next(&at, &o))
        if (is_on_shelf(&o) && (*count)++ == left) return fill_card(&o, out);
    at = 0;
    while (shelf_position_next(&at, &p))
        if ((*count)++ == left) return fill_middle(&p, out);
    return false;
}

static bool shelf_at(int64_t day, deck_card *out)
{
    size_t count;
    const uint64_t hash = alea_hash_bytes(ALEA_HASH_START, &day, sizeof day);
    shelf_entry(SIZE_MAX, &count, out);
    return count > 0 && shelf_entry((size_t)(hash % count), &count, out);
}

/* The card of that position on the shelf. */
static bool shelf_find(const char *position, deck_card *out)
{
    char xgid[ALEA_XGID_SIZE];
    size_t at = 0;
    opening o;
    shelf_position p;
    while (opening_next(&at, &o))
        if (is_on_shelf(&o) && write_position(&o, xgid) && strcmp(xgid, position) == 0)
            return fill_card(&o, out);
    at = 0;
    while (shelf_position_next(&at, &p))
        if (strcmp(p.position, position) == 0) return fill_middle(&p, out);
    return false;
}

alea_status daily_card(desk *d, int64_t now, deck_card *out, bool *found,
                       alea_error *error)
{
    *found = false;
    alea_status status = d ? deck_of_the_day(d, now, out, found, error) : ALEA_OK;
    if (status != ALEA_OK || *found) return status;
    *found = shelf_at(deck_day(now), out);
    if (!*found || !d) return status;
    deck_card *kept = malloc(sizeof *kept);
    if (!kept) return alea_error_no_memory(error);
    bool is_kept = false;
    status = deck_card_at(d, out->position, kept, &is_kept, error);
    if (is_kept) *out = *kept;
    free(kept);
    return status;
}

alea_status daily_keep(desk *d, const char *position, int64_t *id, alea_error *error)
{
    deck_card *c = malloc(sizeof *c);
    if (!c) return alea_error_no_memory(error);
    bool found = shelf_find(position, c);
    alea_status status = found ? deck_put_shelf(d, c, error)
                               : alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                                 "the shelf has no such position");
    if (status == ALEA_OK) status = deck_card_at(d, position, c, &found, error);
    *id = c->id;
    free(c);
    return status;
}
