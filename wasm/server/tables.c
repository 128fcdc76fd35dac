/* The standard bear-off tables of the module (engine/bearoff/embedded.h): made when a server
 * is opened for the first time, then read from the host's files. What is damaged, or of
 * another version, is made again; where nothing can be written they are made each time.
 * The two-sided one stays in its file: 14 MB, of which a match needs some tens of rows. */
#include "engine/bearoff/embedded.h"

#include "base/hash.h"
#include "door.h"
#include "engine/bearoff/table.h"

#include <alea/bearoff.h>

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* malloc aligns to 16; what reads the tables wants 8. */
static void *read_whole(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    long length = -1;
    if (fseek(file, 0, SEEK_END) == 0) length = ftell(file);
    void *bytes = length > 0 ? malloc((size_t)length) : NULL;
    if (bytes && (fseek(file, 0, SEEK_SET) != 0 ||
                  fread(bytes, 1, (size_t)length, file) != (size_t)length)) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    *size = bytes ? (size_t)length : 0;
    return bytes;
}

/* A file that was cut short by a full disk or a kill is found out when it is read. */
static void keep(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file) return;
    const bool done = fwrite(bytes, 1, size, file) == size;
    if (fclose(file) != 0 || !done) remove(path);
}

enum { TWO_CHECKERS = 6 };

static alea_bearoff *make(alea_bearoff_kind kind, int checkers)
{
    alea_bearoff *table;
    const alea_bearoff_job job = {
        .kind = kind, .points = 6, .checkers = checkers, .threads = 1};
    return alea_bearoff_make(&job, &table, NULL) == ALEA_OK ? table : NULL;
}

static alea_embedded bytes_of(const alea_bearoff *table)
{
    return table ? (alea_embedded){.data = alea_bearoff_table_bytes(table),
                                   .size = alea_bearoff_table_size(table)}
                 : (alea_embedded){0};
}

/* Bytes of 0: no memory. They are there as long as the module. */
static alea_embedded take_one_sided(const char *path)
{
    size_t size;
    void *bytes = read_whole(path, &size);
    alea_bearoff *table = NULL;
    if (bytes && alea_bearoff_open_memory(bytes, size, true, &table, NULL) == ALEA_OK) {
        const bool fits = alea_bearoff_table_kind(table) == ALEA_BEAROFF_ONE_SIDED &&
                          alea_bearoff_table_points(table) == 6 &&
                          alea_bearoff_table_checkers(table) == ALEA_CHECKERS;
        alea_bearoff_close(table);
        if (fits) return (alea_embedded){.data = bytes, .size = size};
    }
    free(bytes);
    const alea_embedded made = bytes_of(make(ALEA_BEAROFF_ONE_SIDED, ALEA_CHECKERS));
    if (made.size) keep(path, made.data, made.size);
    return made;
}

/* ---- rows of the two-sided table ---- */

enum {
    ROW_MOST = 924, /* positions of a side: 6 checkers on 6 points */
    ROW_BYTES = ROW_MOST * (int)sizeof(alea_bearoff_equity),
    SLOTS = 40,
    PIECE = 32 * ROW_BYTES /* read at once when the sum is checked */
};

static struct {
    int fd;
    bearoff_header header;
    unsigned char *rows;    /* SLOTS */
    uint8_t slot[ROW_MOST]; /* of a row, from 1 on; 0: it is not in memory */
    uint16_t row[SLOTS];    /* in a slot */
    uint64_t last[SLOTS];   /* when a slot was used; 0: it is empty */
    uint64_t clock;
    const unsigned char *made; /* the data in memory, once the file could not be read */
} stored = {.fd = -1};

