/* The game on the full screen: the board as a picture whose points keys and the mouse
 * choose. The rules stay with the library: a point can be chosen where a legal play
 * goes on from it. */
#ifndef ALEA_CLI_PLAY_FULL_H
#define ALEA_CLI_PLAY_FULL_H

#include "cli/play/prompt/session.h"

/* Moves the session to the full screen if the terminal allows it and a person plays. */
bool play_go_full(play_session *s);

#endif
