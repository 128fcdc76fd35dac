/* A game in the storage: its plan (the head), its standing (the list fields) and its
 * events, from which it is rebuilt. */
#ifndef ALEA_SERVER_GAME_HOST_STORE_H
#define ALEA_SERVER_GAME_HOST_STORE_H

#include "server/game/model/game.h"
#include "server/storage/interface.h"
#include "server_key.h"

/* The head, malloc'd; NULL without memory. `key` (NULL = none) encrypts the seed. */
char *game_head(const game *g, const server_key *key);
void game_list_fields(const game *g, storage_game *out);
/* Stores a new game. */
alea_status game_put(storage *store, const game *g, const server_key *key);
/* The game with all events. NULL with *status: ALEA_ERROR_ARGUMENT = there is none,
 * ALEA_ERROR_FILE = it cannot be read. Its clocks stand until `accounted` is set. */
game *game_load(storage *store, const server_key *key, const char *id,
                alea_status *status);
/* Without the events, for lists. The caller's to free. */
game *game_load_head(storage *store, const server_key *key, const char *id);
/* Signs the commitment with the server's key, as of `created`. NULL is allowed. */
void game_sign(game *g, const server_key *key);
/* Puts the header facts into the record. */
void game_tag(game *g);
/* The journal with all header facts; *bytes is the caller's to free. */
alea_status game_journal(game *g, char **bytes, size_t *size);

/* Counts the results that the two players of a rated game have had and sets g->counts.
 * Unreadable results count as none: results_add checks again. */
void game_look_at_rating(storage *store, game *g);

#endif
