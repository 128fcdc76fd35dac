/* Games, their events, and the files kept with them. */
#ifndef ALEA_SERVER_STORAGE_GAMES_H
#define ALEA_SERVER_STORAGE_GAMES_H

#include "sqlite.h"

/* storage_event_append, synchronously. */
alea_status storage_append_now(storage *s, const char *game_id, int64_t seq,
                               int64_t time, const char *user, const char *key,
                               const char *json, const storage_game *game,
                               const char *head);
/* The same within the caller's transaction. */
alea_status storage_append_within(storage *s, const char *game_id, int64_t seq,
                                  int64_t time, const char *user, const char *key,
                                  const char *json, const storage_game *game,
                                  const char *head);

#endif
