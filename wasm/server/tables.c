/* The standard bear-off tables of the module (engine/bearoff/embedded.h): made when a server
 * is opened for the first time, then read from the host's files. What is damaged, or of
 * another version, is made again; where nothing can be written they are made each time. */
#include "engine/bearoff/embedded.h"

#include "door.h"

#include <alea/bearoff.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

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

/* Bytes of 0: no memory. They are there as long as the module. */
static alea_embedded take(const char *path, alea_bearoff_kind kind, int checkers)
{
    size_t size;
    void *bytes = read_whole(path, &size);
    alea_bearoff *table = NULL;
    if (bytes && alea_bearoff_open_memory(bytes, size, true, &table, NULL) == ALEA_OK) {
        const bool fits = alea_bearoff_table_kind(table) == kind &&
                          alea_bearoff_table_points(table) == 6 &&
                          alea_bearoff_table_checkers(table) == checkers;
        alea_bearoff_close(table);
        if (fits) return (alea_embedded){bytes, size};
    }
    free(bytes);
    const alea_bearoff_job job = {
        .kind = kind, .points = 6, .checkers = checkers, .threads = 1};
    if (alea_bearoff_make(&job, &table, NULL) != ALEA_OK) return (alea_embedded){0};
    const alea_embedded made = {alea_bearoff_table_bytes(table),
                                alea_bearoff_table_size(table)};
    keep(path, made.data, made.size);
    return made;
}

alea_embedded alea_embedded_one_sided(void)
{
    static alea_embedded table;
    if (!table.size)
        table = take("/one_sided.bearoff", ALEA_BEAROFF_ONE_SIDED, ALEA_CHECKERS);
    return table;
}

alea_embedded alea_embedded_two_sided(void)
{
    static alea_embedded table;
    if (!table.size) table = take("/two_sided.bearoff", ALEA_BEAROFF_TWO_SIDED, 6);
    return table;
}

int alea_tables(void)
{
    return alea_embedded_one_sided().size > 0 && alea_embedded_two_sided().size > 0;
}
