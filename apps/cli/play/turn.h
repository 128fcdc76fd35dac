/* What a person is asked, and what the answers do. */
#ifndef ALEA_CLI_PLAY_TURN_H
#define ALEA_CLI_PLAY_TURN_H

#include "cli/play/prompt/session.h"

/* What `by`, a person, does at the prompt of this phase. */
play_end play_person(play_session *s, alea_player by);
/* Finds out anew whether the draft is a legal play as it is. */
void play_restate_draft(play_session *s);
/* Throws for `by`, or for the opening (ALEA_NOBODY). */
play_end play_throw(play_session *s, alea_player by);

#endif
