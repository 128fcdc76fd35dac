/* The rights of each person in a game at this moment: for the list of actions in a
 * state, and before a command runs. Reads the game only. */
#ifndef ALEA_SERVER_GAME_MODEL_RIGHTS_H
#define ALEA_SERVER_GAME_MODEL_RIGHTS_H

#include "apply.h"

/* `seat` is 0 or 1, except for right_to_say, which takes -1 too. `event`: the decision
 * in question; only right_to_decide reads it. */
typedef bool game_right(const game *g, int seat, alea_event_type event);

game_right right_to_decide; /* the rules accept the event from that seat */
game_right right_to_play, right_to_play_as_made, right_to_contribute, right_to_go_on;
/* Commitments: only once the other player has made one, or contributed. */
game_right right_to_commit;
game_right right_to_take_back, right_to_answer_takeback, right_to_rematch;
/* To say in advance what one answers to an offer. */
game_right right_to_say_ahead;
game_right right_to_abort, right_to_advice, right_to_say;

/* True if the player is away with the disconnect budget used up, or has kept a rated
 * game without a clock waiting for too long. */
bool right_was_left(const game *g, int seat);

#endif
