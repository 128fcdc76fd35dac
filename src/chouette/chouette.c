/* The state machine:
 *
 *     order    --throw--> between
 *     between  --begin--> ask_box, ask_partner, ask_automatic, opening
 *     opening  --opening--> to_play, or to_roll (rules that roll again); a tie: opening
 *     to_roll  --double--> answers; --roll--> to_play
 *     answers  --take, drop, beaver, raccoon--> to_roll, extras
 *     to_play  --play--> to_roll
 *
 * When no pair is left in the game the places change: between. An event works on a
 * copy, which becomes the state if it is accepted. */
#include "cube.h"
#include "line.h"
#include "state.h"

#include <string.h>

void alea_chouette_start(alea_chouette *chouette, const alea_chouette_rules *rules,
                         int players)
{
    memset(chouette, 0, sizeof *chouette);
    chouette->rules = *rules;
    chouette->players = players;
    chouette->partner = chouette->asked = chouette->shooter = ALEA_CHOUETTE_NO_SEAT;
    chouette->taker = chouette->last = -1;
    for (int i = 0; i < players; i++) chouette->line[i] = i;
}

/* ---- a game begins and ends ---- */

static void open_game(alea_chouette *c)
{
    c->pairs = c->players - 1;
    c->shooter = c->line[1];
    for (int i = 0; i < c->pairs; i++) {
        alea_chouette_pair *p = &c->pair[i];
        memset(p, 0, sizeof *p);
        p->upper = c->line[0];
        p->lower = c->line[i + 1];
        p->answer = -1;
        p->proposer = ALEA_NOBODY;
        alea_match_start(&p->match, &c->rules.game);
    }
    c->phase = c->carried > 0 ? ALEA_CHOUETTE_ASK_AUTOMATIC : ALEA_CHOUETTE_OPENING;
    c->asked = c->carried > 0 ? c->line[0] : ALEA_CHOUETTE_NO_SEAT;
}

/* A box that is away has no captain to follow. */
static bool box_is_missing(const alea_chouette *c, int box)
{
    return c->rules.absent == ALEA_CHOUETTE_FOLLOW_CAPTAIN && c->away[box];
}

static alea_chouette_refusal begin(alea_chouette *c)
{
    if (c->phase != ALEA_CHOUETTE_BETWEEN) return ALEA_CHOUETTE_REFUSED_PHASE;
    if (c->players + (c->partner >= 0) < 3) return ALEA_CHOUETTE_REFUSED_TOO_FEW;
    if (box_is_missing(c, c->line[0])) return ALEA_CHOUETTE_REFUSED_NOT_YOU;
    c->game++;
    c->entries = c->pairs = c->ties = 0;
    c->answering = false;
    c->last = -1;
    if (!line_ask_partner(c)) open_game(c);
    return ALEA_CHOUETTE_ACCEPTED;
}

static bool is_captain_winner(const alea_chouette *c)
{
    const int own = alea_chouette_pair_of(c, c->line[1]);
    return own >= 0 && c->pair[own].match.result.winner == ALEA_B;
}

static int sum_of_box(const alea_chouette *c)
{
    int sum = 0;
    for (int i = 0; i < c->entries; i++) {
        const alea_chouette_entry *e = &c->entry[i];
        sum += e->to == c->line[0] ? e->points : e->from == c->line[0] ? -e->points : 0;
    }
    return sum;
}

/* Whether the box stays by its sum: it won to the end, or by the last drop, and its sum
 * is no loss. */
static bool stays_by_sum(const alea_chouette *c, int sum)
{
    bool won = false;
    for (int i = 0; i < c->pairs; i++) {
        const alea_chouette_pair *p = &c->pair[i];
        const alea_result *r = &p->match.result;
        if (p->extra || r->winner != ALEA_A) continue;
        won = won || r->how != ALEA_HOW_DROP || i == c->last;
    }
    return won && sum >= 0;
}

static int next_box(const alea_chouette *c, int sum, bool captain_won)
{
    if (c->rules.rotation_by == ALEA_CHOUETTE_CAPTAIN_VS_BOX)
        return c->line[captain_won ? 1 : 0];
    if (stays_by_sum(c, sum)) return c->line[0];
    for (int i = 1; i < c->players; i++) {
        const int own = alea_chouette_pair_of(c, c->line[i]);
        if (c->pair[own].match.result.winner == ALEA_B) return c->line[i];
    }
    return c->line[1];
}

static void end_game(alea_chouette *c)
{
    const int sum = sum_of_box(c), half = sum / 2;
    const bool captain_won = is_captain_winner(c);
    const int box = next_box(c, sum, captain_won);
    if (c->partner >= 0 && half > 0)
        cube_enter(c, c->line[0], c->partner, half, ALEA_CHOUETTE_BY_PARTNER);
    if (c->partner >= 0 && half < 0)
        cube_enter(c, c->partner, c->line[0], -half, ALEA_CHOUETTE_BY_PARTNER);
    c->phase = ALEA_CHOUETTE_BETWEEN;
    c->shooter = c->asked = ALEA_CHOUETTE_NO_SEAT;
    line_rotate(c, captain_won, box);
    line_between(c);
}

