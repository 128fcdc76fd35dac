#include "desks.h"

#include "server/storage/database/driver.h"

#include <sodium.h>

enum {
    PAGE = 256,        /* chunks read at once */
    PASSES = 8,        /* limits of the wait for a desk that changes while it is read */
    PATIENCE_MS = 2000 /* workers wait, not the loop */
};

/* ---- connections ---- */

storage *storage_desks_connect(storage *of)
{
    storage *s = of->place ? storage_connect(of) : NULL;
    if (!s) return NULL;
    storage_role role = s->role;
    role.heeds_silence = true; /* a waiting thread would delay the server's end */
    storage_change_role(s, &role);
    return s;
}

void storage_desks_disconnect(storage *s)
{
    storage_disconnect(s);
}

/* ---- reading ---- */

static void read_head(storage_query *st, storage_desk *out)
{
    out->version = storage_column_number(st, 0);
    out->size = storage_column_number(st, 1);
    out->stored = storage_column_number(st, 2);
    out->changed = storage_column_number(st, 3);
}

storage_answer storage_desk_head(storage *s, const char *person, storage_desk *out)
{
    *out = (storage_desk){.version = 0};
    storage_query *st = storage_statement(
        s, ST_DESK_HEAD,
        "SELECT version, size, stored, changed FROM desks WHERE person = ?");
    storage_bind_text(st, 1, person);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) read_head(st, out);
    storage_reset(st);
    return answer;
}

int storage_desk_persons(storage *s, const char *after, char (*out)[ID_SIZE],
                         int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_DESK_PERSONS,
        "SELECT person FROM desks WHERE person > ? ORDER BY person LIMIT ?");
    storage_bind_text(st, 1, after);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        storage_column_text(st, 0, out[count++], ID_SIZE);
    return storage_listed(st, code, count);
}

typedef struct walk {
    storage *s;
    const char *person;
    storage_chunk_fn *each;
    void *context;
    int64_t after; /* chunks of later versions are wanted */
    int64_t next;  /* the first number of the next page; -1: that was the last */
} walk;

/* One statement, so that desk and chunks are of one moment. */
static alea_status read_page(walk *w, storage_desk *head)
{
    int rows = 0, code = STORAGE_DONE;
    int64_t last = -1;
    bool taken = true;
    *head = (storage_desk){.version = 0};
    storage_query *st = storage_statement(
        w->s, ST_DESK_CHUNKS,
        "SELECT d.version, d.size, d.stored, d.changed, coalesce(c.number, -1), c.bytes"
        " FROM desks d LEFT JOIN desk_chunks c ON c.person = d.person"
        " AND c.number >= ?2 AND c.version > ?3 WHERE d.person = ?1"
        " ORDER BY c.number LIMIT ?4");
    storage_bind_text(st, 1, w->person);
    storage_bind_number(st, 2, w->next);
    storage_bind_number(st, 3, w->after);
    storage_bind_number(st, 4, PAGE);
    while (taken && (code = storage_step(st)) == STORAGE_ROW) {
        read_head(st, head);
        last = storage_column_number(st, 4);
        if (last < 0) break;
        storage_chunk c = {.number = last};
        c.bytes = storage_column_bytes(st, 5, &c.size);
        taken = w->each(w->context, &c);
        rows++;
    }
    storage_reset(st);
    if (!taken) return ALEA_ERROR_MEMORY;
    if (code == STORAGE_FAILED) return ALEA_ERROR_FILE;
    w->next = rows == PAGE ? last + 1 : -1;
    return ALEA_OK;
}

/* Desks that change behind the walk get a later version than `first`; the next pass
 * reads them. */
static alea_status read_pass(walk *w, storage_desk *first, storage_desk *last)
{
    w->next = 0;
    alea_status status = read_page(w, first);
    *last = *first;
    while (status == ALEA_OK && w->next >= 0) status = read_page(w, last);
    return status;
}

