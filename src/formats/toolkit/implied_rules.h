/* The rules of a match whose file states no more than its length. */
#ifndef ALEA_FORMATS_TOOLKIT_IMPLIED_RULES_H
#define ALEA_FORMATS_TOOLKIT_IMPLIED_RULES_H

#include <alea/rules.h>

/* Tournament play, or money play for a length of 0, with nothing forbidden that a
 * player may have done: cube without a limit, dead cubes, resignations. */
alea_rules implied_rules(int match_length);

#endif
