/* The cubes. All doubles of a turn are made before anybody answers; answers are kept
 * until all are given, then carried out together. */
#include "cube.h"

#include "line.h"
#include "state.h"

enum { MOST_POINTS = 1000000 };

/* The event in a pair's game that an event about a cube becomes. */
static alea_event_type event_of(alea_chouette_type type)
{
    if (type == ALEA_CHOUETTE_EVENT_DOUBLE) return ALEA_EVENT_DOUBLE;
    if (type == ALEA_CHOUETTE_EVENT_TAKE) return ALEA_EVENT_TAKE;
    if (type == ALEA_CHOUETTE_EVENT_DROP) return ALEA_EVENT_DROP;
    return type == ALEA_CHOUETTE_EVENT_BEAVER ? ALEA_EVENT_BEAVER : ALEA_EVENT_RACCOON;
}

static alea_chouette_refusal by_game(chouette_why *why, alea_refusal refusal)
{
    if (refusal == ALEA_ACCEPTED) return ALEA_CHOUETTE_ACCEPTED;
    why->by_game = refusal;
    return ALEA_CHOUETTE_REFUSED_GAME;
}

static alea_chouette_pair *live_pair(alea_chouette *c, int index)
{
    return index >= 0 && index < c->pairs && !c->pair[index].over ? &c->pair[index]
                                                                  : NULL;
}

void cube_enter(alea_chouette *c, int from, int to, int points,
                alea_chouette_reason reason)
{
    c->entry[c->entries++] = (alea_chouette_entry){from, to, points, reason};
    c->total[from] -= points;
    c->total[to] += points;
}

static alea_chouette_reason reason_of(alea_how how)
{
    switch (how) {
    case ALEA_HOW_DROP: return ALEA_CHOUETTE_BY_DROP;
    case ALEA_HOW_RESIGN: return ALEA_CHOUETTE_BY_RESIGNATION;
    case ALEA_HOW_SETTLED: return ALEA_CHOUETTE_BY_SETTLEMENT;
    case ALEA_HOW_BEAROFF: break;
    }
    return ALEA_CHOUETTE_BY_RESULT;
}

/* The first of the team who is still in takes over from a shooter who is out. */
static void take_over(alea_chouette *c)
{
    const int pair = alea_chouette_pair_of(c, c->shooter);
    if (pair >= 0 && !c->pair[pair].over) return;
    for (int i = 1; i < c->players; i++) {
        const int own = alea_chouette_pair_of(c, c->line[i]);
        if (own < 0 || c->pair[own].over) continue;
        const int out = c->shooter;
        c->shooter = c->line[i];
        if (c->rules.cube == ALEA_CHOUETTE_SINGLE) {
            /* A captain who passes loses his place. */
            line_remove(c, out);
            line_put(c, c->players, out);
        }
        return;
    }
}

void cube_settle(alea_chouette *c)
{
    for (int i = 0; i < c->pairs; i++) {
        alea_chouette_pair *p = &c->pair[i];
        if (p->over || !p->match.has_result) continue;
        const alea_result *r = &p->match.result;
        const bool up = r->winner == ALEA_A;
        p->over = true;
        p->proposer = ALEA_NOBODY;
        if (!p->extra) c->last = i;
        cube_enter(c, up ? p->lower : p->upper, up ? p->upper : p->lower, r->points,
                   reason_of(r->how));
    }
    take_over(c);
}

alea_chouette_refusal cube_everywhere(alea_chouette *c, const alea_event *event,
                                      chouette_why *why)
{
    for (int i = 0; i < c->pairs; i++) {
        alea_chouette_pair *p = &c->pair[i];
        if (p->over) continue;
        const alea_refusal refusal =
            alea_match_apply(&p->match, event, &why->play_error);
        if (refusal != ALEA_ACCEPTED) return by_game(why, refusal);
        p->proposer = ALEA_NOBODY;
    }
    return ALEA_CHOUETTE_ACCEPTED;
}

void cube_automatic(alea_chouette *c)
{
    for (int i = 0; i < c->pairs; i++) {
        alea_match *m = &c->pair[i].match;
        const alea_event raise = {.type = ALEA_EVENT_SET,
                                  .set = ALEA_SET_CUBE,
                                  .cube_log2 = m->cube_log2 + 1,
                                  .cube_owner = ALEA_NOBODY};
        /* At the limit the cube stays. */
        (void)alea_match_apply(m, &raise, NULL);
    }
}

