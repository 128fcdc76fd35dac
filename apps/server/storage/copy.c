/* From one storage to another, table by table; each row goes into a hash on either
 * side. */
#include "base/error.h"
#include "interface.h"
#include "server/storage/database/driver.h"
#include "server/storage/database/drivers.h"
#include "server/storage/database/schema.h"

#include <sodium.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    PAGE = 2000,
    SQL_MOST = 700,
    COLUMNS = QUERY_VALUES,
    HASH_BYTES = 16,
    TABLES_MOST = (ST_COPY_LAST - ST_COPY + 1) / 2
};

/* One value of a row; `bytes` lies in the page's result. */
typedef struct cell {
    int64_t number;
    double real;
    const void *bytes;
    size_t size;
    bool is_null;
} cell;

/* Reading a table by pages in the order of its key. */
typedef struct walk {
    storage *s;
    const schema_table *table;
    int index;
    char sql[SQL_MOST];
    storage_query *page;
    int in_page;
    int64_t rows;
    crypto_generichash_state hash;
    int64_t last_number[3];
    char last_bytes[3][600];
    size_t last_size[3];
} walk;

static void start(walk *w, storage *s, const schema_table *table, int index)
{
    static const char *const marks[] = {"", "?1", "?1, ?2", "?1, ?2, ?3"};
    memset(w, 0, sizeof *w);
    w->s = s;
    w->table = table;
    w->index = index;
    for (int i = 0; i < table->ordered; i++) w->last_number[i] = INT64_MIN;
    snprintf(w->sql, sizeof w->sql,
             "SELECT %s FROM %s WHERE (%s) > (%s) ORDER BY %s LIMIT %d", table->columns,
             table->name, table->order, marks[table->ordered], table->order, PAGE);
    crypto_generichash_init(&w->hash, NULL, 0, HASH_BYTES);
}

static void ask_page(walk *w)
{
    w->page = storage_statement(w->s, (statement)(ST_COPY + 2 * w->index), w->sql);
    for (int i = 0; i < w->table->ordered; i++) {
        const char kind = w->table->kinds[i];
        if (kind == 'i')
            storage_bind_number(w->page, i + 1, w->last_number[i]);
        else if (kind == 'b')
            storage_bind_bytes(w->page, i + 1, w->last_bytes[i], w->last_size[i]);
        else
            storage_bind_text(w->page, i + 1, w->last_bytes[i]);
    }
    w->in_page = 0;
}

static cell read_cell(storage_query *q, int column, char kind)
{
    cell c = {.real = (double)NAN};
    switch (kind) {
    case 'i': c.number = storage_column_number(q, column); break;
    case 'r': c.real = storage_column_real(q, column); break;
    case 'b': c.bytes = storage_column_bytes(q, column, &c.size); break;
    default: {
        const char *text = storage_column_string(q, column);
        c.is_null = !text;
        c.bytes = text;
        c.size = text ? strlen(text) : 0;
    }
    }
    return c;
}

static void add_to_hash(walk *w, char kind, const cell *c)
{
    uint8_t head[1 + sizeof(int64_t)];
    uint64_t bits = kind == 'i' ? (uint64_t)c->number : c->size;
    if (kind == 'r' && !isnan(c->real)) memcpy(&bits, &c->real, sizeof bits);
    head[0] = (uint8_t)((kind == 'r' && isnan(c->real)) || c->is_null ? '-' : kind);
    for (size_t i = 0; i < sizeof bits; i++) head[1 + i] = (uint8_t)(bits >> 8 * i);
    crypto_generichash_update(&w->hash, head, sizeof head);
    if (kind == 't' || kind == 'b')
        crypto_generichash_update(&w->hash, c->bytes ? c->bytes : head, c->size);
}

static bool note_place(walk *w, int column, const cell *c)
{
    if (column >= w->table->ordered) return true;
    w->last_number[column] = c->number;
    w->last_size[column] = c->size;
    if (c->size >= sizeof w->last_bytes[0]) return false;
    memset(w->last_bytes[column], 0, sizeof w->last_bytes[0]);
    if (c->size) memcpy(w->last_bytes[column], c->bytes, c->size);
    return true;
}

/* The next row into `row`: STORAGE_ROW, STORAGE_DONE or STORAGE_FAILED. A `b` must be
 * the only one of its row. */
