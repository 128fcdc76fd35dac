/* Sealed dice: rolls that follow from a seed fixed before the first throw. The
 * construction is in docs/dice.md; `alea verify-dice` recomputes it. Needs
 * sodium_init. */
#ifndef ALEA_DICE_SECRET_H
#define ALEA_DICE_SECRET_H

#include <alea/dice.h>

#include <stdbool.h>
#include <stdint.h>

enum {
    DICE_SEED_BYTES = 32,
    DICE_SEED_HEX = 65, /* with the NUL; a commitment is as long */
    DICE_ID_SIZE = 25,  /* 24 hexadecimal digits */
    DICE_ENTROPY_SIZE = 201,
    DICE_HASH_HEX = 65, /* SHA-256 or an Ed25519 public key, with the NUL */
    DICE_SIGNATURE_HEX = 129
};

/* The secret that determines the dice of a game: roll i = HMAC-SHA-256(seed, game,
 * player_entropy, i). */
typedef struct dice_secret {
    uint8_t seed[DICE_SEED_BYTES];
    char game_id[DICE_ID_SIZE];
    char player_entropy[DICE_ENTROPY_SIZE]; /* "" = none */
} dice_secret;

/* A new seed and identifier, from the operating system's generator. */
void dice_secret_draw(dice_secret *secret);
/* Roll `index` (from 0) of a secret. */
alea_roll dice_secret_roll(const dice_secret *secret, uint64_t index);
/* SHA-256 of the seed, as 64 hexadecimal digits. */
void dice_secret_commitment(const dice_secret *secret, char out[DICE_SEED_HEX]);
void dice_secret_hex(const dice_secret *secret, char out[DICE_SEED_HEX]);
/* The commitment to a contribution: SHA-256 of "alea-words-1\n" game "\n" words
 * "\n". */
void dice_words_hash(const char *game_id, const char *words, char out[DICE_HASH_HEX]);
/* Signs "alea-seal-1\n" game "\n" commitment "\n" time "\n" with a server's key, the
 * time in Unix ms. `secret_key` has the 64 bytes of libsodium. */
void dice_seal_sign(const uint8_t *secret_key, const char *game_id,
                    const char *commitment, int64_t time, char out[DICE_SIGNATURE_HEX]);
bool dice_seal_verify(const char *key_hex, const char *game_id, const char *commitment,
                      int64_t time, const char *signature_hex);
/* 64 hexadecimal digits, nothing else. */
bool dice_secret_read_hex(dice_secret *secret, const char *hex);

#endif
