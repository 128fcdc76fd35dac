/* Luck: the value of a roll less that of the average roll. */
#include <alea/analysis.h>

/* Equity to the mover with this roll and the best play. */
static bool value_of_roll(alea_engine *engine, alea_decision *decision, alea_roll roll,
                          int plies, float *value)
{
    alea_search_settings settings = alea_search_settings_default(plies);
    alea_candidate best;
    int count;
    decision->roll = roll;
    if (alea_search_play(engine, decision, &settings, &best, 1, &count, NULL) !=
        ALEA_OK)
        return false;
    *value = best.equity;
    return true;
}

static bool luck_of_later_roll(alea_engine *engine, const alea_match *state,
                               const alea_event *event, int plies, float *luck)
{
    alea_decision decision = alea_decision_of_match(state);
    double sum = 0;
    float made = 0;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        float value;
        alea_roll roll = alea_roll_at(r);
        if (!value_of_roll(engine, &decision, roll, plies, &value)) return false;
        sum += (double)value * alea_roll_weight(roll);
        if (r == alea_roll_index(event->roll)) made = value;
    }
    *luck = (float)((double)made - sum / 36);
    return true;
}

/* Before the opening neither is on roll: each of the thirty ordered throws without a
 * tie is equally likely, the higher die starts. */
static bool luck_of_opening(alea_engine *engine, const alea_match *state,
                            const alea_event *event, int plies, float *luck)
{
    alea_player starter = event->roll.die[0] > event->roll.die[1] ? ALEA_A : ALEA_B;
    double average = 0; /* to the starter */
    float made = 0;
    for (int side = 0; side < 2; side++) {
        alea_match turn = *state;
        alea_player by = side == 0 ? ALEA_A : ALEA_B;
        turn.phase = ALEA_MATCH_TO_ROLL;
        turn.turn = turn.to_act = by;
        alea_decision decision = alea_decision_of_match(&turn);
        for (int r = 0; r < ALEA_ROLLS; r++) {
            float value;
            alea_roll roll = alea_roll_at(r);
            if (alea_roll_is_double(roll)) continue;
            if (!value_of_roll(engine, &decision, roll, plies, &value)) return false;
            average += (double)(by == starter ? value : -value) / 30;
            if (by == starter && r == alea_roll_index(event->roll)) made = value;
        }
    }
    *luck = (float)((double)made - average);
    return true;
}

bool alea_luck_of_roll(alea_engine *engine, const alea_match *state,
                       const alea_event *event, int plies, float *luck)
{
    if (!alea_roll_valid(event->roll)) return false;
    if (event->type == ALEA_EVENT_ROLL && state->phase == ALEA_MATCH_TO_ROLL)
        return luck_of_later_roll(engine, state, event, plies, luck);
    if (event->type == ALEA_EVENT_OPENING && state->phase == ALEA_MATCH_OPENING &&
        !alea_roll_is_double(event->roll) &&
        state->rules.opening == ALEA_OPENING_USE_ROLLOFF)
        return luck_of_opening(engine, state, event, plies, luck);
    return false;
}