static int next_row(walk *w, cell row[COLUMNS])
{
    for (;;) {
        if (!w->page) ask_page(w);
        const int code = storage_step(w->page);
        if (code == STORAGE_FAILED) return code;
        if (code == STORAGE_ROW) break;
        const bool was_last = w->in_page < PAGE;
        storage_reset(w->page);
        w->page = NULL;
        if (was_last) return STORAGE_DONE;
    }
    w->in_page++;
    w->rows++;
    for (int i = 0; w->table->kinds[i]; i++) {
        row[i] = read_cell(w->page, i, w->table->kinds[i]);
        add_to_hash(w, w->table->kinds[i], &row[i]);
        if (!note_place(w, i, &row[i])) return STORAGE_FAILED;
    }
    return STORAGE_ROW;
}

static void finish(walk *w, char hex[2 * HASH_BYTES + 1])
{
    uint8_t hash[HASH_BYTES];
    if (w->page) storage_reset(w->page);
    crypto_generichash_final(&w->hash, hash, sizeof hash);
    sodium_bin2hex(hex, 2 * HASH_BYTES + 1, hash, sizeof hash);
}

/* ---- writing ---- */

static alea_status insert(storage *to, int index, const schema_table *table,
                          const char *sql, const cell row[COLUMNS])
{
    storage_query *q = storage_statement(to, (statement)(ST_COPY + 2 * index + 1), sql);
    for (int i = 0; table->kinds[i]; i++) switch (table->kinds[i]) {
        case 'i': storage_bind_number(q, i + 1, row[i].number); break;
        case 'r': storage_bind_real(q, i + 1, row[i].real); break;
        case 'b': storage_bind_bytes(q, i + 1, row[i].bytes, row[i].size); break;
        default: storage_bind_text(q, i + 1, row[i].bytes); break;
        }
    return storage_run_later(q);
}

typedef struct copied {
    int64_t rows;
    char hash[2 * HASH_BYTES + 1];
} copied;

static alea_status copy_table(storage *from, storage *to, const schema_table *table,
                              int index, copied *out)
{
    char sql[SQL_MOST];
    cell row[COLUMNS];
    walk w;
    int code;
    alea_status status = ALEA_OK;
    int n = snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (?", table->name,
                     table->columns);
    for (size_t i = 1; i < strlen(table->kinds); i++)
        n += snprintf(sql + n, sizeof sql - (size_t)n, ", ?");
    snprintf(sql + n, sizeof sql - (size_t)n, ")");
    start(&w, from, table, index);
    while (status == ALEA_OK && (code = next_row(&w, row)) == STORAGE_ROW)
        status = insert(to, index, table, sql, row);
    finish(&w, out->hash);
    out->rows = w.rows;
    /* A statement that is sent later must not outlive the text that it refers to. */
    if (status == ALEA_OK) status = to->driver->settle(to);
    return status == ALEA_OK && code == STORAGE_FAILED ? ALEA_ERROR_FILE : status;
}

static alea_status hash_table(storage *s, const schema_table *table, int index,
                              copied *out)
{
    cell row[COLUMNS];
    walk w;
    int code;
    start(&w, s, table, index);
    while ((code = next_row(&w, row)) == STORAGE_ROW) continue;
    finish(&w, out->hash);
    out->rows = w.rows;
    return code == STORAGE_DONE ? ALEA_OK : ALEA_ERROR_FILE;
}

/* The next number of people_changed comes after those that were copied. */
static alea_status move_counter(storage *to)
{
    if (!to->driver->is_postgresql) return ALEA_OK;
    storage_query *q = storage_statement(
        to, ST_COPY_LAST,
        "SELECT setval(pg_get_serial_sequence('people_changed', 'number'),"
        " (SELECT coalesce(max(number), 0) + 1 FROM people_changed), false)");
    return storage_run(q);
}

