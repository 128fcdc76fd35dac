/* WAL with synchronous=NORMAL: a kill at any moment leaves whole transactions. */
#include "store.h"

#include "base/clock.h"
#include "base/error.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x616c6473 /* "alds" */,
    BUSY_MS = 30000,
    PAGE_SIZE = 16384,
    LENGTH_MOST = 256 << 20
};

/* migrations[i] upgrades a file from version i to i + 1. Entries are never changed.
 * `entry` is the index of an event in the match's record; it names the decision. */
static const char *const migrations[] = {
    "CREATE TABLE matches ("
    " id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, player_a TEXT NOT NULL,"
    " player_b TEXT NOT NULL, event TEXT NOT NULL, round TEXT NOT NULL,"
    " place TEXT NOT NULL, date TEXT NOT NULL, length INTEGER NOT NULL,"
    " games INTEGER NOT NULL, winner INTEGER NOT NULL, score_a INTEGER NOT NULL,"
    " score_b INTEGER NOT NULL, format TEXT NOT NULL, path TEXT NOT NULL,"
    " added INTEGER NOT NULL) STRICT;"
    /* The file as it was, compressed; `options` are the import options it needs. */
    "CREATE TABLE sources ("
    " match INTEGER PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE,"
    " size INTEGER NOT NULL, options TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;"
    /* desk_row, one after another. */
    "CREATE TABLE decisions ("
    " match INTEGER PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE,"
    " rows BLOB NOT NULL) STRICT;"
    "CREATE TABLE files ("
    " hash BLOB PRIMARY KEY,"
    " match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX files_match ON files(match);"
    "CREATE TABLE analyses ("
    " match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,"
    " entry INTEGER NOT NULL, program TEXT NOT NULL, level TEXT NOT NULL,"
    " loss REAL NOT NULL, luck REAL, detail TEXT NOT NULL,"
    " PRIMARY KEY (match, entry, program)) STRICT, WITHOUT ROWID;"
    /* Of a decision, or with entry -1 of a match. */
    "CREATE TABLE tags ("
    " name TEXT NOT NULL, match INTEGER NOT NULL REFERENCES matches(id)"
    " ON DELETE CASCADE, entry INTEGER NOT NULL, PRIMARY KEY (name, match, entry))"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX tags_match ON tags(match);"
    "CREATE TABLE notes ("
    " match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,"
    " entry INTEGER NOT NULL, text TEXT NOT NULL, changed INTEGER NOT NULL,"
    " PRIMARY KEY (match, entry)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE collections (name TEXT PRIMARY KEY, about TEXT NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE TABLE collected ("
    " collection TEXT NOT NULL REFERENCES collections(name) ON DELETE CASCADE,"
    " match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,"
    " entry INTEGER NOT NULL, PRIMARY KEY (collection, match, entry))"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX collected_match ON collected(match);"
    "CREATE TABLE searches (name TEXT PRIMARY KEY, terms TEXT NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    /* `due`, `last`, `time` in ms since 1970; states of fsrs.h. */
    "CREATE TABLE cards ("
    " id INTEGER PRIMARY KEY, match INTEGER REFERENCES matches(id) ON DELETE SET NULL,"
    " entry INTEGER NOT NULL, position TEXT NOT NULL, front TEXT NOT NULL,"
    " back TEXT NOT NULL, loss REAL NOT NULL, made INTEGER NOT NULL,"
    " due REAL NOT NULL, last REAL, stability REAL NOT NULL, difficulty REAL NOT NULL,"
    " reviews INTEGER NOT NULL, lapses INTEGER NOT NULL, state INTEGER NOT NULL)"
    " STRICT;"
    "CREATE UNIQUE INDEX cards_position ON cards(position);"
    "CREATE INDEX cards_due ON cards(due);"
    "CREATE INDEX cards_match ON cards(match);"
    "CREATE TABLE reviews ("
    " card INTEGER NOT NULL REFERENCES cards(id) ON DELETE CASCADE,"
    " time REAL NOT NULL, grade INTEGER NOT NULL, PRIMARY KEY (card, time))"
    " STRICT, WITHOUT ROWID;"
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
    " STRICT, WITHOUT ROWID;",
    /* Whether alea has analysed what the file left open. */
    "ALTER TABLE matches ADD COLUMN analysed INTEGER NOT NULL DEFAULT 0;",
    "ALTER TABLE cards ADD COLUMN step INTEGER NOT NULL DEFAULT 0;",
    "CREATE INDEX reviews_time ON reviews(time);",
    "ALTER TABLE matches ADD COLUMN title TEXT NOT NULL DEFAULT '';"
    /* Games of a server that were imported; without a match: it was removed, or the
     * game has no match. `played`: on that server, else a file imported there. */
    "CREATE TABLE pulled ("
    " game TEXT PRIMARY KEY, match INTEGER REFERENCES matches(id) ON DELETE SET NULL,"
    " played INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX pulled_match ON pulled(match);",
    /* A match without games is a position (apps/desk/twins.h). */
    "CREATE TABLE twins ("
    " position INTEGER PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE,"
    " match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,"
    " entry INTEGER NOT NULL) STRICT;"
    "CREATE INDEX twins_match ON twins(match);"
    "CREATE INDEX matches_positions ON matches(id) WHERE games=0;",
    /* The bin (collection.h): what was removed, in tables of the same columns. A column
     * added to one of a pair is added to the other. */
    "CREATE TABLE bin (match INTEGER PRIMARY KEY, removed INTEGER NOT NULL) STRICT;"
    "CREATE TABLE bin_matches AS SELECT * FROM matches WHERE 0;"
    "CREATE TABLE bin_sources AS SELECT * FROM sources WHERE 0;"
    "CREATE TABLE bin_decisions AS SELECT * FROM decisions WHERE 0;"
    "CREATE TABLE bin_files AS SELECT * FROM files WHERE 0;"
    "CREATE TABLE bin_analyses AS SELECT * FROM analyses WHERE 0;"
    "CREATE TABLE bin_tags AS SELECT * FROM tags WHERE 0;"
    "CREATE TABLE bin_notes AS SELECT * FROM notes WHERE 0;"
    "CREATE TABLE bin_collected AS SELECT * FROM collected WHERE 0;"
    "CREATE TABLE bin_twins AS SELECT * FROM twins WHERE 0;"
    "CREATE TABLE bin_cards AS SELECT * FROM cards WHERE 0;"
    "CREATE TABLE bin_pulled AS SELECT * FROM pulled WHERE 0;",
    /* A suspended card is not asked. */
    "ALTER TABLE cards ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE bin_cards ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0;",
    /* `name` in match files is `person`, who has no alias. */
    "CREATE TABLE aliases (name TEXT PRIMARY KEY, person TEXT NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX aliases_person ON aliases(person);",
    /* desk_side, one per row. A match without them was stored by an earlier version and
     * is read again when it is analysed. */
    "CREATE TABLE sides ("
    " match INTEGER PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE,"
    " sides BLOB NOT NULL) STRICT;"
    /* Comments of files on a decision, or with entry -1 on the match. */
    "CREATE TABLE comments ("
    " match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,"
    " entry INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (match, entry, text))"
    " STRICT, WITHOUT ROWID;"
    "CREATE TABLE bin_sides AS SELECT * FROM sides WHERE 0;"
    "CREATE TABLE bin_comments AS SELECT * FROM comments WHERE 0;"
    /* desk_figures. */
    "ALTER TABLE analyses ADD COLUMN figures BLOB;"
    "ALTER TABLE bin_analyses ADD COLUMN figures BLOB;"
    "UPDATE matches SET analysed=0;",
    /* Study plans (plan/plan.h): `body` is JSON, `made` in ms since 1970. */
    "CREATE TABLE plans ("
    " player TEXT NOT NULL, month TEXT NOT NULL, made INTEGER NOT NULL,"
    " body TEXT NOT NULL, PRIMARY KEY (player, month)) STRICT, WITHOUT ROWID;",
    /* Whose analysis counts for a match (figures.h); `before`: desk_figures that came
     * first, one per row, while others may count. */
    "CREATE TABLE chosen ("
    " match INTEGER PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE,"
    " choice TEXT NOT NULL, before BLOB NOT NULL) STRICT;"
    "CREATE TABLE bin_chosen AS SELECT * FROM chosen WHERE 0;",
};

