#include "implied_rules.h"

alea_rules implied_rules(int match_length)
{
    alea_rules rules =
        alea_rules_preset(match_length ? ALEA_PRESET_TOURNAMENT : ALEA_PRESET_MONEY);
    rules.match_length = match_length;
    rules.cube_limit_log2 = ALEA_UNLIMITED;
    rules.dead_cube = ALEA_DEAD_CUBE_ALLOW;
    rules.beavers = match_length ? 0 : ALEA_UNLIMITED;
    rules.opening = ALEA_OPENING_USE_ROLLOFF;
    rules.score_keeping = ALEA_SCORE_WINNER_GAINS;
    rules.auto_doubles = 0;
    rules.resign = true;
    return rules;
}
