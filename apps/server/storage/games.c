#include "games.h"
#include "archive.h"
#include "sqlite.h"
#include "writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAME_COLUMNS                                                                   \
    "id, stage, listed, user0, user1, name0, name1, created, changed, match_length,"   \
    " preset, score0, score1, winner, pr0, pr1, luck"

/* ---- games ---- */

static void bind_real(sqlite3_stmt *st, int index, double value)
{
    if (!st) return;
    if (isnan(value))
        sqlite3_bind_null(st, index);
    else
        sqlite3_bind_double(st, index, value);
}

static alea_status put_game(storage *s, const storage_game *game, const char *head)
{
    sqlite3_stmt *st = storage_statement(
        s, ST_GAME_PUT,
        "INSERT INTO games (" GAME_COLUMNS ", head) VALUES"
        " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,"
        " coalesce(?18, '{}')) ON CONFLICT (id) DO UPDATE SET"
        " stage = ?2, listed = ?3, user0 = ?4, user1 = ?5, name0 = ?6, name1 = ?7,"
        " created = ?8, changed = ?9, match_length = ?10, preset = ?11, score0 = ?12,"
        " score1 = ?13, winner = ?14, pr0 = coalesce(?15, pr0),"
        " pr1 = coalesce(?16, pr1), luck = coalesce(?17, luck),"
        " head = coalesce(?18, head)");
    storage_bind_text(st, 1, game->id);
    storage_bind_number(st, 2, game->stage);
    storage_bind_number(st, 3, game->listed);
    for (int i = 0; i < 2; i++) {
        storage_bind_text(st, 4 + i, game->user[i]);
        storage_bind_text(st, 6 + i, game->names[i]);
        storage_bind_number(st, 12 + i, game->score[i]);
        bind_real(st, 15 + i, game->pr[i]);
    }
    storage_bind_number(st, 8, game->created);
    storage_bind_number(st, 9, game->changed);
    storage_bind_number(st, 10, game->match_length);
    storage_bind_text(st, 11, game->preset);
    storage_bind_number(st, 14, game->winner);
    bind_real(st, 17, game->luck);
    if (head) storage_bind_text(st, 18, head);
    return storage_run(s, st);
}

alea_status storage_game_put(storage *s, const storage_game *game, const char *head)
{
    storage_settle(s, NULL);
    return put_game(s, game, head);
}

static double column_real(sqlite3_stmt *st, int column)
{
    return sqlite3_column_type(st, column) == SQLITE_NULL
               ? (double)NAN
               : sqlite3_column_double(st, column);
}

static void read_game(sqlite3_stmt *st, storage_game *out)
{
    memset(out, 0, sizeof *out);
    storage_column_text(st, 0, out->id, sizeof out->id);
    out->stage = (storage_stage)sqlite3_column_int(st, 1);
    out->listed = sqlite3_column_int(st, 2) != 0;
    for (int i = 0; i < 2; i++) {
        storage_column_text(st, 3 + i, out->user[i], sizeof out->user[i]);
        storage_column_text(st, 5 + i, out->names[i], sizeof out->names[i]);
        out->score[i] = sqlite3_column_int(st, 11 + i);
        out->pr[i] = column_real(st, 14 + i);
    }
    out->created = sqlite3_column_int64(st, 7);
    out->changed = sqlite3_column_int64(st, 8);
    out->match_length = sqlite3_column_int(st, 9);
    storage_column_text(st, 10, out->preset, sizeof out->preset);
    out->winner = sqlite3_column_int(st, 13);
    out->luck = column_real(st, 16);
}

bool storage_game_get(storage *s, const char *id, storage_game *game, char **head)
{
    storage_settle(s, id);
    sqlite3_stmt *st = storage_statement(
        s, ST_GAME_GET, "SELECT " GAME_COLUMNS ", head FROM games WHERE id = ?");
    storage_bind_text(st, 1, id);
    bool found = storage_step(st) == SQLITE_ROW;
    if (found && head) {
        const unsigned char *text = sqlite3_column_text(st, 17);
        *head = text ? strdup((const char *)text) : NULL;
        found = *head != NULL;
    }
    if (found) read_game(st, game);
    if (st) sqlite3_reset(st);
    return found;
}

alea_status storage_game_remove(storage *s, const char *id)
{
    storage_settle(s, NULL);
    sqlite3_stmt *st =
        storage_statement(s, ST_GAME_REMOVE, "DELETE FROM games WHERE id = ?");
    storage_bind_text(st, 1, id);
    return storage_run(s, st);
}

