/* Rules that contradict each other. */
#include <alea/tables_rules.h>

#include "base/error.h"
#include "tables/options.h"

static const char *contradiction(const alea_tables_rules *r)
{
    const bool pins = r->landing == ALEA_TABLES_PIN;
    const unsigned quarters = ALEA_TABLES_OPP_START_SIX | ALEA_TABLES_OPP_START_MAX4 |
                              ALEA_TABLES_FRONT_OF_START;
    if (!r->hit_and_run && r->landing != ALEA_TABLES_HIT)
        return "hit_and_run=forbidden_in_home needs landing=hit: nothing is hit here";
    if (r->mother && !pins)
        return "mother needs landing=pin: no checker is pinned here";
    if (r->mother_test && !r->mother)
        return "mother_test=each_step needs a mother rule: mother is none";
    if (r->pin_blocks_bearoff && !pins)
        return "pin_blocks_bearoff=yes needs landing=pin: no checker is pinned here";
    if (r->draw_value && !pins)
        return "draw_value=one_each needs landing=pin: no other game is drawn";
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
        return "this prime rule names the opponent's start quarter and needs "
               "relation=half_turn";
    if (r->primes & ALEA_TABLES_OPP_START_SIX && r->primes & ALEA_TABLES_OPP_START_MAX4)
        return "opp_start_six and opp_start_max4 contradict each other";
    if (r->primes && r->landing != ALEA_TABLES_BLOCK)
        return "prime needs landing=block: a row of points is no limit here";
    if (r->relation == ALEA_TABLES_SAME && r->landing != ALEA_TABLES_HIT)
        return "relation=same needs landing=hit: both sides share one start";
    if (r->landing == ALEA_TABLES_HIT && r->start[24] == 15)
        return "landing=hit needs a start that the opponent cannot hit";
    if (r->landing == ALEA_TABLES_BLOCK && r->start[6])
        return "landing=block needs all checkers on the start point";
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