enum { VERSION = sizeof migrations / sizeof *migrations };

alea_status desk_failed(desk *d, alea_error *error)
{
    const int code = d->db ? sqlite3_errcode(d->db) & 0xff : SQLITE_NOMEM;
    d->busy = code == SQLITE_BUSY;
    d->full = code == SQLITE_FULL;
    d->broken = code == SQLITE_IOERR;
    const char *why =
        code == SQLITE_FULL ? d->most ? "there is no room for more; nothing was changed"
                                      : "the disk is full; nothing was changed"
        : code == SQLITE_BUSY    ? "another program is writing to the file; try again"
        : code == SQLITE_NOTADB  ? "is not a desk file"
        : code == SQLITE_CORRUPT ? "the file is damaged"
        : d->db                  ? sqlite3_errmsg(d->db)
                                 : alea_status_text(ALEA_ERROR_MEMORY);
    return alea_error_fill(error,
                           code == SQLITE_NOMEM ? ALEA_ERROR_MEMORY : ALEA_ERROR_FILE,
                           0, 0, "%.70s: %.80s", d->path, why);
}

static alea_status execute(desk *d, const char *sql, alea_error *error)
{
    return sqlite3_exec(d->db, sql, NULL, NULL, NULL) == SQLITE_OK
               ? ALEA_OK
               : desk_failed(d, error);
}

