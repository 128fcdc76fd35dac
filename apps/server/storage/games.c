#include "games.h"
#include "archive.h"
#include "queue.h"
#include "results.h"
#include "server/storage/database/driver.h"

#include <stdlib.h>
#include <string.h>

#define GAME_COLUMNS                                                                   \
    "id, stage, listed, user0, user1, name0, name1, created, changed, match_length,"   \
    " preset, score0, score1, winner, pr0, pr1, luck"

/* ---- games ---- */

static storage_query *put_game(storage *s, const storage_game *game, const char *head)
{
    storage_query *st = storage_statement(
        s, ST_GAME_PUT,
        "INSERT INTO games (" GAME_COLUMNS ", head) VALUES"
        " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,"
        " coalesce(?18, '{}')) ON CONFLICT (id) DO UPDATE SET"
        " stage = ?2, listed = ?3, user0 = ?4, user1 = ?5, name0 = ?6, name1 = ?7,"
        " created = ?8, changed = ?9, match_length = ?10, preset = ?11, score0 = ?12,"
        " score1 = ?13, winner = ?14, pr0 = coalesce(?15, games.pr0),"
        " pr1 = coalesce(?16, games.pr1), luck = coalesce(?17, games.luck),"
        " head = coalesce(?18, games.head)");
    storage_bind_text(st, 1, game->id);
    storage_bind_number(st, 2, game->stage);
    storage_bind_number(st, 3, game->listed);
    for (int i = 0; i < 2; i++) {
        storage_bind_text(st, 4 + i, game->user[i]);
        storage_bind_text(st, 6 + i, game->names[i]);
        storage_bind_number(st, 12 + i, game->score[i]);
        storage_bind_real(st, 15 + i, game->pr[i]);
    }
    storage_bind_number(st, 8, game->created);
    storage_bind_number(st, 9, game->changed);
    storage_bind_number(st, 10, game->match_length);
    storage_bind_text(st, 11, game->preset);
    storage_bind_number(st, 14, game->winner);
    storage_bind_real(st, 17, game->luck);
    storage_bind_text(st, 18, head);
    return st;
}

alea_status storage_game_put(storage *s, const storage_game *game, const char *head)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    return storage_run(put_game(s, game, head));
}

static void read_game(storage_query *st, storage_game *out)
{
    memset(out, 0, sizeof *out);
    storage_column_text(st, 0, out->id, sizeof out->id);
    out->stage = (game_stage)storage_column_number(st, 1);
    out->listed = storage_column_number(st, 2) != 0;
    for (int i = 0; i < 2; i++) {
        storage_column_text(st, 3 + i, out->user[i], sizeof out->user[i]);
        storage_column_text(st, 5 + i, out->names[i], sizeof out->names[i]);
        out->score[i] = (int)storage_column_number(st, 11 + i);
        out->pr[i] = storage_column_real(st, 14 + i);
    }
    out->created = storage_column_number(st, 7);
    out->changed = storage_column_number(st, 8);
    out->match_length = (int)storage_column_number(st, 9);
    storage_column_text(st, 10, out->preset, sizeof out->preset);
    out->winner = (int)storage_column_number(st, 13);
    out->luck = storage_column_real(st, 16);
}

storage_answer storage_game_get(storage *s, const char *id, storage_game *game,
                                char **head)
{
    if (!storage_settle(s, id)) return ANSWER_FAILED;
    storage_query *st = storage_statement(
        s, ST_GAME_GET, "SELECT " GAME_COLUMNS ", head FROM games WHERE id = ?");
    storage_bind_text(st, 1, id);
    storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND && head) {
        const char *text = storage_column_string(st, 17);
        *head = text ? strdup(text) : NULL;
        if (!*head) answer = ANSWER_FAILED;
    }
    if (answer == ANSWER_FOUND) read_game(st, game);
    storage_reset(st);
    return answer;
}

alea_status storage_game_remove(storage *s, const char *id)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st =
        storage_statement(s, ST_GAME_REMOVE, "DELETE FROM games WHERE id = ?");
    storage_bind_text(st, 1, id);
    return storage_run(st);
}

