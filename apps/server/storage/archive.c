#include "archive.h"
#include "queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

enum {
    EVENTS_MOST = 1 << 20,
    TEXT_MOST = 256 * 1024 * 1024,
    WALK = 50 /* games looked at in one step */
};

/* ---- reading ---- */

/* Cuts the text of `count` lines "seq TAB time TAB user TAB key TAB json" in place. */
static bool cut_lines(archive *a)
{
    char *at = a->text;
    for (size_t i = 0; i < a->count; i++) {
        archived_event *e = &a->event[i];
        char *field[5];
        for (int k = 0; k < 5; k++) {
            field[k] = at;
            at = strchr(at, k < 4 ? '\t' : '\n');
            if (!at) return false;
            *at++ = '\0';
        }
        *e = (archived_event){.seq = strtoll(field[0], NULL, 10),
                              .time = strtoll(field[1], NULL, 10),
                              .user = field[2],
                              .key = field[3],
                              .json = field[4]};
    }
    return *at == '\0';
}

static alea_status unpack_into(archive *a, const void *bytes, size_t size,
                               uint64_t length, uint64_t count)
{
    if (length > TEXT_MOST || count > EVENTS_MOST) return ALEA_ERROR_CHECKSUM;
    uLongf got = (uLongf)length;
    a->text = malloc((size_t)length + 1);
    a->event = calloc((size_t)count ? (size_t)count : 1, sizeof *a->event);
    if (!a->text || !a->event) return ALEA_ERROR_MEMORY;
    if (uncompress((Bytef *)a->text, &got, bytes, (uLong)size) != Z_OK || got != length)
        return ALEA_ERROR_CHECKSUM;
    a->text[length] = '\0';
    a->count = (size_t)count;
    return cut_lines(a) ? ALEA_OK : ALEA_ERROR_CHECKSUM;
}

alea_status archive_read(storage *s, const char *game_id, archive *out)
{
    alea_status status = ALEA_OK;
    *out = (archive){NULL, NULL, 0};
    storage_query *st = storage_statement(
        s, ST_ARCHIVE_GET, "SELECT bytes, length, count FROM archives WHERE game = ?");
    storage_bind_text(st, 1, game_id);
    const int code = storage_step(st);
    size_t size = 0;
    const void *bytes = code == STORAGE_ROW ? storage_column_bytes(st, 0, &size) : NULL;
    if (code == STORAGE_ROW)
        status = unpack_into(out, bytes, size, (uint64_t)storage_column_number(st, 1),
                             (uint64_t)storage_column_number(st, 2));
    else if (code != STORAGE_DONE)
        status = ALEA_ERROR_FILE;
    storage_reset(st);
    if (status != ALEA_OK) archive_free(out);
    return status;
}

void archive_free(archive *a)
{
    free(a->text);
    free(a->event);
    *a = (archive){NULL, NULL, 0};
}

/* ---- writing ---- */

typedef struct text {
    char *bytes;
    size_t size, capacity, count;
    int64_t last;
    bool failed;
} text;

static void add_event(text *t, const archived_event *e)
{
    const size_t need =
        strlen(e->user) + strlen(e->key) + strlen(e->json) + 2 * 21 + 5 + 1;
    if (t->failed || t->size + need > TEXT_MOST || t->count == EVENTS_MOST ||
        strpbrk(e->json, "\t\n")) {
        t->failed = true;
        return;
    }
    if (t->size + need > t->capacity) {
        const size_t capacity = 2 * t->capacity + need;
        char *more = realloc(t->bytes, capacity);
        if (!more) {
            t->failed = true;
            return;
        }
        t->bytes = more;
        t->capacity = capacity;
    }
    t->size += (size_t)snprintf(t->bytes + t->size, need, "%lld\t%lld\t%s\t%s\t%s\n",
                                (long long)e->seq, (long long)e->time, e->user, e->key,
                                e->json);
    t->count++;
    t->last = e->seq;
}

static const char *column(storage_query *st, int index)
{
    const char *value = storage_column_string(st, index);
    return value ? (const char *)value : "";
}

/* Collects the events of the archive and of the rows whose texts were removed, by
 * number. */
static alea_status collect(storage *s, const char *game_id, text *out)
{
    archive old;
    size_t next = 0;
    int code;
    alea_status status = archive_read(s, game_id, &old);
    if (status != ALEA_OK) return status;
    storage_query *st = storage_statement(
        s, ST_ARCHIVE_ROWS,
        "SELECT seq, time, \"user\", key, json FROM events WHERE game = ?"
        " AND instr(json, '\"name\":\"') = 0 ORDER BY seq");
    storage_bind_text(st, 1, game_id);
    while ((code = storage_step(st)) == STORAGE_ROW) {
        const archived_event e = {.seq = storage_column_number(st, 0),
                                  .time = storage_column_number(st, 1),
                                  .user = column(st, 2),
                                  .key = column(st, 3),
                                  .json = column(st, 4)};
        while (next < old.count && old.event[next].seq < e.seq)
            add_event(out, &old.event[next++]);
        add_event(out, &e);
    }
    while (next < old.count) add_event(out, &old.event[next++]);
    storage_reset(st);
    archive_free(&old);
    if (code != STORAGE_DONE) return ALEA_ERROR_FILE;
    return out->failed ? ALEA_ERROR_MEMORY : ALEA_OK;
}

