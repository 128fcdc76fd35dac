#include "whole.h"
#include "image_file.h"

#include "base/error.h"
#include "base/file.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static bool put(void *context, const storage_chunk *chunk)
{
    return image_put(context, chunk);
}

alea_status desk_whole_read(storage *s, const char *person, image **out,
                            storage_desk *desk)
{
    image *m = image_new();
    *out = NULL;
    if (!m) return ALEA_ERROR_MEMORY;
    alea_status status = storage_desk_read(s, person, desk, put, m);
    if (status == ALEA_OK && desk->version && !image_end(m, desk->size))
        status = ALEA_ERROR_CHECKSUM;
    if (status == ALEA_OK && desk->version)
        *out = m;
    else
        image_free(m);
    return status;
}

/* ---- checking ---- */

static alea_status check_pieces(image *m, alea_error *error)
{
    uint8_t bytes[DESK_CHUNK];
    for (int64_t from = 0; from < image_size(m); from += DESK_CHUNK)
        if (image_read(m, bytes, sizeof bytes, from) != ALEA_OK)
            return alea_error_fill(error, ALEA_ERROR_CHECKSUM, 0, 0,
                                   "piece %lld is damaged",
                                   (long long)(from / DESK_CHUNK));
    return ALEA_OK;
}

static alea_status fault(int code, const char *what, alea_error *error)
{
    return code == SQLITE_NOMEM
               ? alea_error_no_memory(error)
               : alea_error_fill(error, ALEA_ERROR_CHECKSUM, 0, 0, "%.150s", what);
}

/* The first row of a check must equal `good`; "": there must be no row. */
static alea_status check_by(sqlite3 *db, const char *sql, const char *good,
                            alea_error *error)
{
    sqlite3_stmt *st = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &st, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(st);
    const char *row =
        code == SQLITE_ROW ? (const char *)sqlite3_column_text(st, 0) : NULL;
    alea_status status = ALEA_OK;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = fault(code, sqlite3_errmsg(db), error);
    else if (strcmp(row ? row : "", good) != 0)
        status = fault(code, *good && row ? row : "a row refers to none", error);
    sqlite3_finalize(st);
    return status;
}

static alea_status check_database(image *m, alea_error *error)
{
    sqlite3 *db = NULL;
    image_file *file = image_file_open(m);
    if (!file) return fault(SQLITE_NOMEM, "", error);
    const int code =
        sqlite3_open_v2("desk", &db, SQLITE_OPEN_READWRITE, image_file_vfs(file));
    alea_status status = code == SQLITE_OK
                             ? check_by(db, "PRAGMA integrity_check(1)", "ok", error)
                             : fault(code, sqlite3_errstr(code), error);
    if (status == ALEA_OK) status = check_by(db, "PRAGMA foreign_key_check", "", error);
    sqlite3_close(db);
    image_file_close(file);
    return status;
}

alea_status desk_whole_check(image *m, alea_error *error)
{
    const alea_status status = check_pieces(m, error);
    return status == ALEA_OK ? check_database(m, error) : status;
}

/* ---- as a file ---- */

alea_status desk_whole_write(image *m, const char *path, alea_error *error)
{
    const size_t size = (size_t)image_size(m);
    char *bytes = malloc(size + 1);
    if (!bytes) return alea_error_no_memory(error);
    alea_status status = image_read(m, bytes, size, 0);
    if (status == ALEA_OK)
        status = alea_file_replace(path, bytes, size, 0600, error);
    else
        alea_error_fill(error, status, 0, 0, "the desk is damaged");
    free(bytes);
    return status;
}
