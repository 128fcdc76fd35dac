/* Formulas for races, to compare with the exact figures. Pure functions. */
#ifndef ALEA_DESK_SHELVES_RACE_H
#define ALEA_DESK_SHELVES_RACE_H

#include <alea/board.h>

typedef struct race_keith {
    int count[2]; /* of the player on roll, increased by one seventh; of the opponent */
    bool doubles, redoubles, takes;
} race_keith;

/* Tom Keith, "Cube Handling in Noncontact Positions" (1994): pips, plus 2 for each
 * checker more than 1 on the 1 point, 1 for each more than 1 on the 2 point and more
 * than 3 on the 3 point, 1 for each empty 4, 5 and 6 point. Double if the own count,
 * plus one seventh rounded down, exceeds the opponent's by at most 4, redouble by at
 * most 3; take if it exceeds it by at least 2. */
race_keith race_keith_of(const alea_board *board);

/* Chance of the player on roll by Kleinman's normal approximation:
 * 0.5 (1 + erf((D + 4) / (2 sqrt(S - 4)))), D = lead, S = sum of the pip counts. */
double race_kleinman(int pips, int pips_opponent);

typedef struct race_trice {
    int last_take; /* the largest pip deficit at which the opponent can still take */
    bool doubles, redoubles, takes;
} race_trice;

/* Walter Trice's Rule 62 (Backgammon Boot Camp): with n pips of the player on roll, the
 * last take is (n - 5) / 7 rounded down up to 62, n / 10 + 1 above. Double 3 pips
 * before it, redouble 2 before it. */
race_trice race_trice_of(int pips, int pips_opponent);

#endif
