/* Shared by both implementations of interface.h: a connection, statements that are
 * prepared at first use, transactions, faults. SQL is written once, in the dialect that
 * SQLite and PostgreSQL have in common; storage_sql chooses where they differ. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_DRIVER_H
#define ALEA_SERVER_STORAGE_DATABASE_DRIVER_H

#include "answer.h"
#include "server/support/system.h"

#include <alea/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct storage storage;

/* Milliseconds by the clock of the database, against which leases run. */
#define LEASE_SQLITE_NOW "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
#define LEASE_POSTGRESQL_NOW                                                           \
    "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
/* Whether the server lives that a row of the table names as its owner. */
#define LEASE_IS_ALIVE(table, now)                                                     \
    "EXISTS (SELECT 1 FROM holders WHERE holders.id = " table ".owner"                 \
    " AND holders.expires > " now ")"

typedef enum statement {
    ST_USER_PUT = 0,
    ST_USER_CHANGE,
    ST_USER_GET,
    ST_USER_NAMED,
    ST_USER_REMOVE,
    ST_USER_FORGET_0,
    ST_USER_FORGET_1,
    ST_USER_FORGET_EVENTS,
    ST_USER_FORGET_SAID,
    ST_USER_FORGET_UPLOADS,
    ST_USER_FORGET_REPORTS,
    ST_USERS,
    ST_USER_CLOSE,
    ST_GAME_END,
    ST_USER_ALIKE,
    ST_PEOPLE_LOCK,
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
    ST_CLOCKS_PUT,
    ST_CLOCKS_GET,
    ST_CLOCKS_TIDY,
    ST_TURN_PUT,
    ST_TURN_GET,
    ST_TURNS_OF,
    ST_TURNS_DUE,
    ST_TURNS_UNTOLD,
    ST_TURN_TOLD,
    ST_TURNS_STAND,
    ST_TURNS_GO_ON,
    ST_FAMILIES_STAND,
    ST_FAMILIES_GO_ON,
    ST_TURNS_TIDY,
    ST_TICKING,
    ST_VACATION_GET,
    ST_VACATION_PUT,
    ST_VACATIONS_HOLD,
    ST_EVENT_APPEND,
    ST_EVENT_STORED,
    ST_EVENT_OF_KEY,
    ST_EVENT_KEYS,
    ST_EVENTS,
    ST_BLOB_PUT,
    ST_BLOB_GET,
    ST_BLOB_REMOVE,
    ST_WANTED,
    ST_ARCHIVE_LOCK,
    ST_ARCHIVE_GET,
    ST_ARCHIVE_ROWS,
    ST_ARCHIVE_PUT,
    ST_ARCHIVE_DROP,
    ST_ARCHIVE_WALK,
    ST_HOLDER_PUT,
    ST_HOLDER_NAMED,
    ST_HOLDER_IS_UP,
    ST_HOLDER_END,
    ST_HOLDER_RENEW,
    ST_HOLDER_REMOVE,
    ST_HOLDERS_TIDY,
    ST_HOLDER_BEFORE,
    ST_HOLDER_KEY,
    ST_LIGHTLY,
    ST_SNAPSHOT,
    ST_LEASE_TAKE,
    ST_LEASE_HOLDER,
    ST_LEASE_DROP,
    ST_LEASE_ASK,
    ST_LEASES_ASKED,
    ST_LEASES_FREE,
    ST_RESULTS_LOCK,
    ST_RATING_GET,
    ST_RATING_PUT,
    ST_RESULT_ADD,
    ST_RESULT_RATE,
    ST_RESULTS_OF,
    ST_RESULTS_ALL,
    ST_RESULTS_BETWEEN,
    ST_RESULTS_RECENT,
    ST_RESULT_HAS,
    ST_RATINGS_OF,
    ST_RATINGS_IN,
    ST_RATINGS_POOLS,
    ST_RATINGS_CLEAR,
    ST_RELATION_PUT,
    ST_RELATION_GET,
    ST_RELATIONS_OF,
    ST_RELATIONS_TIDY,
    ST_CHALLENGE_PUT,
    ST_CHALLENGES_OF,
    ST_CHALLENGE_GET,
    ST_CHALLENGE_REMOVE,
    ST_REPORTS_LOCK,
    ST_REPORT_PUT,
    ST_REPORTS,
    ST_REPORT_REMOVE,
    ST_REPORTS_OF,
    ST_DESK_HEAD,
    ST_DESK_PERSONS,
    ST_DESK_CHUNKS,
    ST_DESK_MAKE,
    ST_DESK_CHANGE,
    ST_DESK_CUT,
    ST_DESK_PUT,
    ST_USER_FORGET_ENTRIES,
    ST_USER_FORGET_ENTERED,
    ST_USER_FORGET_ACTS,
    ST_USER_FORGET_MADE,
    ST_TOURNAMENT_PUT,
    ST_TOURNAMENT_GET,
    ST_TOURNAMENT_MOVE,
    ST_TOURNAMENT_DESCRIBE,
    ST_TOURNAMENT_REMOVE,
    ST_TOURNAMENTS_IN,
    ST_TOURNAMENTS_DUE,
    ST_TOURNAMENTS_OF,
    ST_TOURNAMENT_EVENT,
    ST_TOURNAMENT_EVENTS,
    ST_TOURNAMENT_STORED,
    ST_TOURNAMENT_DIRECT,
    ST_TOURNAMENT_DIRECT_NOT,
    ST_TOURNAMENT_DIRECTORS,
    ST_TOURNAMENTS_DIRECTED,
    ST_TOURNAMENT_GAME,
    ST_TOURNAMENT_GAME_DONE,
    ST_TOURNAMENT_GAMES_OVER,
    ST_TOURNAMENT_OF_GAME,
    ST_TOURNAMENTS_OF_CLUB,
    ST_USER_FORGET_MEMBER,
    ST_CLUB_PUT,
    ST_CLUB_MOVE,
    ST_CLUB_MEMBER_PUT,
    ST_CLUB_MATCH_PUT,
    ST_CLUB_PLAYED,
    ST_CLUB_CLIMB,
    ST_CLUB_NEWS_PUT,
    ST_CLUB_NEWS_TIDY,
    ST_CLUB_NEWS_REMOVE,
    ST_CLUB_NEWS_HAS,
    ST_CLUB_LINE,
    ST_CLUB_LOG_TIDY,
    ST_CLUB_STORED,
    ST_CLUB_GET,
    ST_CLUBS_IN,
    ST_CLUBS_OF,
    ST_CLUB_MEMBER_OF,
    ST_CLUB_MEMBER_AT,
    ST_CLUB_MEMBERS,
    ST_CLUB_COUNT,
    ST_CLUB_DIRECTS,
    ST_CLUB_NEWS,
    ST_CLUB_LOG,
    ST_LADDER_OF,
    ST_LADDER_MATCHES,
    ST_LADDER_MATCH,
    ST_LADDER_GAMES_OVER,
    ST_LADDERS_DUE,
    ST_TEAM_PUT,
    ST_TEAM_BOARD_PUT,
    ST_TEAMS_OF,
    ST_TEAMS_OPEN,
    ST_TEAMS_ASKED,
    ST_TEAM_GET,
    ST_TEAM_BOARDS,
    ST_TEAM_GAMES_OVER,
    ST_TEAM_BOARDS_LATE,
    ST_SEASON_PUT,
    ST_SEASON_DIVISION,
    ST_SEASON_GET,
    ST_SEASON_DIVISIONS,
    ST_SEASON_OF,
    ST_SEASONS_IN,
    ST_CHOUETTE_PUT,
    ST_CHOUETTE_GET,
    ST_CHOUETTE_MOVE,
    ST_CHOUETTE_EVENT,
    ST_CHOUETTE_EVENTS,
    ST_CHOUETTE_STORED,
    ST_CHOUETTES_OPEN,
    ST_CHOUETTES_OF,
    ST_CHOUETTES_DUE,
    ST_CHOUETTES_MADE,
    ST_USER_FORGET_CREW,
    ST_USER_FORGET_CREW_DUE,
    ST_USER_FORGET_CREW_ACTS,
    ST_USER_FORGET_CREW_SAID,
    ST_USER_FORGET_CREW_MADE,
    ST_WORD_KEY_GET,
    ST_WORD_KEY_PUT,
    ST_WORD_WISHES_GET,
    ST_WORD_WISHES_PUT,
    ST_WORD_MAIL_OFF,
    ST_WORD_PERSON_OF,
    ST_WORD_DEVICE_PUT,
    ST_WORD_DEVICES_MOST,
    ST_WORD_DEVICES_OF,
    ST_WORD_DEVICE_REMOVE,
    ST_WORD_DEVICE_GONE,
    ST_WORD_TOKENS_TIDY,
    ST_WORD_TOKENS_COUNT,
    ST_WORD_TOKEN_PUT,
    ST_WORD_TOKEN_GET,
    ST_WORD_TOKEN_TAKE,
    ST_WORD_WAITING,
    ST_WORD_WAITING_DROP,
    ST_USER_FORGET_FAMILY,
    ST_USER_FORGET_FAMILY_0,
    ST_USER_FORGET_FAMILY_1,
    ST_FAMILY_PUT,
    ST_FAMILY_MOVE,
    ST_FAMILY_LINE,
    ST_FAMILY_STORED,
    ST_FAMILY_GET,
    ST_FAMILY_LINES,
    ST_FAMILIES_OF,
    ST_FAMILIES_OPEN,
    ST_FAMILIES_RUNNING,
    ST_FAMILIES_DUE,
    ST_FAMILIES_MACHINE,
    ST_FAMILY_BEAT,
    ST_FAMILY_BEAT_PUT,
    ST_FAMILIES_PUT_OFF,
    ST_FAMILIES_OFFERED,
    ST_FAMILIES_OFFERED_BY,
    ST_TIDY_FAMILIES,
    ST_WORD_DUE_PUT,
    ST_WORD_DUE_TOLD,
    ST_WORD_DUE_SEEN,
    ST_WORD_DUE_TIDY,
    ST_WORD_DUE_THERE,
    ST_WORD_DUE_HAD,
    ST_WORD_DUE_FREE,
    ST_WORD_DUE_CLAIM,
    ST_WORD_DUE_RETURN,
    ST_TURN_CLAIM,
    ST_TURN_RETURN,
    ST_TURN_SENT,
    ST_COPY, /* two for each table */
    ST_COPY_LAST = ST_COPY + 99,
    STATEMENTS
} statement;

