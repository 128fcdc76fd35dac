/* The cube's part of the state machine. */
#ifndef ALEA_CORE_CUBE_RULES_H
#define ALEA_CORE_CUBE_RULES_H

#include <alea/match.h>

/* True if the session has a cube: the rules have one, and it is no 1-point match. */
bool cube_in_use(const alea_rules *rules);

/* Check whether an event would be accepted; they change nothing. `type` is BEAVER or
 * RACCOON. */
alea_refusal cube_check_double(const alea_match *match, alea_player by);
alea_refusal cube_check_answer(const alea_match *match, alea_player by);
alea_refusal cube_check_beaver(const alea_match *match, alea_player by,
                               alea_event_type type);
/* Apply an event that its check has accepted. */
void cube_double(alea_match *match, alea_player by);
void cube_take(alea_match *match);
void cube_drop(alea_match *match, alea_player by);
void cube_beaver(alea_match *match, alea_player by);
/* After a tie in the opening roll-off: doubles the centred cube if the rules have
 * automatic doubles. */
void cube_auto_double(alea_match *match);

#endif
