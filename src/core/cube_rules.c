/* The cube: who may turn it when, who owns it, what it costs to refuse.
 *
 * While an offer is pending, match.cube_log2 is what a drop would pay and
 * match.cube_owner who has the cube then:
 *
 *     event    by   cube pending  answerer  drop pays  owner after a take
 *     double   A    1 -> 2        B         1 to A     B at 2
 *     beaver   B    2 -> 4        A         2 to B     B at 4
 *     raccoon  A    4 -> 8        B         4 to A     B at 8
 *
 * The first doubled player keeps the cube through the whole chain: a beaver is
 * "doubling it again while still keeping the cube" (rulebook 004). */
#include "cube_rules.h"

#include "result.h"

bool cube_in_use(const alea_rules *rules)
{
    return rules->cube && rules->match_length != 1;
}

static bool offer_pending(const alea_match *match)
{
    return match->phase == ALEA_MATCH_DOUBLE_OFFERED ||
           match->phase == ALEA_MATCH_BEAVER_OFFERED;
}

/* True if the cube may show 1 << log2. */
static bool within_limit(const alea_rules *rules, int log2)
{
    int limit = rules->cube_limit_log2;
    return log2 <= (limit == ALEA_UNLIMITED ? ALEA_MAX_CUBE_LOG2 : limit);
}

/* True if a single game wins the match for `by` with the cube at 1 << log2. */
static bool enough_at(const alea_match *match, alea_player by, int log2)
{
    return match->rules.match_length > 0 && alea_match_away(match, by) <= 1 << log2;
}

bool alea_match_cube_is_dead(const alea_match *match, alea_player doubler)
{
    return enough_at(match, doubler, match->cube_log2);
}

bool alea_match_warns_of_dead_cube(const alea_match *match)
{
    alea_player owner, doubler;
    alea_match before = *match;
    int value = alea_match_cube_before(match, &owner, &doubler);
    if (match->phase != ALEA_MATCH_DOUBLE_OFFERED || doubler == ALEA_NOBODY ||
        match->rules.dead_cube != ALEA_DEAD_CUBE_WARN)
        return false;
    for (before.cube_log2 = 0; value > 1; value /= 2) before.cube_log2++;
    return alea_match_cube_is_dead(&before, doubler);
}

alea_refusal cube_check_double(const alea_match *match, alea_player by)
{
    const alea_rules *rules = &match->rules;
    if (!cube_in_use(rules)) return ALEA_REFUSED_CUBE_OFF;
    if (match->phase != ALEA_MATCH_TO_ROLL && match->phase != ALEA_MATCH_TO_PLAY)
        return ALEA_REFUSED_WRONG_PHASE;
    if (rules->cube_window == ALEA_WINDOW_BEFORE_OWN_ROLL) {
        if (by != match->turn) return ALEA_REFUSED_NOT_YOUR_TURN;
        if (match->phase == ALEA_MATCH_TO_PLAY || match->priv.cocked)
            return ALEA_REFUSED_ALREADY_ROLLED;
    }
    if (match->crawford_game) return ALEA_REFUSED_CRAWFORD_GAME;
    if (match->cube_owner != ALEA_NOBODY && match->cube_owner != by)
        return ALEA_REFUSED_CUBE_NOT_AVAILABLE;
    if (!within_limit(rules, match->cube_log2 + 1)) return ALEA_REFUSED_CUBE_LIMIT;
    if (rules->dead_cube == ALEA_DEAD_CUBE_FORBID && alea_match_cube_is_dead(match, by))
        return ALEA_REFUSED_CUBE_DEAD;
    return ALEA_ACCEPTED;
}

alea_refusal cube_check_answer(const alea_match *match, alea_player by)
{
    if (!offer_pending(match)) return ALEA_REFUSED_NOTHING_OFFERED;
    return by == match->to_act ? ALEA_ACCEPTED : ALEA_REFUSED_NOT_YOUR_TURN;
}

alea_refusal cube_check_beaver(const alea_match *match, alea_player by,
                               alea_event_type type)
{
    const alea_rules *rules = &match->rules;
    alea_refusal refusal = cube_check_answer(match, by);
    if (refusal != ALEA_ACCEPTED) return refusal;
    int before = match->priv.beavers_in_chain;
    if (rules->beavers != ALEA_UNLIMITED && before >= rules->beavers)
        return ALEA_REFUSED_BEAVER_NOT_ALLOWED;
    /* A beaver answers a double and a raccoon a beaver; further on, where the rules go
     * that far, either word will do. */
    if ((type == ALEA_EVENT_BEAVER && before == 1) ||
        (type == ALEA_EVENT_RACCOON && before == 0))
        return ALEA_REFUSED_WRONG_PHASE;
    if (!within_limit(rules, match->cube_log2 + 2)) return ALEA_REFUSED_CUBE_LIMIT;
    if (rules->dead_cube == ALEA_DEAD_CUBE_FORBID &&
        enough_at(match, by, match->cube_log2 + 1))
        return ALEA_REFUSED_CUBE_DEAD;
    return ALEA_ACCEPTED;
}

void cube_double(alea_match *match, alea_player by)
{
    /* Doubling accepts the illegal play of the other player. */
    if (by != match->priv.turn_before) match->contestable = false;
    match->priv.resume_phase = match->phase;
    match->priv.doubler = by;
    match->priv.owner_before = match->cube_owner;
    match->priv.beavers_in_chain = 0;
    match->phase = ALEA_MATCH_DOUBLE_OFFERED;
    match->to_act = alea_opponent(by);
}

/* Accepts the pending value; the player doubled first gets the cube. */
static void accept_pending(alea_match *match)
{
    match->cube_log2++;
    match->cube_owner = alea_opponent(match->priv.doubler);
    match->priv.cube_taken = true;
}

void cube_take(alea_match *match)
{
    accept_pending(match);
    match->phase = match->priv.resume_phase;
    match->to_act = match->turn;
}

void cube_drop(alea_match *match, alea_player by)
{
    game_end(match, alea_opponent(by), 1, ALEA_HOW_DROP);
}

void cube_beaver(alea_match *match, alea_player by)
{
    accept_pending(match);
    match->priv.beavers_in_chain++;
    match->phase = ALEA_MATCH_BEAVER_OFFERED;
    match->to_act = alea_opponent(by);
}

void cube_auto_double(alea_match *match)
{
    const alea_rules *rules = &match->rules;
    if (!cube_in_use(rules) || match->crawford_game ||
        match->cube_owner != ALEA_NOBODY || !within_limit(rules, match->cube_log2 + 1))
        return;
    if (rules->auto_doubles != ALEA_UNLIMITED &&
        match->priv.auto_doubles_used >= rules->auto_doubles)
        return;
    match->priv.auto_doubles_used++;
    match->cube_log2++;
}

int alea_match_offers(const alea_match *match)
{
    return offer_pending(match) ? 1 + match->priv.beavers_in_chain : 0;
}

int alea_match_cube_before(const alea_match *match, alea_player *owner,
                           alea_player *doubler)
{
    bool pending = offer_pending(match);
    if (owner) *owner = pending ? match->priv.owner_before : match->cube_owner;
    if (doubler) *doubler = pending ? match->priv.doubler : ALEA_NOBODY;
    return 1 << (match->cube_log2 - (pending ? match->priv.beavers_in_chain : 0));
}

int alea_match_cube(const alea_match *match)
{
    return 1 << match->cube_log2;
}

bool alea_match_may_double(const alea_match *match, alea_player by)
{
    return cube_check_double(match, by) == ALEA_ACCEPTED;
}