/* Follows the board: the phase of a game that goes on, or its end. */
static void follow(alea_chouette *c)
{
    const alea_match *m = alea_chouette_board(c);
    if (c->phase < ALEA_CHOUETTE_OPENING) return;
    if (c->phase == ALEA_CHOUETTE_ANSWERS || c->phase == ALEA_CHOUETTE_EXTRAS) return;
    if (!m)
        end_game(c);
    else if (m->phase == ALEA_MATCH_TO_PLAY)
        c->phase = ALEA_CHOUETTE_TO_PLAY;
    else if (m->phase == ALEA_MATCH_TO_ROLL)
        c->phase = ALEA_CHOUETTE_TO_ROLL;
}

/* ---- dice ---- */

static alea_chouette_refusal tie(alea_chouette *c)
{
    c->ties++;
    switch (c->rules.automatic) {
    case ALEA_CHOUETTE_AUTOMATIC_NONE: return ALEA_CHOUETTE_ACCEPTED;
    case ALEA_CHOUETTE_AUTOMATIC_SINGLE:
        if (c->ties == 1) cube_automatic(c);
        return ALEA_CHOUETTE_ACCEPTED;
    case ALEA_CHOUETTE_AUTOMATIC_FIRST_THEN_BOX:
        if (c->ties == 1) {
            cube_automatic(c);
            return ALEA_CHOUETTE_ACCEPTED;
        }
        break;
    case ALEA_CHOUETTE_AUTOMATIC_BOX_CHOICE:
    case ALEA_CHOUETTE_AUTOMATIC_CARRYOVER: break;
    }
    c->phase = ALEA_CHOUETTE_ASK_AUTOMATIC;
    c->asked = c->line[0];
    return ALEA_CHOUETTE_ACCEPTED;
}

static alea_chouette_refusal opening(alea_chouette *c, const alea_chouette_event *e,
                                     chouette_why *why)
{
    if (c->phase != ALEA_CHOUETTE_OPENING) return ALEA_CHOUETTE_REFUSED_PHASE;
    const alea_event event = {.type = ALEA_EVENT_OPENING, .roll = e->roll};
    const alea_chouette_refusal refusal = cube_everywhere(c, &event, why);
    if (refusal != ALEA_CHOUETTE_ACCEPTED) return refusal;
    return e->roll.die[0] == e->roll.die[1] ? tie(c) : ALEA_CHOUETTE_ACCEPTED;
}

static alea_chouette_refusal automatic(alea_chouette *c, const alea_chouette_event *e)
{
    if (c->phase != ALEA_CHOUETTE_ASK_AUTOMATIC) return ALEA_CHOUETTE_REFUSED_PHASE;
    if (!state_acts_for(c, e->seat, c->asked)) return ALEA_CHOUETTE_REFUSED_NOT_YOU;
    /* One that is carried over lapses if the box declines it once more. */
    const bool of_last_game = c->ties == 0;
    if (e->yes) cube_automatic(c);
    c->carried = !e->yes && !of_last_game &&
                 c->rules.automatic == ALEA_CHOUETTE_AUTOMATIC_CARRYOVER;
    c->phase = ALEA_CHOUETTE_OPENING;
    c->asked = ALEA_CHOUETTE_NO_SEAT;
    return ALEA_CHOUETTE_ACCEPTED;
}

static alea_chouette_refusal move(alea_chouette *c, const alea_chouette_event *e,
                                  chouette_why *why)
{
    const bool rolls = e->type == ALEA_CHOUETTE_EVENT_ROLL;
    if (rolls && c->phase == ALEA_CHOUETTE_ANSWERS)
        return ALEA_CHOUETTE_REFUSED_OFFERED;
    if (c->phase != (rolls ? ALEA_CHOUETTE_TO_ROLL : ALEA_CHOUETTE_TO_PLAY))
        return ALEA_CHOUETTE_REFUSED_PHASE;
    if (!state_acts_for(c, e->seat, alea_chouette_mover(c)))
        return ALEA_CHOUETTE_REFUSED_NOT_YOU;
    alea_event event = {.type = rolls ? ALEA_EVENT_ROLL : ALEA_EVENT_PLAY,
                        .by = alea_chouette_board(c)->turn,
                        .roll = e->roll,
                        .moves = e->moves};
    if (!rolls && e->moves > ALEA_MAX_MOVES) return ALEA_CHOUETTE_REFUSED_EVENT;
    if (!rolls) memcpy(event.move, e->move, sizeof event.move);
    const alea_chouette_refusal refusal = cube_everywhere(c, &event, why);
    if (refusal != ALEA_CHOUETTE_ACCEPTED) return refusal;
    c->answering = false;
    cube_settle(c);
    return ALEA_CHOUETTE_ACCEPTED;
}

