/* The layout of a hypergammon table file. */
#ifndef ALEA_ENGINE_HYPERGAMMON_TABLE_H
#define ALEA_ENGINE_HYPERGAMMON_TABLE_H

#include <alea/bearoff.h>

#include "solve.h"

/* The file: this header, then [position on roll][position of the other side] of
 * hyper_record. Little-endian throughout. Pairs that cannot be are zero. */
enum { HYPER_VERSION = 1 };
typedef struct hyper_header {
    char magic[8]; /* "ALEAHYPE" */
    uint32_t version, checkers, positions, complete;
    uint64_t data_size;
    hyper_progress progress;
    char made_by[128]; /* NUL-terminated */
    uint64_t data_sum, header_sum;
} hyper_header;

/* Sets the header's own sum; call after every change. */
void hyper_header_seal(hyper_header *header);
/* Checks every claim of the header in front of `size` bytes. */
alea_status hyper_header_check(const hyper_header *header, uint64_t size,
                               alea_error *error);

#endif
