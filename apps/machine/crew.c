#include "crew.h"

#include <string.h>

bool crew_may(const alea_chouette *c, const alea_chouette_event *e)
{
    alea_chouette copy = *c;
    return alea_chouette_apply(&copy, e, NULL, NULL) == ALEA_CHOUETTE_ACCEPTED;
}

static alea_level_info level_of(machine *m, int level)
{
    return machine_level(m, (alea_level)level, NULL, ALEA_A, NULL);
}

bool crew_double(machine *m, const alea_chouette *c, const int *level,
                 alea_chouette_event *e)
{
    for (int i = 0; i < c->pairs; i++) {
        const alea_chouette_pair *p = &c->pair[i];
        const int seat = p->match.turn == ALEA_A ? p->upper : p->lower;
        *e = (alea_chouette_event){
            .type = ALEA_CHOUETTE_EVENT_DOUBLE, .seat = seat, .pair = i};
        if (p->over || p->offered || level[seat] < 0 || !crew_may(c, e)) continue;
        const alea_level_info own = level_of(m, level[seat]);
        if (machine_doubles(m, &p->match, &own)) return true;
    }
    return false;
}

static alea_chouette_type answer_type(alea_event_type type)
{
    if (type == ALEA_EVENT_BEAVER) return ALEA_CHOUETTE_EVENT_BEAVER;
    if (type == ALEA_EVENT_RACCOON) return ALEA_CHOUETTE_EVENT_RACCOON;
    return type == ALEA_EVENT_TAKE ? ALEA_CHOUETTE_EVENT_TAKE
                                   : ALEA_CHOUETTE_EVENT_DROP;
}

bool crew_answer(machine *m, const alea_chouette *c, const int *level,
                 alea_chouette_event *e)
{
    for (int i = 0; i < c->pairs; i++) {
        const alea_chouette_pair *p = &c->pair[i];
        const int seat = p->match.to_act == ALEA_A ? p->upper : p->lower;
        if (p->offered != 1 || p->answer >= 0 || level[seat] < 0) continue;
        const alea_level_info own = level_of(m, level[seat]);
        *e = (alea_chouette_event){.type =
                                       answer_type(machine_answers(m, &p->match, &own)),
                                   .seat = seat,
                                   .pair = i};
        /* Where a rule of the chouette forbids that: take, or else drop. */
        if (!crew_may(c, e)) e->type = ALEA_CHOUETTE_EVENT_TAKE;
        if (!crew_may(c, e)) e->type = ALEA_CHOUETTE_EVENT_DROP;
        return true;
    }
    return false;
}

bool crew_move(machine *m, const alea_chouette *c, const int *level,
               alea_chouette_event *e)
{
    alea_play play;
    const int seat = alea_chouette_mover(c);
    if (seat < 0 || level[seat] < 0) return false;
    const alea_level_info own = level_of(m, level[seat]);
    if (!machine_chooses(m, alea_chouette_board(c), &own, &play)) return false;
    *e = (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_PLAY, .seat = seat};
    memcpy(e->move, play.move, sizeof e->move);
    e->moves = play.count;
    return true;
}

/* Settlements are refused; a resignation is taken where it gains all that there is. */
static bool accepts(machine *m, const alea_chouette_pair *p)
{
    alea_match match = p->match;
    const alea_event resign = {.type = ALEA_EVENT_RESIGN,
                               .by = p->proposer,
                               .win_class = (uint8_t)p->win_class};
    return p->win_class > 0 &&
           alea_match_apply(&match, &resign, NULL) == ALEA_ACCEPTED &&
           machine_accepts(m, &match);
}

bool crew_reply(machine *m, const alea_chouette *c, const int *level,
                alea_chouette_event *e)
{
    for (int i = 0; i < c->pairs; i++) {
        const alea_chouette_pair *p = &c->pair[i];
        const int seat = p->proposer == ALEA_A ? p->lower : p->upper;
        if (p->proposer == ALEA_NOBODY || level[seat] < 0) continue;
        *e = (alea_chouette_event){.type = accepts(m, p) ? ALEA_CHOUETTE_EVENT_ACCEPT
                                                         : ALEA_CHOUETTE_EVENT_REJECT,
                                   .seat = seat,
                                   .pair = i};
        return true;
    }
    return false;
}
