/* What a net learns from one game. */
#ifndef ALEA_TRAINER_TABLES_LEARN_H
#define ALEA_TRAINER_TABLES_LEARN_H

#include "game.h"
#include "model.h"

/* From the last position to the first, each is brought nearer to what follows it:
 * `lambda` of it from the end of the game, the rest from the next position. Returns the
 * sum of the squared differences in points. The game has ended. */
double tables_learn(tables_model *m, const tables_game *game, double lambda,
                    float rate);

#endif