static alea_status copy_all(storage *from, storage *to, storage_copied_fn *each,
                            void *context, alea_error *error)
{
    int count;
    const schema_table *table = schema_tables(&count);
    copied sent[TABLES_MOST], there[TABLES_MOST];
    alea_status status = ALEA_OK;
    *error = (alea_error){.reason = "the copy cannot be read or written"};
    for (int i = 0; i < count && status == ALEA_OK; i++) {
        status = hash_table(to, &table[i], i, &there[i]);
        if (status != ALEA_OK || there[i].rows == 0) continue;
        alea_error_set(error, 0, 0, "the target is not empty: it has %s",
                       table[i].name);
        status = ALEA_ERROR_REFUSED;
    }
    for (int i = 0; i < count && status == ALEA_OK; i++)
        status = copy_table(from, to, &table[i], i, &sent[i]);
    if (status == ALEA_OK) status = move_counter(to);
    for (int i = 0; i < count && status == ALEA_OK; i++) {
        status = hash_table(to, &table[i], i, &there[i]);
        if (status != ALEA_OK) continue;
        if (sent[i].rows != there[i].rows || strcmp(sent[i].hash, there[i].hash) != 0) {
            alea_error_set(error, 0, 0, "the copy of %s differs", table[i].name);
            status = ALEA_ERROR_CHECKSUM;
        }
    }
    for (int i = 0; i < count && status == ALEA_OK; i++)
        each(context, table[i].name, there[i].rows, there[i].hash);
    return status;
}

static void no_table(void *context, const char *table, int64_t rows, const char *hash)
{
    (void)context, (void)table, (void)rows, (void)hash;
}

static alea_status open_both(const char *from, const char *to, storage *s[2],
                             alea_error *error)
{
    alea_status status = storage_open(&s[0], from, error);
    if (status == ALEA_OK) status = storage_claim(s[0], true, error);
    if (status == ALEA_OK) status = storage_open(&s[1], to, error);
    if (status == ALEA_OK) status = storage_claim(s[1], true, error);
    return status;
}

/* In one transaction that sees the source as at its begin, while others write. */
static alea_status copy_snapshot(storage *s[2], alea_error *error)
{
    *error = (alea_error){.reason = "the copy cannot be begun"};
    alea_status status = storage_begin(s[0]);
    if (status != ALEA_OK) return status;
    if (s[0]->driver->is_postgresql)
        status = storage_run(storage_statement(
            s[0], ST_SNAPSHOT, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"));
    if (status == ALEA_OK) status = storage_begin(s[1]);
    if (status == ALEA_OK) {
        status = copy_all(s[0], s[1], no_table, NULL, error);
        status = storage_end(s[1], status);
    }
    storage_end(s[0], ALEA_OK);
    return status;
}

/* A copy by reading and writing every row: any storage into an empty file. */
static alea_status storage_snapshot(const char *from, const char *file,
                                    alea_error *error)
{
    storage *s[2] = {NULL, NULL};
    alea_status status = storage_open(&s[0], from, error);
    if (status == ALEA_OK) status = storage_open(&s[1], file, error);
    if (status == ALEA_OK) status = copy_snapshot(s, error);
    storage_close(s[1]);
    storage_close(s[0]);
    return status;
}

alea_status storage_backup(const char *place, const char *copy, alea_error *error)
{
    if (!storage_is_address(place)) return sqlite_backup(place, copy, error);
    if (access(copy, F_OK) == 0) {
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "%.90s: %s", copy,
                               strerror(EEXIST));
    }
    return storage_snapshot(place, copy, error);
}

alea_status storage_copy(const char *from, const char *to, storage_copied_fn *each,
                         void *context, alea_error *error)
{
    storage *s[2] = {NULL, NULL};
    int lock[2] = {-1, -1};
    alea_status status = storage_lock(from, &lock[0], error);
    if (status == ALEA_OK) status = storage_lock(to, &lock[1], error);
    if (status == ALEA_OK) status = open_both(from, to, s, error);
    if (status == ALEA_OK) {
        *error = (alea_error){.reason = "the copy cannot be begun"};
        status = storage_begin(s[0]);
        if (status == ALEA_OK) {
            status = storage_begin(s[1]);
            if (status == ALEA_OK) {
                status = copy_all(s[0], s[1], each, context, error);
                status = storage_end(s[1], status);
            }
            storage_end(s[0], ALEA_OK);
        }
    }
    storage_close(s[1]);
    storage_close(s[0]);
    for (int i = 0; i < 2; i++)
        if (lock[i] >= 0) close(lock[i]);
    return status;
}
