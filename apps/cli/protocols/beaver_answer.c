#include "beaver_answer.h"

/* The first doubler's equity after a drop, per unit of the offered cube; a drop pays
 * half of that cube. `sign` is +1 if the other side drops. */
static float after_drop(const alea_cube *cube, const alea_met *met, float sign)
{
    if (cube->match_length == 0) return sign / 2;
    alea_cube half = *cube;
    half.cube_log2--;
    return alea_cube_equity_of_chance(cube, met,
                                      alea_cube_chance_of_equity(&half, met, sign));
}

/* A beaver is the doubler's to answer, a raccoon the other side's; the side that was
 * doubled first keeps the cube through all of it. */
alea_status beaver_answer(alea_engine *engine, const alea_position *position,
                          const alea_search_settings *settings,
                          alea_cube_result *result, bool *take, alea_error *error)
{
    alea_decision decision = alea_decision_of_position(position);
    bool doubler_answers = position->offers % 2 == 0;
    float sign = doubler_answers ? -1.0f : 1.0f;
    decision.cube.cube_log2 += position->offers;
    decision.cube.owner = ALEA_CUBE_THEIRS;
    alea_status status = alea_search_cube(engine, &decision, settings, result, error);
    if (status != ALEA_OK) return status;
    float drop = after_drop(&decision.cube, alea_engine_met(engine), sign);
    float playing_on = result->verdict.equity.no_double;
    *take = doubler_answers ? playing_on >= drop : playing_on <= drop;
    return ALEA_OK;
}