static int read_games(sqlite3_stmt *st, storage_game *out, int room)
{
    int count = 0;
    while (count < room && storage_step(st) == SQLITE_ROW) read_game(st, &out[count++]);
    if (st) sqlite3_reset(st);
    return count;
}

int storage_games_of(storage *s, const char *user, bool finished, int64_t before,
                     storage_game *out, int room)
{
    if (!*user) return 0;
    sqlite3_stmt *st = storage_statement(
        s, ST_GAMES_OF,
        "SELECT " GAME_COLUMNS " FROM games WHERE user0 = ?1 AND user0 <> ''"
        " AND created < ?2 AND (stage >= 2) = ?3"
        " UNION SELECT " GAME_COLUMNS " FROM games WHERE user1 = ?1 AND user1 <> ''"
        " AND created < ?2 AND (stage >= 2) = ?3"
        " ORDER BY created DESC, id LIMIT ?4");
    storage_bind_text(st, 1, user);
    storage_bind_number(st, 2, before > 0 ? before : INT64_MAX);
    storage_bind_number(st, 3, finished);
    storage_bind_number(st, 4, room);
    return read_games(st, out, room);
}

int storage_games_in(storage *s, storage_stage stage, bool listed_only,
                     storage_game *out, int room)
{
    storage_settle(s, NULL);
    sqlite3_stmt *st =
        storage_statement(s, ST_GAMES_IN,
                          "SELECT " GAME_COLUMNS " FROM games WHERE stage = ?1"
                          " AND listed >= ?2 ORDER BY created DESC, id LIMIT ?3");
    storage_bind_number(st, 1, stage);
    storage_bind_number(st, 2, listed_only);
    storage_bind_number(st, 3, room);
    return read_games(st, out, room);
}

/* ---- events ---- */

/* Inserts only the next number, so that two writers cannot both use it. */
static alea_status append(storage *s, const char *game_id, int64_t seq, int64_t time,
                          const char *user, const char *key, const char *json)
{
    sqlite3_stmt *st = storage_statement(
        s, ST_EVENT_APPEND,
        "INSERT INTO events (game, seq, time, user, key, json)"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ?2 ="
        " max((SELECT coalesce(max(seq), 0) FROM events WHERE game = ?1),"
        " coalesce((SELECT last FROM archives WHERE game = ?1), 0)) + 1");
    storage_bind_text(st, 1, game_id);
    storage_bind_number(st, 2, seq);
    storage_bind_number(st, 3, time);
    storage_bind_text(st, 4, user);
    storage_bind_text(st, 5, key);
    storage_bind_text(st, 6, json);
    const alea_status status = storage_run(s, st);
    return status == ALEA_OK && sqlite3_changes(s->db) == 0 ? ALEA_ERROR_REFUSED
                                                            : status;
}

alea_status storage_append_within(storage *s, const char *game_id, int64_t seq,
                                  int64_t time, const char *user, const char *key,
                                  const char *json, const storage_game *game,
                                  const char *head)
{
    const alea_status status = game ? put_game(s, game, head) : ALEA_OK;
    return status == ALEA_OK ? append(s, game_id, seq, time, user, key, json) : status;
}

alea_status storage_append_now(storage *s, const char *game_id, int64_t seq,
                               int64_t time, const char *user, const char *key,
                               const char *json, const storage_game *game,
                               const char *head)
{
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = storage_append_within(s, game_id, seq, time, user, key, json, game, head);
    return storage_end(s, status);
}

alea_status storage_event_append(storage *s, const char *game_id, int64_t seq,
                                 int64_t time, const char *user, const char *key,
                                 const char *json, const storage_game *game,
                                 const char *head)
{
    storage_game now;
    if (!game && head) {
        if (!storage_game_get(s, game_id, &now, NULL)) return ALEA_ERROR_ARGUMENT;
        game = &now;
    }
    return s->writer
               ? storage_writer_take(s->writer, game_id, seq, time, user, key, json,
                                     game, head)
               : storage_append_now(s, game_id, seq, time, user, key, json, game, head);
}

static int64_t archived_key(storage *s, const char *game_id, const char *user,
                            const char *key)
{
    archive a;
    int64_t seq = 0;
    if (archive_read(s, game_id, &a) != ALEA_OK) return 0;
    for (size_t i = 0; i < a.count && !seq; i++)
        if (strcmp(a.event[i].key, key) == 0 && strcmp(a.event[i].user, user) == 0)
            seq = a.event[i].seq;
    archive_free(&a);
    return seq;
}

