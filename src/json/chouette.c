#include "chouette.h"

#include <alea/chouette_text.h>
#include <alea/notation.h>

static json_t *seat_json(int seat)
{
    const char letter[2] = {(char)('A' + seat), '\0'};
    return seat >= 0 ? json_string(letter) : json_null();
}

static json_t *seats_json(unsigned seats)
{
    json_t *list = json_array();
    for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++)
        if (seats >> seat & 1) json_array_append_new(list, seat_json(seat));
    return list;
}

static json_t *line_json(const alea_chouette *c)
{
    json_t *list = json_array();
    for (int i = 0; i < c->players; i++)
        json_array_append_new(list, seat_json(c->line[i]));
    return list;
}

static json_t *dice_json(const alea_match *m)
{
    json_t *dice = json_array();
    for (int i = 0; m && alea_roll_valid(m->roll) && i < 2; i++)
        json_array_append_new(dice, json_integer(m->roll.die[i]));
    return dice;
}

static json_t *owner_json(const alea_chouette_pair *p)
{
    const alea_player owner = p->match.cube_owner;
    if (owner == ALEA_NOBODY) return json_null();
    return seat_json(owner == ALEA_A ? p->upper : p->lower);
}

static json_t *proposal_json(const alea_chouette_pair *p)
{
    if (p->proposer == ALEA_NOBODY) return json_null();
    return json_pack("{s:o,s:s,s:i}", "by",
                     seat_json(p->proposer == ALEA_A ? p->upper : p->lower), "kind",
                     p->win_class > 0 ? "resign" : "settle", "value",
                     p->win_class > 0 ? p->win_class : p->points);
}

static json_t *pairs_json(const alea_chouette *c)
{
    json_t *list = json_array();
    for (int i = 0; i < c->pairs; i++) {
        const alea_chouette_pair *p = &c->pair[i];
        const bool offered = p->offered == 1;
        char name[4];
        alea_chouette_pair_write(c, i, name);
        json_array_append_new(
            list, json_pack("{s:s,s:o,s:o,s:b,s:b,s:i,s:o,s:b,s:b,s:o}", "pair", name,
                            "with_box", seat_json(p->upper), "member",
                            seat_json(p->lower), "extra", p->extra, "over", p->over,
                            "cube", alea_match_cube(&p->match), "owner", owner_json(p),
                            "offered", offered, "answered", offered && p->answer >= 0,
                            "proposal", proposal_json(p)));
    }
    return list;
}

static json_t *ledger_json(const alea_chouette *c)
{
    json_t *list = json_array();
    for (int i = 0; i < c->entries; i++) {
        const alea_chouette_entry *e = &c->entry[i];
        json_array_append_new(
            list, json_pack("{s:o,s:o,s:i,s:s}", "from", seat_json(e->from), "to",
                            seat_json(e->to), "points", e->points, "reason",
                            alea_chouette_reason_name(e->reason)));
    }
    return list;
}

static json_t *totals_json(const alea_chouette *c)
{
    json_t *totals = json_object();
    for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++) {
        const char letter[2] = {(char)('A' + seat), '\0'};
        bool here = seat == c->partner || c->total[seat] != 0;
        for (int i = 0; i < c->players; i++) here = here || c->line[i] == seat;
        if (here) json_object_set_new(totals, letter, json_integer(c->total[seat]));
    }
    return totals;
}

/* The board of the game as the mover sees it, by the cube of the first pair. */
static json_t *id_json(const alea_match *m)
{
    alea_position position;
    char id[ALEA_XGID_SIZE];
    if (!m) return json_null();
    alea_position_of_match(m, &position);
    return alea_xgid_write(&position, id) == ALEA_OK ? json_string(id) : json_null();
}

json_t *chouette_json(const alea_chouette *c)
{
    const alea_match *m = alea_chouette_board(c);
    const bool seated = c->phase != ALEA_CHOUETTE_ORDER;
    return json_pack(
        "{s:s,s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "phase",
        alea_chouette_phase_name(c->phase), "game", c->game, "line", line_json(c),
        "box", seat_json(seated && c->players > 0 ? c->line[0] : -1), "captain",
        seat_json(seated && c->players > 1 ? c->line[1] : -1), "partner",
        seat_json(c->partner), "mover", seat_json(alea_chouette_mover(c)), "waits_for",
        seats_json(alea_chouette_waits_for(c)), "dice", dice_json(m), "id", id_json(m),
        "pairs", pairs_json(c), "ledger", ledger_json(c), "totals", totals_json(c));
}