alea_status storage_desk_read(storage *s, const char *person, storage_desk *out,
                              storage_chunk_fn *each, void *context)
{
    walk w = {.s = s, .person = person, .each = each, .context = context};
    *out = (storage_desk){.version = 0};
    for (int pass = 0; pass < PASSES; pass++) {
        storage_desk first, last;
        const alea_status status = read_pass(&w, &first, &last);
        if (status != ALEA_OK) return status;
        *out = last;
        if (last.version == 0 || first.version == last.version) return ALEA_OK;
        w.after = first.version;
    }
    return ALEA_ERROR_REFUSED;
}

/* ---- writing ---- */

/* Greater than `before`, and unique to this server: a database that has lost its last
 * moments must not give one version to two images. */
static int64_t version_after(int64_t before)
{
    const int64_t fresh = server_now() * (1 << 20) + randombytes_uniform(1 << 20);
    return fresh > before ? fresh : before + 1;
}

static alea_status put_head(storage *s, const char *person, int64_t before,
                            const storage_desk *desk)
{
    storage_query *st =
        before ? storage_statement(s, ST_DESK_CHANGE,
                                   "UPDATE desks SET version = ?2, size = ?3,"
                                   " stored = ?4, changed = ?5"
                                   " WHERE person = ?1 AND version = ?6")
               : storage_statement(
                     s, ST_DESK_MAKE,
                     "INSERT INTO desks (person, version, size, stored, changed)"
                     " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (person) DO NOTHING");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, desk->version);
    storage_bind_number(st, 3, desk->size);
    storage_bind_number(st, 4, desk->stored);
    storage_bind_number(st, 5, desk->changed);
    if (before) storage_bind_number(st, 6, before);
    const alea_status status = storage_run(st);
    return status == ALEA_OK && s->changed == 0 ? ALEA_ERROR_REFUSED : status;
}

static alea_status cut(storage *s, const char *person, const storage_desk *desk)
{
    storage_query *st = storage_statement(
        s, ST_DESK_CUT, "DELETE FROM desk_chunks WHERE person = ? AND number >= ?");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, (desk->size + DESK_CHUNK - 1) / DESK_CHUNK);
    return storage_run(st);
}

static alea_status put_chunk(storage *s, const char *person, int64_t version,
                             const storage_chunk *chunk)
{
    storage_query *st = storage_statement(
        s, ST_DESK_PUT,
        "INSERT INTO desk_chunks (person, number, version, bytes)"
        " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (person, number) DO UPDATE SET"
        " version = excluded.version, bytes = excluded.bytes");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, chunk->number);
    storage_bind_number(st, 3, version);
    storage_bind_bytes(st, 4, chunk->bytes, chunk->size);
    return storage_run_later(st);
}

static alea_status save(storage *s, const char *person, int64_t before,
                        const storage_desk *desk, const storage_chunk *chunk,
                        size_t count)
{
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = put_head(s, person, before, desk);
    if (status == ALEA_OK) status = cut(s, person, desk);
    for (size_t i = 0; i < count && status == ALEA_OK; i++)
        status = put_chunk(s, person, desk->version, &chunk[i]);
    return storage_end(s, status);
}

alea_status storage_desk_save(storage *s, const char *person, storage_desk *desk,
                              const storage_chunk *chunk, size_t count)
{
    const int64_t before = desk->version;
    storage_desk after = *desk, there;
    int tries = 0;
    bool uncertain = false; /* it may be stored although a try has reported failure */
    alea_status status;
    after.version = version_after(before);
    do {
        status = save(s, person, before, &after, chunk, count);
        uncertain = uncertain || (status == ALEA_ERROR_FILE && s->fault == FAULT_LOST);
    } while (status == ALEA_ERROR_FILE && storage_try_again(s, &tries, PATIENCE_MS));
    if (status != ALEA_OK && uncertain &&
        storage_desk_head(s, person, &there) == ANSWER_FOUND &&
        there.version == after.version)
        status = ALEA_OK;
    if (status == ALEA_OK) desk->version = after.version;
    return status;
}
