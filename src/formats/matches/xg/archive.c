/* The container: a header, an optional picture, members packed by zlib, a registry and
 * a trailer. Every size and offset is checked against the file before use; unpacked
 * sizes are bounded. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "archive.h"
#include "record.h"

enum { RICH_HEADER = 8232, TRAILER = 36, ENTRY = 532, MOST_MEMBERS = 64 };

static alea_status fail(importer *in, size_t offset, const char *reason)
{
    return import_fail(in, ALEA_ERROR_SYNTAX, 0, 0, "byte %zu: %s", offset, reason);
}

/* Unpacks exactly `plain` bytes. */
static alea_status unpack(importer *in, const uint8_t *packed, size_t size,
                          size_t plain, size_t offset, uint8_t **out)
{
    /* zlib compresses at most about 1030 to 1. */
    if (plain / 1040 > size + 64)
        return fail(in, offset, "a member claims more than it can hold");
    alea_status allowed = import_unpack(in, plain);
    if (allowed) return allowed;
    uint8_t *bytes = malloc(plain + 1);
    if (!bytes) return import_fail(in, ALEA_ERROR_MEMORY, 0, 0, "not enough memory");
    uLongf got = (uLongf)plain;
    if (uncompress(bytes, &got, packed, (uLong)size) != Z_OK || got != plain) {
        free(bytes);
        return import_fail(in, ALEA_ERROR_CHECKSUM, 0, 0,
                           "byte %zu: a packed member is damaged", offset);
    }
    *out = bytes;
    return ALEA_OK;
}

static alea_status find_archive(importer *in, xg_archive *a, uint32_t *registry_size)
{
    if (a->size < RICH_HEADER + TRAILER)
        return fail(in, a->size, "the file is cut short");
    uint32_t header = xg_u32(a->bytes + 8);
    if (header < RICH_HEADER || header > a->size - TRAILER)
        return fail(in, 8, "the header has an impossible size");
    const uint8_t *trailer = a->bytes + a->size - TRAILER;
    uint32_t members = xg_u32(trailer + 4), archive_size = xg_u32(trailer + 16);
    *registry_size = xg_u32(trailer + 12);
    size_t capacity = a->size - TRAILER - header;
    if (members == 0 || members > MOST_MEMBERS)
        return fail(in, a->size - TRAILER + 4, "an impossible number of members");
    if (*registry_size > capacity || archive_size > capacity - *registry_size)
        return fail(in, a->size - TRAILER + 12, "the archive is larger than the file");
    a->end = a->size - TRAILER - *registry_size;
    a->start = a->end - archive_size;
    a->members = members;
    size_t length = a->size - TRAILER - a->start;
    if ((uint32_t)crc32(0, a->bytes + a->start, (uInt)length) != xg_u32(trailer))
        return import_fail(in, ALEA_ERROR_CHECKSUM, 0, 0,
                           "the archive's checksum does not fit: the file is damaged");
    return ALEA_OK;
}

alea_status xg_open(importer *in, xg_archive *a)
{
    memset(a, 0, sizeof *a);
    a->bytes = (const uint8_t *)in->bytes;
    a->size = in->size;
    uint32_t registry_size = 0;
    alea_status status = find_archive(in, a, &registry_size);
    if (status) return status;
    size_t plain = a->members * ENTRY;
    const uint8_t *trailer = a->bytes + a->size - TRAILER;
    if (xg_u32(trailer + 20))
        return unpack(in, a->bytes + a->end, registry_size, plain, a->end,
                      &a->registry);
    if (registry_size != plain)
        return fail(in, a->end, "the registry has another size");
    a->registry = malloc(plain);
    if (!a->registry)
        return import_fail(in, ALEA_ERROR_MEMORY, 0, 0, "not enough memory");
    memcpy(a->registry, a->bytes + a->end, plain);
    return ALEA_OK;
}

void xg_close(xg_archive *archive)
{
    free(archive->registry);
    archive->registry = NULL;
}

static alea_status copy(importer *in, const uint8_t *from, size_t size, uint8_t **out)
{
    *out = malloc(size + 1);
    if (!*out) return import_fail(in, ALEA_ERROR_MEMORY, 0, 0, "not enough memory");
    memcpy(*out, from, size);
    return ALEA_OK;
}

alea_status xg_member(importer *in, const xg_archive *a, const char *name, size_t most,
                      uint8_t **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    for (size_t i = 0; i < a->members; i++) {
        const uint8_t *entry = a->registry + i * ENTRY;
        size_t n = entry[0];
        if (n != strlen(name) || memcmp(entry + 1, name, n) != 0) continue;
        uint32_t plain = xg_u32(entry + 512), packed = xg_u32(entry + 516),
                 at = xg_u32(entry + 520);
        size_t capacity = a->end - a->start, offset = a->start + at;
        if (at > capacity || packed > capacity - at)
            return fail(in, a->end, "a member lies outside of the archive");
        if (plain > most)
            return import_fail(in, ALEA_ERROR_SYNTAX, 0, 0,
                               "byte %zu: %s claims %u bytes, more than %zu MB", offset,
                               name, (unsigned)plain, most >> 20);
        if (entry[528] != 0 && plain != packed)
            return fail(in, offset, "a stored member has two sizes");
        const uint8_t *from = a->bytes + offset;
        alea_status status = entry[528] == 0
                                 ? unpack(in, from, packed, plain, offset, bytes)
                                 : copy(in, from, plain, bytes);
        if (status) return status;
        if ((uint32_t)crc32(0, *bytes, plain) != xg_u32(entry + 524)) {
            free(*bytes);
            *bytes = NULL;
            return import_fail(in, ALEA_ERROR_CHECKSUM, 0, 0,
                               "%s: the checksum does not fit, the file is damaged",
                               name);
        }
        *size = plain;
        return ALEA_OK;
    }
    return ALEA_OK;
}
