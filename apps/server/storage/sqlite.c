/* The database file: opening, the schema and its versions, copies, checks. WAL with
 * synchronous=NORMAL: a completed call survives the death of the process; a power failure
 * may lose the last moments, never the file. */
#include "sqlite.h"
#include "checkpoint.h"
#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { APPLICATION_ID = 0x616c6561 /* "alea" */, BUSY_MS = 5000 };

/* migrations[i] upgrades a file from version i to i + 1. Entries are never changed. */
static const char *const migrations[] = {
    "CREATE TABLE users ("
    " id TEXT PRIMARY KEY, name TEXT NOT NULL, password_hash TEXT NOT NULL,"
    " settings TEXT NOT NULL, created INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX users_name ON users(lower(name)) WHERE password_hash <> '';"
    "CREATE TABLE sessions ("
    " secret_hash BLOB PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
    " user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,"
    " agent TEXT NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX sessions_user ON sessions(user);"
    "CREATE TABLE games ("
    " id TEXT PRIMARY KEY, stage INTEGER NOT NULL, listed INTEGER NOT NULL,"
    " user0 TEXT NOT NULL, user1 TEXT NOT NULL, name0 TEXT NOT NULL,"
    " name1 TEXT NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL,"
    " match_length INTEGER NOT NULL, preset TEXT NOT NULL, score0 INTEGER NOT NULL,"
    " score1 INTEGER NOT NULL, winner INTEGER NOT NULL, pr0 REAL, pr1 REAL, luck REAL,"
    " head TEXT NOT NULL) STRICT;"
    "CREATE INDEX games_user0 ON games(user0, created) WHERE user0 <> '';"
    "CREATE INDEX games_user1 ON games(user1, created) WHERE user1 <> '';"
    "CREATE INDEX games_stage ON games(stage, created);"
    "CREATE TABLE events ("
    " game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, seq INTEGER NOT NULL,"
    " time INTEGER NOT NULL, user TEXT NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL,"
    " PRIMARY KEY (game, seq)) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX events_key ON events(game, user, key) WHERE key <> '';"
    "CREATE TABLE blobs ("
    " game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, kind TEXT NOT NULL,"
    " bytes BLOB NOT NULL, UNIQUE (game, kind)) STRICT;",
    /* Few, and looked for at each start. */
    "CREATE INDEX blobs_wanted ON blobs(game) WHERE kind = 'wanted';",
    /* Events that contain a name, to remove it with the account. */
    "CREATE INDEX events_named ON events(user) WHERE instr(json, '\"name\":\"') > 0;",
    /* How `alea admin` reaches a running server: storage_people_changed. */
    "CREATE TABLE people_changed (number INTEGER PRIMARY KEY AUTOINCREMENT,"
    " user TEXT NOT NULL) STRICT;",
    /* Events of games that are over, compressed: archive.c. */
    "CREATE TABLE archives (game TEXT PRIMARY KEY REFERENCES games(id)"
    " ON DELETE CASCADE, last INTEGER NOT NULL, count INTEGER NOT NULL,"
    " length INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;",
    /* What names look like; filled by people/account.c. */
    "ALTER TABLE users ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX users_skeleton ON users(skeleton) WHERE password_hash <> '';",
};

enum { VERSION = sizeof migrations / sizeof *migrations };

static alea_status fail(alea_error *error, alea_status status, const char *path,
                        const char *why)
{
    if (error) {
        *error = (alea_error){0};
        snprintf(error->reason, sizeof error->reason, "%.70s: %.80s", path, why);
    }
    return status;
}

/* ---- statements ---- */

sqlite3_stmt *storage_statement(storage *s, statement which, const char *sql)
{
    sqlite3_stmt **st = &s->prepared[which];
    if (!*st) {
        sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, st, NULL);
    } else {
        sqlite3_reset(*st);
        sqlite3_clear_bindings(*st);
    }
    return *st;
}

void storage_bind_text(sqlite3_stmt *st, int index, const char *text)
{
    if (st) sqlite3_bind_text(st, index, text, -1, SQLITE_STATIC);
}

void storage_bind_number(sqlite3_stmt *st, int index, int64_t value)
{
    if (st) sqlite3_bind_int64(st, index, value);
}

int storage_step(sqlite3_stmt *st)
{
    return st ? sqlite3_step(st) : SQLITE_NOMEM;
}

