/* Sums of 64 bits: for tables, fingerprints and against damage, not against malice. */
#ifndef ALEA_BASE_HASH_H
#define ALEA_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define ALEA_HASH_START UINT64_C(0xcbf29ce484222325)

/* FNV-1a byte by byte. Continues `hash`, which starts as ALEA_HASH_START. */
uint64_t alea_hash_bytes(uint64_t hash, const void *data, size_t size);
uint64_t alea_hash_text(uint64_t hash, const char *text);

/* Another sum, for large files: FNV-1a over 8-byte words in four lanes, so that a 14 MB
 * table takes some milliseconds. */
uint64_t alea_checksum(const void *data, size_t size);

/* The same of data that come in pieces, of 32 bytes or a multiple of that. */
typedef struct alea_checksum_run {
    uint64_t lane[4], size;
} alea_checksum_run;

void alea_checksum_start(alea_checksum_run *run);
void alea_checksum_add(alea_checksum_run *run, const void *data, size_t size);
uint64_t alea_checksum_end(const alea_checksum_run *run);

#endif