/* Why the last step failed. */
typedef enum storage_fault {
    FAULT_NONE = 0,
    FAULT_CONSTRAINT,
    FAULT_CONFLICT, /* deadlock, serialization failure: undone, may be repeated */
    FAULT_LOCKED,   /* another has the lock, for longer than this connection waits */
    FAULT_LOST,     /* no connection; it is unknown whether the statement took effect */
    FAULT_FULL,     /* disk full, read only, I/O error */
    FAULT_OTHER
} storage_fault;

enum { STORAGE_FAILED = -1, STORAGE_DONE = 0, STORAGE_ROW = 1 };
enum {
    QUERY_VALUES = 24,
    STORAGE_PATIENCE_MS = 300 /* for the event loop */
};

typedef enum value_kind {
    VALUE_NULL = 0,
    VALUE_TEXT,
    VALUE_NUMBER,
    VALUE_REAL,
    VALUE_BYTES
} value_kind;

typedef struct storage_value {
    value_kind kind;
    int64_t number;
    double real; /* NAN = NULL */
    const void *bytes;
    size_t size;
} storage_value;

typedef struct storage_query {
    storage *owner;
    statement which;
    const char *sql;
    void *prepared, *rows, *bytes; /* the driver's */
    int row;
    bool begun;
    int values;
    storage_value value[QUERY_VALUES];
} storage_query;

