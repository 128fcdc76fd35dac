/* Questions about the state of a chouette. */
#include "state.h"

#include "line.h"

#include <stddef.h>

int alea_chouette_pair_of(const alea_chouette *chouette, int seat)
{
    for (int i = 0; i < chouette->pairs; i++)
        if (chouette->pair[i].lower == seat && !chouette->pair[i].extra) return i;
    return -1;
}

/* The first pair still in the game, members before extras; NULL: none. */
static const alea_chouette_pair *first_live(const alea_chouette *c)
{
    for (int i = 0; i < c->pairs; i++)
        if (!c->pair[i].over) return &c->pair[i];
    return NULL;
}

const alea_match *alea_chouette_board(const alea_chouette *chouette)
{
    const alea_chouette_pair *p = first_live(chouette);
    return p ? &p->match : NULL;
}

int alea_chouette_mover(const alea_chouette *chouette)
{
    const alea_chouette_pair *p = first_live(chouette);
    if (!p || p->match.turn == ALEA_NOBODY) return ALEA_CHOUETTE_NO_SEAT;
    if (p->match.turn == ALEA_A) return p->upper;
    const int own = alea_chouette_pair_of(chouette, chouette->shooter);
    return own >= 0 && !chouette->pair[own].over ? chouette->shooter : p->lower;
}

bool alea_chouette_may_advise(const alea_chouette *chouette, int seat, bool on_cube)
{
    if (seat < 0 || !first_live(chouette)) return false;
    if (seat == chouette->partner) return true;
    const int own = alea_chouette_pair_of(chouette, seat);
    if (own < 0) return false;
    const alea_chouette_pair *p = &chouette->pair[own];
    if (p->over && chouette->rules.dropped_silent) return false;
    switch (chouette->rules.consult) {
    case ALEA_CHOUETTE_CONSULT_ALWAYS: return true;
    case ALEA_CHOUETTE_CONSULT_NEVER: return false;
    case ALEA_CHOUETTE_CONSULT_AFTER_CUBE: break;
    }
    return !on_cube && !p->over && p->match.cube_owner != ALEA_NOBODY;
}

bool state_acts_for(const alea_chouette *c, int actor, int seat)
{
    if (actor == seat) return true;
    if (seat < 0 || !c->away[seat]) return false;
    if (c->rules.absent == ALEA_CHOUETTE_PROXY) return actor == c->proxy[seat];
    /* Where the captain himself is away, any of the team who is here. */
    return seat != c->shooter ? actor == c->shooter
                              : line_place(c, actor) > 0 && !c->away[actor];
}

bool state_is_single(const alea_chouette *c, const alea_chouette_pair *p)
{
    return c->rules.cube == ALEA_CHOUETTE_SINGLE && !p->extra;
}

int state_decider(const alea_chouette *c, const alea_chouette_pair *p, alea_player side)
{
    if (side == ALEA_A) return p->upper;
    const bool answers_box = alea_match_offers(&p->match) == 1;
    return state_is_single(c, p) && !answers_box ? c->shooter : p->lower;
}

static unsigned bit(int seat)
{
    return seat >= 0 ? 1u << seat : 0;
}

static unsigned tied_seats(const alea_chouette *c)
{
    unsigned seats = 0;
    for (int i = 0; i < c->players; i++)
        if ((i > 0 && c->group[i - 1] == c->group[i]) ||
            (i + 1 < c->players && c->group[i + 1] == c->group[i]))
            seats |= bit(c->line[i]);
    return seats;
}

unsigned alea_chouette_waits_for(const alea_chouette *chouette)
{
    unsigned seats = 0;
    switch (chouette->phase) {
    case ALEA_CHOUETTE_ORDER: return tied_seats(chouette);
    case ALEA_CHOUETTE_BETWEEN:
    case ALEA_CHOUETTE_OPENING: break;
    case ALEA_CHOUETTE_ASK_BOX:
    case ALEA_CHOUETTE_ASK_PARTNER:
    case ALEA_CHOUETTE_ASK_AUTOMATIC: return bit(chouette->asked);
    case ALEA_CHOUETTE_TO_ROLL:
    case ALEA_CHOUETTE_TO_PLAY: return bit(alea_chouette_mover(chouette));
    case ALEA_CHOUETTE_ANSWERS:
        for (int i = 0; i < chouette->pairs; i++) {
            const alea_chouette_pair *p = &chouette->pair[i];
            if (p->offered == 1 && p->answer < 0)
                seats |= bit(state_decider(chouette, p, p->match.to_act));
        }
        break;
    case ALEA_CHOUETTE_EXTRAS:
        for (int i = 0; i < chouette->pairs; i++)
            if (chouette->pair[i].offered == 2) seats |= bit(chouette->pair[i].lower);
        break;
    }
    return seats;
}