static int pragma(desk *d, const char *sql)
{
    int value = -1;
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(d->db, sql, -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        value = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return value;
}

alea_status desk_begin(desk *d, alea_error *error)
{
    const alea_status status =
        execute(d, d->depth ? "SAVEPOINT inner" : "BEGIN IMMEDIATE", error);
    if (status == ALEA_OK) d->depth++;
    return status;
}

alea_status desk_end(desk *d, alea_status status, alea_error *error)
{
    if (d->depth > 0) d->depth--;
    const bool whole = d->depth == 0;
    if (status == ALEA_OK)
        status = execute(d, whole ? "COMMIT" : "RELEASE inner", error);
    /* After some failures SQLite has taken back everything by itself. */
    if (status != ALEA_OK && !sqlite3_get_autocommit(d->db))
        sqlite3_exec(d->db, whole ? "ROLLBACK" : "ROLLBACK TO inner; RELEASE inner",
                     NULL, NULL, NULL);
    return status;
}

/* The version is read inside the transaction: two programs may create one file. */
static alea_status upgrade(desk *d, alea_error *error)
{
    alea_status status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    const int version = pragma(d, "PRAGMA user_version");
    char sql[64];
    for (int i = version; status == ALEA_OK && i < VERSION; i++)
        status = execute(d, migrations[i], error);
    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", VERSION);
    if (status == ALEA_OK && version < VERSION) status = execute(d, sql, error);
    snprintf(sql, sizeof sql, "PRAGMA application_id=%d", APPLICATION_ID);
    if (status == ALEA_OK && version == 0) status = execute(d, sql, error);
    return desk_end(d, status, error);
}

/* The version, application id and number of tables of the file, read at one moment; -1:
 * it could not be read. */
typedef struct marks {
    int version, id, tables;
} marks;

static alea_status read_marks(desk *d, marks *m, alea_error *error)
{
    static const char *const sql[] = {"PRAGMA user_version", "PRAGMA application_id",
                                      "SELECT count(*) FROM sqlite_schema"};
    int *const value[] = {&m->version, &m->id, &m->tables};
    alea_status status = execute(d, "BEGIN", error);
    for (int i = 0; status == ALEA_OK && i < 3; i++) {
        *value[i] = pragma(d, sql[i]);
        if (*value[i] < 0) status = desk_failed(d, error);
    }
    return desk_end(d, status, error);
}

static alea_status check_file(desk *d, alea_error *error)
{
    marks m;
    alea_status status = read_marks(d, &m, error);
    if (status != ALEA_OK) return status;
    const int version = m.version, id = m.id, tables = m.tables;
    if (tables > 0 && id != APPLICATION_ID)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "%.70s: is not a desk file, but another database",
                               d->path);
    if (version > VERSION)
        return alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                               "%.70s: was made by a newer alea (version %d; this one "
                               "reads up to %d)",
                               d->path, version, VERSION);
    return ALEA_OK;
}

