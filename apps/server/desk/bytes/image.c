#include "image.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

enum { CHUNKS_MOST = 1 << 20, FIRST = 32, LEVEL = 6 };

/* As the storage keeps it; several images may have it. */
typedef struct packed {
    atomic_int users;
    size_t size;
    uint8_t bytes[];
} packed;

typedef struct cell {
    packed *packed; /* NULL: none, or no longer what is in `plain` */
    uint8_t *plain; /* NULL: not written since it was packed */
    bool changed;
} cell;

struct image {
    cell *cell;
    int64_t cells, capacity, size;
    bool was_cut;
    int64_t at; /* the chunk in `read`, -1: none */
    uint8_t read[DESK_CHUNK];
};

/* ---- chunks ---- */

static packed *packed_new(const void *bytes, size_t size)
{
    packed *p = malloc(sizeof *p + size);
    if (!p) return NULL;
    atomic_init(&p->users, 1);
    p->size = size;
    if (bytes) memcpy(p->bytes, bytes, size);
    return p;
}

static void packed_leave(packed *p)
{
    if (p && atomic_fetch_sub(&p->users, 1) == 1) free(p);
}

static bool unpack_into(const packed *p, uint8_t out[DESK_CHUNK])
{
    uLongf got = DESK_CHUNK;
    return uncompress(out, &got, p->bytes, (uLong)p->size) == Z_OK && got == DESK_CHUNK;
}

static void cell_clear(cell *c)
{
    packed_leave(c->packed);
    free(c->plain);
    *c = (cell){NULL, NULL, false};
}

/* ---- life ---- */

image *image_new(void)
{
    image *m = calloc(1, sizeof *m);
    if (m) m->at = -1;
    return m;
}

void image_free(image *m)
{
    if (!m) return;
    for (int64_t i = 0; i < m->cells; i++) cell_clear(&m->cell[i]);
    free(m->cell);
    free(m);
}

static bool make_room(image *m, int64_t cells)
{
    if (cells > CHUNKS_MOST) return false;
    if (cells > m->capacity) {
        const int64_t capacity = cells < FIRST ? FIRST : cells + cells / 2;
        cell *more = realloc(m->cell, (size_t)capacity * sizeof *more);
        if (!more) return false;
        memset(more + m->capacity, 0, (size_t)(capacity - m->capacity) * sizeof *more);
        m->cell = more;
        m->capacity = capacity;
    }
    if (cells > m->cells) m->cells = cells;
    return true;
}

image *image_copy(const image *of)
{
    image *m = image_new();
    if (!m) return NULL;
    bool good = make_room(m, of->cells);
    for (int64_t i = 0; good && i < of->cells; i++) {
        const cell *from = &of->cell[i];
        m->cell[i].packed = from->packed;
        m->cell[i].changed = from->changed;
        if (from->packed) atomic_fetch_add(&from->packed->users, 1);
        if (!from->plain) continue;
        m->cell[i].plain = malloc(DESK_CHUNK);
        good = m->cell[i].plain != NULL;
        if (good) memcpy(m->cell[i].plain, from->plain, DESK_CHUNK);
    }
    m->size = of->size;
    m->was_cut = of->was_cut;
    if (good) return m;
    image_free(m);
    return NULL;
}

/* ---- from the storage ---- */

bool image_put(image *m, const storage_chunk *chunk)
{
    if (chunk->number < 0 || !make_room(m, chunk->number + 1)) return false;
    cell *c = &m->cell[chunk->number];
    cell_clear(c);
    c->packed = packed_new(chunk->bytes, chunk->size);
    return c->packed != NULL;
}

static void drop_cells(image *m, int64_t from)
{
    for (int64_t i = from; i < m->cells; i++) cell_clear(&m->cell[i]);
    if (m->cells > from) m->cells = from;
    m->at = -1;
}

bool image_end(image *m, int64_t size)
{
    const int64_t cells = (size + DESK_CHUNK - 1) / DESK_CHUNK;
    if (size < 0 || cells > m->cells) return false;
    drop_cells(m, cells);
    m->size = size;
    for (int64_t i = 0; i < cells; i++)
        if (!m->cell[i].packed) return false;
    return true;
}

/* ---- bytes ---- */

int64_t image_size(const image *m)
{
    return m->size;
}

/* The bytes of a chunk; NULL if it is damaged. */
static const uint8_t *chunk_bytes(image *m, int64_t number)
{
    const cell *c = &m->cell[number];
    if (c->plain) return c->plain;
    if (m->at == number) return m->read;
    m->at = -1;
    if (!c->packed || !unpack_into(c->packed, m->read)) return NULL;
    m->at = number;
    return m->read;
}

alea_status image_read(image *m, void *out, size_t size, int64_t from)
{
    uint8_t *to = out;
    const int64_t there = from < m->size ? m->size - from : 0;
    const size_t whole = (int64_t)size < there ? size : (size_t)there;
    memset(to + whole, 0, size - whole);
    for (size_t done = 0; done < whole;) {
        const int64_t number = (from + (int64_t)done) / DESK_CHUNK;
        const size_t within = (size_t)((from + (int64_t)done) % DESK_CHUNK);
        const size_t part =
            whole - done < DESK_CHUNK - within ? whole - done : DESK_CHUNK - within;
        const uint8_t *bytes = chunk_bytes(m, number);
        if (!bytes) return ALEA_ERROR_CHECKSUM;
        memcpy(to + done, bytes + within, part);
        done += part;
    }
    return ALEA_OK;
}

