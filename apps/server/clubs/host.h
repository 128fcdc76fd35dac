/* Changes of clubs, and those that the server itself makes: results of games that are
 * over go to their matches; matches lapse; members who do not play leave the ladder. */
#ifndef ALEA_SERVER_CLUBS_HOST_H
#define ALEA_SERVER_CLUBS_HOST_H

#include "parts.h"

/* Stores a change of the club that was read, with the next number. ALEA_ERROR_REFUSED:
 * somebody else was first. */
alea_status clubs_commit(const clubs *all, storage_club *club,
                         storage_club_change *change);
/* Sockets of this server that watch the club learn that change `seq` is stored. */
void clubs_tell_here(const clubs *all, const char *id, int64_t seq);
/* Once a second, and at once where a game is over; what time does, once a minute. */
void clubs_tick(clubs *all, int64_t ticks);
void clubs_game_over(clubs *all);
/* Matches that were not played in time, and members who have not played: a few at
 * once. What fails is done the next time. */
void clubs_settle(clubs *all, const char *id);

#endif
