#include "collection.h"

#include "base/error.h"
#include "labels.h"

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
                               "a title has at most %d bytes of UTF-8 without control "
                               "characters",
                               COLLECTION_TITLE);
    sqlite3_stmt *st = desk_prepare(d, "UPDATE matches SET title=? WHERE id=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "ti", title, match);
    const alea_status status = desk_run(d, st, error);
    if (status == ALEA_OK && sqlite3_changes(d->db) == 0) return no_match(match, error);
    return status;
}

alea_status collection_remove(desk *d, int64_t match, alea_error *error)
{
    bool found = false;
    alea_status status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    status =
        run_on(d, "DELETE FROM cards WHERE match=? AND reviews=0", match, NULL, error);
    if (status == ALEA_OK)
        status = run_on(d, "DELETE FROM matches WHERE id=?", match, &found, error);
    if (status == ALEA_OK && !found) status = no_match(match, error);
    if (status == ALEA_OK)
        status = run_on(d,
                        "DELETE FROM collections WHERE ?1=?1 AND NOT EXISTS(SELECT 1"
                        " FROM collected WHERE collection=name)",
                        match, NULL, error);
    return desk_end(d, status, error);
}
