/* Group commit: a thread with its own connection writes queued events. While one
 * transaction waits for the disk, the next batch gathers. The event loop continues, and
 * holds back messages about an event until it is kept (net/transport.c).
 *
 * The loop's own writes (people, new games, files) first wait for the queue, so that the
 * two connections never write at once and the order is kept. */
#ifndef ALEA_SERVER_STORAGE_WRITER_H
#define ALEA_SERVER_STORAGE_WRITER_H

#include "sqlite.h"

/* Blocks until all queued events of the game (NULL: of all games) are written. No effect
 * without a writer. */
void storage_settle(storage *s, const char *game_id);
/* Returns the seq of a queued event with that key; 0 = none. */
int64_t storage_writer_key(storage_writer *w, const char *game_id, const char *user,
                           const char *key);
alea_status storage_writer_take(storage_writer *w, const char *game_id, int64_t seq,
                                int64_t time, const char *user, const char *key,
                                const char *json, const storage_game *game,
                                const char *head);

#endif