/* ---- seats ---- */

static alea_chouette_refusal go_away(alea_chouette *c, const alea_chouette_event *e)
{
    if (!line_has(c, e->seat)) return ALEA_CHOUETTE_REFUSED_SEAT;
    if (e->type == ALEA_CHOUETTE_EVENT_BACK) {
        c->away[e->seat] = false;
        return ALEA_CHOUETTE_ACCEPTED;
    }
    if (c->rules.absent == ALEA_CHOUETTE_PROXY) {
        if (e->other == e->seat || !line_has(c, e->other))
            return ALEA_CHOUETTE_REFUSED_SEAT;
        c->proxy[e->seat] = e->other;
    } else if (c->phase > ALEA_CHOUETTE_BETWEEN && e->seat == c->line[0]) {
        return ALEA_CHOUETTE_REFUSED_SEAT;
    }
    c->away[e->seat] = true;
    return ALEA_CHOUETTE_ACCEPTED;
}

static alea_chouette_refusal partner(alea_chouette *c, const alea_chouette_event *e)
{
    bool asking = false;
    if (c->phase != ALEA_CHOUETTE_ASK_BOX && c->phase != ALEA_CHOUETTE_ASK_PARTNER)
        return ALEA_CHOUETTE_REFUSED_PHASE;
    if (!state_acts_for(c, e->seat, c->asked)) return ALEA_CHOUETTE_REFUSED_NOT_YOU;
    const alea_chouette_refusal refusal = line_partner_answer(c, e->yes, &asking);
    if (refusal == ALEA_CHOUETTE_ACCEPTED && !asking) open_game(c);
    return refusal;
}

static alea_chouette_refusal apply(alea_chouette *c, const alea_chouette_event *e,
                                   chouette_why *why)
{
    switch (e->type) {
    case ALEA_CHOUETTE_EVENT_THROW: return line_throw(c, e);
    case ALEA_CHOUETTE_EVENT_JOIN: return line_join(c, e->seat);
    case ALEA_CHOUETTE_EVENT_ADMIT: return line_admit(c, e);
    case ALEA_CHOUETTE_EVENT_LEAVE: return line_leave(c, e->seat);
    case ALEA_CHOUETTE_EVENT_AWAY:
    case ALEA_CHOUETTE_EVENT_BACK: return go_away(c, e);
    case ALEA_CHOUETTE_EVENT_BEGIN: return begin(c);
    case ALEA_CHOUETTE_EVENT_PARTNER: return partner(c, e);
    case ALEA_CHOUETTE_EVENT_AUTOMATIC: return automatic(c, e);
    case ALEA_CHOUETTE_EVENT_OPENING: return opening(c, e, why);
    case ALEA_CHOUETTE_EVENT_DOUBLE:
    case ALEA_CHOUETTE_EVENT_TAKE:
    case ALEA_CHOUETTE_EVENT_DROP:
    case ALEA_CHOUETTE_EVENT_BEAVER:
    case ALEA_CHOUETTE_EVENT_RACCOON: return cube_event(c, e, why);
    case ALEA_CHOUETTE_EVENT_EXTRA: return cube_extra(c, e);
    case ALEA_CHOUETTE_EVENT_ROLL:
    case ALEA_CHOUETTE_EVENT_PLAY: return move(c, e, why);
    case ALEA_CHOUETTE_EVENT_RESIGN:
    case ALEA_CHOUETTE_EVENT_SETTLE:
    case ALEA_CHOUETTE_EVENT_ACCEPT:
    case ALEA_CHOUETTE_EVENT_REJECT: return cube_proposal(c, e, why);
    case ALEA_CHOUETTE_EVENTS: break;
    }
    return ALEA_CHOUETTE_REFUSED_EVENT;
}

static bool needs_seat(alea_chouette_type type)
{
    return type != ALEA_CHOUETTE_EVENT_THROW && type != ALEA_CHOUETTE_EVENT_BEGIN &&
           type != ALEA_CHOUETTE_EVENT_OPENING;
}

alea_chouette_refusal alea_chouette_apply(alea_chouette *chouette,
                                          const alea_chouette_event *event,
                                          alea_refusal *by_game,
                                          alea_play_error *play_error)
{
    chouette_why why = {ALEA_ACCEPTED, ALEA_PLAY_LEGAL};
    alea_chouette next = *chouette;
    alea_chouette_refusal refusal = ALEA_CHOUETTE_REFUSED_SEAT;
    if (!needs_seat(event->type) ||
        (event->seat >= 0 && event->seat < ALEA_CHOUETTE_SEATS))
        refusal = apply(&next, event, &why);
    if (by_game) *by_game = why.by_game;
    if (play_error) *play_error = why.play_error;
    if (refusal != ALEA_CHOUETTE_ACCEPTED) return refusal;
    follow(&next);
    *chouette = next;
    return ALEA_CHOUETTE_ACCEPTED;
}
