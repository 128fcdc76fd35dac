/* What a person is asked, and what the answers do. */
#ifndef ALEA_CLI_PLAY_TURN_H
#define ALEA_CLI_PLAY_TURN_H

#include "cli/play/prompt/session.h"

/* What `by`, a person, does at the prompt of this phase. */
play_end play_person(play_session *s, alea_player by);
/* Throws for `by`, or for the opening (ALEA_NOBODY). */
play_end play_throw(play_session *s, alea_player by);

/* Back to the person's last decision of this game: the record says so, and the same
 * dice come again. Returns PLAY_TAKEN_BACK, or PLAY_GOES_ON with the reason said:
 * sealed dice, two people or two machines, nothing to take back. */
play_end play_back(play_session *s);

#endif
