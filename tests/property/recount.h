/* What explanations claim, counted apart from the engine's own way of counting. Boards
 * are seen by the side in question. */
#ifndef ALEA_TESTS_PROPERTY_RECOUNT_H
#define ALEA_TESTS_PROPERTY_RECOUNT_H

#include <alea/alea.h>

/* Whether a result of a throw is one that counts. */
typedef int recount_goal(const alea_board *now, const alea_board *result);
recount_goal recount_hits, recount_enters, recount_gets_out, recount_builds,
    recount_bears_off_two, recount_anchors, recount_out_of_the_way;
/* Of 36 throws, those of which some play fulfils `good`. */
int recount_throws(const alea_board *board, recount_goal *good);

int recount_back(const alea_board *board); /* on points 19 to 24 and on the bar */
int recount_near(const alea_board *board); /* points 1 to 7 held */
int recount_blots(const alea_board *board);
int recount_row(const alea_board *board); /* the longest of points held */
int recount_pips(const alea_board *board);
int recount_home(const alea_board *board);       /* checkers on points 1 to 6 */
int recount_deep(const alea_board *board);       /* checkers on points 1 and 2 */
int recount_far_points(const alea_board *board); /* points 19 to 24 held */
int recount_tallest(const alea_board *board);

/* The two numbers of a clause "BEFORE a MIDDLE b", if it is there. */
int recount_numbers(const char *text, const char *before, const char *middle, int *a,
                    int *b);

#endif
