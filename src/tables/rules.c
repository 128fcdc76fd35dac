/* Rules that contradict each other. */
#include <alea/tables.h>

#include "base/error.h"
#include "options.h"

/* Hits, pins, draws. */
static const char *check_landing(const alea_tables_rules *r)
{
    const bool pins = r->landing == ALEA_TABLES_PIN;
    if (!r->hit_and_run && r->landing != ALEA_TABLES_HIT)
        return "hit_and_run=forbidden_in_home needs landing=hit: nothing is hit here";
    if (r->mother && !pins)
        return "mother needs landing=pin: no checker is pinned here";
    if (r->mother_test && !r->mother)
        return "mother_test=each_step needs a mother rule: mother is none";
    if (r->pin_blocks_bearoff && !pins)
        return "pin_blocks_bearoff=yes needs landing=pin: no checker is pinned here";
    if (r->draw_value && !pins && !r->last_turn)
        return "draw_value=one_each needs landing=pin or last_turn=on: no other game "
               "is drawn";
    if ((r->after_draw || r->draw_replay) && !pins && !r->last_turn)
        return "after_draw and draw_replays_same_game need landing=pin or "
               "last_turn=on: no other game is drawn";
    if (r->relation == ALEA_TABLES_SAME && r->landing != ALEA_TABLES_HIT &&
        r->landing != ALEA_TABLES_SWAP)
        return "relation=same needs landing=hit: both sides share one start";
    if (r->landing == ALEA_TABLES_HIT && r->start[24] == 15)
        return "landing=hit needs a start that the opponent cannot hit";
    if (r->landing == ALEA_TABLES_BLOCK && r->start[6])
        return "landing=block needs all checkers on the start point";
    if (r->landing != ALEA_TABLES_HIT && r->start[25])
        return "checkers that enter need landing=hit";
    return NULL;
}

/* Checks who may move, and rows of points. */
static const char *check_limits(const alea_tables_rules *r)
{
    const unsigned quarters = ALEA_TABLES_OPP_START_SIX | ALEA_TABLES_OPP_START_MAX4 |
                              ALEA_TABLES_FRONT_OF_START;
    if (r->runner && r->start[24] != 15)
        return "runner_target needs all fifteen checkers on the start point";
    if (r->runner && r->landing == ALEA_TABLES_HIT)
        return "runner_target needs landing=pin or block: a runner is never hit";
    if ((r->runner == ALEA_TABLES_RUNNER_STRICT ||
         r->runner == ALEA_TABLES_RUNNER_REACH) &&
        r->relation != ALEA_TABLES_HALF_TURN)
        return "runner_target strict and reach need relation=half_turn; take home";
    if (r->head_exception && !r->head_limit)
        return "head_exception needs head_limit=1: any number may leave the head";
    if (r->head_limit == 2 && r->head_exception)
        return "head_limit=2 with head_exception: two may leave anyway";
    if (r->head_limit && r->start[24] != 15)
        return "head_limit needs all fifteen checkers on the start point";
    if (r->head_limit && r->runner)
        return "head_limit and runner_target are rules of different games";
    if (r->primes & quarters && r->relation != ALEA_TABLES_HALF_TURN)
        return "this prime rule names the opponent's start quarter and "
               "needs relation=half_turn";
    if (r->primes & ALEA_TABLES_OPP_START_SIX && r->primes & ALEA_TABLES_OPP_START_MAX4)
        return "opp_start_six and opp_start_max4 contradict each other";
    if (r->primes && r->landing != ALEA_TABLES_BLOCK)
        return "prime needs landing=block: a row of points is no limit here";
    return NULL;
}

static const char *check_dice(const alea_tables_rules *r)
{
    const bool cascade = r->double_extra == ALEA_TABLES_EXTRA_CASCADE;
    if ((r->dice == 1) != (r->path != 24))
        return "dice=1 is the throw of the Game of Ur and of Senet alone";
    if (r->dice != 2 && r->double_steps != 2)
        return "double_steps=4 needs dice=2: here each die is played once";
    if (r->dice != 2 && r->higher_die)
        return "higher_die=yes needs dice=2: it chooses between two";
    if (r->dice != 2 && r->acey) return "acey=yes needs dice=2: it is a throw of 1-2";
    if (r->double_steps != 4 && r->double_extra)
        return "double_extra needs double_steps=4: more follows a double of four steps";
    if (r->double_steps != 4 && r->throw_again)
        return "throw_again=double needs double_steps=4";
    if (r->unplayed && !cascade)
        return "unplayed needs double_extra=cascade: no other rest can be handed over";
    if (r->plain_turns && !cascade)
        return "plain_turns needs double_extra=cascade: it counts turns without one";
    if (r->acey_playable && !r->acey)
        return "acey_named_must_be_playable needs acey=yes: no double is named";
    if (r->path != 24 && r->opening)
        return "opening use and choice need two dice for the roll-off";
    if (r->dice == 3 && r->opening)
        return "opening use and choice need dice=2: the roll-off has two dice";
    return NULL;
}