typedef struct storage_driver {
    bool is_postgresql;
    /* A further connection to s->place, whose schema exists already. */
    bool (*connect)(storage *s);
    /* Ends the threads of the driver (of the first connection only) and connection. */
    void (*disconnect)(storage *s);
    int (*step)(storage_query *q);
    void (*reset)(storage_query *q);
    const char *(*column_text)(storage_query *q, int column); /* NULL = NULL */
    const void *(*column_bytes)(storage_query *q, int column, size_t *size);
    int64_t (*column_number)(storage_query *q, int column);
    double (*column_real)(storage_query *q, int column);
    /* Claims the database for this process alone, or as one of several. NULL: the
     * file's lock does it. */
    alea_status (*claim)(storage *s, bool alone, alea_error *error);
    /* s->role has changed. NULL: nothing depends on it. */
    void (*change_role)(storage *s);
    bool (*begin)(storage *s);
    bool (*commit)(storage *s);
    void (*rollback)(storage *s);
    /* Runs a statement without rows at some time before `settle`, which returns the
     * first failure; ALEA_ERROR_REFUSED if `must_change` and no row was changed. */
    alea_status (*run_later)(storage_query *q, bool must_change);
    alea_status (*settle)(storage *s);
} storage_driver;

/* The purpose of a connection; set again in each new session. */
typedef struct storage_role {
    bool claims, alone; /* storage_claim */
    char front[80];     /* the server's name among several; "" = none */
    /* The database ends a transaction that is idle for longer; 0 = 60 s. */
    int idle_ms;
    /* Time limits: for another's lock (0: 10 s); for an answer (0: none); with
     * `heeds_silence`, for an answer while the database is known to be silent. */
    int lock_ms, answer_ms, silent_ms;
    bool heeds_silence;
} storage_role;

