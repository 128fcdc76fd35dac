/* Middle-game positions with a play that is clearly best, and the reason: judged by
 * alea itself (data/positions.txt, made by tools/make_positions) and embedded in the
 * program. */
#ifndef ALEA_DESK_SHELVES_POSITIONS_H
#define ALEA_DESK_SHELVES_POSITIONS_H

#include <alea/explain.h>
#include <alea/notation.h>
#include <stdbool.h>
#include <stddef.h>

enum { SHELF_PLAYS = 4 };

typedef struct shelf_play {
    char move[ALEA_PLAY_TEXT_SIZE]; /* in the numbers of the player who moves */
    double equity;                  /* to that player */
} shelf_play;

typedef struct shelf_position {
    char position[ALEA_XGID_SIZE]; /* with its dice */
    char level[16];                /* of the analysis */
    char why[ALEA_EXPLAIN_SIZE];   /* the best play against another one of them */
    int plays;
    shelf_play play[SHELF_PLAYS]; /* best first */
} shelf_position;

/* The entry at *at, which moves to the next one; 0 is the first. False after the
 * last. */
bool shelf_position_next(size_t *at, shelf_position *out);

#endif
