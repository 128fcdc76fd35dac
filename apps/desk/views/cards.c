#include "cards.h"

#include <stdio.h>

#define CHOSEN                                                                         \
    " WHERE (?1=0 OR id=?1) AND (?2 IS NULL OR json_extract(front, '$.player') LIKE"   \
    " ?2) AND (?3 IS NULL OR coalesce(json_extract(front, '$.player'), '') NOT LIKE"   \
    " ?3)"

static sqlite3_stmt *prepare(desk *d, const char *sql, const cards_choice *choice,
                             alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(d, sql, error);
    if (st) desk_bind(st, "itt", choice->card, choice->player, choice->not_player);
    return st;
}

alea_status cards_list(desk *d, const cards_choice *choice,
                       void (*each)(void *context, const cards_row *row), void *context,
                       alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = prepare(
        d,
        "SELECT id, coalesce(match, 0), entry, position,"
        " coalesce(json_extract(front, '$.player'), ''),"
        " coalesce(json_extract(front, '$.kind'), ''), loss, due, reviews, lapses,"
        " suspended FROM cards" CHOSEN " ORDER BY id",
        choice, error);
    while (st && desk_next(d, st, &status, error)) {
        const cards_row row = {.card = sqlite3_column_int64(st, 0),
                               .match = sqlite3_column_int64(st, 1),
                               .entry = sqlite3_column_int64(st, 2),
                               .position = desk_text(st, 3),
                               .player = desk_text(st, 4),
                               .kind = desk_text(st, 5),
                               .loss = sqlite3_column_double(st, 6),
                               .due = sqlite3_column_double(st, 7),
                               .reviews = sqlite3_column_int(st, 8),
                               .lapses = sqlite3_column_int(st, 9),
                               .suspended = sqlite3_column_int(st, 10) != 0};
        each(context, &row);
    }
    return status;
}

alea_status cards_change(desk *d, const cards_choice *choice, cards_deed deed,
                         int64_t *count, alea_error *error)
{
    static const char *const sql[] = {
        [CARDS_SUSPEND] = "UPDATE cards SET suspended=1" CHOSEN " AND suspended=0",
        [CARDS_RESUME] = "UPDATE cards SET suspended=0" CHOSEN " AND suspended=1",
        [CARDS_REMOVE] = "DELETE FROM cards" CHOSEN};
    *count = 0;
    sqlite3_stmt *st = prepare(d, sql[deed], choice, error);
    if (!st) return ALEA_ERROR_FILE;
    const alea_status status = desk_run(d, st, error);
    if (status == ALEA_OK) *count = sqlite3_changes(d->db);
    return status;
}