alea_status storage_run(storage *s, sqlite3_stmt *st)
{
    const int code = storage_step(st), kind = code & 0xff;
    if (st) sqlite3_reset(st);
    if (kind == SQLITE_FULL || kind == SQLITE_IOERR || kind == SQLITE_READONLY ||
        kind == SQLITE_CANTOPEN)
        atomic_store(s->failing, true);
    if (code == SQLITE_DONE) return ALEA_OK;
    return kind == SQLITE_CONSTRAINT ? ALEA_ERROR_ARGUMENT : ALEA_ERROR_FILE;
}

void storage_column_text(sqlite3_stmt *st, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(st, column);
    snprintf(out, size, "%s", text ? (const char *)text : "");
}

alea_status storage_begin(storage *s)
{
    storage_settle(s, NULL);
    return storage_run(s, storage_statement(s, ST_BEGIN, "BEGIN IMMEDIATE"));
}

alea_status storage_end(storage *s, alea_status status)
{
    if (status == ALEA_OK)
        status = storage_run(s, storage_statement(s, ST_COMMIT, "COMMIT"));
    if (status == ALEA_OK)
        atomic_store(s->failing, false);
    else
        storage_run(s, storage_statement(s, ST_ROLLBACK, "ROLLBACK"));
    return status;
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
    if (version > VERSION) {
        *status = fail(error, ALEA_ERROR_VERSION, path,
                       "made by a newer alea; use that one, or restore a backup");
        return -1;
    }
    return version;
}

static alea_status migrate(sqlite3 *db, const char *path, alea_error *error)
{
    alea_status status = ALEA_OK;
    int64_t version = version_of(db, path, error, &status);
    for (; version >= 0 && version < VERSION; version++) {
        char mark[96];
        snprintf(mark, sizeof mark, "PRAGMA application_id=%d; PRAGMA user_version=%d",
                 APPLICATION_ID, (int)version + 1);
        if (sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(db, migrations[version], NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(db, mark, NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) {
            status = fail(error, ALEA_ERROR_FILE, path, sqlite3_errmsg(db));
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
            return status;
        }
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
        sqlite3_busy_timeout(*db, BUSY_MS);
        return ALEA_OK;
    }
    const alea_status status =
        fail(error, ALEA_ERROR_FILE, path, *db ? sqlite3_errmsg(*db) : "no memory");
    sqlite3_close(*db);
    *db = NULL;
    return status;
}

alea_status storage_open(storage **out, const char *path, alea_error *error)
{
    if (!make_private(path)) return fail(error, ALEA_ERROR_FILE, path, strerror(errno));
    storage *s = calloc(1, sizeof *s);
    if (!s) return fail(error, ALEA_ERROR_MEMORY, path, "no memory");
    s->failing = &s->own_failing;
    alea_status status = connect_file(&s->db, path, SQLITE_OPEN_READWRITE, error);
    if (status == ALEA_OK &&
        sqlite3_exec(s->db,
                     "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                     "PRAGMA foreign_keys=ON; PRAGMA cache_size=-4096;"
                     "PRAGMA trusted_schema=OFF; PRAGMA temp_store=MEMORY",
                     NULL, NULL, NULL) != SQLITE_OK)
        status = fail(error, ALEA_ERROR_FILE, path, sqlite3_errmsg(s->db));
    if (status == ALEA_OK) status = migrate(s->db, path, error);
    if (status != ALEA_OK) {
        storage_close(s);
        return status;
    }
    if (strcmp(path, ":memory:") != 0 && (s->path = strdup(path)))
        s->checkpoints = storage_checkpoints_start(s);
    *out = s;
    return ALEA_OK;
}

storage *storage_connect(storage *of)
{
    alea_error error;
    storage *s = calloc(1, sizeof *s);
    if (s) s->failing = of->failing;
    if (s && connect_file(&s->db, of->path, SQLITE_OPEN_READWRITE, &error) == ALEA_OK &&
        sqlite3_exec(s->db,
                     "PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
                     "PRAGMA cache_size=-4096; SELECT 1 FROM sqlite_schema",
                     NULL, NULL, NULL) == SQLITE_OK)
        return s;
    storage_close(s);
    return NULL;
}

void storage_close(storage *s)
{
    if (!s) return;
    storage_write_through(s);
    storage_checkpoints_stop(s->checkpoints);
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(s->prepared[i]);
    sqlite3_close(s->db);
    free(s->path);
    free(s);
}

bool storage_is_writable(const storage *s)
{
    return !atomic_load(s->failing);
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

alea_status storage_backup(const char *path, const char *copy, alea_error *error)
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
        storage_column_text(st, 0, out, size);
    else
        snprintf(out, size, "%s", sqlite3_errmsg(db));
    sqlite3_finalize(st);
}

alea_status storage_check(const char *path, int64_t counts[3], alea_error *error)
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
