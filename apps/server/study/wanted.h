/* Study (positions, jobs of the engine, matches and their analysis, history) for the rest
 * of the server, and the analyses that are wanted but not made yet, also over the end of
 * the server. Loop's thread only. */
#ifndef ALEA_SERVER_STUDY_WANTED_H
#define ALEA_SERVER_STUDY_WANTED_H

#include "parts.h"

#include <alea/status.h>

/* Finds the analyses that a stopped or killed server left. */
alea_status study_open(study **out, const study_parts *parts, alea_error *error);
/* The server stops: what is cut off now is no fault of a match. */
void study_stop(study *s);
/* NULL is allowed. No job may be left. */
void study_close(study *s);
/* Takes up a few of the analyses that are wanted. */
void study_tick(study *s);

/* A played game is about to be over, its journal stored: it will be analysed at the
 * normal level, even if the server ends at this moment. `users` are those of the seats,
 * "" where there is no person. */
void study_game_ends(study *s, const char *game, const char *const users[2]);
/* It is over: analyses it now or, if the queue is full, when there is room. Both
 * players' sockets hear of it. */
void study_game_over(study *s, const char *game);

#endif
