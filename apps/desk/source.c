#include "source.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void source_options(const alea_import_options *o, char out[SOURCE_OPTIONS])
{
    const int n =
        snprintf(out, SOURCE_OPTIONS, "%d %d %d %d %d", o->match_length, (int)o->jacoby,
                 (int)o->beavers, (int)o->crawford, (int)o->strict);
    if (o->format != ALEA_FORMAT_UNKNOWN)
        snprintf(out + n, SOURCE_OPTIONS - (size_t)n, " %s",
                 alea_format_name(o->format));
}

static void read_options(const char *text, alea_import_options *o)
{
    int value[5] = {0};
    char format[16] = "";
    if (sscanf(text, "%d %d %d %d %d %15s", &value[0], &value[1], &value[2], &value[3],
               &value[4], format) < 5)
        return;
    o->format = alea_format_find(format);
    o->match_length = value[0];
    o->jacoby = (alea_rule_choice)value[1];
    o->beavers = (alea_rule_choice)value[2];
    o->crawford = (alea_rule_choice)value[3];
    o->strict = value[4];
}

alea_status source_pack(source *s, const void *bytes, size_t size, alea_error *error)
{
    uLongf packed = compressBound((uLong)size);
    s->size = size;
    s->packed = malloc(packed);
    if (!s->packed || compress2(s->packed, &packed, bytes, (uLong)size, 6) != Z_OK)
        return alea_error_no_memory(error);
    s->packed_size = packed;
    return ALEA_OK;
}

alea_status source_put(desk *d, int64_t match, const source *s, alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(
        d,
        "INSERT OR REPLACE INTO sources(match, size, options, bytes) VALUES(?,?,?,?)",
        error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "iitb", match, (int64_t)s->size, s->options, (const void *)s->packed,
              s->packed_size);
    return desk_run(d, st, error);
}

static alea_status unpack(sqlite3_stmt *st, char **bytes, size_t *size,
                          alea_error *error)
{
    uLongf length = (uLongf)sqlite3_column_int64(st, 0);
    if (length == 0 || length > ALEA_FILE_MAX_BYTES)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "a stored match is damaged");
    *bytes = malloc(length);
    if (!*bytes) return alea_error_no_memory(error);
    *size = length;
    if (uncompress((Bytef *)*bytes, &length, sqlite3_column_blob(st, 2),
                   (uLong)sqlite3_column_bytes(st, 2)) == Z_OK &&
        length == *size)
        return ALEA_OK;
    free(*bytes);
    *bytes = NULL;
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "a stored match is damaged");
}

alea_status desk_source(desk *d, int64_t match, char **bytes, size_t *size,
                        alea_import_options *options, alea_error *error)
{
    alea_status status, read = ALEA_ERROR_ARGUMENT;
    *bytes = NULL;
    *size = 0;
    *options = (alea_import_options){0};
    sqlite3_stmt *st = desk_prepare(
        d, "SELECT size, options, bytes FROM sources WHERE match=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "i", match);
    alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "there is no match %lld",
                    (long long)match);
    while (desk_next(d, st, &status, error)) {
        read_options(desk_text(st, 1), options);
        read = unpack(st, bytes, size, error);
    }
    if (status == ALEA_OK) return read;
    free(*bytes);
    *bytes = NULL;
    return status;
}

alea_status desk_record(desk *d, int64_t match, alea_record *record, alea_error *error)
{
    char *bytes;
    size_t size;
    alea_import_options options;
    alea_status status = desk_source(d, match, &bytes, &size, &options, error);
    if (status == ALEA_OK)
        status = alea_import(bytes, size, &options, record, NULL, error);
    free(bytes);
    return status;
}
