/* ZIP archives in memory: written with deflate, read with bounds. Source: PKWARE,
 * APPNOTE.TXT 6.3. */
#ifndef ALEA_DESK_ANKI_ZIP_H
#define ALEA_DESK_ANKI_ZIP_H

#include <alea/status.h>

#include <stddef.h>

typedef struct zip_member {
    const char *name;
    const void *bytes;
    size_t size;
} zip_member;

/* Writes an archive; *out is the caller's to free(). */
alea_status zip_write(const zip_member *member, int members, void **out, size_t *size,
                      alea_error *error);
/* Extracts the member with that name, at most `cap` bytes, checked against its CRC;
 * *out is the caller's to free(). ALEA_ERROR_ARGUMENT if no member has that name;
 * ALEA_ERROR_SYNTAX for a damaged archive or one that unpacks to more than `cap`. */
alea_status zip_extract(const void *bytes, size_t size, const char *name, size_t cap,
                        void **out, size_t *length, alea_error *error);

#endif
