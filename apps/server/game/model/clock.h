/* The players' clocks and disconnect budgets. All times are of a clock that is never
 * set and that stops while the server is stopped (games_clock). */
#ifndef ALEA_SERVER_GAME_MODEL_CLOCK_H
#define ALEA_SERVER_GAME_MODEL_CLOCK_H

#include "event.h"

/* Charges the time since the last call. */
void clock_account(game *g, int64_t now);
/* After an event at `now`: adds increments, restores the clocks of an event read back,
 * and starts the next clock. */
void clock_after(game *g, const game_event *e, int64_t now);
/* The seat whose time is used up; -1 = none. */
int clock_expired(const game *g);

#endif
