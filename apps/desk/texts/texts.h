/* Texts with many positions: added to a desk, and written from it. */
#ifndef ALEA_DESK_TEXTS_TEXTS_H
#define ALEA_DESK_TEXTS_TEXTS_H

#include "desk/add.h"
#include "desk/find.h"

/* Adding a text with many positions to a desk. */

/* Whether the bytes are a text that names positions, not a match file. */
bool paste_is(const void *bytes, size_t size);

typedef struct paste {
    desk *d;
    const char *path; /* kept for listings */
    const void *bytes;
    size_t size;
    const alea_import_options *options;
    /* Called for each position in turn, when some dozens of them are stored: what was
     * added, or an `error` with its line in the whole text (`done` is all zero). False
     * stops after those that are stored. */
    bool (*each)(void *context, const desk_addition *done, const alea_error *error);
    void *context;
    alea_piece piece; /* the last one tried; begins as all zero */
} paste;

/* Adds the positions, each whole or not at all, until the text ends or `each` returns
 * false; call it again to go on. Fails if the desk fails: positions for which `each`
 * was not called are then not stored. */
alea_status paste_add(paste *p, alea_error *error);

/* Positions found on a desk as text, with their analysis. */

/* Writes the decisions that match the terms in eXtreme Gammon's layout, one after
 * another, with the analysis that a position or a match file came with. *text is
 * allocated; free it with free(). */
alea_status texts_write(desk *d, const terms *t, char **text, size_t *size,
                        int64_t *count, alea_error *error);

#endif