/* ---- doubles ---- */

/* Whether the box must double the captain before this member, whose cube is equal. */
static bool captain_is_first(const alea_chouette *c, const alea_chouette_pair *p)
{
    if (!c->rules.equal_cubes_include_captain || p->extra || p->lower == c->shooter)
        return false;
    const int index = alea_chouette_pair_of(c, c->shooter);
    if (index < 0 || c->pair[index].over || c->pair[index].offered) return false;
    const alea_match *m = &c->pair[index].match;
    return m->cube_log2 == p->match.cube_log2 && alea_match_may_double(m, ALEA_A);
}

static alea_chouette_refusal offer(alea_chouette_pair *p, alea_player side,
                                   chouette_why *why)
{
    const alea_event event = {.type = ALEA_EVENT_DOUBLE, .by = side};
    const alea_refusal refusal = alea_match_apply(&p->match, &event, NULL);
    if (refusal != ALEA_ACCEPTED) return by_game(why, refusal);
    p->offered = 1;
    p->answer = -1;
    p->proposer = ALEA_NOBODY;
    return ALEA_CHOUETTE_ACCEPTED;
}

static alea_chouette_refusal make_double(alea_chouette *c, alea_chouette_pair *p,
                                         int actor, chouette_why *why)
{
    if (c->phase != ALEA_CHOUETTE_TO_ROLL && c->phase != ALEA_CHOUETTE_ANSWERS)
        return ALEA_CHOUETTE_REFUSED_PHASE;
    if (c->answering) return ALEA_CHOUETTE_REFUSED_ANSWERED;
    const alea_player side = state_acts_for(c, actor, p->upper) ? ALEA_A : ALEA_B;
    if (side == ALEA_B && !state_acts_for(c, actor, state_decider(c, p, ALEA_B)))
        return ALEA_CHOUETTE_REFUSED_NOT_YOU;
    if (side == ALEA_A && captain_is_first(c, p))
        return ALEA_CHOUETTE_REFUSED_CAPTAIN_FIRST;
    for (int i = 0; i < c->pairs; i++) {
        alea_chouette_pair *q = &c->pair[i];
        if (q != p && (!state_is_single(c, p) || !state_is_single(c, q) || q->over))
            continue;
        const alea_chouette_refusal refusal = offer(q, side, why);
        if (refusal != ALEA_CHOUETTE_ACCEPTED) return refusal;
    }
    c->phase = ALEA_CHOUETTE_ANSWERS;
    return ALEA_CHOUETTE_ACCEPTED;
}

/* ---- answers ---- */

/* How the cubes that one side turned together are answered so far. Cubes of extras and
 * answers to beavers are not among them. */
typedef struct batch {
    int turned, takes, drops;
    bool box_doubled, has_captain;
    int captain; /* the answer to his cube, or -1 */
} batch;

static bool is_first_answer(const alea_chouette_pair *p)
{
    return p->offered == 1 && !p->extra && alea_match_offers(&p->match) == 1;
}

static bool was_centred(const alea_chouette_pair *p)
{
    alea_player owner, doubler;
    (void)alea_match_cube_before(&p->match, &owner, &doubler);
    return owner == ALEA_NOBODY;
}

static batch batch_of(const alea_chouette *c, bool centred)
{
    batch b = {.captain = -1};
    for (int i = 0; i < c->pairs; i++) {
        const alea_chouette_pair *p = &c->pair[i];
        if (!is_first_answer(p) || (centred && !was_centred(p))) continue;
        b.turned++;
        b.drops += p->answer == ALEA_EVENT_DROP;
        b.takes += p->answer == ALEA_EVENT_TAKE || p->answer == ALEA_EVENT_BEAVER;
        b.box_doubled = p->match.to_act == ALEA_B;
        if (p->lower == c->shooter) {
            b.has_captain = true;
            b.captain = p->answer;
        }
    }
    return b;
}

