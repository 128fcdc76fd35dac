/* The state message of docs/api.md: a part that is the same for all, then a part for
 * each seat and for spectators. */
#ifndef ALEA_SERVER_GAME_MODEL_STATE_H
#define ALEA_SERVER_GAME_MODEL_STATE_H

#include "command.h"

#include "server/support/json_out.h"

#include <alea/play_tree.h>

/* Opens the object and writes the part for all; `time` in Unix ms. */
void state_begin(json_out *o, const game *g, int64_t time);
/* Writes the part of `seat` (0, 1, or -1) and closes the object. `commands` is the
 * table [COMMANDS], `tree` scratch memory. */
void state_end(json_out *o, const game *g, int seat, const command *commands,
               alea_play_tree *tree);
/* "clock" and "away_budget_ms" as of the last clock_account; of days as of `time`, in
 * Unix ms. */
void state_write_clock(json_out *o, const game *g, int64_t time);
/* An object with the position, for lists of games. */
void state_write_card(json_out *o, const game *g);
void state_write_rules(json_out *o, const alea_rules *rules);

#endif
