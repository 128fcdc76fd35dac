#include "zip.h"

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    LOCAL = 0x04034b50,
    CENTRAL = 0x02014b50,
    END = 0x06054b50,
    LOCAL_SIZE = 30,
    CENTRAL_SIZE = 46,
    END_SIZE = 22,
    MEMBERS_MOST = 8,
    DATE_1980 = 0x21,
    VERSION = 20,
    DEFLATED = 8
};

typedef struct writer {
    uint8_t *at;
} writer;

static void put16(writer *w, unsigned x)
{
    *w->at++ = (uint8_t)x;
    *w->at++ = (uint8_t)(x >> 8);
}

static void put32(writer *w, uint32_t x)
{
    put16(w, x & 0xffff);
    put16(w, x >> 16);
}

static void put_bytes(writer *w, const void *bytes, size_t size)
{
    memcpy(w->at, bytes, size);
    w->at += size;
}

/* Raw deflate into `out` with room for deflateBound; the length, 0 on failure. */
static size_t pack(const zip_member *m, uint8_t *out, size_t capacity)
{
    z_stream z = {0};
    if (deflateInit2(&z, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    Bytef *in = malloc(m->size ? m->size : 1); /* next_in is not const everywhere */
    if (!in) {
        deflateEnd(&z);
        return 0;
    }
    memcpy(in, m->bytes, m->size);
    z.next_in = in;
    z.avail_in = (uInt)m->size;
    z.next_out = out;
    z.avail_out = (uInt)capacity;
    const bool good = deflate(&z, Z_FINISH) == Z_STREAM_END;
    const size_t size = good ? z.total_out : 0;
    deflateEnd(&z);
    free(in);
    return size;
}

/* The fields that local and central headers share. */
static void put_header(writer *w, const zip_member *m, size_t packed)
{
    put16(w, VERSION);
    put16(w, 0);
    put16(w, DEFLATED);
    put16(w, 0);
    put16(w, DATE_1980);
    put32(w, (uint32_t)crc32(0, m->bytes, (uInt)m->size));
    put32(w, (uint32_t)packed);
    put32(w, (uint32_t)m->size);
    put16(w, (unsigned)strlen(m->name));
    put16(w, 0);
}

alea_status zip_write(const zip_member *member, int members, void **out, size_t *size,
                      alea_error *error)
{
    size_t capacity = END_SIZE, offset[MEMBERS_MOST], packed[MEMBERS_MOST];
    if (members > MEMBERS_MOST) return ALEA_ERROR_ARGUMENT;
    for (int i = 0; i < members; i++) {
        if (member[i].size > INT32_MAX / 2)
            return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                   "too large for a ZIP archive");
        capacity += LOCAL_SIZE + CENTRAL_SIZE + 2 * strlen(member[i].name) +
                    compressBound((uLong)member[i].size) + 64;
    }
    uint8_t *start = malloc(capacity);
    if (!start) return alea_error_no_memory(error);
    writer w = {start};
    for (int i = 0; i < members; i++) {
        const size_t name = strlen(member[i].name);
        offset[i] = (size_t)(w.at - start);
        uint8_t *data = w.at + LOCAL_SIZE + name;
        packed[i] = pack(&member[i], data, capacity - (size_t)(data - start));
        if (packed[i] == 0) {
            free(start);
            return alea_error_no_memory(error);
        }
        put32(&w, LOCAL);
        put_header(&w, &member[i], packed[i]);
        put_bytes(&w, member[i].name, name);
        w.at += packed[i];
    }
    const size_t directory = (size_t)(w.at - start);
    for (int i = 0; i < members; i++) {
        put32(&w, CENTRAL);
        put16(&w, VERSION);
        put_header(&w, &member[i], packed[i]);
        put16(&w, 0); /* comment */
        put16(&w, 0); /* disk */
        put16(&w, 0);
        put32(&w, 0);
        put32(&w, (uint32_t)offset[i]);
        put_bytes(&w, member[i].name, strlen(member[i].name));
    }
    const size_t length = (size_t)(w.at - start) - directory;
    put32(&w, END);
    put32(&w, 0);
    put16(&w, (unsigned)members);
    put16(&w, (unsigned)members);
    put32(&w, (uint32_t)length);
    put32(&w, (uint32_t)directory);
    put16(&w, 0);
    *out = start;
    *size = (size_t)(w.at - start);
    return ALEA_OK;
}

/* ---- reading ---- */

static unsigned get16(const uint8_t *p)
{
    return p[0] | (unsigned)p[1] << 8;
}

static uint32_t get32(const uint8_t *p)
{
    return get16(p) | (uint32_t)get16(p + 2) << 16;
}

static alea_status damaged(alea_error *error)
{
    return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                           "is no ZIP archive, or a damaged one");
}

