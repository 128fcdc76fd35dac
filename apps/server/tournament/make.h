/* Games of matches. The identifier of one is stored with its match (an event) before it
 * is made: until it is there, a player who asks for the game of the match makes one. */
#ifndef ALEA_SERVER_TOURNAMENT_MAKE_H
#define ALEA_SERVER_TOURNAMENT_MAKE_H

#include "parts.h"

/* The first match of an arena for which the server makes the game and has not yet: it
 * is open, and between two accounts that play here; -1 = none. */
int play_next(const tournament *t);
/* Makes the game that the match names, in the name of the account `host`, and calls its
 * players but side `knows` (-1 = both). False: it could not be stored. */
bool play_make(tournaments *all, const live_tournament *live, int match, int knows,
               const char *host);

#endif
