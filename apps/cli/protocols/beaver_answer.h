/* The answer to a beaver, and to the raccoon that may follow it. */
#ifndef ALEA_CLI_PROTOCOLS_BEAVER_ANSWER_H
#define ALEA_CLI_PROTOCOLS_BEAVER_ANSWER_H

#include <alea/search.h>

/* For a position with two or three offers. *result is playing on with the cube as it
 * would stand, seen by the first doubler; *take is what the player who must answer
 * does. */
alea_status beaver_answer(alea_engine *engine, const alea_position *position,
                          const alea_search_settings *settings,
                          alea_cube_result *result, bool *take, alea_error *error);

#endif
