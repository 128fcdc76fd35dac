/* What the storage needs from time to time: old games archived, remains removed. */
#ifndef ALEA_SERVER_STORAGE_UPKEEP_H
#define ALEA_SERVER_STORAGE_UPKEEP_H

#include "interface.h"

/* Filled with zeros before the first tick. */
typedef struct upkeep {
    char archived[ID_SIZE];      /* the game that the walk of the archive has come to */
    int64_t archive_at, tidy_at; /* server_ticks() of the next steps */
} upkeep;

/* Does what is due at `ticks`, server_ticks(). */
void upkeep_tick(upkeep *u, storage *s, int64_t ticks);

#endif
