/* Where the dice of a game come from. The construction of sealed and seeded dice is in
 * docs/dice.md; `alea verify-dice` recomputes it. */
#ifndef ALEA_CLI_SAVE_DICE_SOURCE_H
#define ALEA_CLI_SAVE_DICE_SOURCE_H

#include "dice/secret.h"

#include <stdio.h>

typedef enum dice_kind {
    DICE_OS = 0, /* sealed: a secret seed, shown as a commitment, opened at the end */
    DICE_MANUAL, /* people throw and type */
    DICE_FILE,   /* the digits 1..6 of a file in order */
    DICE_SEED    /* reproducible from a number; no secret */
} dice_kind;

enum { DICE_PATH_SIZE = 4096 };

typedef struct dice_source {
    dice_kind kind;
    uint64_t rolls;       /* thrown so far, ties included; the index of the next one */
    dice_secret secret;   /* DICE_OS, DICE_SEED */
    uint64_t seed_number; /* DICE_SEED */
    char path[DICE_PATH_SIZE]; /* DICE_FILE */
    FILE *file;
} dice_source;

/* Reads "os", "manual", "file:NAME", "seed:N" or "seed" (a number is drawn); opens the
 * file, draws the seed. */
alea_status dice_source_start(dice_source *source, const char *spec, alea_error *error);
/* As above for a game that goes on after `rolls` rolls. DICE_OS: the caller then fills
 * `secret`. */
alea_status dice_source_resume(dice_source *source, const char *spec, uint64_t rolls,
                               alea_error *error);
/* Closes the file and wipes the secret. */
void dice_source_finish(dice_source *source);
/* The spec again ("seed:7"), for the save. */
void dice_source_spec(const dice_source *source, char *out, size_t size);
/* The next roll; not for DICE_MANUAL. ALEA_ERROR_FILE: the file ended or failed. */
alea_status dice_source_roll(dice_source *source, alea_roll *roll, alea_error *error);

/* Reads on to the next digit 1..6, skipping all other bytes; 0 = none left, -1 = more
 * than a million other bytes in a row, or reading failed. */
int dice_file_digit(FILE *file);

#endif
