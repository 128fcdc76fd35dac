#include "base/error.h"
#include "checkpoint.h"
#include "drivers.h"
#include "schema.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { APPLICATION_ID = 0x616c6561 /* "alea" */ };

static alea_status fail(alea_error *error, alea_status status, const char *path,
                        const char *why)
{
    if (error) {
        *error = (alea_error){0};
        alea_error_set(error, 0, 0, "%.70s: %.80s", path, why);
    }
    return status;
}

/* Words a full disk, for which SQLite says "disk I/O error" or less. */
static alea_status fail_to_open(alea_error *error, alea_status status, const char *path,
                                const char *why)
{
    const int64_t wanted = sqlite_room_wanted(path);
    char full[80];
    if (!wanted) return fail(error, status, path, why);
    snprintf(full, sizeof full, "the disk is full; make %lld MB of room",
             (long long)(wanted >> 20) + 1);
    return fail(error, ALEA_ERROR_FILE, path, full);
}

/* ---- statements ---- */

static storage_fault fault_of(int code)
{
    if (code == SQLITE_CONSTRAINT_COMMITHOOK) return FAULT_FULL; /* checkpoint.c */
    switch (code & 0xff) {
    case SQLITE_CONSTRAINT: return FAULT_CONSTRAINT;
    case SQLITE_BUSY: return FAULT_LOCKED;
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN: return FAULT_FULL;
    default: return FAULT_OTHER;
    }
}

static void bind(sqlite3_stmt *st, int index, const storage_value *value)
{
    switch (value->kind) {
    case VALUE_TEXT:
        sqlite3_bind_text(st, index, value->bytes, (int)value->size, SQLITE_STATIC);
        break;
    case VALUE_NUMBER: sqlite3_bind_int64(st, index, value->number); break;
    case VALUE_REAL:
        if (isnan(value->real))
            sqlite3_bind_null(st, index);
        else
            sqlite3_bind_double(st, index, value->real);
        break;
    case VALUE_BYTES:
        sqlite3_bind_blob64(st, index, value->bytes, value->size, SQLITE_STATIC);
        break;
    case VALUE_NULL: sqlite3_bind_null(st, index); break;
    }
}

static int step(storage_query *q)
{
    sqlite3 *db = q->owner->connection;
    sqlite3_stmt *st = q->prepared;
    if (!st) {
        sqlite3_prepare_v3(db, q->sql, -1, SQLITE_PREPARE_PERSISTENT, &st, NULL);
        q->prepared = st;
    }
    if (!st) {
        q->owner->fault = FAULT_OTHER; /* no memory, or a damaged file */
        return STORAGE_FAILED;
    }
    for (int i = 1; !q->begun && i <= q->values; i++) bind(st, i, &q->value[i - 1]);
    const int code = sqlite3_step(st);
    if (code == SQLITE_ROW) return STORAGE_ROW;
    if (code == SQLITE_DONE) {
        q->owner->changed = sqlite3_changes(db);
        return STORAGE_DONE;
    }
    q->owner->fault = fault_of(code);
    return STORAGE_FAILED;
}

static void reset(storage_query *q)
{
    if (!q->prepared) return;
    sqlite3_reset(q->prepared);
    sqlite3_clear_bindings(q->prepared);
}

static const char *column_text(storage_query *q, int column)
{
    return (const char *)sqlite3_column_text(q->prepared, column);
}

static const void *column_bytes(storage_query *q, int column, size_t *size)
{
    const void *bytes = sqlite3_column_blob(q->prepared, column);
    *size = (size_t)sqlite3_column_bytes(q->prepared, column);
    return bytes;
}

static int64_t column_number(storage_query *q, int column)
{
    return sqlite3_column_int64(q->prepared, column);
}

static double column_real(storage_query *q, int column)
{
    return sqlite3_column_type(q->prepared, column) == SQLITE_NULL
               ? (double)NAN
               : sqlite3_column_double(q->prepared, column);
}

/* ---- transactions ---- */

static bool run_text(storage *s, const char *sql)
{
    const int code = sqlite3_exec(s->connection, sql, NULL, NULL, NULL);
    if (code == SQLITE_OK) return true;
    s->fault = fault_of(code);
    return false;
}

static bool begin(storage *s)
{
    s->changes_before = sqlite3_total_changes(s->connection);
    return run_text(s, "BEGIN IMMEDIATE");
}

static bool commit(storage *s)
{
    s->has_written = sqlite3_total_changes(s->connection) != s->changes_before;
    return run_text(s, "COMMIT");
}

