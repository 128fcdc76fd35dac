/* The only way to change a tournament: an event is applied or refused. The same events
 * give the same tournament. */
#ifndef ALEA_TOURNAMENT_APPLY_H
#define ALEA_TOURNAMENT_APPLY_H

#include "model.h"

#include <alea/status.h>

/* Before its CREATED event; NULL without memory. */
tournament *tournament_new(void);
void tournament_free(tournament *t); /* NULL is allowed */
/* ALEA_ERROR_REFUSED: `refusal` (may be NULL) says why. ALEA_ERROR_MEMORY. Both leave
 * the tournament as it was. */
alea_status tournament_apply(tournament *t, const tournament_event *e,
                             tournament_refusal *refusal);
/* The player in the draw with that account; -1 = none. */
int tournament_player_of(const tournament *t, const char *user);
/* Can somebody be entered at `time`, for all that the draw has to say? */
bool tournament_may_enter(const tournament *t, int64_t time);
/* May a Swiss round be paired now? */
bool tournament_may_pair(const tournament *t);

/* Consequences of a decided match: who goes where, which matches are open, whether the
 * tournament is over. When the last match of all groups is decided, the knock-out gets
 * its players. */
/* Puts a player, or PLAYER_NOBODY, at a side of a match. A match against nobody is
 * decided at once, and one of a player who has withdrawn. */
void decide_put(tournament *t, int slot, int player);
/* Both sides are known: decides the match if nothing is to be played. */
void decide_unplayed(tournament *t, int match);
/* The match changes with the event that is being applied. */
void decide_mark(tournament *t, int match);
/* Decides an undecided match; `winner` is a side or -1. */
void decide_match(tournament *t, int match, tournament_outcome outcome, int winner);
/* Every undecided match of a player who has withdrawn goes to the opponent. */
void decide_withdrawn(tournament *t, int player);
/* May the result be taken back: has nothing been played, and no game been made, that
 * depends on it? */
bool decide_may_undo(const tournament *t, int match);
void decide_undo(tournament *t, int match);
/* Finds the open matches and the stage anew; a match that opens does so at `time`. */
void decide_refresh(tournament *t, int64_t time);

#endif
