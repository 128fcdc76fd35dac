/* Matches that were not played in time. plan.deadline_h hours after a match has opened;
 * in a league with plan.week_h, at the end of the week of its round, where week k ends
 * k * week_h hours after the start, and not sooner than TOURNAMENT_LEAST_H hours (one
 * week, if that is less) after it has opened; or at the latest time that its two have
 * agreed on, if that is later:
 *   - just one of the two has told a result: it stands;
 *   - neither has, and just one has come to the game: the other forfeits;
 *   - neither has done either, and plan.nobody is ABSENCE_NONE: both forfeit, unless a
 *     result of the match was taken back before;
 *   - otherwise the director decides, at any time.
 * A later report or visit changes nothing about it.
 *
 * In an arena with plan.no_show, so many minutes after a match that has a game has
 * opened, and unless a result is reported: who has not come to the game forfeits, both
 * where neither has, and pauses. */
#ifndef ALEA_TOURNAMENT_DEADLINE_H
#define ALEA_TOURNAMENT_DEADLINE_H

#include "model.h"

/* Have matches of it a last moment, those of an arena aside? */
bool deadline_is_given(const tournament_plan *plan);
/* The last moment of a match that opens at `opened`, whatever its two agree on; of a
 * tournament that has begun and of which one is given. Unix ms. */
int64_t deadline_planned(const tournament *t, const tournament_match *m,
                         int64_t opened);
/* The last moment of a match, Unix ms; 0 = it has none, or is not open. */
int64_t deadline_last(const tournament *t, const tournament_match *m);
/* When the next match is decided so; 0 = none will be, as things stand. */
int64_t deadline_due(const tournament *t);
/* The decision of a match whose time is over by `time`; false: there is none. */
bool deadline_decide(const tournament *t, int64_t time, tournament_event *out);

#endif
