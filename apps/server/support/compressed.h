/* Compression of long stored texts: the JSON and the HTML report of an analysis. Any
 * thread. */
#ifndef ALEA_SERVER_SUPPORT_COMPRESSED_H
#define ALEA_SERVER_SUPPORT_COMPRESSED_H

#include <stddef.h>

/* Compresses `size` bytes; malloc'd, with the length in *out_size. NULL without
 * memory. */
char *pack(const char *bytes, size_t size, size_t *out_size);
/* Decompresses; malloc'd, with a NUL after the last byte. NULL without memory or if the
 * bytes are damaged. */
char *unpack(const char *packed, size_t size, size_t *out_size);

#endif
