/* The end of a game: points, score, end of the match. */
#ifndef ALEA_CORE_RESULT_H
#define ALEA_CORE_RESULT_H

#include <alea/match.h>

/* Ends the game with a win of that class (1 single, 2 gammon, 3 backgammon): applies
 * Jacoby and the cube, adds to the score, ends the match if it is decided. */
void game_end(alea_match *match, alea_player winner, int win_class, alea_how how);
/* Ends the game by agreement, and the match if `wins_match`. */
void game_settle(alea_match *match, alea_player winner, int points, bool wins_match);
/* True if a match that is not over can have this score. */
bool score_possible(const alea_rules *rules, const int score[2]);

#endif