static void rollback(storage *s)
{
    const storage_fault fault = s->fault;
    run_text(s, "ROLLBACK");
    s->fault = fault;
}

static alea_status run_now(storage_query *q, bool must_change)
{
    const alea_status status = storage_run(q);
    return status == ALEA_OK && must_change && q->owner->changed == 0
               ? ALEA_ERROR_REFUSED
               : status;
}

static alea_status settle_nothing(storage *s)
{
    (void)s;
    return ALEA_OK;
}

/* ---- opening ---- */

static int64_t ask_number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *st = NULL;
    int64_t value = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        value = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return value;
}

/* The schema's version, or -1 after filling `error`. */
static int64_t version_of(sqlite3 *db, const char *path, alea_error *error,
                          alea_status *status)
{
    const int64_t tables = ask_number(db, "SELECT count(*) FROM sqlite_schema");
    const int64_t version = ask_number(db, "PRAGMA user_version");
    if (tables < 0) {
        *status = fail(error, ALEA_ERROR_FILE, path, sqlite3_errmsg(db));
        return -1;
    }
    if (tables > 0 && ask_number(db, "PRAGMA application_id") != APPLICATION_ID) {
        *status = fail(error, ALEA_ERROR_UNSUPPORTED, path,
                       "a database, but not one of alea's");
        return -1;
    }
    if (version < 0 || (version == 0 && tables > 0)) {
        *status = fail(error, ALEA_ERROR_CHECKSUM, path,
                       "damaged: no valid schema version; restore a backup");
        return -1;
    }
    if (version > schema_version()) {
        *status = fail(error, ALEA_ERROR_VERSION, path,
                       "made by a newer alea; use that one, or restore a backup");
        return -1;
    }
    return version;
}

static alea_status migrate_step(sqlite3 *db, int version)
{
    char mark[96];
    char *text = schema_step(version, false);
    if (!text) return ALEA_ERROR_MEMORY;
    snprintf(mark, sizeof mark, "PRAGMA application_id=%d; PRAGMA user_version=%d",
             APPLICATION_ID, version + 1);
    const bool done =
        sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_exec(db, mark, NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    free(text);
    return done ? ALEA_OK : ALEA_ERROR_FILE;
}

static alea_status migrate(sqlite3 *db, const char *path, alea_error *error)
{
    alea_status status = ALEA_OK;
    int64_t version = version_of(db, path, error, &status);
    for (; version >= 0 && version < schema_version(); version++) {
        status = migrate_step(db, (int)version);
        if (status == ALEA_OK) continue;
        status = fail_to_open(error, status, path, sqlite3_errmsg(db));
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        return status;
    }
    return status;
}

/* Creates the file with mode 0600; SQLite would use the umask. */
static bool make_private(const char *path)
{
    if (strcmp(path, ":memory:") == 0) return true;
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    close(fd);
    return true;
}

static alea_status connect_file(sqlite3 **db, const char *path, int flags,
                                alea_error *error)
{
    const int code = sqlite3_open_v2(path, db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) {
        sqlite3_extended_result_codes(*db, 1);
        sqlite3_busy_timeout(*db, SQLITE_BUSY_MS);
        return ALEA_OK;
    }
    const alea_status status =
        fail(error, ALEA_ERROR_FILE, path, *db ? sqlite3_errmsg(*db) : "no memory");
    sqlite3_close(*db);
    *db = NULL;
    return status;
}

static bool connect_again(storage *s)
{
    alea_error error;
    sqlite3 *db = NULL;
    if (connect_file(&db, s->place, SQLITE_OPEN_READWRITE, &error) != ALEA_OK)
        return false;
    s->connection = db;
    sqlite_checkpoints_watch(s->keeper, db);
    return sqlite3_exec(
               db,
               "PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;" SQLITE_LOG_LIMIT
               "PRAGMA cache_size=-4096; SELECT 1 FROM sqlite_schema",
               NULL, NULL, NULL) == SQLITE_OK;
}

static void change_role(storage *s)
{
    sqlite3_busy_timeout(s->connection,
                         s->role.answer_ms ? s->role.answer_ms : SQLITE_BUSY_MS);
}

static void disconnect(storage *s)
{
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(s->query[i].prepared);
    sqlite3_close(s->connection);
    if (s->is_first) sqlite_checkpoints_stop(s->keeper);
}

static const storage_driver driver = {
    .change_role = change_role,
    .connect = connect_again,
    .disconnect = disconnect,
    .step = step,
    .reset = reset,
    .column_text = column_text,
    .column_bytes = column_bytes,
    .column_number = column_number,
    .column_real = column_real,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .run_later = run_now,
    .settle = settle_nothing,
};

alea_status sqlite_open(storage *s, alea_error *error)
{
    const char *path = s->place ? s->place : ":memory:";
    sqlite3 *db = NULL;
    if (!make_private(path))
        return fail_to_open(error, ALEA_ERROR_FILE, path, strerror(errno));
    alea_status status = connect_file(&db, path, SQLITE_OPEN_READWRITE, error);
    if (status != ALEA_OK) return status;
    s->driver = &driver;
    s->connection = db;
    if (sqlite3_exec(db,
                     "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                     "PRAGMA foreign_keys=ON; PRAGMA cache_size=-4096;" SQLITE_LOG_LIMIT
                     "PRAGMA trusted_schema=OFF; PRAGMA temp_store=MEMORY",
                     NULL, NULL, NULL) != SQLITE_OK)
        return fail_to_open(error, ALEA_ERROR_FILE, path, sqlite3_errmsg(db));
    status = migrate(db, path, error);
    if (status == ALEA_OK && s->place) s->keeper = sqlite_checkpoints_start(s);
    return status;
}

/* ---- copies and checks ---- */

/* Opens an existing file of alea, of this version or an older one. */
static alea_status open_existing(sqlite3 **db, const char *path, alea_error *error)
{
    alea_status status = connect_file(db, path, SQLITE_OPEN_READWRITE, error);
    if (status != ALEA_OK) return status;
    if (version_of(*db, path, error, &status) == 0)
        status = fail(error, ALEA_ERROR_UNSUPPORTED, path, "an empty database");
    if (status != ALEA_OK) {
        sqlite3_close(*db);
        *db = NULL;
    }
    return status;
}

static bool sync_file(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const bool synced = fsync(fd) == 0;
    return close(fd) == 0 && synced;
}

alea_status sqlite_backup(const char *path, const char *copy, alea_error *error)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *st = NULL;
    alea_status status = open_existing(&db, path, error);
    if (status != ALEA_OK) return status;
    const int fd = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        status = fail(error, ALEA_ERROR_FILE, copy, strerror(errno));
        sqlite3_close(db);
        return status;
    }
    close(fd);
    if (sqlite3_prepare_v2(db, "VACUUM INTO ?", -1, &st, NULL) != SQLITE_OK ||
        sqlite3_bind_text(st, 1, copy, -1, SQLITE_STATIC) != SQLITE_OK ||
        sqlite3_step(st) != SQLITE_DONE)
        status = fail(error, ALEA_ERROR_FILE, copy, sqlite3_errmsg(db));
    else if (!sync_file(copy))
        status = fail(error, ALEA_ERROR_FILE, copy, strerror(errno));
    sqlite3_finalize(st);
    sqlite3_close(db);
    if (status != ALEA_OK) unlink(copy);
    return status;
}

