/* The machine in the tables games: by tables of bear-offs and of the game of Ur where
 * they reach, by the game's net where the library has one, else by pips, blots and
 * points held; one turn ahead. */
#ifndef ALEA_FAMILY_OPPONENT_H
#define ALEA_FAMILY_OPPONENT_H

#include <alea/tables.h>

/* The turn that the machine plays, by number. `turns` is the list of `dice`. */
int tables_machine_choose(const alea_tables_rules *rules, alea_tables_dice dice,
                          const alea_tables_turns *turns);
/* The numbers of the `most` turns that the machine likes best, best first; returns how
 * many: at most ALEA_TABLES_MOST_CHOICES where there is a net or table. */
int tables_machine_best(const alea_tables_rules *rules, alea_tables_dice dice,
                        const alea_tables_turns *turns, int most, int *best);

/* The simple player, without a net. */

/* The number of the turn that it likes best; the first of equal ones. */
int tables_opponent_choose(const alea_tables_rules *rules,
                           const alea_tables_turns *turns);
/* The numbers of the `most` turns that it likes best, best first; returns how many. */
int tables_opponent_best(const alea_tables_rules *rules, const alea_tables_turns *turns,
                         int most, int *best);

#endif