/* Makes the chunk's bytes writable; `all`: the caller will overwrite all of them. */
static alea_status make_plain(image *m, int64_t number, bool all)
{
    cell *c = &m->cell[number];
    if (!c->plain) {
        uint8_t *plain = calloc(1, DESK_CHUNK);
        if (!plain) return ALEA_ERROR_MEMORY;
        if (c->packed && !all && !unpack_into(c->packed, plain)) {
            free(plain);
            return ALEA_ERROR_CHECKSUM;
        }
        c->plain = plain;
    }
    packed_leave(c->packed);
    c->packed = NULL;
    c->changed = true;
    if (m->at == number) m->at = -1;
    return ALEA_OK;
}

static alea_status grow(image *m, int64_t size)
{
    const int64_t had = m->cells;
    const int64_t cells = (size + DESK_CHUNK - 1) / DESK_CHUNK;
    if (size <= m->size) return ALEA_OK;
    if (!make_room(m, cells)) return ALEA_ERROR_MEMORY;
    for (int64_t i = had; i < cells; i++)
        if (make_plain(m, i, true) != ALEA_OK) {
            drop_cells(m, had);
            return ALEA_ERROR_MEMORY;
        }
    m->size = size;
    return ALEA_OK;
}

alea_status image_write(image *m, const void *bytes, size_t size, int64_t from)
{
    const uint8_t *at = bytes;
    const int64_t end = from + (int64_t)size;
    alea_status status = grow(m, end);
    while (status == ALEA_OK && from < end) {
        const size_t within = (size_t)(from % DESK_CHUNK);
        const size_t left = (size_t)(end - from);
        const size_t part = left < DESK_CHUNK - within ? left : DESK_CHUNK - within;
        status = make_plain(m, from / DESK_CHUNK, part == DESK_CHUNK);
        if (status != ALEA_OK) break;
        memcpy(m->cell[from / DESK_CHUNK].plain + within, at, part);
        at += part;
        from += (int64_t)part;
    }
    return status;
}

alea_status image_cut(image *m, int64_t size)
{
    const size_t within = (size_t)(size % DESK_CHUNK);
    if (size >= m->size) return grow(m, size);
    if (within) { /* bytes behind the end must read as 0 when the image grows again */
        const alea_status status = make_plain(m, size / DESK_CHUNK, false);
        if (status != ALEA_OK) return status;
        memset(m->cell[size / DESK_CHUNK].plain + within, 0, DESK_CHUNK - within);
    }
    drop_cells(m, (size + DESK_CHUNK - 1) / DESK_CHUNK);
    m->size = size;
    m->was_cut = true;
    return ALEA_OK;
}

/* ---- to the storage ---- */

bool image_has_changed(const image *m)
{
    if (m->was_cut) return true;
    for (int64_t i = 0; i < m->cells; i++)
        if (m->cell[i].changed) return true;
    return false;
}

static alea_status pack_cell(cell *c)
{
    uint8_t bytes[DESK_CHUNK + DESK_CHUNK / 8];
    uLongf size = sizeof bytes;
    if (compress2(bytes, &size, c->plain, DESK_CHUNK, LEVEL) != Z_OK)
        return ALEA_ERROR_MEMORY;
    c->packed = packed_new(bytes, size);
    if (!c->packed) return ALEA_ERROR_MEMORY;
    free(c->plain);
    c->plain = NULL;
    return ALEA_OK;
}

alea_status image_pack(image *m)
{
    alea_status status = ALEA_OK;
    for (int64_t i = 0; i < m->cells && status == ALEA_OK; i++)
        if (m->cell[i].plain) status = pack_cell(&m->cell[i]);
    return status;
}

storage_chunk *image_changes(const image *m, size_t *count)
{
    storage_chunk *list = calloc((size_t)m->cells + 1, sizeof *list);
    *count = 0;
    for (int64_t i = 0; list && i < m->cells; i++) {
        const cell *c = &m->cell[i];
        if (c->changed && c->packed)
            list[(*count)++] = (storage_chunk){
                .number = i, .bytes = c->packed->bytes, .size = c->packed->size};
    }
    return list;
}

int64_t image_stored(const image *m)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < m->cells; i++)
        if (m->cell[i].packed) sum += (int64_t)m->cell[i].packed->size;
    return sum;
}

void image_keep(image *m)
{
    for (int64_t i = 0; i < m->cells; i++) m->cell[i].changed = false;
    m->was_cut = false;
}

alea_status image_compare(image *a, image *b, bool *same)
{
    *same = a->size == b->size;
    for (int64_t i = 0; *same && i < a->cells; i++) {
        const uint8_t *x = chunk_bytes(a, i), *y = chunk_bytes(b, i);
        if (!x || !y) return ALEA_ERROR_CHECKSUM;
        *same = memcmp(x, y, DESK_CHUNK) == 0;
    }
    return ALEA_OK;
}
