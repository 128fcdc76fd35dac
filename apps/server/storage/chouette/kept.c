#include "kept.h"

#include "server/storage/database/driver.h"
#include "server/storage/queue.h"

#include <string.h>

/* ---- events ---- */

static alea_status put_event(storage *s, const char *id,
                             const storage_chouette_event *e)
{
    storage_query *st = storage_statement(
        s, ST_CHOUETTE_EVENT,
        "INSERT INTO chouette_events (chouette, seq, time, actor, person, name, said,"
        " text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, e->seq);
    storage_bind_number(st, 3, e->time);
    storage_bind_text(st, 4, e->actor);
    storage_bind_text(st, 5, e->person);
    storage_bind_text(st, 6, e->name);
    storage_bind_text(st, 7, e->said);
    storage_bind_text(st, 8, e->text);
    return storage_run(st);
}

alea_status storage_chouette_events(storage *s, const char *id, int64_t after,
                                    storage_chouette_fn *each, void *context)
{
    int code;
    storage_query *st = storage_statement(
        s, ST_CHOUETTE_EVENTS,
        "SELECT seq, time, actor, person, name, said, text FROM chouette_events"
        " WHERE chouette = ? AND seq > ? ORDER BY seq");
    char actor[ID_SIZE], person[ID_SIZE], name[132], said[1300];
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, after);
    while ((code = storage_step(st)) == STORAGE_ROW) {
        storage_column_text(st, 2, actor, sizeof actor);
        storage_column_text(st, 3, person, sizeof person);
        storage_column_text(st, 4, name, sizeof name);
        storage_column_text(st, 5, said, sizeof said);
        const storage_chouette_event e = {
            .seq = storage_column_number(st, 0),
            .time = storage_column_number(st, 1),
            .actor = actor,
            .person = person,
            .name = name,
            .said = said,
            .text = storage_column_string(st, 6),
        };
        if (!each(context, &e)) break;
    }
    storage_reset(st);
    return code == STORAGE_FAILED ? ALEA_ERROR_FILE : ALEA_OK;
}

/* ---- the row ---- */

static alea_status put_row(storage *s, const storage_chouette *row)
{
    storage_query *st = storage_statement(
        s, ST_CHOUETTE_PUT,
        "INSERT INTO chouettes (id, name, maker, head, listed, stage, players, seats,"
        " games, created, changed, last, due)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    storage_bind_text(st, 1, row->id);
    storage_bind_text(st, 2, row->name);
    storage_bind_text(st, 3, row->maker);
    storage_bind_text(st, 4, row->head);
    storage_bind_number(st, 5, row->listed);
    storage_bind_number(st, 6, row->stage);
    storage_bind_number(st, 7, row->players);
    storage_bind_number(st, 8, row->seats);
    storage_bind_number(st, 9, row->games);
    storage_bind_number(st, 10, row->created);
    storage_bind_number(st, 11, row->changed);
    storage_bind_number(st, 12, row->last);
    storage_bind_number(st, 13, row->due);
    return storage_run(st);
}

alea_status storage_chouette_make(storage *s, const storage_chouette *row,
                                  const storage_chouette_event *event, int events)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = put_row(s, row);
    for (int i = 0; i < events && status == ALEA_OK; i++)
        status = put_event(s, row->id, &event[i]);
    return storage_end(s, status);
}

/* Only a writer that has seen the last event can change the row: it is the lock. */
static alea_status move_row(storage *s, const storage_chouette *row)
{
    storage_query *st = storage_statement(
        s, ST_CHOUETTE_MOVE,
        "UPDATE chouettes SET stage = ?1, players = ?2, games = ?3, changed = ?4,"
        " last = ?5, due = ?6 WHERE id = ?7 AND last = ?5 - 1");
    storage_bind_number(st, 1, row->stage);
    storage_bind_number(st, 2, row->players);
    storage_bind_number(st, 3, row->games);
    storage_bind_number(st, 4, row->changed);
    storage_bind_number(st, 5, row->last);
    storage_bind_number(st, 6, row->due);
    storage_bind_text(st, 7, row->id);
    const alea_status status = storage_run(st);
    return status == ALEA_OK && s->changed == 0 ? ALEA_ERROR_REFUSED : status;
}

static alea_status append(storage *s, const storage_chouette *row,
                          const storage_chouette_event *e)
{
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = move_row(s, row);
    if (status == ALEA_OK) status = put_event(s, row->id, e);
    return storage_end(s, status);
}

