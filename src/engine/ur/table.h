/* The layout of a table file of the Royal Game of Ur. */
#ifndef ALEA_ENGINE_UR_TABLE_H
#define ALEA_ENGINE_UR_TABLE_H

#include <alea/tables_ur.h>

#include "solve.h"

/* The file: this header, then by ur_number a uint16_t, the chance of the side on throw
 * times UR_ONE; in a file of work in progress a float instead. Little-endian
 * throughout. */
enum { UR_VERSION = 1, UR_ONE = 65535 };
typedef struct ur_header {
    char magic[8]; /* "ALEA UR\0" */
    uint32_t version, men, positions, complete;
    uint64_t data_size;
    ur_progress progress;
    char made_by[128]; /* NUL-terminated */
    uint64_t data_sum, header_sum;
} ur_header;

/* Starts a header of a file with these numbers. */
void ur_header_start(ur_header *header, const ur_numbers *numbers, bool complete);
/* Sets the header's own sum; call after every change. */
void ur_header_seal(ur_header *header);
/* Checks every claim of the header in front of `size` bytes. */
alea_status ur_header_check(const ur_header *header, uint64_t size, alea_error *error);

#endif
