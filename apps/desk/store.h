/* The desk: one SQLite file with matches, their decisions, analyses, tags, notes,
 * collections, searches and cards. Several programs may use one file: each change is
 * one transaction, and writers wait for one another. One thread at a time uses a
 * desk. */
#ifndef ALEA_DESK_STORE_H
#define ALEA_DESK_STORE_H

#include <alea/met.h>
#include <alea/status.h>

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct desk {
    sqlite3 *db;
    char path[4096];
    bool busy;              /* the last failure: another program writes */
    bool full;              /* ... neither the disk nor desk_bound has room */
    bool broken;            /* ... the disk does not write what it is given */
    int64_t most;           /* desk_bound; 0: none */
    alea_met *met;          /* desk_met */
    int steps;              /* desk_open_bytes: of SQLite's, in many thousands */
    sqlite3_stmt *kept[24]; /* ended statements for desk_prepare, the newest first */
    int kept_count;
    int depth; /* transactions begun, each inside the one before */
} desk;

/* Opens `path`; with `make` it is created if it is missing. Refuses files of another
 * program and of a newer version. Close it in any case. */
alea_status desk_open(desk *d, const char *path, bool make, alea_error *error);
/* Opens the only file of a VFS of SQLite's, which no other connection uses, or makes
 * the desk if the file is empty. `name` is what errors call it. Close it in any
 * case. */
alea_status desk_open_own(desk *d, const char *vfs, const char *name,
                          alea_error *error);
/* Opens a copy of the bytes of a desk's file, which anybody may have made: what is
 * damaged, no desk, or has another schema than a desk is refused before it is used, and
 * statements that take very long are ended. `name` as above. Close it in any case. */
alea_status desk_open_bytes(desk *d, const void *bytes, size_t size, const char *name,
                            alea_error *error);
/* Lets the file grow to `bytes` and no further. */
alea_status desk_bound(desk *d, int64_t bytes, alea_error *error);
/* NULL members are allowed. */
void desk_close(desk *d);

/* The match equity table by which analyses of files are read, made once; NULL without
 * memory. */
const alea_met *desk_met(desk *d);

/* Fills `error` from the last failure of SQLite. */
alea_status desk_failed(desk *d, alea_error *error);
/* Begins a transaction that will write; waits for other writers. Inside another one it
 * is a part that can be taken back alone. */
alea_status desk_begin(desk *d, alea_error *error);
/* Ends the one that was begun last: commits, or takes everything back if `status` is
 * not ALEA_OK or the commit fails. Returns the status of the whole. */
alea_status desk_end(desk *d, alea_status status, alea_error *error);

/* Prepares a statement, or takes one with this text that has ended; NULL with `error`
 * filled. */
sqlite3_stmt *desk_prepare(desk *d, const char *sql, alea_error *error);
/* Binds by position: 'i' int64_t, 'd' double, 't' const char * (NULL: null), 'b' const
 * void * and size_t. The arguments must stay valid until the statement ends. */
void desk_bind(sqlite3_stmt *st, const char *types, ...);
/* Runs a statement that returns no rows and ends it. */
alea_status desk_run(desk *d, sqlite3_stmt *st, alea_error *error);
/* Steps: true while there is a row. After the last one *status is ALEA_OK or the
 * failure, and the statement has ended. A caller that stops earlier calls
 * sqlite3_finalize. */
bool desk_next(desk *d, sqlite3_stmt *st, alea_status *status, alea_error *error);
/* Column as text, "" for null. Valid until the next step. */
const char *desk_text(sqlite3_stmt *st, int column);

#endif
