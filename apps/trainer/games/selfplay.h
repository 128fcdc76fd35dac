/* One game of a player against itself, every position labelled. */
#ifndef ALEA_TRAINER_GAMES_SELFPLAY_H
#define ALEA_TRAINER_GAMES_SELFPLAY_H

#include "families.h"
#include "trainer/fit/net_set.h"
#include "trainer/support/settings.h"

/* Scratch of one thread. */
typedef struct table {
    alea_board results[ALEA_MAX_PLAYS];
    alea_probs values[ALEA_MAX_PLAYS];
    float order[ALEA_MAX_PLAYS];
} table;

/* Plays game number `game` of a run (dice, start and noise depend on it and the seed
 * only) and appends its labelled positions. -1 when out of memory. */
int selfplay_game(const judge *player, const settings *s, uint64_t game, table *scratch,
                  sample_list *out);
/* The label of a position one roll ahead: the mean over the 21 rolls of the value of
 * the best play, among all plays or (most > 0) those near the prune net's best, at most
 * `most`. */
outcomes selfplay_expectation(const judge *player, const alea_board *board, int most,
                              table *scratch);

#endif