static int read_games(storage_query *st, storage_game *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_game(st, &out[count++]);
    return storage_listed(st, code, count);
}

int storage_games_of(storage *s, const char *user, bool finished, int64_t before,
                     storage_game *out, int capacity)
{
    if (!*user) return 0;
    storage_query *st = storage_statement(
        s, ST_GAMES_OF,
        "SELECT " GAME_COLUMNS " FROM games WHERE user0 = ?1 AND user0 <> ''"
        " AND created < ?2 AND (CASE WHEN stage >= 2 THEN 1 ELSE 0 END) = ?3"
        " UNION SELECT " GAME_COLUMNS " FROM games WHERE user1 = ?1 AND user1 <> ''"
        " AND created < ?2 AND (CASE WHEN stage >= 2 THEN 1 ELSE 0 END) = ?3"
        " ORDER BY created DESC, id LIMIT ?4");
    storage_bind_text(st, 1, user);
    storage_bind_number(st, 2, before > 0 ? before : INT64_MAX);
    storage_bind_number(st, 3, finished);
    storage_bind_number(st, 4, capacity);
    return read_games(st, out, capacity);
}

#define GAMES_IN(now)                                                                  \
    "SELECT " GAME_COLUMNS                                                             \
    ", CASE WHEN owner <> '' AND owner <> ?4 AND " LEASE_IS_ALIVE(                     \
        "games",                                                                       \
        now) " THEN 1 ELSE 0 END FROM games WHERE stage = ?1 AND listed >= ?2"         \
             " ORDER BY created DESC, id LIMIT ?3"

int storage_games_in(storage *s, game_stage stage, bool listed_only, storage_game *out,
                     int capacity)
{
    int count = 0, code = STORAGE_DONE;
    if (!storage_settle(s, NULL)) return -1;
    storage_query *st = storage_statement(
        s, ST_GAMES_IN,
        storage_sql(s, GAMES_IN(LEASE_SQLITE_NOW), GAMES_IN(LEASE_POSTGRESQL_NOW)));
    storage_bind_number(st, 1, stage);
    storage_bind_number(st, 2, listed_only);
    storage_bind_number(st, 3, capacity);
    storage_bind_text(st, 4, s->holder);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        read_game(st, &out[count]);
        out[count++].elsewhere = storage_column_number(st, 17) != 0;
    }
    return storage_listed(st, code, count);
}

/* ---- events ---- */

#define APPEND                                                                         \
    "INSERT INTO events (game, seq, time, \"user\", key, json)"                        \
    " SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ?2 = 1 + (SELECT max(n) FROM"                \
    " (SELECT coalesce(max(seq), 0) AS n FROM events WHERE game = ?1 UNION ALL"        \
    " SELECT coalesce(max(last), 0) FROM archives WHERE game = ?1) AS numbers)"        \
    " AND (?7 = '' OR EXISTS (SELECT 1 FROM games WHERE id = ?1 AND owner = ?7"

/* Inserts only the next number, so that two writers cannot both use it; and only while
 * the holder holds the game, which nobody can change before this transaction ends. */
static alea_status append(storage *s, const storage_event *e)
{
    storage_query *st = storage_statement(
        s, ST_EVENT_APPEND, storage_sql(s, APPEND "))", APPEND " FOR SHARE))"));
    storage_bind_text(st, 7, e->holder);
    storage_bind_text(st, 1, e->game);
    storage_bind_number(st, 2, e->seq);
    storage_bind_number(st, 3, e->time);
    storage_bind_text(st, 4, e->user);
    storage_bind_text(st, 5, e->key);
    storage_bind_text(st, 6, e->json);
    return storage_run_later(st);
}

bool storage_event_has_turn(const storage_event *e)
{
    return e->fields && e->fields->turn;
}

alea_status storage_event_meet(storage *s, const storage_event *e, storage_turn *turn)
{
    return turn_meet_vacation(s, turn->player, e->time, &turn->deadline, &turn->stood);
}

