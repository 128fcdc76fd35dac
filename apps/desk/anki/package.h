/* The deck as an Anki package, written and read. */
#ifndef ALEA_DESK_ANKI_PACKAGE_H
#define ALEA_DESK_ANKI_PACKAGE_H

#include "desk/deck.h"

/* The deck as an Anki package (.apkg, collection schema 11). */

/* Writes all cards with their schedules and reviews; *out is the caller's to free(). */
alea_status package_write(desk *d, void **out, size_t *size, int64_t *cards,
                          alea_error *error);

/* Cards and reviews from an Anki package that alea wrote. */
enum { PACKAGE_MOST_BYTES = 64 << 20, PACKAGE_MOST_UNPACKED = 128 << 20 };

typedef struct package_counts {
    int64_t cards;   /* new in the desk */
    int64_t reviews; /* new in the desk */
    int64_t skipped; /* notes that alea did not write, or that are damaged */
} package_counts;

/* Adds the cards and reviews of a package that alea wrote, in one transaction. A card
 * that the desk has keeps its content; its schedule is computed anew from all of its
 * reviews. Whatever the package holds, it takes bounded time and memory. */
alea_status package_read(desk *d, const void *bytes, size_t size, package_counts *out,
                         alea_error *error);

#endif
