#include "collection.h"

#include "base/error.h"
#include "labels.h"

#include <stdarg.h>
#include <stdio.h>

alea_status collection_has_game(desk *d, const char *game, bool *has, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *has = false;
    sqlite3_stmt *st = desk_prepare(d, "SELECT 1 FROM pulled WHERE game=?", error);
    if (!st) return status;
    desk_bind(st, "t", game);
    while (desk_next(d, st, &status, error)) *has = true;
    return status;
}

alea_status collection_match_of_game(desk *d, const char *game, int64_t *match,
                                     alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *match = 0;
    sqlite3_stmt *st = desk_prepare(d, "SELECT match FROM pulled WHERE game=?", error);
    if (!st) return status;
    desk_bind(st, "t", game);
    while (desk_next(d, st, &status, error)) *match = sqlite3_column_int64(st, 0);
    return status;
}

alea_status collection_open_games(desk *d,
                                  void (*each)(void *context, const char *game,
                                               int64_t match),
                                  void *context, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(
        d,
        "SELECT game, id FROM matches JOIN pulled ON match=id WHERE analysed=0"
        " AND path IN ('g/' || game, 'm/' || game)",
        error);
    if (!st) return status;
    while (desk_next(d, st, &status, error))
        each(context, desk_text(st, 0), sqlite3_column_int64(st, 1));
    return status;
}

static alea_status set_date(desk *d, int64_t match, const char *date, alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(d, "UPDATE matches SET date=? WHERE id=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "ti", date, match);
    return desk_run(d, st, error);
}

alea_status collection_note_game(desk *d, const char *game, int64_t match, bool played,
                                 const char *date, alea_error *error)
{
    alea_status status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    if (match && date) status = set_date(d, match, date, error);
    sqlite3_stmt *st = NULL;
    if (status == ALEA_OK) {
        st = desk_prepare(d,
                          "INSERT OR REPLACE INTO pulled(game, match, played)"
                          " VALUES(?1, nullif(?2, 0), ?3)",
                          error);
        status = st ? ALEA_OK : ALEA_ERROR_FILE;
    }
    if (st) {
        desk_bind(st, "tii", game, match, (int64_t)played);
        status = desk_run(d, st, error);
    }
    return desk_end(d, status, error);
}

/* Runs a statement on one match; `found` (may be NULL) says whether it changed any. */
static alea_status run_on(desk *d, const char *sql, int64_t match, bool *found,
                          alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(d, sql, error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "i", match);
    const alea_status status = desk_run(d, st, error);
    if (found) *found = status == ALEA_OK && sqlite3_changes(d->db) > 0;
    return status;
}

static alea_status no_match(int64_t match, alea_error *error)
{
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "there is no match %lld",
                           (long long)match);
}

alea_status collection_set_title(desk *d, int64_t match, const char *title,
                                 alea_error *error)
{
    if (!label_is_line(title, COLLECTION_TITLE))
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "a title has at most %d bytes of UTF-8 "
                               "without control characters",
                               COLLECTION_TITLE);
    sqlite3_stmt *st = desk_prepare(d, "UPDATE matches SET title=? WHERE id=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "ti", title, match);
    const alea_status status = desk_run(d, st, error);
    if (status == ALEA_OK && sqlite3_changes(d->db) == 0) return no_match(match, error);
    return status;
}

/* Inside a transaction. */
static alea_status remove_match(desk *d, int64_t match, alea_error *error)
{
    bool found = false;
    alea_status status =
        run_on(d, "DELETE FROM cards WHERE match=? AND reviews=0", match, NULL, error);
    if (status == ALEA_OK)
        status = run_on(d, "DELETE FROM matches WHERE id=?", match, &found, error);
    if (status == ALEA_OK && !found) status = no_match(match, error);
    if (status == ALEA_OK)
        status = run_on(d,
                        "DELETE FROM collections WHERE ?1=?1 AND NOT EXISTS(SELECT 1"
                        " FROM collected WHERE collection=name)",
                        match, NULL, error);
    return status;
}

alea_status collection_remove(desk *d, int64_t match, alea_error *error)
{
    const alea_status status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    return desk_end(d, remove_match(d, match, error), error);
}

/* ---- the bin ---- */

/* The tables with rows of a match, in the order in which they are put back; cards and
 * games of a server only point to it. */
static const struct {
    const char *name, *column;
} parts[] = {{"matches", "id"},     {"sources", "match"},   {"decisions", "match"},
             {"sides", "match"},    {"comments", "match"},  {"files", "match"},
             {"analyses", "match"}, {"chosen", "match"},    {"tags", "match"},
             {"notes", "match"},    {"collected", "match"}, {"twins", "position"},
             {"twins", "match"},    {"cards", "match"},     {"pulled", "match"}};

/* WHOLE: so many of the first tables have rows that are put back unchanged. */
enum { PARTS = sizeof parts / sizeof *parts, WHOLE = 10, SQL_SIZE = 240 };