alea_status storage_append_within(storage *s, const storage_event *e)
{
    const alea_status status =
        e->fields ? storage_run_later(put_game(s, e->fields, e->head)) : ALEA_OK;
    if (status != ALEA_OK) return status;
    alea_status appended = append(s, e);
    if (appended == ALEA_OK && storage_event_has_turn(e))
        appended = turn_put_within(s, e->game, e->fields->turn, e->holder);
    return appended == ALEA_OK && e->fields && *e->fields->pool
               ? results_add(s, e->fields, e->time)
               : appended;
}

storage_answer storage_event_is_stored(storage *s, const storage_event *e)
{
    storage_query *st = storage_statement(
        s, ST_EVENT_STORED,
        "SELECT 1 FROM events WHERE game = ?1 AND seq = ?2 AND time = ?3"
        " AND \"user\" = ?4 AND key = ?5 AND json = ?6");
    storage_bind_text(st, 1, e->game);
    storage_bind_number(st, 2, e->seq);
    storage_bind_number(st, 3, e->time);
    storage_bind_text(st, 4, e->user);
    storage_bind_text(st, 5, e->key);
    storage_bind_text(st, 6, e->json);
    const storage_answer answer = storage_first(st);
    storage_reset(st);
    return answer;
}

static alea_status append_alone(storage *s, const storage_event *e)
{
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    if (!storage_event_has_turn(e)) return storage_end(s, storage_append_within(s, e));
    storage_event met = *e;
    storage_game fields = *e->fields;
    storage_turn turn = *fields.turn;
    fields.turn = &turn;
    met.fields = &fields;
    status = vacations_hold(s);
    if (status == ALEA_OK) status = storage_event_meet(s, e, &turn);
    if (status == ALEA_OK) status = storage_append_within(s, &met);
    return storage_end(s, status);
}

alea_status storage_append_now(storage *s, const storage_event *e)
{
    int tries = 0;
    bool uncertain = false;
    alea_status status;
    do {
        status = append_alone(s, e);
        uncertain = uncertain || s->fault == FAULT_LOST;
    } while (status != ALEA_OK && storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    /* The connection may have been lost after the commit. */
    const bool is_stored =
        status != ALEA_OK && uncertain && storage_event_is_stored(s, e) == ANSWER_FOUND;
    return is_stored ? ALEA_OK : status;
}

alea_status storage_event_append(storage *s, const char *game_id, int64_t seq,
                                 int64_t time, const char *user, const char *key,
                                 const char *json, const storage_game *game,
                                 const char *head)
{
    storage_game now;
    if (!game && head) {
        const storage_answer answer = storage_game_get(s, game_id, &now, NULL);
        if (answer != ANSWER_FOUND)
            return answer == ANSWER_ABSENT ? ALEA_ERROR_ARGUMENT : ALEA_ERROR_FILE;
        game = &now;
    }
    const storage_event event = {.game = game_id,
                                 .seq = seq,
                                 .time = time,
                                 .user = user,
                                 .key = key,
                                 .holder = s->holder,
                                 .json = json,
                                 .fields = game,
                                 .head = head};
    return s->queue ? queue_take(s->queue, &event) : storage_append_now(s, &event);
}

static int64_t archived_key(storage *s, const char *game_id, const char *user,
                            const char *key)
{
    archive a;
    int64_t seq = 0;
    if (archive_read(s, game_id, &a) != ALEA_OK) return -1;
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
    const int64_t taken = s->queue ? queue_find_key(s->queue, game_id, user, key) : 0;
    if (taken) return taken;
    storage_query *st =
        storage_statement(s, ST_EVENT_OF_KEY,
                          "SELECT seq FROM events WHERE game = ?1 AND \"user\" = ?2"
                          " AND key = ?3 AND key <> '' UNION ALL"
                          " SELECT -1 FROM archives WHERE game = ?1");
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, user);
    storage_bind_text(st, 3, key);
    const storage_answer answer = storage_first(st);
    const int64_t seq = answer == ANSWER_FOUND ? storage_column_number(st, 0) : 0;
    storage_reset(st);
    if (answer == ANSWER_FAILED) return -1;
    return seq < 0 ? archived_key(s, game_id, user, key) : seq;
}

