/* Adding matches and positions to a desk: one transaction each. */
#ifndef ALEA_DESK_ADD_H
#define ALEA_DESK_ADD_H

#include "store.h"
#include "twins.h"

#include <alea/file.h>

#include <stdint.h>

typedef enum desk_added {
    DESK_ADDED = 0,
    DESK_UPDATED, /* the match was there already; the file adds an analysis */
    DESK_KNOWN    /* the match or the very file was there */
} desk_added;

typedef struct desk_addition {
    desk_added result;
    int64_t match;
    bool position;       /* one decision that was not made, without a match */
    int64_t twin, entry; /* position: the match and decision that it equals; 0: none */
    size_t decisions;
    size_t warnings;
    size_t unpacked; /* bytes that the file was unpacked to, also on failure */
} desk_addition;

/* Reads a match file or one position (its bytes) and stores it. `path` is kept for
 * listings. `t` (NULL: made here if it is needed) has the decisions of the desk that a
 * position may be. The desk is unchanged unless ALEA_OK is returned. */
alea_status desk_add(desk *d, const char *path, const void *bytes, size_t size,
                     const alea_import_options *options, const twins *t,
                     desk_addition *out, alea_error *error);

#endif
