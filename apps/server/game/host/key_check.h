/* Whether a key is that of the games in a storage. */
#ifndef ALEA_SERVER_GAME_HOST_KEY_CHECK_H
#define ALEA_SERVER_GAME_HOST_KEY_CHECK_H

#include "server/storage/interface.h"
#include "server_key.h"

/* Opens with `key` (NULL: there is none) the sealed dice of games that are not over, of
 * the newest of them at most. *unopened: how many of those do not open.
 * ALEA_ERROR_FILE: they cannot be read. */
alea_status key_check(storage *store, const server_key *key, int *unopened);

#endif