/* Whether the box's answers so far can still be completed by the rules. */
static alea_chouette_refusal box_may(const alea_chouette *c)
{
    const batch all = batch_of(c, false), centred = batch_of(c, true);
    if (all.box_doubled) return ALEA_CHOUETTE_ACCEPTED;
    if (c->rules.take_captain && all.has_captain && all.takes > 0 &&
        all.captain == ALEA_EVENT_DROP)
        return ALEA_CHOUETTE_REFUSED_TAKE_CAPTAIN;
    if (c->rules.min_take == ALEA_CHOUETTE_MIN_TAKE_NONE || centred.turned < 2 ||
        centred.takes == 0)
        return ALEA_CHOUETTE_ACCEPTED;
    int least = c->rules.min_take == ALEA_CHOUETTE_MIN_TAKE_HALF
                    ? (centred.turned + 1) / 2
                    : (centred.turned + 2) / 3;
    if (c->players == 3) least = 2;
    return centred.turned - centred.drops < least ? ALEA_CHOUETTE_REFUSED_MIN_TAKE
                                                  : ALEA_CHOUETTE_ACCEPTED;
}

static bool all_answered(const alea_chouette *c)
{
    for (int i = 0; i < c->pairs; i++)
        if (c->pair[i].offered == 1 && c->pair[i].answer < 0) return false;
    return true;
}

/* A member who alone took must beaver: he is asked again. */
static bool ask_lone_taker(alea_chouette *c)
{
    const batch b = batch_of(c, false);
    if (c->rules.lone_take != ALEA_CHOUETTE_LONE_MUST_BEAVER || !b.box_doubled ||
        b.takes != 1 || b.drops == 0)
        return false;
    for (int i = 0; i < c->pairs; i++) {
        alea_chouette_pair *p = &c->pair[i];
        if (!is_first_answer(p) || p->answer != ALEA_EVENT_TAKE) continue;
        p->answer = -1;
        p->must_beaver = true;
        if (p->match.rules.beavers == 0) p->match.rules.beavers = 1;
        return true;
    }
    return false;
}

/* Players who dropped may offer a lone taker an extra. */
static void open_extras(alea_chouette *c, const batch *b)
{
    if (c->rules.lone_take != ALEA_CHOUETTE_LONE_EXTRAS || !b->box_doubled ||
        b->takes != 1 || b->drops == 0)
        return;
    for (int i = 0; i < c->pairs; i++) {
        alea_chouette_pair *p = &c->pair[i];
        if (!is_first_answer(p)) continue;
        if (p->answer == ALEA_EVENT_DROP) p->offered = 2;
        if (p->answer == ALEA_EVENT_TAKE) c->taker = i;
    }
}

static alea_chouette_refusal carry_out(alea_chouette *c, chouette_why *why)
{
    const batch b = batch_of(c, false);
    bool open = false, extras = false;
    c->taker = -1;
    open_extras(c, &b);
    for (int i = 0; i < c->pairs; i++) {
        alea_chouette_pair *p = &c->pair[i];
        if (!p->offered) continue;
        const alea_event event = {.type = (alea_event_type)p->answer,
                                  .by = p->match.to_act};
        const alea_refusal refusal = alea_match_apply(&p->match, &event, NULL);
        if (refusal != ALEA_ACCEPTED) return by_game(why, refusal);
        p->match.rules.beavers = c->rules.game.beavers;
        p->must_beaver = false;
        p->answer = -1;
        if (p->offered == 1 && alea_match_offers(&p->match) == 0) p->offered = 0;
    }
    for (int i = 0; i < c->pairs; i++) {
        if (c->taker < 0 && c->pair[i].offered == 2) c->pair[i].offered = 0;
        open = open || c->pair[i].offered == 1;
        extras = extras || c->pair[i].offered == 2;
    }
    cube_settle(c);
    if (!open) c->phase = extras ? ALEA_CHOUETTE_EXTRAS : ALEA_CHOUETTE_TO_ROLL;
    return ALEA_CHOUETTE_ACCEPTED;
}

