/* The effect of a match score on the cube and on gammons, from a match equity table. */
#ifndef ALEA_DESK_SHELVES_SCORE_VALUES_H
#define ALEA_DESK_SHELVES_SCORE_VALUES_H

#include <alea/met.h>

#include <stdbool.h>

/* Take point of a dead cube without gammons: the chance to win the game from which
 * the player who needs `away` points takes a double from `cube` to twice that, offered
 * by an opponent who needs `away_opponent`. Both are 2 to ALEA_MET_SIZE, because the
 * cube is out of play in the Crawford game. Returns false where the result of the game
 * cannot matter or the arguments are out of range. */
bool score_take_point(const alea_met *met, int away, int away_opponent, int cube,
                      double *out);
/* Gammon value: what a gammon adds to a win, in units of the difference between a win
 * and a loss; 0.5 for money. A player who needs 1 point plays the Crawford game.
 * Returns false as above. */
bool score_gammon_value(const alea_met *met, int away, int away_opponent, int cube,
                        double *out);

#endif