static const char *check_entry(const alea_tables_rules *r)
{
    if (r->start[25]) {
        if (r->start_frozen && !r->start[24])
            return "start_frozen=yes needs checkers on the start point";
        if (r->double_extra == ALEA_TABLES_EXTRA_CASCADE)
            return "double_extra=cascade needs all checkers on the board";
        return NULL;
    }
    if (r->double_extra == ALEA_TABLES_EXTRA_COMPLEMENT_ENTERED)
        return "double_extra=complement_entered needs checkers "
               "that start off the board";
    if (r->entry || r->entry_not_own || r->start_frozen || r->second_half)
        return "entry_duty, entry_points, start_frozen and second_half need checkers "
               "that start off the board";
    return NULL;
}

static const char *check_end(const alea_tables_rules *r)
{
    const bool home = r->end == ALEA_TABLES_END_ALL_HOME;
    if (home != (r->bearoff == ALEA_TABLES_BEAROFF_NONE))
        return "bear_off=none and end=all_home belong together";
    if (home && r->score != ALEA_TABLES_SCORE_ONE)
        return "end=all_home needs score=one: nobody bears off";
    if (r->bearoff_any_time && home) return "bear_off_when=any_time needs a bear_off";
    if (r->close_out &&
        (r->landing != ALEA_TABLES_HIT || r->relation != ALEA_TABLES_CONTRARY))
        return "close_out=wins needs landing=hit and relation=contrary";
    if (r->last_turn && (r->mother || home))
        return "last_turn=on needs a game that ends by bearing off";
    return NULL;
}

/* Places are changed on the path of thirty points, and nowhere else. */
static const char *check_swap(const alea_tables_rules *r)
{
    const bool swaps = r->landing == ALEA_TABLES_SWAP;
    if (swaps != (r->path == ALEA_TABLES_LONG))
        return "landing=swap is played on the thirty points of Senet alone";
    if (swaps != (r->pieces != 0))
        return "pieces=5 and 7 belong to landing=swap, which needs one of them";
    if (!swaps && (r->none_counts || r->again_on || r->wall || r->move_back))
        return "none_counts, again_on, wall and move_back need landing=swap";
    if (!swaps && r->bearoff == ALEA_TABLES_BEAROFF_LAST_ANY)
        return "bear_off=last_any needs landing=swap";
    if (!swaps) return NULL;
    if (!r->none_counts)
        return "none_counts=0 with landing=swap: a throw of nothing counts 5 or 6";
    if (r->again_on & ~(1u << r->none_counts | 0x1e))
        return "again_on names a number that these sticks do not throw";
    if (!r->bearoff_any_time)
        return "bear_off_when=all_home needs a home, which landing=swap has not";
    if (r->score == ALEA_TABLES_SCORE_ONE_TWO_THREE)
        return "score=one_two_three needs a start quarter, which landing=swap has not";
    return NULL;
}

/* Both sides would start on the same point. */
static bool starts_meet(const alea_tables_rules *r)
{
    for (int p = 1; p <= 24; p++)
        if (r->start[p] && r->start[alea_tables_mirror(r->relation, p)]) return true;
    return false;
}

static const char *contradiction(const alea_tables_rules *r)
{
    static const char *(*const check[])(const alea_tables_rules *) = {
        check_limits, check_landing, check_dice, check_entry, check_end, check_swap};
    for (size_t i = 0; i < sizeof check / sizeof *check; i++) {
        const char *reason = check[i](r);
        if (reason) return reason;
    }
    if (r->path != 24 && r->relation != ALEA_TABLES_SAME)
        return "this board needs relation=same";
    if (starts_meet(r)) return "with this relation both sides start on one point";
    return NULL;
}

alea_status alea_tables_rules_check(const alea_tables_rules *rules, alea_error *error)
{
    alea_status status = options_in_range(rules, error);
    if (status != ALEA_OK) return status;
    const char *reason = contradiction(rules);
    if (!reason) return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "%s", reason);
}
