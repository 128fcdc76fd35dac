/* Adding matches to a desk: one transaction a match. */
#ifndef ALEA_DESK_ADD_H
#define ALEA_DESK_ADD_H

#include "store.h"

#include <alea/file.h>

#include <stdint.h>

typedef enum desk_added {
    DESK_ADDED = 0,
    DESK_UPDATED, /* the match was there; the file adds an analysis */
    DESK_KNOWN    /* the match or the very file was there */
} desk_added;

typedef struct desk_addition {
    desk_added result;
    int64_t match;
    size_t decisions;
    size_t warnings;
    size_t unpacked; /* bytes that the file was unpacked to, also on failure */
} desk_addition;

/* Reads a match file (its bytes) and stores it. `path` is kept for listings. The desk
 * is unchanged unless ALEA_OK is returned. */
alea_status desk_add(desk *d, const char *path, const void *bytes, size_t size,
                     const alea_import_options *options, desk_addition *out,
                     alea_error *error);
/* Reads the record of a stored match from its source; clear it afterwards. */
alea_status desk_record(desk *d, int64_t match, alea_record *record, alea_error *error);

#endif
