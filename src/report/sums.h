/* Where a player's losses are: by theme, by phase of the game, by class of cube error;
 * and how lucky the rolls were. */
#ifndef ALEA_REPORT_SUMS_H
#define ALEA_REPORT_SUMS_H

#include "shared.h"
#include "themes.h"

/* Limits of luck as GNU Backgammon has them: 0.6 and 0.3 of equity. */
typedef enum report_luck {
    REPORT_VERY_LUCKY = 0, /* a joker */
    REPORT_LUCKY,
    REPORT_UNLUCKY,
    REPORT_VERY_UNLUCKY,
    REPORT_LUCKS,
    REPORT_NO_LUCK = REPORT_LUCKS
} report_luck;

enum { REPORT_PHASES = 4 };

/* Counted decisions of both players. */
typedef struct report_sum {
    int decisions[2], errors[2]; /* errors: marked, doubtful ones too */
    double loss[2];
} report_sum;

typedef struct report_sums {
    report_sum theme[THEMES], phase[REPORT_PHASES], class[REPORT_CLASSES];
    int luck[REPORT_LUCKS][2];
} report_sums;

/* Sums of one game; 0 = all games. */
void report_sums_of(const report *r, int game, report_sums *out);
/* {"themes", "phases", "classes", "rolls"} of a player. */
json_t *report_sums_json(const report_sums *sums, alea_player player);
/* Tables of them, both players side by side, and the luckiest rolls. */
void report_sums_text(const report *r, FILE *to);

/* An estimate of the rating on FIBS: 2050 less the cost of the match-winning chance
 * that was lost, by the slope of FIBS's formula at even chances. NAN for money play. */
double report_rating(double chance_loss, int match_length);

#endif