static alea_chouette_refusal answer(alea_chouette *c, alea_chouette_pair *p,
                                    const alea_chouette_event *e, chouette_why *why)
{
    if (c->phase != ALEA_CHOUETTE_ANSWERS) return ALEA_CHOUETTE_REFUSED_PHASE;
    if (p->offered != 1) return ALEA_CHOUETTE_REFUSED_NOTHING;
    if (p->answer >= 0) return ALEA_CHOUETTE_REFUSED_ANSWERED;
    const alea_player side = p->match.to_act;
    if (!state_acts_for(c, e->seat, state_decider(c, p, side)))
        return ALEA_CHOUETTE_REFUSED_NOT_YOU;
    const alea_event event = {.type = event_of(e->type), .by = side};
    if (p->must_beaver && event.type == ALEA_EVENT_TAKE)
        return ALEA_CHOUETTE_REFUSED_MUST_BEAVER;
    /* One cube has one answer, but each member answers the box for himself. */
    const bool each =
        !state_is_single(c, p) || (side == ALEA_B && alea_match_offers(&p->match) == 1);
    for (int i = 0; i < c->pairs; i++) {
        alea_chouette_pair *q = &c->pair[i];
        if (q != p && (each || !state_is_single(c, q) || q->offered != 1)) continue;
        const alea_refusal refusal = alea_match_would(&q->match, &event);
        if (refusal != ALEA_ACCEPTED) return by_game(why, refusal);
        q->answer = (int)event.type;
    }
    c->answering = true;
    const alea_chouette_refusal refusal = box_may(c);
    if (refusal != ALEA_CHOUETTE_ACCEPTED) return refusal;
    if (!all_answered(c) || ask_lone_taker(c)) return ALEA_CHOUETTE_ACCEPTED;
    return carry_out(c, why);
}

static alea_chouette_refusal cube_once(alea_chouette *c, const alea_chouette_event *e,
                                       chouette_why *why)
{
    alea_chouette_pair *p = live_pair(c, e->pair);
    if (!p) return ALEA_CHOUETTE_REFUSED_PAIR;
    return e->type == ALEA_CHOUETTE_EVENT_DOUBLE ? make_double(c, p, e->seat, why)
                                                 : answer(c, p, e, why);
}

alea_chouette_refusal cube_event(alea_chouette *c, const alea_chouette_event *e,
                                 chouette_why *why)
{
    const int captain = c->shooter, own = alea_chouette_pair_of(c, captain);
    const alea_chouette_refusal refusal = cube_once(c, e, why);
    if (refusal != ALEA_CHOUETTE_ACCEPTED || e->seat != captain || e->pair != own ||
        c->rules.absent != ALEA_CHOUETTE_FOLLOW_CAPTAIN)
        return refusal;
    /* An absent player does as the captain does, where he can. */
    for (int i = 1; i < c->players; i++) {
        const int seat = c->line[i];
        if (seat == captain || !c->away[seat]) continue;
        alea_chouette_event same = *e;
        alea_chouette copy = *c;
        chouette_why ignored = {0};
        same.pair = alea_chouette_pair_of(c, seat);
        same.seat = seat;
        if (cube_once(&copy, &same, &ignored) == ALEA_CHOUETTE_ACCEPTED) *c = copy;
    }
    return refusal;
}

/* ---- extras ---- */

/* An extra: who dropped pays the taker the cube that was refused, and sits with the box
 * against him with that cube at twice its value. */
static void make_extra(alea_chouette *c, const alea_chouette_pair *dropped)
{
    const alea_chouette_pair *taken = &c->pair[c->taker];
    alea_chouette_pair extra = {.upper = dropped->lower,
                                .lower = taken->lower,
                                .extra = true,
                                .answer = -1,
                                .proposer = ALEA_NOBODY,
                                .match = taken->match};
    const alea_event cube = {.type = ALEA_EVENT_SET,
                             .set = ALEA_SET_CUBE,
                             .cube_log2 = dropped->match.cube_log2 + 1,
                             .cube_owner = ALEA_B};
    (void)alea_match_apply(&extra.match, &cube, NULL);
    cube_enter(c, dropped->lower, taken->lower, alea_match_cube(&dropped->match),
               ALEA_CHOUETTE_BY_EXTRA);
    c->pair[c->pairs++] = extra;
}

