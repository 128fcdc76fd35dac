/* FNV-1a, 64 bits, byte by byte: for tables and fingerprints, not against malice. Large
 * files use base/checksum.h, which is faster and another sum. */
#ifndef ALEA_BASE_HASH_H
#define ALEA_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define ALEA_HASH_START UINT64_C(0xcbf29ce484222325)

/* Continues `hash`, which starts as ALEA_HASH_START. */
uint64_t alea_hash_bytes(uint64_t hash, const void *data, size_t size);
uint64_t alea_hash_text(uint64_t hash, const char *text);

#endif
