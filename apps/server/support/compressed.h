/* Long texts kept small: the JSON and the page of an analysis. Any thread. */
#ifndef ALEA_SERVER_PACKED_H
#define ALEA_SERVER_PACKED_H

#include <stddef.h>

/* Packs `size` bytes; malloc'd, its length in *out_size. NULL without memory. */
char *pack(const char *bytes, size_t size, size_t *out_size);
/* The bytes that were packed, malloc'd, with a NUL behind the last. NULL without memory
 * or if these are no packed bytes. */
char *unpack(const char *packed, size_t size, size_t *out_size);

#endif
