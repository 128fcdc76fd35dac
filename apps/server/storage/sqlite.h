/* Internals of the SQLite implementation of interface.h: a connection, and statements
 * that are prepared at first use. */
#ifndef ALEA_SERVER_STORAGE_SQLITE_H
#define ALEA_SERVER_STORAGE_SQLITE_H

#include "interface.h"

#include <sqlite3.h>
#include <stdatomic.h>

/* Pages of 4 KB (256 MB): the length of the write-ahead log at which the writing
 * connection itself checkpoints it. */
enum { STORAGE_LOG_MOST = 64000 };

typedef enum statement {
    ST_BEGIN = 0,
    ST_COMMIT,
    ST_ROLLBACK,
    ST_USER_PUT,
    ST_USER_GET,
    ST_USER_NAMED,
    ST_USER_REMOVE,
    ST_USER_FORGET_0,
    ST_USER_FORGET_1,
    ST_USER_FORGET_EVENTS,
    ST_USERS,
    ST_USER_ALIKE,
    ST_PERSON_CHANGED,
    ST_PEOPLE_CHANGED,
    ST_PEOPLE_LAST,
    ST_PEOPLE_CHANGED_TIDY,
    ST_SESSION_EXISTS,
    ST_SESSION_PUT,
    ST_SESSION_FIND,
    ST_SESSIONS_OF,
    ST_SESSION_REMOVE,
    ST_SESSIONS_REMOVE_BUT,
    ST_TIDY_SESSIONS,
    ST_TIDY_GAMES,
    ST_TIDY_GUESTS,
    ST_GAME_PUT,
    ST_GAME_GET,
    ST_GAME_REMOVE,
    ST_GAMES_OF,
    ST_GAMES_IN,
    ST_EVENT_APPEND,
    ST_EVENT_OF_KEY,
    ST_EVENTS,
    ST_BLOB_PUT,
    ST_BLOB_GET,
    ST_BLOB_REMOVE,
    ST_WANTED,
    ST_ARCHIVE_GET,
    ST_ARCHIVE_ROWS,
    ST_ARCHIVE_PUT,
    ST_ARCHIVE_DROP,
    ST_ARCHIVE_WALK,
    STATEMENTS
} statement;

typedef struct storage_checkpoints storage_checkpoints;
typedef struct storage_writer storage_writer;

struct storage {
    sqlite3 *db;
    storage_checkpoints *checkpoints; /* NULL: automatic checkpoints */
    storage_writer *writer;           /* NULL: events are written synchronously */
    char *path;                       /* for the writer's connection; NULL: in memory */
    atomic_bool *failing; /* shared by the connections: the last write failed */
    atomic_bool own_failing;
    sqlite3_stmt *prepared[STATEMENTS];
};

/* Returns the statement, reset and unbound; NULL if SQLite fails (no memory, a damaged
 * file). */
sqlite3_stmt *storage_statement(storage *s, statement which, const char *sql);
/* Bind a value. A NULL statement is ignored, so that callers check once, in
 * storage_step. */
void storage_bind_text(sqlite3_stmt *st, int index, const char *text);
void storage_bind_number(sqlite3_stmt *st, int index, int64_t value);
/* SQLITE_ROW, SQLITE_DONE, or an error. */
int storage_step(sqlite3_stmt *st);
/* Runs a statement that returns no rows and resets it. ALEA_ERROR_ARGUMENT for a violated
 * constraint, ALEA_ERROR_FILE for other failures. */
alea_status storage_run(storage *s, sqlite3_stmt *st);
/* Copies a column into a fixed array, truncating it if it does not fit. */
void storage_column_text(sqlite3_stmt *st, int column, char *out, size_t size);

/* A transaction of several statements: storage_end commits if `status` is ALEA_OK, else
 * rolls back, and returns the final status. */
alea_status storage_begin(storage *s);
alea_status storage_end(storage *s, alea_status status);

/* Another connection to the file of `of`; NULL if it cannot be had. */
storage *storage_connect(storage *of);

#endif
