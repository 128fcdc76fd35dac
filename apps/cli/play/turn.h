/* The prompts of a person's turn, and the effects of the answers. */
#ifndef ALEA_CLI_PLAY_TURN_H
#define ALEA_CLI_PLAY_TURN_H

#include "cli/play/prompt/session.h"

/* Prompts `by`, a person, in this phase and carries out the answer. */
play_end play_person(play_session *s, alea_player by);
/* Throws for `by`, or for the opening (ALEA_NOBODY). */
play_end play_throw(play_session *s, alea_player by);

/* Takes the game back to the person's last decision: a record entry is added, and the
 * same dice come again. Returns PLAY_TAKEN_BACK, or PLAY_GOES_ON after saying why not:
 * sealed dice, two people or two machines, or nothing to take back. */
play_end play_back(play_session *s);

#endif
