/* The key of a server: it signs the seals of dice, so that others can tell whose they are,
 * and encrypts the seeds of running games in the data file. It lies in a file of its own
 * beside the data file, so that a copy of the data alone shows no dice to come. */
#ifndef ALEA_SERVER_GAME_SERVER_KEY_H
#define ALEA_SERVER_GAME_SERVER_KEY_H

#include "common/dice_secret.h"

#include <alea/status.h>

enum { SERVER_KEY_SEALED = 2 * (24 + 16 + DICE_SEED_BYTES) + 1 };

typedef struct server_key {
    char public_hex[DICE_HASH_HEX];
    uint8_t sign[64]; /* Ed25519, as libsodium has it */
    uint8_t seal[32];
} server_key;

/* Reads the key file DATA.key, or makes it, readable by its owner only; ":memory:": a key
 * that nothing keeps. */
alea_status server_key_open(server_key *key, const char *data, alea_error *error);
/* Encrypts a seed, as hexadecimal digits, for the game identifier. */
void server_key_seal(const server_key *key, const dice_secret *secret,
                     char out[SERVER_KEY_SEALED]);
/* The seed of secret->game_id back; false if it is another key's, or damaged. */
bool server_key_unseal(const server_key *key, const char *sealed, dice_secret *secret);

#endif
