/* The effect of an event on a game: no I/O, no clock, no randomness, no callback. */
#ifndef ALEA_SERVER_GAME_MODEL_APPLY_H
#define ALEA_SERVER_GAME_MODEL_APPLY_H

#include "event.h"

/* Charges the clocks up to `now`, applies the event, numbers it (e->seq) and completes
 * it (the order of the moves, the text of a play). ALEA_ERROR_REFUSED: the event is
 * refused and the game unchanged but for the clocks; `refusal` and `play_error` (either
 * may be NULL) get the reason. */
alea_status game_apply(game *g, game_event *e, int64_t now, alea_refusal *refusal,
                       alea_play_error *play_error);
/* The number of entries that a takeback by `seat` drops; 0 = nothing to take back. */
size_t game_takeback_size(const game *g, int seat);

/* Events that follow without a command: the opening roll, a forced pass, the next game,
 * the end of the game. Pure. */

/* The event that is due now, `e->text` pointing into `e`; false if there is none. */
bool game_follow_up(const game *g, game_event *e);

#endif