static bool read_at(void *out, size_t size, size_t from)
{
    for (size_t done = 0; done < size;) {
        const ssize_t n =
            pread(stored.fd, (char *)out + done, size - done, (off_t)(from + done));
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

/* Reads all of the file, for its sum. */
static bool is_whole(void)
{
    bearoff_header *h = &stored.header;
    bearoff_index index;
    alea_checksum_run sum;
    const off_t size = lseek(stored.fd, 0, SEEK_END);
    if (size < (off_t)sizeof *h || !read_at(h, sizeof *h, 0) ||
        bearoff_header_check(h, (uint64_t)size, &index, NULL) != ALEA_OK ||
        h->kind != ALEA_BEAROFF_TWO_SIDED || h->checkers != TWO_CHECKERS ||
        h->positions != ROW_MOST || h->done != h->positions)
        return false;
    unsigned char *piece = malloc(PIECE);
    bool read = piece != NULL;
    alea_checksum_start(&sum);
    for (size_t at = 0; read && at < h->data_size; at += PIECE) {
        const size_t left = (size_t)h->data_size - at,
                     part = left < PIECE ? left : PIECE;
        read = read_at(piece, part, sizeof *h + at);
        if (read) alea_checksum_add(&sum, piece, part);
    }
    free(piece);
    return read && alea_checksum_end(&sum) == h->data_sum;
}

static bool open_stored(const char *path)
{
    stored.fd = open(path, O_RDONLY);
    if (stored.fd < 0) return false;
    stored.rows = malloc((size_t)SLOTS * ROW_BYTES);
    if (stored.rows && is_whole()) return true;
    free(stored.rows);
    stored.rows = NULL;
    close(stored.fd);
    return false;
}

/* What can no longer be read is made, once; NULL without memory. */
static const void *row_made(uint32_t mine)
{
    if (!stored.made) {
        const alea_bearoff *table = make(ALEA_BEAROFF_TWO_SIDED, TWO_CHECKERS);
        if (!table) return NULL;
        stored.made = (const unsigned char *)alea_bearoff_table_bytes(table) +
                      sizeof stored.header;
    }
    return stored.made + (size_t)mine * ROW_BYTES;
}

static const void *row_of(uint32_t mine)
{
    if (stored.made) return row_made(mine);
    int slot = stored.slot[mine] - 1;
    if (slot < 0) {
        slot = 0;
        for (int i = 1; i < SLOTS; i++)
            if (stored.last[i] < stored.last[slot]) slot = i;
        if (stored.last[slot]) stored.slot[stored.row[slot]] = 0;
        stored.last[slot] = 0;
        if (!read_at(stored.rows + (size_t)slot * ROW_BYTES, ROW_BYTES,
                     sizeof stored.header + (size_t)mine * ROW_BYTES))
            return row_made(mine);
        stored.slot[mine] = (uint8_t)(slot + 1);
        stored.row[slot] = (uint16_t)mine;
    }
    stored.last[slot] = ++stored.clock;
    return stored.rows + (size_t)slot * ROW_BYTES;
}

static alea_embedded take_two_sided(const char *path)
{
    if (!open_stored(path)) {
        alea_bearoff *table = make(ALEA_BEAROFF_TWO_SIDED, TWO_CHECKERS);
        const alea_embedded made = bytes_of(table);
        if (!made.size) return made;
        keep(path, made.data, made.size);
        if (!open_stored(path)) return made;
        alea_bearoff_close(table);
    }
    return (alea_embedded){.data = &stored.header,
                           .size =
                               sizeof stored.header + (size_t)stored.header.data_size,
                           .row = row_of};
}

alea_embedded alea_embedded_one_sided(void)
{
    static alea_embedded table;
    if (!table.size) table = take_one_sided("/one_sided.bearoff");
    return table;
}

alea_embedded alea_embedded_two_sided(void)
{
    static alea_embedded table;
    if (!table.size) table = take_two_sided("/two_sided.bearoff");
    return table;
}

int alea_tables(void)
{
    return alea_embedded_one_sided().size > 0 && alea_embedded_two_sided().size > 0;
}
