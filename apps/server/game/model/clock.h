/* The players' clocks and disconnect budgets. All times are of a clock that is never
 * set and that stops while the server is stopped (games_clock), but for clocks of days,
 * which run by Unix time. */
#ifndef ALEA_SERVER_GAME_MODEL_CLOCK_H
#define ALEA_SERVER_GAME_MODEL_CLOCK_H

#include "event.h"

/* Charges the time since the last call. */
void clock_account(game *g, int64_t now);
/* After an event at `now`: adds increments, restores the clocks of an event read back,
 * and starts the next clock. */
void clock_after(game *g, const game_event *e, int64_t now);
/* The seat whose time is used up at `time` (Unix ms, for days only); -1 = none. */
int clock_expired(const game *g, int64_t time);
/* A clock of days: what is left of turn and reserve of the seat that is to act, at
 * `time` (Unix ms). */
int64_t clock_days_left(const game *g, int64_t time);

#endif
