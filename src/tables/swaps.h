/* Games in which a checker changes places with the enemy that it lands on (landing =
 * swap): one checker of a side on a point, one move a turn, a path of thirty points. */
#ifndef ALEA_TABLES_SWAPS_H
#define ALEA_TABLES_SWAPS_H

#include <alea/tables.h>

/* As alea_tables_turns_list. */
void swaps_list(const alea_tables_rules *rules, const alea_tables_board *board,
                alea_tables_dice dice, alea_tables_turns *turns);
/* The board at a node of such a list. */
alea_tables_board swaps_board(const alea_tables_turns *turns,
                              const alea_tables_node *node);
/* As alea_tables_judge. */
alea_tables_fault swaps_judge(const alea_tables_rules *rules,
                              const alea_tables_board *board, alea_tables_dice dice,
                              const alea_tables_move *move, int moves,
                              alea_tables_turns *turns, int *index);

#endif
