/* What follows without a command: the opening roll, a forced pass, the next game, the
 * end of the game. Pure. */
#ifndef ALEA_SERVER_GAME_MODEL_FOLLOW_H
#define ALEA_SERVER_GAME_MODEL_FOLLOW_H

#include "event.h"

/* The event that is due now, `e->text` pointing into `e`; false if there is none. */
bool game_follow_up(const game *g, game_event *e);

#endif
