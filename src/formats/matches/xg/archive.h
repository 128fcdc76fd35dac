/* The container of an .xg file: members packed by zlib, a registry, a trailer. */
#ifndef ALEA_FORMATS_MATCHES_XG_ARCHIVE_H
#define ALEA_FORMATS_MATCHES_XG_ARCHIVE_H

#include "formats/toolkit/importer.h"

typedef struct xg_archive {
    const uint8_t *bytes;
    size_t size, start, end; /* the members lie in start..end */
    uint8_t *registry;
    size_t members;
} xg_archive;

/* Checks the container; end with xg_close in any case. */
alea_status xg_open(importer *in, xg_archive *archive);
void xg_close(xg_archive *archive);
/* Unpacks a member into *bytes (malloc'ed; NULL if the archive has none of that name).
 * Refuses more than `most` bytes. */
alea_status xg_member(importer *in, const xg_archive *archive, const char *name,
                      size_t most, uint8_t **bytes, size_t *size);

#endif
