/* Races of up to four checkers per side, anywhere on the board, under any rules of
 * play: distributions of the rolls that one side needs. */
#ifndef ALEA_ENGINE_EVALUATE_SMALL_RACE_H
#define ALEA_ENGINE_EVALUATE_SMALL_RACE_H

#include <alea/play.h>

enum { SMALL_CHECKERS = 4, SMALL_ROLLS = 40 };

typedef enum small_goal {
    SMALL_OFF = 0, /* the last checker is off */
    SMALL_HOME,    /* no checker is outside the home board */
    SMALL_OUT,     /* no checker is on the bar or in the winner's home */
    SMALL_FIRST,   /* of exactly three checkers one is off */
    SMALL_GOALS
} small_goal;

/* Tables of all rules of play, each solved as far back as somebody has asked: 1 ms and
 * 1.3 MB for checkers in the home board; .3 s and 3.2 to 6.2 MB for all. Any threads
 * may ask. */
typedef struct small_races small_races;

/* NULL without memory. */
small_races *small_races_open(void);
void small_races_close(small_races *races);
/* Sets out[m] to the probability that the side that sees `board`, undisturbed and
 * playing for the fewest rolls on average, needs more than m rolls. Only its checkers
 * beyond point `line` count (0 = all): at most four of them, and for SMALL_FIRST
 * exactly three. Returns false for other numbers, and without memory. */
bool small_race_rolls(small_races *races, const alea_play_rules *rules,
                      const alea_board *board, int line, small_goal goal,
                      float out[SMALL_ROLLS]);

#endif
