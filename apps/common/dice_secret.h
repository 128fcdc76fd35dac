/* Sealed dice: rolls that follow from a seed fixed before the first throw. The
 * construction is in docs/dice.md; `alea verify-dice` recomputes it. Needs
 * sodium_init. */
#ifndef ALEA_COMMON_DICE_SECRET_H
#define ALEA_COMMON_DICE_SECRET_H

#include <alea/dice.h>

#include <stdbool.h>
#include <stdint.h>

enum {
    DICE_SEED_BYTES = 32,
    DICE_SEED_HEX = 65, /* with the NUL; a commitment is as long */
    DICE_ID_SIZE = 25,  /* 24 hexadecimal digits */
    DICE_STIR_SIZE = 201
};

/* What the dice of a game follow from: roll i = HMAC-SHA-256(seed, game, stir, i). */
typedef struct dice_secret {
    uint8_t seed[DICE_SEED_BYTES];
    char game_id[DICE_ID_SIZE];
    char stir[DICE_STIR_SIZE]; /* what the players mixed in; "" = nothing */
} dice_secret;

/* A new seed and identifier, from the operating system's generator. */
void dice_secret_draw(dice_secret *secret);
/* Roll `index` (from 0) of a secret. */
alea_roll dice_secret_roll(const dice_secret *secret, uint64_t index);
/* SHA-256 of the seed, as 64 hexadecimal digits. */
void dice_secret_commitment(const dice_secret *secret, char out[DICE_SEED_HEX]);
void dice_secret_hex(const dice_secret *secret, char out[DICE_SEED_HEX]);
/* 64 hexadecimal digits, nothing else. */
bool dice_secret_read_hex(dice_secret *secret, const char *hex);

#endif
