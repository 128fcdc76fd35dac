/* eXtreme Gammon's binary files: the container and its records. Layout as its author
 * published it (extremegammon.com/XGformat.aspx), checked against real files by the
 * reference; offsets in docs/formats.md. */
#ifndef ALEA_FORMATS_MATCHES_XG_XG_H
#define ALEA_FORMATS_MATCHES_XG_XG_H

#include "formats/toolkit/importer.h"

enum {
    XG_RECORD = 2560,
    XG_MATCH_HEADER = 0,
    XG_GAME_HEADER,
    XG_CUBE,
    XG_MOVE,
    XG_GAME_FOOTER,
    XG_MATCH_FOOTER
};

typedef struct xg_archive {
    const uint8_t *bytes;
    size_t size, start, end; /* the members lie in start..end */
    uint8_t *registry;
    size_t members;
} xg_archive;

static inline uint32_t xg_u32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

static inline int32_t xg_i32(const uint8_t *p)
{
    uint32_t u = xg_u32(p);
    return u <= INT32_MAX ? (int32_t)u : (int32_t)(u - UINT32_MAX - 1);
}

/* Checks the container; end with xg_close in any case. */
alea_status xg_open(importer *in, xg_archive *archive);
void xg_close(xg_archive *archive);
/* The plain bytes of a member, malloc'ed; *bytes NULL if there is none of that name.
 * Refused where it has more than `most` bytes. */
alea_status xg_member(importer *in, const xg_archive *archive, const char *name,
                      size_t most, uint8_t **bytes, size_t *size);

/* A name as a tag: the UTF-16 at `wide` (NULL: the file has none), else the Pascal
 * string at `ansi` in Windows' character set. */
alea_status xg_read_name(importer *in, const char *key, const uint8_t *ansi,
                         size_t ansi_room, const uint8_t *wide);
/* A comment, plain or RTF, as plain text at the end of `out`; false if letters of a
 * character set unknown here are lost. */
bool xg_comment_text(const char *text, size_t length, alea_text *out);

#endif