alea_status storage_event_keys(storage *s, const char *game_id, storage_key_fn *each,
                               void *context)
{
    char user[ID_SIZE], key[STORAGE_KEY_SIZE];
    int code;
    storage_query *st = storage_statement(
        s, ST_EVENT_KEYS,
        "SELECT \"user\", key FROM events WHERE game = ? AND key <> ''");
    storage_bind_text(st, 1, game_id);
    while ((code = storage_step(st)) == STORAGE_ROW) {
        storage_column_text(st, 0, user, sizeof user);
        storage_column_text(st, 1, key, sizeof key);
        each(context, user, key);
    }
    storage_reset(st);
    return code == STORAGE_DONE ? ALEA_OK : ALEA_ERROR_FILE;
}

alea_status storage_events(storage *s, const char *game_id, int64_t after,
                           storage_event_fn *each, void *context)
{
    archive a;
    size_t next = 0;
    bool more = true;
    int code = STORAGE_ROW;
    if (!storage_settle(s, game_id)) return ALEA_ERROR_FILE;
    const alea_status status = archive_read(s, game_id, &a);
    if (status != ALEA_OK) return ALEA_ERROR_FILE;
    while (next < a.count && a.event[next].seq <= after) next++;
    storage_query *st =
        storage_statement(s, ST_EVENTS,
                          "SELECT seq, time, json FROM events WHERE game = ?"
                          " AND seq > ? ORDER BY seq");
    storage_bind_text(st, 1, game_id);
    storage_bind_number(st, 2, after);
    while (more && (code = storage_step(st)) == STORAGE_ROW) {
        const int64_t seq = storage_column_number(st, 0);
        const char *json = storage_column_string(st, 2);
        for (; more && next < a.count && a.event[next].seq < seq; next++)
            more = each(context, a.event[next].seq, a.event[next].time,
                        a.event[next].json);
        if (!json) { /* without memory */
            code = STORAGE_FAILED;
            break;
        }
        more = more && each(context, seq, storage_column_number(st, 1), json);
    }
    for (; more && code != STORAGE_FAILED && next < a.count; next++)
        more = each(context, a.event[next].seq, a.event[next].time, a.event[next].json);
    storage_reset(st);
    archive_free(&a);
    return code == STORAGE_DONE || code == STORAGE_ROW ? ALEA_OK : ALEA_ERROR_FILE;
}

/* ---- files ---- */

alea_status storage_blob_put(storage *s, const char *game_id, const char *kind,
                             const void *bytes, size_t size)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(
        s, ST_BLOB_PUT,
        "INSERT INTO blobs (game, kind, bytes) VALUES (?, ?, ?)"
        " ON CONFLICT (game, kind) DO UPDATE SET bytes = excluded.bytes");
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, kind);
    storage_bind_bytes(st, 3, bytes, size);
    return storage_run(st);
}

storage_answer storage_blob_get(storage *s, const char *game_id, const char *kind,
                                char **bytes, size_t *size)
{
    storage_query *st = storage_statement(
        s, ST_BLOB_GET, "SELECT bytes FROM blobs WHERE game = ? AND kind = ?");
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, kind);
    storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) {
        size_t length = 0;
        const void *data = storage_column_bytes(st, 0, &length);
        char *copy = malloc(length + 1);
        if (copy) {
            if (length) memcpy(copy, data, length);
            copy[length] = '\0';
            *bytes = copy;
            *size = length;
        } else
            answer = ANSWER_FAILED;
    }
    storage_reset(st);
    return answer;
}

alea_status storage_blob_remove(storage *s, const char *game_id, const char *kind)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(
        s, ST_BLOB_REMOVE, "DELETE FROM blobs WHERE game = ? AND kind = ?");
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, kind);
    return storage_run(st);
}

int storage_wanted(storage *s, char (*out)[ID_SIZE], int capacity)
{
    storage_query *st = storage_statement(
        s, ST_WANTED, "SELECT game FROM blobs WHERE kind = 'wanted' LIMIT ?");
    int count = 0, code = STORAGE_DONE;
    storage_bind_number(st, 1, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        storage_column_text(st, 0, out[count++], ID_SIZE);
    return storage_listed(st, code, count);
}
