/* The situation beside the board that a decision depends on: score, cube, pips. */
#ifndef ALEA_REPORT_SITUATION_H
#define ALEA_REPORT_SITUATION_H

#include <alea/position.h>

enum { SITUATION_SIZE = 200 };

/* "Match to 7, you are 2-away, the opponent 4-away; cube at 2, yours; pips 112 to
 * 130": seen by the side that decides. */
void situation_of(const alea_position *position, char out[SITUATION_SIZE]);

#endif
