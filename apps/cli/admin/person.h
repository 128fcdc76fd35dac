/* One person of a server's data: found by name, with all games. */
#ifndef ALEA_CLI_ADMIN_PERSON_H
#define ALEA_CLI_ADMIN_PERSON_H

#include "server/storage/interface.h"

/* By the name of an account, or by id (guests too). Returns the exit status, after a
 * message if it is not EXIT_DONE. */
int person_find(storage *store, const char *name_or_id, storage_user *out);
/* All games and uploaded matches, newest first, malloc'd; -1: they could not be
 * read. */
int person_games(storage *store, const char *id, storage_game **out);
/* The seat in a game; -1 = none (an uploaded match has no seats). */
int person_seat(const storage_game *game, const char *id);

#endif