static bool is_little_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Of a file that several programs may use, and of one that is for this connection. */
static const char shared_file[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                                  "PRAGMA mmap_size=1073741824;";
static const char own_file[] = "PRAGMA locking_mode=EXCLUSIVE; PRAGMA synchronous=OFF;"
                               "PRAGMA journal_mode=MEMORY; PRAGMA temp_store=MEMORY;";

static alea_status set_up(desk *d, const char *kind, alea_error *error)
{
    char sql[240];
    alea_status status = check_file(d, error);
    snprintf(sql, sizeof sql, "PRAGMA page_size=%d; %s PRAGMA foreign_keys=ON;",
             PAGE_SIZE, kind);
    if (status == ALEA_OK) status = execute(d, sql, error);
    if (status == ALEA_OK && pragma(d, "PRAGMA user_version") < VERSION)
        status = upgrade(d, error);
    return status;
}

/* Checks before the file is opened. */
static alea_status begin(desk *d, const char *path, alea_error *error)
{
    *d = (desk){0};
    if ((size_t)snprintf(d->path, sizeof d->path, "%s", path) >= sizeof d->path)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "the path is too long");
    if (is_little_endian()) return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                           "the desk needs a little-endian machine");
}

alea_status desk_open(desk *d, const char *path, bool make, alea_error *error)
{
    alea_status status = begin(d, path, error);
    if (status != ALEA_OK) return status;
    if (make) { /* for its owner only */
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (fd >= 0) close(fd);
    } else if (access(path, F_OK) != 0) {
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "%.70s: there is no desk yet; alea study add makes one",
                               path);
    }
    if (sqlite3_open_v2(path, &d->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return desk_failed(d, error);
    sqlite3_busy_timeout(d->db, BUSY_MS);
    sqlite3_limit(d->db, SQLITE_LIMIT_LENGTH, LENGTH_MOST);
    const int64_t until = alea_clock_ms() + BUSY_MS;
    /* SQLite does not wait for the turn to WAL, which two programs that make one file
     * take at once. */
    while ((status = set_up(d, shared_file, error)) != ALEA_OK && d->busy &&
           alea_clock_ms() < until)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    return status;
}

alea_status desk_open_own(desk *d, const char *vfs, const char *name, alea_error *error)
{
    alea_status status = begin(d, name, error);
    if (status != ALEA_OK) return status;
    if (sqlite3_open_v2("desk", &d->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                        vfs) != SQLITE_OK)
        return desk_failed(d, error);
    sqlite3_limit(d->db, SQLITE_LIMIT_LENGTH, LENGTH_MOST);
    return set_up(d, own_file, error);
}

/* ---- bytes of somebody else ---- */

enum { STEPS_EACH = 1 << 20, STEPS_MOST = 4096 /* times so many of SQLite's steps */ };

static int count_steps(void *context)
{
    return ++*(int *)context > STEPS_MOST;
}

/* Runs a check: the file is damaged unless `good` accepts every row. */
static alea_status ask(desk *d, const char *sql, bool (*good)(sqlite3_stmt *st),
                       alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool fine = true;
    sqlite3_stmt *st = desk_prepare(d, sql, error);
    if (!st) return status;
    while (desk_next(d, st, &status, error)) fine = fine && good(st);
    if (status != ALEA_OK || fine) return status;
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "%.70s: the file is damaged",
                           d->path);
}

