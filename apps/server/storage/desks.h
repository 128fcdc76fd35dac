/* The desks of people: each the image of a small database, cut in chunks of DESK_CHUNK
 * bytes, which are kept as the caller has packed them (desk/image.h). A desk goes with
 * its account, in the same transaction. */
#ifndef ALEA_SERVER_STORAGE_DESKS_H
#define ALEA_SERVER_STORAGE_DESKS_H

#include "interface.h"

#include <stddef.h>

enum { DESK_CHUNK = 16384 };

typedef struct storage_desk {
    int64_t version; /* of its last change, never used twice; 0: there is no desk */
    int64_t size;    /* bytes of the image */
    int64_t stored;  /* stored bytes of its chunks */
    int64_t changed; /* when */
} storage_desk;

typedef struct storage_chunk {
    int64_t number; /* 0, 1, ... */
    const void *bytes;
    size_t size;
} storage_chunk;

/* A connection of its own to the same storage, so that desks can be read and written by
 * another thread than the loop's, one at a time. NULL if it cannot be had, and for a
 * storage in memory. */
storage *storage_desks_connect(storage *of);
void storage_desks_disconnect(storage *s); /* NULL is allowed */

/* Ids of people with a desk, the first after `after` ("" = of all); returns how many
 * were written. */
int storage_desk_persons(storage *s, const char *after, char (*out)[ID_SIZE],
                         int capacity);
storage_answer storage_desk_head(storage *s, const char *person, storage_desk *out);
/* ALEA_OK with version 0: there is no desk; any other status says nothing about the
 * desk. Calls `each` for the chunks, of which the last of a number counts, until it
 * returns false (ALEA_ERROR_MEMORY then). They belong to out->version; with version 0
 * the chunks do not count. ALEA_ERROR_REFUSED: the desk changed too often during the
 * reading. */
typedef bool storage_chunk_fn(void *context, const storage_chunk *chunk);
alea_status storage_desk_read(storage *s, const char *person, storage_desk *out,
                              storage_chunk_fn *each, void *context);
/* Stores the chunks that changed since desk->version (0: the desk is new) and forgets
 * those behind desk->size. desk->version is the new one afterwards. ALEA_ERROR_REFUSED,
 * with nothing changed: the desk has another version; ALEA_ERROR_ARGUMENT: there is no
 * such person. */
alea_status storage_desk_save(storage *s, const char *person, storage_desk *desk,
                              const storage_chunk *chunk, size_t count);

#endif
