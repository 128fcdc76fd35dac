/* The key of a server: it signs the seals of dice, so that others can tell whose they
 * are, and encrypts the seeds of running games in the data file. It lies in a file of
 * its own beside the data file, so that a copy of the data alone shows no dice to
 * come. */
#ifndef ALEA_SERVER_GAME_HOST_SERVER_KEY_H
#define ALEA_SERVER_GAME_HOST_SERVER_KEY_H

#include "dice/secret.h"
#include "server/storage/interface.h"

#include <alea/status.h>

enum { SERVER_KEY_SEALED = 2 * (24 + 16 + DICE_SEED_BYTES) + 1 };

typedef struct server_key {
    char public_hex[DICE_HASH_HEX];
    uint8_t sign[64]; /* Ed25519, as libsodium has it */
    uint8_t seal[32];
} server_key;

enum { SERVER_KEY_PATH = 4096 + 8 };

/* Where the key of a data file is: DATA.key beside the file itself, whatever link it
 * was given by. */
alea_status server_key_place(const char *data, char out[SERVER_KEY_PATH],
                             alea_error *error);
/* Reads a key file. */
alea_status server_key_read(server_key *key, const char *path, alea_error *error);
/* Makes a key file, readable by its owner only, and reads it; ":memory:": a key that is
 * not stored. */
alea_status server_key_make(server_key *key, const char *path, alea_error *error);
/* Encrypts a seed, as hexadecimal digits, for the game identifier. */
void server_key_seal(const server_key *key, const dice_secret *secret,
                     char out[SERVER_KEY_SEALED]);
/* The seed of secret->game_id back; false if it is another key's, or damaged. */
bool server_key_unseal(const server_key *key, const char *sealed, dice_secret *secret);

/* Opens with `key` (NULL: no key) the sealed dice of games, chouettes and tables of
 * other games that are not over, of each kind some hundred. *unopened: how many do not
 * open.
 * ALEA_ERROR_FILE: they cannot be read. */
alea_status key_check(storage *store, const server_key *key, int *unopened);

#endif
