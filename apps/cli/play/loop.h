/* The course of a game: who is asked next, and what happens with every event. */
#ifndef ALEA_CLI_PLAY_LOOP_H
#define ALEA_CLI_PLAY_LOOP_H

#include "cli/play/prompt/session.h"

/* Plays until something ends it. The record is started, and the save open. */
play_end play_run(play_session *s);

#endif
