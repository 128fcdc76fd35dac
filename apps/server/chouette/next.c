#include "next.h"

void crew_levels(const crew *t, int level[ALEA_CHOUETTE_SEATS])
{
    for (int i = 0; i < ALEA_CHOUETTE_SEATS; i++) {
        const bool has_proxy =
            t->c.away[i] && t->rules.absent == ALEA_CHOUETTE_PROXY && i < t->seats;
        const int by = has_proxy ? t->c.proxy[i] : i;
        level[i] = i < t->seats && crew_is_machine(t, by) ? t->seat[by].level : -1;
    }
}

static bool has_person(const crew *t)
{
    for (int i = 0; i < t->seats; i++)
        if (crew_is_in(t, i) && *t->seat[i].user) return true;
    return false;
}

static bool waits_for_machine(const crew *t, const int *level)
{
    const unsigned seats = alea_chouette_waits_for(&t->c);
    for (int i = 0; i < ALEA_CHOUETTE_SEATS; i++)
        if (seats >> i & 1 && level[i] >= 0) return true;
    return false;
}

static bool has_proposal(const crew *t, const int *level)
{
    for (int i = 0; i < t->c.pairs; i++) {
        const alea_chouette_pair *p = &t->c.pair[i];
        if (p->proposer != ALEA_NOBODY &&
            level[p->proposer == ALEA_A ? p->lower : p->upper] >= 0)
            return true;
    }
    return false;
}

static step event_now(const crew *t, alea_chouette_event event)
{
    return (step){.kind = STEP_EVENT, .at = t->time, .event = event};
}

/* A box that is a machine player admits everybody; a seat whose account was deleted
 * leaves. */
static step between(const crew *t, const int *level)
{
    for (int i = 0; i < t->seats; i++)
        if (!*t->seat[i].user && t->seat[i].level < 0 && crew_is_in(t, i))
            return event_now(
                t, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_LEAVE, .seat = i});
    for (int i = 0; i < t->c.joiners; i++)
        if (!t->c.admitted[t->c.joining[i]] && t->c.players > 0 &&
            level[t->c.line[0]] >= 0)
            return event_now(t, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_ADMIT,
                                                      .seat = t->c.line[0],
                                                      .other = t->c.joining[i],
                                                      .yes = true});
    return (step){.kind = STEP_NONE};
}

/* A machine player wants no partner and no automatic double, nor an extra. */
static step asked(const crew *t, const int *level)
{
    const bool is_forced = t->c.phase == ALEA_CHOUETTE_ASK_PARTNER &&
                           t->rules.partner == ALEA_CHOUETTE_PARTNER_FORCED;
    alea_chouette_event e = {.type = t->c.phase == ALEA_CHOUETTE_ASK_AUTOMATIC
                                         ? ALEA_CHOUETTE_EVENT_AUTOMATIC
                                         : ALEA_CHOUETTE_EVENT_PARTNER,
                             .seat = t->c.asked,
                             .yes = is_forced};
    if (t->c.asked < 0 || level[t->c.asked] < 0) return (step){.kind = STEP_NONE};
    return event_now(t, e);
}

static step extras(const crew *t, const int *level)
{
    for (int i = 0; i < t->c.pairs; i++) {
        const alea_chouette_pair *p = &t->c.pair[i];
        if (p->offered == 2 && level[p->lower] >= 0)
            return event_now(t, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_EXTRA,
                                                      .seat = p->lower,
                                                      .pair = i});
    }
    return (step){.kind = STEP_NONE};
}

/* Throws and answers come once all have had their chance to turn a cube. */
static step before_throw(const crew *t, const int *level)
{
    const unsigned others = crew_may_double(t);
    for (int i = 0; i < ALEA_CHOUETTE_SEATS; i++)
        if (others >> i & 1 && level[i] >= 0)
            return (step){.kind = STEP_ASK, .at = t->time};
    if (!waits_for_machine(t, level)) return (step){.kind = STEP_NONE};
    return (step){.kind = STEP_ASK,
                  .at = others ? t->moved_at + CREW_MOMENT_MS : t->time};
}

step crew_next(const crew *t)
{
    int level[ALEA_CHOUETTE_SEATS];
    const int mover = alea_chouette_mover(&t->c);
    const alea_chouette_event pass = {.type = ALEA_CHOUETTE_EVENT_PLAY, .seat = mover};
    const step now = {.kind = STEP_ASK, .at = t->time}, nothing = {.kind = STEP_NONE};
    if (t->stage != CREW_PLAYING) return nothing;
    if (!has_person(t)) return (step){.kind = STEP_CLOSE, .at = t->time};
    crew_levels(t, level);
    if (has_proposal(t, level)) return now;
    switch (t->c.phase) {
    case ALEA_CHOUETTE_ORDER:
    case ALEA_CHOUETTE_OPENING: return (step){.kind = STEP_DICE, .at = t->time};
    case ALEA_CHOUETTE_BETWEEN: return between(t, level);
    case ALEA_CHOUETTE_ASK_BOX:
    case ALEA_CHOUETTE_ASK_PARTNER:
    case ALEA_CHOUETTE_ASK_AUTOMATIC: return asked(t, level);
    case ALEA_CHOUETTE_EXTRAS: return extras(t, level);
    case ALEA_CHOUETTE_TO_ROLL:
    case ALEA_CHOUETTE_ANSWERS: return before_throw(t, level);
    case ALEA_CHOUETTE_TO_PLAY:
        if (crew_would(t, &pass)) return event_now(t, pass);
        return waits_for_machine(t, level) ? now : nothing;
    }
    return nothing;
}

int64_t crew_due(const crew *t)
{
    const step next = crew_next(t);
    return next.kind == STEP_NONE ? 0 : next.at;
}
