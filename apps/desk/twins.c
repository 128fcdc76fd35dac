#include "twins.h"

#include "base/error.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

typedef struct place {
    uint64_t hash; /* 0: free */
    int64_t match;
    uint32_t entry;
} place;

struct twins {
    place *place; /* open addressing; a power of two, half of it used at most */
    size_t count, capacity;
};

static uint64_t situation(const desk_row *row)
{
    const uint8_t flags[] = {row->dice[0],   row->dice[1], row->kind,
                             row->cube_log2, row->owner,   row->flags & DESK_CRAWFORD};
    uint64_t hash = alea_hash_bytes(ALEA_HASH_START, row->point, sizeof row->point);
    hash = alea_hash_bytes(hash, flags, sizeof flags);
    hash = alea_hash_bytes(hash, row->away, sizeof row->away);
    return hash ? hash : 1;
}

static void put(twins *t, place p)
{
    size_t i = (size_t)p.hash & (t->capacity - 1);
    while (t->place[i].hash) i = (i + 1) & (t->capacity - 1);
    t->place[i] = p;
}

static bool grow(twins *t)
{
    twins more = {.count = t->count, .capacity = t->capacity ? 2 * t->capacity : 1024};
    more.place = calloc(more.capacity, sizeof *more.place);
    if (!more.place) return false;
    for (size_t i = 0; i < t->capacity; i++)
        if (t->place[i].hash) put(&more, t->place[i]);
    free(t->place);
    *t = more;
    return true;
}

static bool add_rows(twins *t, int64_t match, const uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at + sizeof(desk_row) <= size; at += sizeof(desk_row)) {
        desk_row row;
        memcpy(&row, bytes + at, sizeof row);
        if (2 * t->count >= t->capacity && !grow(t)) return false;
        put(t, (place){situation(&row), match, row.entry});
        t->count++;
    }
    return true;
}

alea_status twins_open(desk *d, twins **out, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool good = true;
    *out = calloc(1, sizeof **out);
    if (!*out) return alea_error_no_memory(error);
    sqlite3_stmt *st = desk_prepare(d,
                                    "SELECT match, rows FROM decisions JOIN matches ON"
                                    " id=match WHERE games>0 ORDER BY match",
                                    error);
    if (!st) return status;
    while (desk_next(d, st, &status, error))
        good = good &&
               add_rows(*out, sqlite3_column_int64(st, 0), sqlite3_column_blob(st, 1),
                        (size_t)sqlite3_column_bytes(st, 1));
    return good ? status : alea_error_no_memory(error);
}

void twins_free(twins *t)
{
    if (t) free(t->place);
    free(t);
}

bool twins_next(const twins *t, const desk_row *row, size_t *at, int64_t *match,
                int64_t *entry)
{
    const uint64_t hash = situation(row);
    for (; t->capacity && *at < t->capacity; ++*at) {
        const place *p = &t->place[((size_t)hash + *at) & (t->capacity - 1)];
        if (!p->hash) return false;
        if (p->hash != hash) continue;
        ++*at;
        *match = p->match;
        *entry = p->entry;
        return true;
    }
    return false;
}

/* ---- in the file ---- */

/* Moves the labels and cards of a position to the decision of a match. Each statement
 * takes ?1 match, ?2 entry, ?3 own entry, ?4 position. */
static alea_status move_labels(desk *d, int64_t position, int64_t own_entry,
                               int64_t match, int64_t entry, alea_error *error)
{
    static const char *const statements[] = {
        ("INSERT OR IGNORE INTO tags SELECT name, ?1, ?2 FROM tags WHERE match=?4 AND"
         " entry IN (-1, ?3)"),
        "DELETE FROM tags WHERE match=?4 AND entry IN (-1, ?3)",
        "UPDATE OR IGNORE notes SET match=?1, entry=?2 WHERE match=?4 AND entry=?3",
        "UPDATE OR IGNORE collected SET match=?1, entry=?2 WHERE match=?4 AND entry=?3",
        "UPDATE cards SET match=?1, entry=?2 WHERE match=?4 AND entry=?3",
        "INSERT OR REPLACE INTO twins(match, entry, position) VALUES(?1, ?2, ?4)"};
    alea_status status = ALEA_OK;
    for (size_t i = 0; status == ALEA_OK && i < sizeof statements / sizeof *statements;
         i++) {
        sqlite3_stmt *st = desk_prepare(d, statements[i], error);
        if (!st) return ALEA_ERROR_FILE;
        desk_bind(st, "iiii", match, entry, own_entry, position);
        status = desk_run(d, st, error);
    }
    return status;
}

alea_status twins_mark(desk *d, int64_t position, int64_t own_entry, int64_t match,
                       int64_t entry, alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(
        d, "INSERT OR IGNORE INTO tags(name, match, entry) VALUES('position',?,?)",
        error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "ii", position, own_entry);
    alea_status status = desk_run(d, st, error);
    if (status != ALEA_OK || !match) return status;
    return move_labels(d, position, own_entry, match, entry, error);
}

/* Whether the desk has any position. */
static alea_status has_positions(desk *d, bool *out, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *out = false;
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT 1 FROM matches WHERE games=0 LIMIT 1", error);
    if (!st) return status;
    while (desk_next(d, st, &status, error)) *out = true;
    return status;
}

static alea_status take_row(desk *d, sqlite3_stmt *find, int64_t match,
                            const desk_row *row, const alea_rules *rules,
                            alea_error *error)
{
    uint8_t key[DESK_KEY_SIZE];
    int64_t position = 0, entry = 0;
    desk_decision_key(row, rules, key);
    sqlite3_reset(find);
    desk_bind(find, "b", key, sizeof key);
    const int result = sqlite3_step(find);
    if (result == SQLITE_ROW) {
        desk_row own;
        position = sqlite3_column_int64(find, 0);
        if ((size_t)sqlite3_column_bytes(find, 1) == sizeof own) {
            memcpy(&own, sqlite3_column_blob(find, 1), sizeof own);
            entry = own.entry;
        }
    }
    sqlite3_reset(find);
    if (result != SQLITE_ROW && result != SQLITE_DONE) return desk_failed(d, error);
    return position ? twins_mark(d, position, entry, match, row->entry, error)
                    : ALEA_OK;
}

alea_status twins_take(desk *d, int64_t match, const desk_rows *rows,
                       const alea_rules *rules, alea_error *error)
{
    bool any;
    alea_status status = has_positions(d, &any, error);
    if (status != ALEA_OK || !any) return status;
    sqlite3_stmt *st = desk_prepare(d, "DELETE FROM twins WHERE match=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "i", match);
    status = desk_run(d, st, error);
    st = desk_prepare(d,
                      "SELECT id, rows FROM matches JOIN decisions ON match=id"
                      " WHERE key=? AND games=0 AND id NOT IN (SELECT position"
                      " FROM twins)",
                      error);
    if (!st) return ALEA_ERROR_FILE;
    for (size_t i = 0; status == ALEA_OK && i < rows->count; i++)
        status = take_row(d, st, match, &rows->row[i], rules, error);
    sqlite3_finalize(st);
    return status;
}