/* The end record, or NULL. */
static const uint8_t *find_end(const uint8_t *start, size_t size)
{
    if (size < END_SIZE) return NULL;
    const size_t most = size - END_SIZE < 65535 ? size - END_SIZE : 65535;
    for (size_t back = 0; back <= most; back++) {
        const uint8_t *p = start + size - END_SIZE - back;
        if (get32(p) == END) return p;
    }
    return NULL;
}

/* The central header of the member, or NULL; *bad if the directory is damaged. */
static const uint8_t *find_member(const uint8_t *start, size_t size, const char *name,
                                  bool *bad)
{
    const uint8_t *end = find_end(start, size);
    *bad = true;
    if (!end) return NULL;
    size_t at = get32(end + 16);
    const size_t stop = (size_t)(end - start);
    for (unsigned left = get16(end + 10); left > 0; left--) {
        if (at > stop || stop - at < CENTRAL_SIZE || get32(start + at) != CENTRAL)
            return NULL;
        const uint8_t *p = start + at;
        const size_t length = get16(p + 28);
        const size_t all = CENTRAL_SIZE + length + get16(p + 30) + get16(p + 32);
        if (stop - at < all) return NULL;
        if (length == strlen(name) && memcmp(p + CENTRAL_SIZE, name, length) == 0) {
            *bad = false;
            return p;
        }
        at += all;
    }
    *bad = false;
    return NULL;
}

/* The declared size bounds the output, whatever the stream holds. */
static bool unpack(const uint8_t *data, size_t packed, unsigned method, uint8_t *out,
                   size_t length)
{
    if (method == 0) {
        if (packed != length) return false;
        memcpy(out, data, length);
        return true;
    }
    z_stream z = {0};
    if (method != DEFLATED || inflateInit2(&z, -15) != Z_OK) return false;
    uint8_t *in = malloc(packed ? packed : 1);
    if (in) memcpy(in, data, packed);
    z.next_in = in;
    z.avail_in = in ? (uInt)packed : 0;
    z.next_out = out;
    z.avail_out = (uInt)length;
    const bool good =
        in && inflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out == length;
    inflateEnd(&z);
    free(in);
    return good;
}

alea_status zip_extract(const void *bytes, size_t size, const char *name, size_t cap,
                        void **out, size_t *length, alea_error *error)
{
    const uint8_t *start = bytes;
    bool bad;
    const uint8_t *p = find_member(start, size, name, &bad);
    if (bad) return damaged(error);
    if (!p)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "there is no %.60s in the archive", name);
    const size_t packed = get32(p + 20), wanted = get32(p + 24), local = get32(p + 42);
    if (wanted > cap)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "%.60s would unpack to %zu bytes; at most %zu are read",
                               name, wanted, cap);
    if (local > size || size - local < LOCAL_SIZE || get32(start + local) != LOCAL ||
        (get16(p + 8) & 1))
        return damaged(error);
    const size_t skip =
        LOCAL_SIZE + (size_t)get16(start + local + 26) + get16(start + local + 28);
    if (size - local < skip || size - local - skip < packed) return damaged(error);
    uint8_t *result = malloc(wanted ? wanted : 1);
    if (!result) return alea_error_no_memory(error);
    if (!unpack(start + local + skip, packed, get16(p + 10), result, wanted) ||
        crc32(0, result, (uInt)wanted) != get32(p + 16)) {
        free(result);
        return damaged(error);
    }
    *out = result;
    *length = wanted;
    return ALEA_OK;
}
