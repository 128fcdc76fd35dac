/* Matches that were not played in time. plan.deadline_h hours after a match has opened,
 * or at the latest time that its two have agreed on, if that is later:
 *   - just one of the two has told a result: it stands;
 *   - neither has, and just one has come to the game: the other forfeits;
 *   - otherwise the director decides, at any time.
 * A later report or visit changes nothing about it.
 *
 * In an arena with plan.no_show, so many minutes after a match that has a game has
 * opened, and unless a result is reported: who has not come to the game forfeits, both
 * where neither has, and pauses. */
#ifndef ALEA_TOURNAMENT_DEADLINE_H
#define ALEA_TOURNAMENT_DEADLINE_H

#include "model.h"

/* The last moment of a match, Unix ms; 0 = it has none, or is not open. */
int64_t deadline_last(const tournament *t, const tournament_match *m);
/* When the next match is decided so; 0 = none will be, as things stand. */
int64_t deadline_due(const tournament *t);
/* The decision of a match whose time is over by `time`; false: there is none. */
bool deadline_decide(const tournament *t, int64_t time, tournament_event *out);

#endif
