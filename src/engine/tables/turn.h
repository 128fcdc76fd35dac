/* What follows a turn. */
#ifndef ALEA_ENGINE_TABLES_TURN_H
#define ALEA_ENGINE_TABLES_TURN_H

#include <alea/tables_net.h>

/* The same player throws again after turn `index`. */
bool tables_turn_again(const alea_tables_rules *rules, alea_tables_dice dice,
                       const alea_tables_turns *turns, int index);
/* Whether the game has ended at a board after the mover's turn; then his chances. */
bool tables_turn_ended(const alea_tables_rules *rules, const alea_tables_board *board,
                       alea_tables_chances *chances);
/* Puts a turn among the `most` best so far, behind equal ones; returns how many there
 * are. */
int tables_turn_keep(alea_tables_choice_of *best, int count, int most,
                     alea_tables_choice_of choice);

#endif
