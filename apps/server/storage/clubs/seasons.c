#include "seasons.h"

#include "server/storage/database/driver.h"
#include "server/storage/queue.h"

/* ---- writing ---- */

static alea_status put_season(storage *s, const storage_season *season)
{
    storage_query *st = storage_statement(
        s, ST_SEASON_PUT,
        "INSERT INTO seasons (id, name, club, moves, previous, created)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
    storage_bind_text(st, 1, season->id);
    storage_bind_text(st, 2, season->name);
    storage_bind_text(st, 3, season->club);
    storage_bind_number(st, 4, season->moves);
    storage_bind_text(st, 5, season->previous);
    storage_bind_number(st, 6, season->created);
    const alea_status status = storage_run(st);
    return status == ALEA_OK && s->changed == 0 ? ALEA_ERROR_REFUSED : status;
}

static alea_status put_division(storage *s, const char *season, int number,
                                const char *tournament)
{
    storage_query *st = storage_statement(
        s, ST_SEASON_DIVISION,
        "INSERT INTO season_divisions (season, number, tournament) VALUES (?, ?, ?)");
    storage_bind_text(st, 1, season);
    storage_bind_number(st, 2, number);
    storage_bind_text(st, 3, tournament);
    return storage_run(st);
}

alea_status storage_season_make(storage *s, const storage_season *season,
                                const storage_new_tournament *division)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = put_season(s, season);
    for (int i = 0; i < season->divisions && status == ALEA_OK; i++) {
        status = storage_tournament_put(s, &division[i]);
        if (status == ALEA_OK)
            status = put_division(s, season->id, i + 1, division[i].row->id);
    }
    return storage_end(s, status);
}

/* ---- reading ---- */

#define SEASON                                                                         \
    "SELECT s.id, s.name, s.club, s.moves, s.previous, s.created,"                     \
    " COALESCE((SELECT n.id FROM seasons n WHERE n.previous = s.id), '')"              \
    " FROM seasons s "

static void read_season(storage_query *st, storage_season *out)
{
    *out = (storage_season){.moves = (int)storage_column_number(st, 3),
                            .created = storage_column_number(st, 5)};
    storage_column_text(st, 0, out->id, sizeof out->id);
    storage_column_text(st, 1, out->name, sizeof out->name);
    storage_column_text(st, 2, out->club, sizeof out->club);
    storage_column_text(st, 4, out->previous, sizeof out->previous);
    storage_column_text(st, 6, out->next, sizeof out->next);
}

static bool read_divisions(storage *s, storage_season *out)
{
    int code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_SEASON_DIVISIONS,
        "SELECT tournament FROM season_divisions WHERE season = ? ORDER BY number");
    storage_bind_text(st, 1, out->id);
    while (out->divisions < STORAGE_DIVISIONS &&
           (code = storage_step(st)) == STORAGE_ROW)
        storage_column_text(st, 0, out->division[out->divisions++], ID_SIZE);
    storage_reset(st);
    return code != STORAGE_FAILED;
}

storage_answer storage_season_get(storage *s, const char *id, storage_season *out)
{
    storage_query *st = storage_statement(s, ST_SEASON_GET, SEASON "WHERE s.id = ?");
    storage_bind_text(st, 1, id);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) read_season(st, out);
    storage_reset(st);
    if (answer != ANSWER_FOUND) return answer;
    return read_divisions(s, out) ? ANSWER_FOUND : ANSWER_FAILED;
}

storage_answer storage_season_of(storage *s, const char *tournament, char out[ID_SIZE])
{
    storage_query *st = storage_statement(
        s, ST_SEASON_OF, "SELECT season FROM season_divisions WHERE tournament = ?");
    storage_bind_text(st, 1, tournament);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) storage_column_text(st, 0, out, ID_SIZE);
    storage_reset(st);
    return answer;
}

int storage_seasons_in(storage *s, const char *club, storage_season *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_SEASONS_IN,
        SEASON "WHERE (?1 = '' OR s.club = ?1) AND EXISTS (SELECT 1 FROM"
               " season_divisions d JOIN tournaments t ON t.id = d.tournament"
               " WHERE d.season = s.id AND t.removed = 0)"
               " ORDER BY s.created DESC, s.id LIMIT ?2");
    storage_bind_text(st, 1, club);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_season(st, &out[count++]);
    return storage_listed(st, code, count);
}