static bool is_ok(sqlite3_stmt *st)
{
    return strcmp(desk_text(st, 0), "ok") == 0;
}

static bool is_none(sqlite3_stmt *st)
{
    return sqlite3_column_int(st, 0) == 0;
}

static const char schema_sql[] =
    "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || sql FROM sqlite_schema"
    " WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY 1";

/* Whether the file has the tables and indexes of a desk, and nothing else. */
static alea_status compare_schema(desk *d, desk *fresh, alea_error *error)
{
    bool same = true, more = true, fresh_more = true;
    alea_status status = ALEA_OK, end = ALEA_OK;
    sqlite3_stmt *a = desk_prepare(d, schema_sql, error),
                 *b = a ? desk_prepare(fresh, schema_sql, error) : NULL;
    if (!b) {
        sqlite3_finalize(a);
        return ALEA_ERROR_FILE;
    }
    while (more || fresh_more) {
        more = more && desk_next(d, a, &status, error);
        fresh_more = fresh_more && desk_next(fresh, b, &end, error);
        if (more != fresh_more ||
            (more && strcmp(desk_text(a, 0), desk_text(b, 0)) != 0))
            same = false;
    }
    if (status != ALEA_OK || end != ALEA_OK) return status != ALEA_OK ? status : end;
    if (same) return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                           "%.70s: is not a desk file as alea makes it", d->path);
}

static alea_status check_schema(desk *d, alea_error *error)
{
    desk fresh;
    alea_status status = begin(&fresh, "a new desk", error);
    if (status == ALEA_OK && sqlite3_open(":memory:", &fresh.db) != SQLITE_OK)
        status = desk_failed(&fresh, error);
    if (status == ALEA_OK) status = set_up(&fresh, own_file, error);
    if (status == ALEA_OK) status = compare_schema(d, &fresh, error);
    desk_close(&fresh);
    return status;
}

static alea_status load_bytes(desk *d, const void *bytes, size_t size,
                              alea_error *error)
{
    enum { HEAD = 100, WRITE_VERSION = 18, READ_VERSION = 19, MORE = 16 << 20 };
    if (size < HEAD || memcmp(bytes, "SQLite format 3", 16) != 0)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "%.70s: is not a desk file", d->path);
    unsigned char *copy = sqlite3_malloc64(size);
    if (!copy) return alea_error_no_memory(error);
    memcpy(copy, bytes, size);
    copy[WRITE_VERSION] = copy[READ_VERSION] = 1; /* no log beside it */
    if (sqlite3_deserialize(d->db, "main", copy, (sqlite3_int64)size,
                            (sqlite3_int64)size,
                            SQLITE_DESERIALIZE_FREEONCLOSE |
                                SQLITE_DESERIALIZE_RESIZEABLE) != SQLITE_OK)
        return desk_failed(d, error);
    sqlite3_int64 most = (sqlite3_int64)size + MORE;
    sqlite3_file_control(d->db, "main", SQLITE_FCNTL_SIZE_LIMIT, &most);
    return ALEA_OK;
}

