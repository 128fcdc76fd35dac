/* Ended games: their events as one compressed text in place of rows. Events that have a
 * person's name stay rows, so that the name can be removed with the account. */
#ifndef ALEA_SERVER_STORAGE_ARCHIVE_H
#define ALEA_SERVER_STORAGE_ARCHIVE_H

#include "interface.h"
#include "server/storage/database/driver.h"

typedef struct archived_event {
    int64_t seq, time;
    const char *user, *key, *json;
} archived_event;

/* The events of a game, in order; `text` owns the strings. */
typedef struct archive {
    char *text;
    archived_event *event;
    size_t count;
} archive;

/* Reads the archive of a game. ALEA_OK with no events if there is none;
 * ALEA_ERROR_CHECKSUM if it is damaged. */
alea_status archive_read(storage *s, const char *game_id, archive *out);
void archive_free(archive *a);

#endif