/* The first line of the result, or the error message. */
static void ask_text(sqlite3 *db, const char *sql, char *out, size_t size)
{
    sqlite3_stmt *st = NULL;
    *out = '\0';
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        snprintf(out, size, "%s", (const char *)sqlite3_column_text(st, 0));
    else
        snprintf(out, size, "%s", sqlite3_errmsg(db));
    sqlite3_finalize(st);
}

alea_status sqlite_check(const char *path, int64_t counts[3], alea_error *error)
{
    static const char *const count_sql[3] = {
        "SELECT count(*) FROM users", "SELECT count(*) FROM games",
        ("SELECT (SELECT count(*) FROM events) +"
         " (SELECT coalesce(sum(count), 0) FROM archives)")};
    sqlite3 *db = NULL;
    char verdict[120];
    int64_t found[3];
    alea_status status = open_existing(&db, path, error);
    if (status != ALEA_OK) return status;
    ask_text(db, "PRAGMA integrity_check(1)", verdict, sizeof verdict);
    if (strcmp(verdict, "ok") != 0)
        status = fail(error, ALEA_ERROR_CHECKSUM, path, verdict);
    else if (ask_number(db, "SELECT count(*) FROM pragma_foreign_key_check") != 0)
        status = fail(error, ALEA_ERROR_CHECKSUM, path, "rows without their owner");
    for (int i = 0; status == ALEA_OK && i < 3; i++) {
        found[i] = ask_number(db, count_sql[i]);
        if (found[i] < 0)
            status = fail(error, ALEA_ERROR_FILE, path, sqlite3_errmsg(db));
    }
    sqlite3_close(db);
    if (status == ALEA_OK) memcpy(counts, found, sizeof found);
    return status;
}