/* The class of the advisory locks that every session of a named server has; the number
 * is the hash of the name. */
#define FRONT_LOCKS "1634493794"

typedef struct storage_queue storage_queue;
typedef struct storage_lease storage_lease;
typedef struct storage_writer storage_writer;
typedef struct storage_tidying storage_tidying;

struct storage {
    const storage_driver *driver;
    void *connection; /* the driver's */
    /* the driver's background thread, on the first connection only */
    void *keeper;
    storage_queue *queue;     /* NULL: events are written synchronously */
    storage_writer *writer;   /* the thread that empties it */
    storage_tidying *tidying; /* the thread of storage_tidy_behind; NULL: none */
    char *place;              /* file or address; NULL: in memory */
    storage_lease *lease;     /* the thread that renews it; NULL: none */
    char holder[ID_SIZE];     /* the holder that fences events; "" = none */
    bool is_first;            /* the connection that storage_open made */
    storage_role role;
    int64_t locked_at;    /* server_ticks() of the last wait for another's lock */
    atomic_bool *failing; /* shared by the connections: the last write failed */
    atomic_bool own_failing;
    atomic_bool *silent; /* shared too: the database is silent */
    atomic_bool own_silent;
    int64_t tried_at; /* server_ticks() of the first failure of this series of tries */
    int64_t reads_failed;
    int64_t changes_before; /* the driver's */
    bool has_written;       /* a commit, which proves that the storage can be written */
    storage_fault fault;
    bool in_transaction;
    int64_t changed; /* rows changed by the last statement */
    storage_query query[STATEMENTS];
};

/* The place as messages may show it: an address without password and parameters. */
void storage_place_text(const char *place, char *out, size_t size);

/* A connection without threads of its own, for the same server and with that limit on
 * idle transactions. NULL if it cannot be made. */
storage *storage_connect(storage *of);
void storage_change_role(storage *s, const storage_role *role);
void storage_disconnect(storage *s); /* NULL is allowed */

const char *storage_sql(const storage *s, const char *sqlite, const char *postgresql);
/* Returns the statement, reset and unbound; never NULL. `sql` must stay. */
storage_query *storage_statement(storage *s, statement which, const char *sql);
/* Values stay the caller's until the statement has run; the first has index 1. */
void storage_bind_text(storage_query *q, int index, const char *text);
void storage_bind_number(storage_query *q, int index, int64_t value);
void storage_bind_real(storage_query *q, int index, double value);
void storage_bind_bytes(storage_query *q, int index, const void *bytes, size_t size);
/* STORAGE_ROW, STORAGE_DONE or STORAGE_FAILED. */
int storage_step(storage_query *q);
void storage_reset(storage_query *q);
/* The first row of a statement: STORAGE_ROW is found, STORAGE_DONE absent. */
storage_answer storage_first(storage_query *q);
/* Of a list of which `count` rows were read when the last step gave `code`: `count`, or
 * -1. Resets it. */
int storage_listed(storage_query *q, int code, int count);
/* The number in the first row, 0 without one; -1 if it cannot be read. Resets it. */
int64_t storage_single(storage_query *q);
/* Runs a statement that returns no rows and resets it. ALEA_ERROR_ARGUMENT for a
 * violated constraint, ALEA_ERROR_FILE for other failures. */
alea_status storage_run(storage_query *q);
/* The same within a transaction, perhaps not before storage_end. ALEA_ERROR_REFUSED if
 * no row was changed. */
alea_status storage_run_later(storage_query *q);

/* Columns count from 0. Copies into a fixed array, truncating what does not fit. */
void storage_column_text(storage_query *q, int column, char *out, size_t size);
/* Valid until the next step; NULL = NULL. */
const char *storage_column_string(storage_query *q, int column);
const void *storage_column_bytes(storage_query *q, int column, size_t *size);
int64_t storage_column_number(storage_query *q, int column); /* true = 1, NULL = 0 */
double storage_column_real(storage_query *q, int column);    /* NULL = NAN */

/* A transaction of several statements: storage_end commits if `status` is ALEA_OK, else
 * rolls back, and returns the final status. */
alea_status storage_begin(storage *s);
alea_status storage_end(storage *s, alea_status status);
/* Whether a call of the event loop must fail at once because the database is silent. */
bool storage_is_shut(const storage *s);
/* Whether to repeat an operation that has just failed. Waits a little first,
 * `budget_ms` in all. *tries is 0 at first. */
bool storage_try_again(storage *s, int *tries, int budget_ms);
/* The status for a fault; notes whether the storage can be written. */
alea_status storage_fault_status(storage *s, storage_fault fault);

#endif
