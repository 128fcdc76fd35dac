/* Bear-offs of the tables games by the tables of backgammon. */
#ifndef ALEA_ENGINE_TABLES_ENDINGS_H
#define ALEA_ENGINE_TABLES_ENDINGS_H

#include <alea/tables_net.h>

/* Whether a game with all men of both sides at home is a bear-off of backgammon: no
 * contact, the same steps, a game won when all are off. */
bool tables_endings_fit(const alea_tables_rules *rules);
/* Chances of [0], who throws next, by the bear-off tables, in a game that fits; *exact:
 * by the two-sided one. False if they do not have the board. */
bool tables_endings_find(const alea_tables_exact *tables,
                         const alea_tables_rules *rules, const alea_tables_board *board,
                         alea_tables_chances *out, bool *exact);

#endif
