/* The checksum that ends each journal line: a CRC-32 seeded with that of the previous
 * line. */
#ifndef ALEA_FORMATS_MATCHES_JOURNAL_CHECK_H
#define ALEA_FORMATS_MATCHES_JOURNAL_CHECK_H

#include <stddef.h>
#include <stdint.h>

enum {
    JOURNAL_VERSION = 1,
    JOURNAL_TAIL = 18,         /* ,"crc":"xxxxxxxx"} */
    JOURNAL_LINE_MAX = 1 << 20 /* longest line read or written */
};

/* CRC-32 of the bytes, seeded with the previous line's. */
uint32_t journal_check(uint32_t before, const char *bytes, size_t length);
/* Formats the checksum as the tail of a line. */
void journal_tail(uint32_t check, char out[JOURNAL_TAIL + 1]);

#endif