alea_chouette_refusal cube_extra(alea_chouette *c, const alea_chouette_event *e)
{
    if (c->phase != ALEA_CHOUETTE_EXTRAS) return ALEA_CHOUETTE_REFUSED_PHASE;
    for (int i = 0; i < c->pairs; i++) {
        alea_chouette_pair *p = &c->pair[i];
        if (p->offered != 2 || !state_acts_for(c, e->seat, p->lower)) continue;
        p->offered = 0;
        if (e->yes) make_extra(c, p);
        for (int k = 0; k < c->pairs; k++)
            if (c->pair[k].offered == 2) return ALEA_CHOUETTE_ACCEPTED;
        c->phase = ALEA_CHOUETTE_TO_ROLL;
        return ALEA_CHOUETTE_ACCEPTED;
    }
    return ALEA_CHOUETTE_REFUSED_NOT_YOU;
}

/* ---- proposals ---- */

static alea_chouette_refusal propose(const alea_chouette *c, alea_chouette_pair *p,
                                     const alea_chouette_event *e, alea_player side,
                                     chouette_why *why)
{
    const bool resigns = e->type == ALEA_CHOUETTE_EVENT_RESIGN;
    if (!resigns && (!c->rules.settlements || e->points == 0 ||
                     e->points > MOST_POINTS || e->points < -MOST_POINTS))
        return ALEA_CHOUETTE_REFUSED_SETTLEMENT;
    if (resigns) {
        const alea_event event = {
            .type = ALEA_EVENT_RESIGN, .by = side, .win_class = e->win_class};
        const alea_refusal refusal = alea_match_would(&p->match, &event);
        if (refusal != ALEA_ACCEPTED) return by_game(why, refusal);
    }
    p->proposer = side;
    p->win_class = resigns ? e->win_class : 0;
    p->points = resigns ? 0 : e->points;
    return ALEA_CHOUETTE_ACCEPTED;
}

static alea_chouette_refusal accept(alea_chouette *c, alea_chouette_pair *p,
                                    chouette_why *why)
{
    const alea_player other = alea_opponent(p->proposer);
    alea_event event = {.type = ALEA_EVENT_RESIGN,
                        .by = p->proposer,
                        .win_class = (uint8_t)p->win_class};
    alea_refusal refusal;
    if (p->win_class > 0) {
        refusal = alea_match_apply(&p->match, &event, NULL);
        if (refusal == ALEA_ACCEPTED) {
            event = (alea_event){.type = ALEA_EVENT_ACCEPT_RESIGN, .by = other};
            refusal = alea_match_apply(&p->match, &event, NULL);
        }
    } else {
        event = (alea_event){.type = ALEA_EVENT_SETTLE,
                             .by = p->points > 0 ? p->proposer : other,
                             .points = p->points > 0 ? p->points : -p->points};
        refusal = alea_match_apply(&p->match, &event, NULL);
    }
    if (refusal != ALEA_ACCEPTED) return by_game(why, refusal);
    cube_settle(c);
    return ALEA_CHOUETTE_ACCEPTED;
}

alea_chouette_refusal cube_proposal(alea_chouette *c, const alea_chouette_event *e,
                                    chouette_why *why)
{
    alea_chouette_pair *p = live_pair(c, e->pair);
    if (!p) return ALEA_CHOUETTE_REFUSED_PAIR;
    if (c->phase != ALEA_CHOUETTE_TO_ROLL && c->phase != ALEA_CHOUETTE_TO_PLAY)
        return ALEA_CHOUETTE_REFUSED_PHASE;
    const bool upper = state_acts_for(c, e->seat, p->upper);
    if (!upper && !state_acts_for(c, e->seat, p->lower))
        return ALEA_CHOUETTE_REFUSED_NOT_YOU;
    const alea_player side = upper ? ALEA_A : ALEA_B;
    if (e->type == ALEA_CHOUETTE_EVENT_RESIGN || e->type == ALEA_CHOUETTE_EVENT_SETTLE)
        return propose(c, p, e, side, why);
    if (p->proposer == ALEA_NOBODY) return ALEA_CHOUETTE_REFUSED_NOTHING;
    /* Its proposer may take it back. */
    if (e->type == ALEA_CHOUETTE_EVENT_REJECT) {
        p->proposer = ALEA_NOBODY;
        return ALEA_CHOUETTE_ACCEPTED;
    }
    if (side == p->proposer) return ALEA_CHOUETTE_REFUSED_NOT_YOU;
    return accept(c, p, why);
}
