/* Four bytes of length, the lowest first, then a zlib stream. */
#include "compressed.h"

#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

enum { HEAD = 4, MOST = 256 << 20 };

char *pack(const char *bytes, size_t size, size_t *out_size)
{
    if (size > MOST) return NULL;
    uLongf capacity = compressBound(size);
    char *packed = malloc(HEAD + capacity);
    if (!packed) return NULL;
    for (int i = 0; i < HEAD; i++) packed[i] = (char)(size >> (8 * i) & 255);
    if (compress2((Bytef *)packed + HEAD, &capacity, (const Bytef *)bytes, size,
                  Z_BEST_SPEED) != Z_OK) {
        free(packed);
        return NULL;
    }
    *out_size = HEAD + capacity;
    return packed;
}

char *unpack(const char *packed, size_t size, size_t *out_size)
{
    size_t plain = 0;
    if (size <= HEAD) return NULL;
    for (int i = 0; i < HEAD; i++) plain |= (size_t)(unsigned char)packed[i] << (8 * i);
    if (plain > MOST) return NULL;
    char *bytes = malloc(plain + 1);
    uLongf length = plain;
    if (!bytes) return NULL;
    if (uncompress((Bytef *)bytes, &length, (const Bytef *)packed + HEAD,
                   size - HEAD) != Z_OK ||
        length != plain) {
        free(bytes);
        return NULL;
    }
    bytes[plain] = '\0';
    *out_size = plain;
    return bytes;
}