/* Whether that very event is there: of a try whose answer was lost. */
static storage_answer is_stored(storage *s, const char *id,
                                const storage_chouette_event *e)
{
    storage_query *st = storage_statement(
        s, ST_CHOUETTE_STORED,
        "SELECT 1 FROM chouette_events WHERE chouette = ? AND seq = ? AND time = ?"
        " AND actor = ? AND person = ? AND said = ? AND text = ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, e->seq);
    storage_bind_number(st, 3, e->time);
    storage_bind_text(st, 4, e->actor);
    storage_bind_text(st, 5, e->person);
    storage_bind_text(st, 6, e->said);
    storage_bind_text(st, 7, e->text);
    const storage_answer answer = storage_first(st);
    storage_reset(st);
    return answer;
}

alea_status storage_chouette_append(storage *s, const storage_chouette *row,
                                    const storage_chouette_event *e)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = append(s, row, e);
    while (status != ALEA_OK && status != ALEA_ERROR_REFUSED &&
           storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    if (status != ALEA_ERROR_REFUSED || tries == 0) return status;
    const storage_answer stored = is_stored(s, row->id, e);
    return stored == ANSWER_FOUND    ? ALEA_OK
           : stored == ANSWER_ABSENT ? ALEA_ERROR_REFUSED
                                     : ALEA_ERROR_FILE;
}

/* ---- looking ---- */

#define FACTS                                                                          \
    "id, name, maker, listed, stage, players, seats, games, created, changed, last,"   \
    " due"

static void read_row(storage_query *st, storage_chouette *out)
{
    storage_column_text(st, 0, out->id, sizeof out->id);
    storage_column_text(st, 1, out->name, sizeof out->name);
    storage_column_text(st, 2, out->maker, sizeof out->maker);
    out->head[0] = '\0';
    out->listed = storage_column_number(st, 3) != 0;
    out->stage = (int)storage_column_number(st, 4);
    out->players = (int)storage_column_number(st, 5);
    out->seats = (int)storage_column_number(st, 6);
    out->games = (int)storage_column_number(st, 7);
    out->created = storage_column_number(st, 8);
    out->changed = storage_column_number(st, 9);
    out->last = storage_column_number(st, 10);
    out->due = storage_column_number(st, 11);
}

storage_answer storage_chouette_get(storage *s, const char *id, storage_chouette *out)
{
    storage_query *st = storage_statement(
        s, ST_CHOUETTE_GET, "SELECT " FACTS ", head FROM chouettes WHERE id = ?");
    storage_bind_text(st, 1, id);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) {
        read_row(st, out);
        storage_column_text(st, 12, out->head, sizeof out->head);
    }
    storage_reset(st);
    return answer;
}

static int read_rows(storage_query *st, storage_chouette *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_row(st, &out[count++]);
    return storage_listed(st, code, count);
}

int storage_chouettes_open(storage *s, storage_chouette *out, int capacity)
{
    storage_query *st =
        storage_statement(s, ST_CHOUETTES_OPEN,
                          "SELECT " FACTS " FROM chouettes WHERE listed = 1 AND due > 0"
                          " ORDER BY changed DESC, id LIMIT ?");
    storage_bind_number(st, 1, capacity);
    return read_rows(st, out, capacity);
}

int storage_chouettes_of(storage *s, const char *person, storage_chouette *out,
                         int capacity)
{
    storage_query *st =
        storage_statement(s, ST_CHOUETTES_OF,
                          "SELECT " FACTS " FROM chouettes WHERE id IN (SELECT chouette"
                          " FROM chouette_events WHERE person = ?1 AND person <> '')"
                          " ORDER BY changed DESC, id LIMIT ?2");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, capacity);
    return read_rows(st, out, capacity);
}

int storage_chouettes_due(storage *s, int64_t time, int skip, char (*out)[ID_SIZE],
                          int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st =
        storage_statement(s, ST_CHOUETTES_DUE,
                          "SELECT id FROM chouettes WHERE due > 0 AND due <= ?"
                          " ORDER BY due, id LIMIT ? OFFSET ?");
    storage_bind_number(st, 1, time);
    storage_bind_number(st, 2, capacity);
    storage_bind_number(st, 3, skip);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        storage_column_text(st, 0, out[count++], ID_SIZE);
    return storage_listed(st, code, count);
}

int64_t storage_chouettes_made(storage *s, const char *person)
{
    storage_query *st =
        storage_statement(s, ST_CHOUETTES_MADE,
                          "SELECT count(*) FROM chouettes WHERE maker = ? AND due > 0");
    storage_bind_text(st, 1, person);
    return storage_single(st);
}
