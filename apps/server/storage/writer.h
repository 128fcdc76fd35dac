/* Events written by a thread with a connection of its own: while one transaction waits
 * for the disk, the next one gathers. The loop reads and plays on; what it has to say
 * of an event it holds back until the event is kept (transport.c).
 *
 * The loop's own writes (people, new games, files) wait until all that was taken is
 * written: the two connections are never at it together, and the order stays. */
#ifndef ALEA_SERVER_STORAGE_WRITER_H
#define ALEA_SERVER_STORAGE_WRITER_H

#include "sqlite.h"

/* Waits until all that was taken (of that game; NULL: of any) is written, so that what
 * the caller writes or reads next comes after it. Nothing happens without a writer. */
void storage_settle(storage *s, const char *game_id);
/* The seq of an event that is not written yet; 0 = none. */
int64_t storage_writer_key(storage_writer *w, const char *game_id, const char *user,
                           const char *key);
alea_status storage_writer_take(storage_writer *w, const char *game_id, int64_t seq,
                                int64_t time, const char *user, const char *key,
                                const char *json, const storage_game *game,
                                const char *head);

#endif