alea_status desk_open_bytes(desk *d, const void *bytes, size_t size, const char *name,
                            alea_error *error)
{
    alea_status status = begin(d, name, error);
    if (status != ALEA_OK) return status;
    if (sqlite3_open(":memory:", &d->db) != SQLITE_OK) return desk_failed(d, error);
    sqlite3_limit(d->db, SQLITE_LIMIT_LENGTH, LENGTH_MOST);
    sqlite3_db_config(d->db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    sqlite3_db_config(d->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    sqlite3_progress_handler(d->db, STEPS_EACH, count_steps, &d->steps);
    status = load_bytes(d, bytes, size, error);
    if (status == ALEA_OK)
        status = ask(d,
                     "SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table',"
                     " 'index') OR sql LIKE '%virtual%'",
                     is_none, error);
    if (status == ALEA_OK) status = check_file(d, error);
    if (status == ALEA_OK) status = ask(d, "PRAGMA quick_check(1)", is_ok, error);
    if (status == ALEA_OK) status = set_up(d, own_file, error);
    return status == ALEA_OK ? check_schema(d, error) : status;
}

alea_status desk_bound(desk *d, int64_t bytes, alea_error *error)
{
    char sql[80];
    d->most = bytes;
    snprintf(sql, sizeof sql, "PRAGMA max_page_count=%lld",
             (long long)(bytes / PAGE_SIZE));
    return execute(d, sql, error);
}

void desk_close(desk *d)
{
    while (d->kept_count > 0) sqlite3_finalize(d->kept[--d->kept_count]);
    sqlite3_close(d->db);
    d->db = NULL;
    free(d->met);
    d->met = NULL;
}

const alea_met *desk_met(desk *d)
{
    if (!d->met) {
        d->met = malloc(sizeof *d->met);
        if (d->met) alea_met_default(d->met);
    }
    return d->met;
}

sqlite3_stmt *desk_prepare(desk *d, const char *sql, alea_error *error)
{
    for (int i = 0; i < d->kept_count; i++) {
        sqlite3_stmt *kept = d->kept[i];
        if (strcmp(sqlite3_sql(kept), sql) != 0) continue;
        d->kept_count--;
        memmove(d->kept + i, d->kept + i + 1,
                (size_t)(d->kept_count - i) * sizeof *d->kept);
        return kept;
    }
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v3(d->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &st, NULL) !=
        SQLITE_OK)
        desk_failed(d, error);
    return st;
}

/* Keeps an ended statement for the next desk_prepare with its text. */
static void keep(desk *d, sqlite3_stmt *st)
{
    enum { MOST = sizeof d->kept / sizeof *d->kept };
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    if (d->kept_count == MOST) sqlite3_finalize(d->kept[--d->kept_count]);
    memmove(d->kept + 1, d->kept, (size_t)d->kept_count * sizeof *d->kept);
    d->kept[0] = st;
    d->kept_count++;
}

void desk_bind(sqlite3_stmt *st, const char *types, ...)
{
    va_list list;
    va_start(list, types);
    for (int i = 1; *types; i++, types++) {
        if (*types == 'i') {
            sqlite3_bind_int64(st, i, va_arg(list, int64_t));
        } else if (*types == 'd') {
            sqlite3_bind_double(st, i, va_arg(list, double));
        } else if (*types == 't') {
            sqlite3_bind_text(st, i, va_arg(list, const char *), -1, SQLITE_STATIC);
        } else {
            const void *bytes = va_arg(list, const void *);
            sqlite3_bind_blob64(st, i, bytes, va_arg(list, size_t), SQLITE_STATIC);
        }
    }
    va_end(list);
}

bool desk_next(desk *d, sqlite3_stmt *st, alea_status *status, alea_error *error)
{
    const int result = sqlite3_step(st);
    if (result == SQLITE_ROW) return true;
    *status = result == SQLITE_DONE ? ALEA_OK : desk_failed(d, error);
    if (result == SQLITE_DONE)
        keep(d, st);
    else
        sqlite3_finalize(st);
    return false;
}

alea_status desk_run(desk *d, sqlite3_stmt *st, alea_error *error)
{
    alea_status status;
    while (desk_next(d, st, &status, error)) {
    }
    return status;
}

const char *desk_text(sqlite3_stmt *st, int column)
{
    const unsigned char *text = sqlite3_column_text(st, column);
    return text ? (const char *)text : "";
}