int64_t storage_event_of_key(storage *s, const char *game_id, const char *user,
                             const char *key)
{
    if (!*key) return 0;
    const int64_t taken =
        s->writer ? storage_writer_key(s->writer, game_id, user, key) : 0;
    if (taken) return taken;
    sqlite3_stmt *st =
        storage_statement(s, ST_EVENT_OF_KEY,
                          "SELECT seq FROM events WHERE game = ?1 AND user = ?2"
                          " AND key = ?3 AND key <> '' UNION ALL"
                          " SELECT -1 FROM archives WHERE game = ?1");
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, user);
    storage_bind_text(st, 3, key);
    const int64_t seq =
        storage_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
    if (st) sqlite3_reset(st);
    return seq < 0 ? archived_key(s, game_id, user, key) : seq;
}

alea_status storage_events(storage *s, const char *game_id, int64_t after,
                           storage_event_fn *each, void *context)
{
    archive a;
    size_t next = 0;
    bool more = true;
    int code = SQLITE_ROW;
    storage_settle(s, game_id);
    const alea_status status = archive_read(s, game_id, &a);
    if (status != ALEA_OK) return ALEA_ERROR_FILE;
    while (next < a.count && a.event[next].seq <= after) next++;
    sqlite3_stmt *st =
        storage_statement(s, ST_EVENTS,
                          "SELECT seq, time, json FROM events WHERE game = ?"
                          " AND seq > ? ORDER BY seq");
    storage_bind_text(st, 1, game_id);
    storage_bind_number(st, 2, after);
    while (more && (code = storage_step(st)) == SQLITE_ROW) {
        const int64_t seq = sqlite3_column_int64(st, 0);
        const unsigned char *json = sqlite3_column_text(st, 2);
        for (; more && next < a.count && a.event[next].seq < seq; next++)
            more = each(context, a.event[next].seq, a.event[next].time,
                        a.event[next].json);
        more = more && json &&
               each(context, seq, sqlite3_column_int64(st, 1), (const char *)json);
    }
    for (; more && next < a.count; next++)
        more = each(context, a.event[next].seq, a.event[next].time, a.event[next].json);
    if (st) sqlite3_reset(st);
    archive_free(&a);
    return code == SQLITE_DONE || code == SQLITE_ROW ? ALEA_OK : ALEA_ERROR_FILE;
}

/* ---- files ---- */

alea_status storage_blob_put(storage *s, const char *game_id, const char *kind,
                             const void *bytes, size_t size)
{
    storage_settle(s, NULL);
    sqlite3_stmt *st = storage_statement(
        s, ST_BLOB_PUT,
        "INSERT INTO blobs (game, kind, bytes) VALUES (?, ?, ?)"
        " ON CONFLICT (game, kind) DO UPDATE SET bytes = excluded.bytes");
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, kind);
    if (st) sqlite3_bind_blob64(st, 3, size ? bytes : "", size, SQLITE_STATIC);
    return storage_run(s, st);
}

bool storage_blob_get(storage *s, const char *game_id, const char *kind, char **bytes,
                      size_t *size)
{
    sqlite3_stmt *st = storage_statement(
        s, ST_BLOB_GET, "SELECT bytes FROM blobs WHERE game = ? AND kind = ?");
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, kind);
    bool found = storage_step(st) == SQLITE_ROW;
    if (found) {
        const void *data = sqlite3_column_blob(st, 0);
        const size_t length = (size_t)sqlite3_column_bytes(st, 0);
        char *copy = malloc(length + 1);
        if (copy) {
            if (length) memcpy(copy, data, length);
            copy[length] = '\0';
            *bytes = copy;
            *size = length;
        }
        found = copy != NULL;
    }
    if (st) sqlite3_reset(st);
    return found;
}

alea_status storage_blob_remove(storage *s, const char *game_id, const char *kind)
{
    storage_settle(s, NULL);
    sqlite3_stmt *st = storage_statement(
        s, ST_BLOB_REMOVE, "DELETE FROM blobs WHERE game = ? AND kind = ?");
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, kind);
    return storage_run(s, st);
}

int storage_wanted(storage *s, char (*out)[ID_SIZE], int room)
{
    sqlite3_stmt *st = storage_statement(
        s, ST_WANTED, "SELECT game FROM blobs WHERE kind = 'wanted' LIMIT ?");
    int count = 0;
    storage_bind_number(st, 1, room);
    while (count < room && storage_step(st) == SQLITE_ROW)
        storage_column_text(st, 0, out[count++], ID_SIZE);
    if (st) sqlite3_reset(st);
    return count;
}
