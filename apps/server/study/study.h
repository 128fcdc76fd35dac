/* Study (positions, jobs of the engine, matches and their analysis, history) for the
 * rest of the server, and the analyses that are wanted but not made yet, also over the
 * end of the server. Loop's thread only. */
#ifndef ALEA_SERVER_STUDY_STUDY_H
#define ALEA_SERVER_STUDY_STUDY_H

#include "parts.h"

#include <alea/status.h>

/* Reads the notes that a stopped or killed server left. */
alea_status study_open(study **out, const study_parts *parts, alea_error *error);
/* Called when the server stops: an analysis cut off from now on counts no try. */
void study_stop(study *s);
/* NULL is allowed. No job may be left. */
void study_close(study *s);
/* Starts a few of the wanted analyses. */
void study_tick(study *s);

/* Call it when a played game is about to be over and its journal is stored: notes that
 * it is to be analysed at the fast level, so that a crash at this moment loses
 * nothing. `users` are those of the seats, "" where there is no person. */
void study_game_ends(study *s, const char *game, const char *const users[2]);
/* Call it when the game is over: starts the analysis, or does so later if the queue is
 * full. The sockets of both players get its messages. */
void study_game_over(study *s, const char *game);

#endif
