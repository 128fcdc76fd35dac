#include "labels.h"
#include "desk/search/rows.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_utf8(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        const size_t step = alea_utf8_length(text + at, length - at);
        if (step == 0) return false;
        at += step;
    }
    return true;
}

bool label_read_place(const char *text, label_place *out)
{
    char *end;
    if (*text < '0' || *text > '9') return false;
    out->match = strtoll(text, &end, 10);
    out->entry = LABEL_WHOLE_MATCH;
    if (*end == ':') {
        const char *entry = end + 1;
        if (*entry < '0' || *entry > '9') return false;
        out->entry = strtoll(entry, &end, 10);
    }
    return *end == '\0' && out->match > 0 && out->match < INT32_MAX &&
           out->entry < INT32_MAX;
}

static bool has_entry(const uint8_t *bytes, size_t size, int64_t entry)
{
    for (size_t at = 0; at + sizeof(desk_row) <= size; at += sizeof(desk_row)) {
        desk_row row;
        memcpy(&row, bytes + at, sizeof row);
        if (row.entry == entry) return true;
    }
    return false;
}

static alea_status check_place(desk *d, label_place p, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool match = false, entry = p.entry == LABEL_WHOLE_MATCH;
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT rows FROM decisions WHERE match=?", error);
    if (!st) return status;
    desk_bind(st, "i", p.match);
    while (desk_next(d, st, &status, error)) {
        match = true;
        entry = entry || has_entry(sqlite3_column_blob(st, 0),
                                   (size_t)sqlite3_column_bytes(st, 0), p.entry);
    }
    if (status == ALEA_OK && !match)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "there is no match %lld", (long long)p.match);
    if (status == ALEA_OK && !entry)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "match %lld has no decision %lld", (long long)p.match,
                               (long long)p.entry);
    return status;
}

bool label_is_line(const char *text, size_t most)
{
    const size_t length = strlen(text);
    bool good = length <= most;
    for (const char *c = text; good && *c; c++)
        good = (unsigned char)*c >= 0x20 && *c != 0x7f;
    return good && is_utf8(text, length);
}

static alea_status check_name(const char *name, alea_error *error)
{
    if (*name && label_is_line(name, LABEL_NAME)) return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                           "a name has 1 to %d bytes of UTF-8 "
                           "without control characters",
                           LABEL_NAME);
}

static alea_status run(desk *d, const char *sql, const char *name, label_place p,
                       alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(d, sql, error);
    if (!st) return ALEA_ERROR_FILE;
    sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 2, p.match);
    sqlite3_bind_int64(st, 3, p.entry);
    return desk_run(d, st, error);
}

alea_status label_tag(desk *d, label_place place, const char *tag, bool set,
                      alea_error *error)
{
    alea_status status = check_name(tag, error);
    if (status == ALEA_OK) status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    status = check_place(d, place, error);
    if (status == ALEA_OK)
        status =
            run(d,
                set ? "INSERT OR IGNORE INTO tags(name, match, entry) VALUES(?,?,?)"
                    : "DELETE FROM tags WHERE name=? AND match=? AND entry=?",
                tag, place, error);
    return desk_end(d, status, error);
}

alea_status label_note(desk *d, label_place place, const char *text, alea_error *error)
{
    const size_t length = strlen(text);
    if (length > LABEL_NOTE || !is_utf8(text, length))
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "a note has at most %d bytes of UTF-8", LABEL_NOTE);
    alea_status status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    status = check_place(d, place, error);
    sqlite3_stmt *st = NULL;
    if (status == ALEA_OK) {
        st = desk_prepare(d,
                          length ? "INSERT OR REPLACE INTO notes(text, match, entry,"
                                   " changed) VALUES(?,?,?,?)"
                                 : "DELETE FROM notes WHERE ?1=?1 AND match=?2"
                                   " AND entry=?3",
                          error);
        status = st ? ALEA_OK : ALEA_ERROR_FILE;
    }
    if (st) {
        desk_bind(st, "tii", text, place.match, place.entry);
        if (length) sqlite3_bind_int64(st, 4, alea_wall_clock_ms());
        status = desk_run(d, st, error);
    }
    return desk_end(d, status, error);
}

alea_status label_collect(desk *d, label_place place, const char *collection, bool set,
                          alea_error *error)
{
    alea_status status = check_name(collection, error);
    if (status == ALEA_OK) status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    status = check_place(d, place, error);
    if (status == ALEA_OK && set)
        status = run(d,
                     "INSERT OR IGNORE INTO collections(name, about)"
                     " SELECT ?1, '' WHERE ?2=?2 AND ?3=?3",
                     collection, place, error);
    if (status == ALEA_OK)
        status = run(d,
                     set ? "INSERT OR IGNORE INTO collected(collection, match, entry)"
                           " VALUES(?,?,?)"
                         : "DELETE FROM collected WHERE collection=? AND match=?"
                           " AND entry=?",
                     collection, place, error);
    if (status == ALEA_OK && !set)
        status = run(d,
                     "DELETE FROM collections WHERE name=?1 AND ?2=?2 AND ?3=?3 AND NOT"
                     " EXISTS(SELECT 1 FROM collected WHERE collection=name)",
                     collection, place, error);
    return desk_end(d, status, error);
}

/* The name that `name` is an alias of, or `name` itself. */
static alea_status person_of(desk *d, const char *name, char out[LABEL_NAME + 1],
                             alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    snprintf(out, LABEL_NAME + 1, "%s", name);
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT person FROM aliases WHERE name=?", error);
    if (!st) return status;
    desk_bind(st, "t", name);
    while (desk_next(d, st, &status, error))
        snprintf(out, LABEL_NAME + 1, "%s", desk_text(st, 0));
    return status;
}

static alea_status run_names(desk *d, const char *sql, const char *name,
                             const char *person, alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(d, sql, error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "tt", name, person);
    return desk_run(d, st, error);
}

alea_status label_alias(desk *d, const char *name, const char *person,
                        alea_error *error)
{
    char whom[LABEL_NAME + 1];
    alea_status status = check_name(name, error);
    if (status == ALEA_OK && *person) status = check_name(person, error);
    if (status == ALEA_OK) status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    if (!*person)
        return desk_end(d,
                        run_names(d, "DELETE FROM aliases WHERE name=?1 AND ?2=''",
                                  name, person, error),
                        error);
    status = person_of(d, person, whom, error);
    if (status == ALEA_OK && strcmp(whom, name) == 0)
        status = alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                 "\"%.60s\" is \"%.60s\" already", person, name);
    if (status == ALEA_OK)
        status = run_names(d, "UPDATE aliases SET person=?2 WHERE person=?1", name,
                           whom, error);
    if (status == ALEA_OK)
        status =
            run_names(d, "INSERT OR REPLACE INTO aliases(name, person) VALUES(?1, ?2)",
                      name, whom, error);
    return desk_end(d, status, error);
}