__attribute__((format(printf, 4, 5))) static alea_status
run_format(desk *d, int64_t match, alea_error *error, const char *format, ...)
{
    char sql[SQL_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(sql, sizeof sql, format, args);
    va_end(args);
    return run_on(d, sql, match, NULL, error);
}

/* Empties the bin of one match, or of those that `where` names by ?1. */
static alea_status forget(desk *d, const char *where, int64_t value, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (int i = 0; status == ALEA_OK && i < PARTS; i++)
        status = run_format(d, value, error,
                            "DELETE FROM bin_%s WHERE %s IN (SELECT match FROM bin"
                            " WHERE %s)",
                            parts[i].name, parts[i].column, where);
    if (status == ALEA_OK)
        status = run_format(d, value, error, "DELETE FROM bin WHERE %s", where);
    return status;
}

/* Removed matches older than this are deleted for good. */
static int64_t oldest(int64_t now)
{
    return now - (int64_t)COLLECTION_BIN_DAYS * 86400000;
}

alea_status collection_bin(desk *d, int64_t match, int64_t now, alea_error *error)
{
    alea_status status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    status = forget(d, "removed<?1", oldest(now), error);
    sqlite3_stmt *st = NULL;
    if (status == ALEA_OK)
        st = desk_prepare(d, "INSERT INTO bin(match, removed) VALUES(?, ?)", error);
    if (!st) return desk_end(d, status == ALEA_OK ? ALEA_ERROR_FILE : status, error);
    desk_bind(st, "ii", match, now);
    status = desk_run(d, st, error);
    for (int i = 0; status == ALEA_OK && i < PARTS; i++)
        status = run_format(d, match, error,
                            "INSERT INTO bin_%s SELECT * FROM %s WHERE %s=?",
                            parts[i].name, parts[i].name, parts[i].column);
    if (status == ALEA_OK) status = remove_match(d, match, error);
    return desk_end(d, status, error);
}

/* Whether a match of the bin is in the desk again; its number, or 0. */
static alea_status find_again(desk *d, int64_t match, int64_t *again, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *again = 0;
    sqlite3_stmt *st = desk_prepare(
        d, "SELECT m.id FROM matches m JOIN bin_matches b ON m.key=b.key WHERE b.id=?",
        error);
    if (!st) return status;
    desk_bind(st, "i", match);
    while (desk_next(d, st, &status, error)) *again = sqlite3_column_int64(st, 0);
    return status;
}

/* Cards that were reviewed had stayed without the match; new cards come back, unless
 * their position has a card again. A twin needs both of its sides. */
static alea_status put_back(desk *d, int64_t match, alea_error *error)
{
    static const char *const steps[] = {
        "INSERT OR IGNORE INTO collections(name, about) SELECT collection, '' FROM"
        " bin_collected WHERE match=?",
        "INSERT INTO collected SELECT * FROM bin_collected WHERE match=?",
        "UPDATE cards SET match=?1 WHERE match IS NULL AND position IN (SELECT position"
        " FROM bin_cards WHERE match=?1)",
        "UPDATE bin_cards SET id=NULL WHERE match=? AND id IN (SELECT id FROM cards)",
        "INSERT OR IGNORE INTO cards SELECT * FROM bin_cards WHERE match=?"
        " AND reviews=0",
        "UPDATE pulled SET match=?1 WHERE match IS NULL AND game IN (SELECT game FROM"
        " bin_pulled WHERE match=?1)",
        "INSERT OR IGNORE INTO twins SELECT * FROM bin_twins b WHERE ?1 IN (b.position,"
        " b.match) AND EXISTS(SELECT 1 FROM matches WHERE id=b.position) AND"
        " EXISTS(SELECT 1 FROM matches WHERE id=b.match)"};
    alea_status status = ALEA_OK;
    for (int i = 0; status == ALEA_OK && i < WHOLE; i++)
        status = run_format(d, match, error,
                            "INSERT INTO %s SELECT * FROM bin_%s WHERE %s=?",
                            parts[i].name, parts[i].name, parts[i].column);
    for (size_t i = 0; status == ALEA_OK && i < sizeof steps / sizeof *steps; i++)
        status = run_on(d, steps[i], match, NULL, error);
    return status == ALEA_OK ? forget(d, "match=?1", match, error) : status;
}

alea_status collection_restore(desk *d, int64_t match, alea_error *error)
{
    bool found = false;
    int64_t again = 0;
    alea_status status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    /* Changes nothing: only reports whether such a row exists. */
    status =
        run_on(d, "UPDATE bin SET removed=removed WHERE match=?", match, &found, error);
    if (status == ALEA_OK && !found)
        status = alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                 "match %lld is not in the bin", (long long)match);
    if (status == ALEA_OK) status = find_again(d, match, &again, error);
    if (status == ALEA_OK && again)
        status = alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                 "match %lld was added again: it is match %lld",
                                 (long long)match, (long long)again);
    if (status == ALEA_OK) status = put_back(d, match, error);
    return desk_end(d, status, error);
}

alea_status collection_empty_bin(desk *d, int64_t time, alea_error *error)
{
    alea_status status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    return desk_end(d, forget(d, "removed<?1", time, error), error);
}

alea_status collection_expire_bin(desk *d, int64_t now, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool any = false;
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT 1 FROM bin WHERE removed<? LIMIT 1", error);
    if (!st) return status;
    desk_bind(st, "i", oldest(now));
    while (desk_next(d, st, &status, error)) any = true;
    return status == ALEA_OK && any ? collection_empty_bin(d, oldest(now), error)
                                    : status;
}
