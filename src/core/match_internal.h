/* Shared by the files of the state machine: match.c, cube_rules.c, result.c. */
#ifndef ALEA_CORE_MATCH_INTERNAL_H
#define ALEA_CORE_MATCH_INTERNAL_H

#include <alea/match.h>

/* A cube can be turned in this session at all: not in a 1-point match. */
bool cube_in_use(const alea_rules *rules);

/* May these be done now? They change nothing. `type` is BEAVER or RACCOON. */
alea_refusal cube_check_double(const alea_match *match, alea_player by);
alea_refusal cube_check_answer(const alea_match *match, alea_player by);
alea_refusal cube_check_beaver(const alea_match *match, alea_player by,
                               alea_event_type type);
/* And the doing, after the check said yes. */
void cube_double(alea_match *match, alea_player by);
void cube_take(alea_match *match);
void cube_drop(alea_match *match, alea_player by);
void cube_beaver(alea_match *match, alea_player by);
/* A tie of the opening roll-off: turns the centred cube where the rules say so. */
void cube_auto_double(alea_match *match);

/* Ends the game: level -> Jacoby -> cube -> score -> end of the match. */
void game_end(alea_match *match, alea_player winner, int level, alea_how how);
/* Ends the game by agreement, and the match if `wins_match`. */
void game_settle(alea_match *match, alea_player winner, int points, bool wins_match);
/* This score is possible in a match that is still going on. */
bool score_possible(const alea_rules *rules, const int score[2]);

#endif
