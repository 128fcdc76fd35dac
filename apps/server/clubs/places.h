/* The order of a club's ladder, and what a counted match changes in it. */
#ifndef ALEA_SERVER_CLUBS_PLACES_H
#define ALEA_SERVER_CLUBS_PLACES_H

#include "parts.h"

typedef struct places {
    storage_club_member *row; /* the first first; malloc'd */
    int count;
} places;

/* False: it cannot be read. */
bool places_read(const clubs *all, const char *club, places *out);
void places_free(places *p);
/* From 1; 0 = not on the ladder. */
int places_rank(const places *p, int member);
/* Whether `member` may challenge `other` by their ranks. */
bool places_in_reach(const places *p, const storage_club *club, int member, int other);
/* The match is won by a side: the winner takes the place of the loser if that is the
 * higher one. Fills `change` but for `by`; `match` must outlive it. */
void places_decide(const places *p, storage_club_match *match, int winner,
                   storage_club_change *change);

#endif
