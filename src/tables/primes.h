/* Limits on holding points in a row. Masks as in state.h. */
#ifndef ALEA_TABLES_PRIMES_H
#define ALEA_TABLES_PRIMES_H

#include "state.h"

/* `mine` as the opponent numbers the points. */
uint32_t primes_mirror(alea_tables_relation relation, uint32_t mine);
/* Whether a checker that has landed on the empty point `to` made a row that the rules
 * forbid; `mine` are the points held with it. */
bool primes_forbid_landing(const turn_state *state, uint32_t mine, int to);
/* No row tested at each step can come about by `steps` steps of `die`. */
bool primes_far(const alea_tables_rules *rules, uint32_t mine, int die, int steps);
/* Whether a play must not end with the points `mine` held. */
bool primes_forbid_end(const turn_state *state, uint32_t mine);
/* Six points that all enemy checkers stand directly behind, in own numbering; else
 * 0. */
uint32_t primes_trap(const turn_state *state, uint32_t mine);
/* There is a row of six that no enemy checker has passed. */
bool primes_full(const turn_state *state, uint32_t mine);

#endif
