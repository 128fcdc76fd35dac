/* A 64-bit sum against damage, not against malice: FNV-1a over 8-byte words in four
 * lanes, so that a 14 MB table takes some milliseconds. */
#ifndef ALEA_BASE_CHECKSUM_H
#define ALEA_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

uint64_t alea_checksum(const void *data, size_t size);

#endif
