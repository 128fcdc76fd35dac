#include "line.h"

#include <string.h>

int line_place(const alea_chouette *c, int seat)
{
    for (int i = 0; i < c->players; i++)
        if (c->line[i] == seat) return i;
    return -1;
}

bool line_has(const alea_chouette *c, int seat)
{
    return seat >= 0 && (seat == c->partner || line_place(c, seat) >= 0);
}

void line_put(alea_chouette *c, int place, int seat)
{
    for (int i = c->players; i > place; i--) c->line[i] = c->line[i - 1];
    c->line[place] = seat;
    c->players++;
}

void line_remove(alea_chouette *c, int seat)
{
    const int place = line_place(c, seat);
    if (place < 0) return;
    c->players--;
    for (int i = place; i < c->players; i++) c->line[i] = c->line[i + 1];
}

/* ---- the first order ---- */

static bool is_tied(const alea_chouette *c, int place)
{
    return (place > 0 && c->group[place - 1] == c->group[place]) ||
           (place + 1 < c->players && c->group[place + 1] == c->group[place]);
}

static bool is_throw(const alea_chouette *c, int thrown)
{
    static const int dice[] = {1, 2, 4};
    return thrown >= dice[c->rules.order_throw] &&
           thrown <= 6 * dice[c->rules.order_throw];
}

/* Sorts each group by its throws, and splits it where they differ. */
static void sort_groups(alea_chouette *c, const uint8_t *thrown)
{
    int group[ALEA_CHOUETTE_SEATS];
    for (int i = 1; i < c->players; i++)
        for (int k = i; k > 0 && c->group[k] == c->group[k - 1] &&
                        thrown[c->line[k]] > thrown[c->line[k - 1]];
             k--) {
            const int seat = c->line[k];
            c->line[k] = c->line[k - 1];
            c->line[k - 1] = seat;
        }
    for (int i = 0; i < c->players; i++) {
        const bool same = i > 0 && c->group[i] == c->group[i - 1] &&
                          thrown[c->line[i]] == thrown[c->line[i - 1]];
        group[i] = i == 0 ? 0 : group[i - 1] + !same;
    }
    memcpy(c->group, group, (size_t)c->players * sizeof *group);
}

alea_chouette_refusal line_throw(alea_chouette *c, const alea_chouette_event *e)
{
    bool tied = false;
    if (c->phase != ALEA_CHOUETTE_ORDER) return ALEA_CHOUETTE_REFUSED_PHASE;
    for (int i = 0; i < c->players; i++) {
        const int thrown = e->thrown[c->line[i]];
        if (is_tied(c, i) ? !is_throw(c, thrown) : thrown != 0)
            return ALEA_CHOUETTE_REFUSED_THROW;
    }
    for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++)
        if (e->thrown[seat] && line_place(c, seat) < 0)
            return ALEA_CHOUETTE_REFUSED_THROW;
    sort_groups(c, e->thrown);
    for (int i = 0; i < c->players; i++) tied = tied || is_tied(c, i);
    if (!tied) {
        c->phase = ALEA_CHOUETTE_BETWEEN;
        line_between(c);
    }
    return ALEA_CHOUETTE_ACCEPTED;
}

/* ---- joining and leaving ---- */

static int joiner(const alea_chouette *c, int seat)
{
    for (int i = 0; i < c->joiners; i++)
        if (c->joining[i] == seat) return i;
    return -1;
}

static void remove_joiner(alea_chouette *c, int index)
{
    c->joiners--;
    for (int i = index; i < c->joiners; i++) c->joining[i] = c->joining[i + 1];
}

static int everybody(const alea_chouette *c)
{
    return c->players + (c->partner >= 0);
}

alea_chouette_refusal line_join(alea_chouette *c, int seat)
{
    if (line_has(c, seat) || joiner(c, seat) >= 0) return ALEA_CHOUETTE_REFUSED_SEAT;
    c->joining[c->joiners++] = seat;
    c->admitted[seat] = c->rules.join_consent == ALEA_CHOUETTE_JOIN_FREE;
    if (c->phase == ALEA_CHOUETTE_BETWEEN) line_between(c);
    return ALEA_CHOUETTE_ACCEPTED;
}

alea_chouette_refusal line_admit(alea_chouette *c, const alea_chouette_event *e)
{
    if (c->phase == ALEA_CHOUETTE_ORDER) return ALEA_CHOUETTE_REFUSED_PHASE;
    if (e->seat != c->line[0]) return ALEA_CHOUETTE_REFUSED_NOT_YOU;
    const int index = joiner(c, e->other);
    if (index < 0) return ALEA_CHOUETTE_REFUSED_SEAT;
    if (e->yes)
        c->admitted[e->other] = true;
    else
        remove_joiner(c, index);
    if (c->phase == ALEA_CHOUETTE_BETWEEN) line_between(c);
    return ALEA_CHOUETTE_ACCEPTED;
}

