/* The machine in the tables games: by tables of bear-offs and of the game of Ur where
 * they reach, by the game's net where the library has one, else by pips, blots and
 * points held. */
#ifndef ALEA_FAMILY_OPPONENT_H
#define ALEA_FAMILY_OPPONENT_H

#include <alea/levels.h>
#include <alea/tables_match.h>

/* Room to think; half a megabyte. */
typedef struct tables_mind {
    alea_tables_turns room;
    alea_tables_opinion opinion[ALEA_TABLES_MAX_TURNS];
} tables_mind;

/* The number of the turn that the machine plays at a level that plays tables games.
 * `turns` is the list of the match's dice. The same match, the same turn. */
int tables_machine_choose(const alea_tables_match *match,
                          const alea_tables_turns *turns, alea_level level,
                          tables_mind *mind);
/* The numbers of the `most` turns that the machine likes best, best first, with a look
 * so many plies ahead, 0 or 1; returns how many. What it thinks of them stands in
 * mind->opinion, in that order. */
int tables_machine_best(const alea_tables_rules *rules, alea_tables_dice dice,
                        const alea_tables_turns *turns, int plies, int most,
                        tables_mind *mind, int *best);

/* The simple player, without a net. */

/* The number of the turn that it likes best; the first of equal ones. */
int tables_opponent_choose(const alea_tables_rules *rules,
                           const alea_tables_turns *turns);

#endif
