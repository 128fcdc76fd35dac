/* A simple player of every tables game: pips, blots and points held, one turn ahead. */
#ifndef ALEA_FAMILY_OPPONENT_H
#define ALEA_FAMILY_OPPONENT_H

#include <alea/tables.h>

/* The number of the turn that it likes best; the first of equal ones. */
int tables_opponent_choose(const alea_tables_rules *rules,
                           const alea_tables_turns *turns);
/* The numbers of the `most` turns that it likes best, best first; returns how many. */
int tables_opponent_best(const alea_tables_rules *rules, const alea_tables_turns *turns,
                         int most, int *best);

#endif
