/* An arena: an evening of short matches. Whoever is free is paired with another who is,
 * of like points, until the end. */
#ifndef ALEA_TOURNAMENT_ARENA_H
#define ALEA_TOURNAMENT_ARENA_H

#include "model.h"

#include <alea/status.h>

enum {
    /* Between two waves of pairings, and from somebody's becoming free to the next. */
    ARENA_WAVE_MS = 5000,
    /* Two whose last match was with each other wait so long for somebody else. */
    ARENA_PATIENCE_MS = 60000,
    ARENA_STREAK = 3,  /* from this win in a row on, a win counts twice */
    ARENA_PAUSES = 20, /* of one player */
    ARENA_MINUTES_MOST = 24 * 60,
    ARENA_NO_SHOW_MOST = 60 /* minutes */
};

/* Finds anew who is free, and since when. */
void arena_refresh(tournament *t, int64_t time);
/* Why these pairs cannot be; NULL if they can. Static. */
const char *arena_pairs_fault(const tournament *t, const tournament_event *e);
/* PAIRED, at that time: as many pairs as there can be, and of all such pairings one
 * where the seconds that the paired have waited, less 15 for each square of a
 * difference in points, add up to most. Two whose last match was with each other are
 * paired only where nobody else is there, or where both have been free for
 * ARENA_PATIENCE_MS; and of such pairs there are as few as can be.
 * ALEA_ERROR_REFUSED: there is no pair. */
alea_status arena_pair(const tournament *t, int64_t time, tournament_event *out);
/* When the arena goes on by itself after `time`: the next wave, or, with nothing left
 * to play, its end. 0 = not before something else happens. */
int64_t arena_due(const tournament *t, int64_t time);
/* Points and present run of wins of each player. */
void arena_scores(const tournament *t, int *score, int *streak);

#endif
