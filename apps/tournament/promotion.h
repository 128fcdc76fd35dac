/* From one season of a league to the next: between two neighbouring divisions the last
 * few of the upper go down and as many of the first of the lower go up. Nobody who has
 * withdrawn counts or plays on. */
#ifndef ALEA_TOURNAMENT_PROMOTION_H
#define ALEA_TOURNAMENT_PROMOTION_H

#include "model.h"

enum {
    SEASON_DIVISIONS = 8,
    DIVISION_PLAYERS = 16,
    SEASON_MOVES = 8 /* up and down between two divisions */
};

/* Players of a division in the order of its table, those who have withdrawn left out:
 * name, account and rating. */
typedef struct promotion_division {
    int players;
    tournament_player player[DIVISION_PLAYERS];
} promotion_division;

/* Of a division that is drawn the rows of its table, of another its entries. */
void promotion_read(const tournament *t, promotion_division *out);
/* How many change places between two divisions of which so many players are left: at
 * most `moves`, and half of either. */
int promotion_count(int upper, int lower, int moves);
/* `divisions` of the next season, the first first: those from above, those who stay,
 * those from below, each in the order before. An account is in a division once; of
 * equal names one without an account gets a number. */
void promotion_next(const promotion_division *before, int divisions, int moves,
                    promotion_division *after);

#endif
