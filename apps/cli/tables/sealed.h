/* Sealed dice of a tables match (docs/dice.md). Comments of its save hold the
 * commitment and the identifier before the first throw and the seed after the last;
 * until then the seed lies in a file of its own beside the save. */
#ifndef ALEA_CLI_TABLES_SEALED_H
#define ALEA_CLI_TABLES_SEALED_H

#include "cli/save/dice_source.h"

#include <alea/tables_match.h>

enum { TABLES_MOST_ROLLS = 4 };

/* Comments of a save that say how its dice are sealed. */
#define TABLES_COMMITMENT_MARK "# dice_commitment "
#define TABLES_DICE_GAME_MARK  "# dice_game "
#define TABLES_SEED_MARK       "# dice_seed "

/* What they say; empty where they are absent. */
typedef struct tables_seal {
    char commitment[DICE_SEED_HEX], game[DICE_ID_SIZE], seed[DICE_SEED_HEX];
} tables_seal;

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

/* The lines that a save has of its sealed dice, without the first "# dice ". */
void tables_sealed_spec(const dice_source *dice, char *out, size_t size);
/* Removes the seed beside the save at `path`. */
void tables_sealed_drop(const char *path);
/* The secret of a save with a commitment, from the save or from beside it; false with
 * the reason: it is missing, malformed or not the one of the commitment. */
bool tables_sealed_load(const char *path, const tables_seal *seal, dice_secret *secret,
                        alea_error *error);

#endif
