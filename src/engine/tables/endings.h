/* Bear-offs of the tables games by tables of their throws. */
#ifndef ALEA_ENGINE_TABLES_ENDINGS_H
#define ALEA_ENGINE_TABLES_ENDINGS_H

#include <alea/tables_net.h>

/* Whether a table is there and its throws are those of the game. */
bool tables_endings_fit(const alea_tables_rules *rules, const alea_bearoff *table);
/* Plays what follows a double whose moves led to `board`, all men at home, for [0], who
 * made them: where doubles run on, a turn is played by its parts. False, and nothing is
 * changed, where nothing follows. */
bool tables_endings_run_on(const alea_tables_exact *tables, alea_tables_dice dice,
                           alea_tables_board *board);
/* Chances of [0], who throws next, by the bear-off tables, in a game that fits; *exact:
 * by the two-sided one. False if they do not have the board. */
bool tables_endings_find(const alea_tables_exact *tables,
                         const alea_tables_rules *rules, const alea_tables_board *board,
                         alea_tables_chances *out, bool *exact);

#endif