static alea_status store(storage *s, const char *game_id, const text *t)
{
    uLongf size = compressBound((uLong)t->size);
    Bytef *bytes = malloc(size);
    if (!bytes) return ALEA_ERROR_MEMORY;
    alea_status status = ALEA_ERROR_MEMORY;
    if (compress2(bytes, &size, (const Bytef *)t->bytes, (uLong)t->size, 9) == Z_OK) {
        storage_query *st = storage_statement(
            s, ST_ARCHIVE_PUT,
            "INSERT INTO archives (game, last, count, length, bytes)"
            " VALUES (?1, (SELECT max(n) FROM (SELECT coalesce(max(seq), 0) AS n"
            " FROM events WHERE game = ?1 UNION ALL SELECT ?2) AS numbers),"
            " ?3, ?4, ?5) ON CONFLICT (game) DO UPDATE SET"
            " last = excluded.last, count = excluded.count, length = excluded.length,"
            " bytes = excluded.bytes");
        storage_bind_text(st, 1, game_id);
        storage_bind_number(st, 2, t->last);
        storage_bind_number(st, 3, (int64_t)t->count);
        storage_bind_number(st, 4, (int64_t)t->size);
        storage_bind_bytes(st, 5, bytes, size);
        status = storage_run(st);
    }
    free(bytes);
    if (status != ALEA_OK) return status;
    storage_query *st = storage_statement(s, ST_ARCHIVE_DROP,
                                          "DELETE FROM events WHERE game = ?"
                                          " AND instr(json, '\"name\":\"') = 0");
    storage_bind_text(st, 1, game_id);
    status = storage_run(st);
    if (status != ALEA_OK) return status;
    st = storage_statement(s, ST_CLOCKS_TIDY, "DELETE FROM clocks WHERE game = ?");
    storage_bind_text(st, 1, game_id);
    status = storage_run(st);
    if (status != ALEA_OK) return status;
    st = storage_statement(s, ST_TURNS_TIDY, "DELETE FROM turns WHERE game = ?");
    storage_bind_text(st, 1, game_id);
    return storage_run(st);
}

/* PostgreSQL: locks the game's row, which an append shares, so that no event is
 * appended between reading and removing. SQLite's transaction is alone in any case. */
static alea_status lock_game(storage *s, const char *game_id)
{
    if (!s->driver->is_postgresql) return ALEA_OK;
    storage_query *st = storage_statement(
        s, ST_ARCHIVE_LOCK, "SELECT 1 FROM games WHERE id = ? FOR UPDATE");
    storage_bind_text(st, 1, game_id);
    return storage_run(st);
}

static alea_status archive_game(storage *s, const char *game_id)
{
    text t = {NULL, 0, 0, 0, 0, false};
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = lock_game(s, game_id);
    if (status == ALEA_OK) status = collect(s, game_id, &t);
    if (status == ALEA_OK && t.count > 0) status = store(s, game_id, &t);
    free(t.bytes);
    return storage_end(s, status);
}

alea_status storage_archive(storage *s, const char *game_id)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = archive_game(s, game_id);
    while (status != ALEA_OK && storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status;
}

/* ---- which games ---- */

static int candidates(storage *s, char cursor[ID_SIZE], int64_t before,
                      char (*out)[ID_SIZE])
{
    int seen = 0, found = 0;
    storage_query *st = storage_statement(
        s, ST_ARCHIVE_WALK,
        "SELECT id, stage = 2 AND changed < ?2 AND EXISTS (SELECT 1 FROM events"
        " WHERE events.game = games.id AND instr(json, '\"name\":\"') = 0)"
        " AND (EXISTS (SELECT 1 FROM events WHERE events.game = games.id"
        " AND events.json LIKE '{\"type\":\"play\",%')"
        " OR EXISTS (SELECT 1 FROM archives WHERE archives.game = games.id))"
        " FROM games WHERE id > ?1 ORDER BY id LIMIT ?3");
    storage_bind_text(st, 1, cursor);
    storage_bind_number(st, 2, before);
    storage_bind_number(st, 3, WALK);
    char last[ID_SIZE] = "";
    int code;
    while ((code = storage_step(st)) == STORAGE_ROW) {
        storage_column_text(st, 0, last, ID_SIZE);
        seen++;
        if (storage_column_number(st, 1)) memcpy(out[found++], last, ID_SIZE);
    }
    storage_reset(st);
    if (code == STORAGE_FAILED) return 0; /* the same games the next time */
    memcpy(cursor, last, ID_SIZE);
    return seen ? found : -1;
}

int storage_archive_some(storage *s, char cursor[ID_SIZE], int64_t before)
{
    char found[WALK][ID_SIZE];
    int done = 0;
    const int count = candidates(s, cursor, before, found);
    if (count < 0) return -1;
    for (int i = 0; i < count; i++) done += storage_archive(s, found[i]) == ALEA_OK;
    return done;
}