static void go(alea_chouette *c, int seat)
{
    c->leaving[seat] = c->away[seat] = false;
    if (seat == c->partner) {
        c->partner = ALEA_CHOUETTE_NO_SEAT;
        return;
    }
    /* A partner takes the place of a box that leaves; else the next move up. */
    if (seat == c->line[0] && c->partner >= 0) {
        c->line[0] = c->partner;
        c->partner = ALEA_CHOUETTE_NO_SEAT;
        return;
    }
    if (line_place(c, seat) == c->players - 1) c->loser_last = false;
    line_remove(c, seat);
}

alea_chouette_refusal line_leave(alea_chouette *c, int seat)
{
    if (c->phase == ALEA_CHOUETTE_ORDER) return ALEA_CHOUETTE_REFUSED_PHASE;
    if (joiner(c, seat) >= 0) {
        remove_joiner(c, joiner(c, seat));
        return ALEA_CHOUETTE_ACCEPTED;
    }
    if (!line_has(c, seat)) return ALEA_CHOUETTE_REFUSED_SEAT;
    c->leaving[seat] = true;
    if (c->phase == ALEA_CHOUETTE_BETWEEN) line_between(c);
    return ALEA_CHOUETTE_ACCEPTED;
}

void line_between(alea_chouette *c)
{
    for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++)
        if (c->leaving[seat]) go(c, seat);
    for (int i = 0; i < c->joiners;) {
        const int seat = c->joining[i];
        if (!c->admitted[seat]) {
            i++;
            continue;
        }
        remove_joiner(c, i);
        const bool before = c->rules.join_place == ALEA_CHOUETTE_BEFORE_LOSER &&
                            c->loser_last && c->players > 0;
        line_put(c, c->players - before, seat);
        if (!before) c->loser_last = false;
    }
}

/* ---- rotation ---- */

void line_rotate(alea_chouette *c, bool captain_won, int new_box)
{
    const int box = c->line[0], captain = c->line[1], partner = c->partner;
    const int end = c->players - 1;
    c->loser_last = true;
    if (new_box == box) {
        line_remove(c, captain);
        line_put(c, end, captain);
        return;
    }
    line_remove(c, box);
    line_remove(c, new_box);
    if (captain != new_box && !captain_won) {
        line_remove(c, captain);
        line_put(c, c->players, captain);
    }
    line_put(c, 0, new_box);
    line_put(c, c->players, box);
    if (partner < 0) return;
    /* The partner is captain now, and the next in line the new box's partner. */
    line_put(c, 1, partner);
    c->partner = c->line[2];
    line_remove(c, c->partner);
}

/* ---- the partner ---- */

static bool wants_partner(const alea_chouette *c)
{
    return c->rules.partner != ALEA_CHOUETTE_PARTNER_NONE &&
           everybody(c) >= c->rules.partner_from;
}

static void take_partner(alea_chouette *c, int seat)
{
    line_remove(c, seat);
    c->partner = seat;
}

/* The first candidate: false if nobody is asked. */
static bool ask_first(alea_chouette *c)
{
    if (c->rules.partner_who == ALEA_CHOUETTE_CAPTAIN_MOVES_OVER) {
        take_partner(c, c->line[1]);
        return false;
    }
    c->phase = ALEA_CHOUETTE_ASK_PARTNER;
    c->asked =
        c->line[c->rules.partner_who == ALEA_CHOUETTE_NEXT_IN_LINE ? 2
                                                                   : c->players - 1];
    return true;
}

bool line_ask_partner(alea_chouette *c)
{
    if (c->partner >= 0 && (!wants_partner(c) || c->players < 3)) {
        line_put(c, c->players, c->partner);
        c->partner = ALEA_CHOUETTE_NO_SEAT;
    }
    if (c->partner >= 0 || !wants_partner(c)) return false;
    if (c->rules.partner == ALEA_CHOUETTE_PARTNER_FORCED) return ask_first(c);
    c->phase = ALEA_CHOUETTE_ASK_BOX;
    c->asked = c->line[0];
    return true;
}

/* Finds who is asked after `seat` refused; false: nobody. */
static bool ask_next(alea_chouette *c, int seat)
{
    const int place = line_place(c, seat);
    if (c->rules.partner_who == ALEA_CHOUETTE_LAST_IN_LINE) {
        if (place <= 2) return false;
        c->asked = c->line[place - 1];
        return true;
    }
    if (c->rules.partner == ALEA_CHOUETTE_PARTNER_FORCED) {
        /* He accepts or quits. */
        go(c, seat);
        if (!wants_partner(c)) return false;
        c->asked = c->line[2];
        return true;
    }
    if (place + 1 >= c->players) return false;
    c->asked = c->line[place + 1];
    return true;
}

alea_chouette_refusal line_partner_answer(alea_chouette *c, bool yes, bool *asking)
{
    const int seat = c->asked;
    if (c->phase == ALEA_CHOUETTE_ASK_BOX) {
        *asking = yes && ask_first(c);
        return ALEA_CHOUETTE_ACCEPTED;
    }
    if (yes) take_partner(c, seat);
    *asking = !yes && ask_next(c, seat);
    return ALEA_CHOUETTE_ACCEPTED;
}
