/* The layout of a table file, and a table in memory. */
#ifndef ALEA_ENGINE_BEAROFF_INTERNAL_H
#define ALEA_ENGINE_BEAROFF_INTERNAL_H

#include <alea/bearoff.h>

#include "index.h"

/* The file: this header, then the data. Little-endian throughout. */
enum { BEAROFF_VERSION = 1 };
typedef struct bearoff_header {
    char magic[8]; /* "ALEABEAR" */
    uint32_t version, kind, points, checkers;
    uint64_t positions;  /* of one side */
    uint64_t data_size;  /* bytes after the header */
    uint64_t done;       /* rounds or positions complete; = positions when finished */
    uint64_t data_sum;   /* checksum of the data; 0 while not finished */
    uint64_t header_sum; /* checksum of the fields above */
} bearoff_header;

/* One-sided data: an entry for each position, then the pool of floats. */
typedef struct bearoff_entry {
    double mean;
    uint32_t offset;      /* in floats, into the pool */
    uint8_t first, count; /* all off: in rolls first .. first + count - 1 */
    /* The first checker off: its floats follow those above. */
    uint8_t off_first, off_count;
} bearoff_entry;

/* Two-sided data: [mine][theirs] of alea_bearoff_equity. */

typedef enum { BEAROFF_BORROWED, BEAROFF_HEAP, BEAROFF_MAPPED } bearoff_memory;

struct alea_bearoff {
    bearoff_header header;
    bearoff_index index;
    const unsigned char *bytes; /* header and data */
    size_t size;
    const void *(*row)(uint32_t mine); /* instead of data: alea_embedded */
    bearoff_memory memory;
    alea_bearoff_throws throws;
    /* Chained throws, one-sided: where a double and what follows it lead to,
     * [position * 6 + die - 1]; else NULL. */
    uint32_t *after_double;
};

#endif
