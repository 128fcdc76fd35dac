/* Sealed dice of a tables match (docs/dice.md). Comments of its save hold the
 * commitment and the identifier before the first throw and the seed after the last;
 * until then the seed lies in a file of its own beside the save. */
#ifndef ALEA_CLI_TABLES_SEALED_H
#define ALEA_CLI_TABLES_SEALED_H

#include "cli/save/dice_source.h"
#include "family/throws.h"

/* What the comments of a save say of its dice; empty where they are absent. */
typedef struct tables_seal {
    char commitment[DICE_SEED_HEX], game[DICE_ID_SIZE], seed[DICE_SEED_HEX];
} tables_seal;

/* The lines that a save has of its sealed dice, without the first "# dice ". */
void tables_sealed_spec(const dice_source *dice, char *out, size_t size);
/* Removes the seed beside the save at `path`. */
void tables_sealed_drop(const char *path);
/* The secret of a save with a commitment, from the save or from beside it; false with
 * the reason: it is missing, malformed or not the one of the commitment. */
bool tables_sealed_load(const char *path, const tables_seal *seal, dice_secret *secret,
                        alea_error *error);

#endif
