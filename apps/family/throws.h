/* The sealed dice of a tables match (docs/dice.md): how a throw follows from rolls of
 * two dice, and a record checked against the secret. */
#ifndef ALEA_FAMILY_THROWS_H
#define ALEA_FAMILY_THROWS_H

#include "dice/secret.h"

#include <alea/tables_match.h>

enum { TABLES_MOST_ROLLS = 4 };

/* Comments of a record that say how its dice are sealed. */
#define TABLES_COMMITMENT_MARK "# dice_commitment "
#define TABLES_DICE_GAME_MARK  "# dice_game "
#define TABLES_SEED_MARK       "# dice_seed "

/* Comments, after the player's letter, of a record that ends before its match does. */
#define TABLES_OUT_OF_TIME "out of time"
#define TABLES_CLOSED      "closes"

/* Rolls of two dice that one throw takes from their source; 0 for other events. */
int tables_sealed_rolls(const alea_tables_rules *rules, alea_tables_event_type type);
/* The dice of a throw from these rolls: two or three dice in `out`, or one for each
 * side in an opening. Binary dice have as many marked faces as others: odd counts
 * one. */
void tables_sealed_dice(const alea_tables_rules *rules, alea_tables_event_type type,
                        const alea_roll roll[TABLES_MOST_ROLLS],
                        uint8_t out[ALEA_TABLES_MAX_DICE]);

/* Throws that follow from a secret: the context of tables_sealed_check. */
typedef struct tables_throws {
    const dice_secret *secret; /* NULL: they are only counted */
    uint64_t rolls, throws;
    uint64_t wrong; /* the first throw, from 1, that does not follow; 0 = all do */
} tables_throws;

/* An alea_tables_visit. */
void tables_sealed_check(void *context, const alea_tables_match *after,
                         const alea_tables_event *event);

#endif
