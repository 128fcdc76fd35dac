#include "session.h"
#include "base/error.h"
#include "schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OLDEST = 120000,   /* PostgreSQL 12 */
    LOCK = 0x616c6561, /* "alea" */
    BEGIN_MS = 3000,
    IDLE_MS = 60000,
    LOCK_MS = 10000,
    STATEMENT_MS = 30000
};

alea_status session_fail(alea_error *error, alea_status status, const char *place,
                         const char *why)
{
    char shown[64];
    if (!error) return status;
    storage_place_text(place, shown, sizeof shown);
    *error = (alea_error){.status = status};
    alea_error_set(error, 0, 0, "%s: %.*s", shown, (int)strcspn(why, "\n"), why);
    return status;
}

/* ---- errors ---- */

storage_fault session_fault(const PGconn *conn, const PGresult *result)
{
    static const struct {
        const char *state; /* its beginning */
        storage_fault fault;
    } faults[] = {
        {"23", FAULT_CONSTRAINT},  {"40001", FAULT_CONFLICT}, /* serialization */
        {"40P01", FAULT_CONFLICT},                            /* deadlock */
        {"55P03", FAULT_LOCKED},                              /* lock timeout */
        {"08", FAULT_LOST},        {"57P", FAULT_LOST},       /* shut down, restarted */
        {"25P03", FAULT_LOST}, /* idle in a transaction */
        {"53", FAULT_FULL},    /* disk, memory, connections */
        {"58", FAULT_FULL},    /* input and output */
        {"25006", FAULT_FULL}, /* read only */
    };
    const ExecStatusType status = pq.PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
        status == PGRES_PIPELINE_SYNC)
        return FAULT_NONE;
    const char *state = result ? pq.PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    for (size_t i = 0; state && i < sizeof faults / sizeof *faults; i++)
        if (strncmp(state, faults[i].state, strlen(faults[i].state)) == 0)
            return faults[i].fault;
    return pq.PQstatus(conn) == CONNECTION_BAD ? FAULT_LOST : FAULT_OTHER;
}

/* Runs statements without parameters; false on an error. */
static bool session_run(PGconn *conn, const char *sql)
{
    PGresult *result = pq.PQexec(conn, sql);
    const bool done = session_fault(conn, result) == FAULT_NONE;
    pq.PQclear(result);
    return done;
}

int64_t session_number(PGconn *conn, const char *sql, int64_t otherwise)
{
    PGresult *result = pq.PQexec(conn, sql);
    if (pq.PQresultStatus(result) == PGRES_TUPLES_OK && pq.PQntuples(result) > 0 &&
        !pq.PQgetisnull(result, 0, 0))
        otherwise = strtoll(pq.PQgetvalue(result, 0, 0), NULL, 10);
    pq.PQclear(result);
    return otherwise;
}

/* ---- connecting ---- */

/* Runs the first statements of a new session. If the server does not answer for too
 * long, the session is given up. */
static PGresult *begin_with(PGconn *conn, const char *sql, const char *value)
{
    static const answer_limit limit = {.answer_ms = BEGIN_MS};
    const bool sent =
        value ? pq.PQsendQueryParams(conn, sql, 1, NULL, &value, NULL, NULL, 0)
              : pq.PQsendQuery(conn, sql);
    return sent ? bounded_last(conn, &limit) : NULL;
}

static bool has_begun_with(PGconn *conn, const char *sql, const char *value)
{
    PGresult *result = begin_with(conn, sql, value);
    const bool done = session_fault(conn, result) == FAULT_NONE;
    pq.PQclear(result);
    return done;
}

/* The log is JSON; libpq would write to standard error. */
static void hear_nothing(void *context, const char *notice)
{
    (void)context, (void)notice;
}

/* The address may override these settings, but not those that follow it. */
static const char *const keys[] = {"connect_timeout",      "application_name",
                                   "target_session_attrs", "tcp_user_timeout",
                                   "keepalives_idle",      "keepalives_interval",
                                   "keepalives_count",     "dbname",
                                   "client_encoding",      NULL};
enum { VALUES = sizeof keys / sizeof *keys };

static void values_for(const char *place, const char *values[VALUES])
{
    const char *const all[VALUES] = {"3", "alea", "read-write", "10000", "10",
                                     "3", "3",    place,        "UTF8",  NULL};
    memcpy(values, all, sizeof all);
}

bool session_may_come(const char *place)
{
    const char *values[VALUES];
    values_for(place, values);
    if (late_pq_load(NULL) != ALEA_OK) return false;
    const PGPing ping = pq.PQpingParams(keys, values, 1);
    return ping == PQPING_REJECT || ping == PQPING_NO_RESPONSE;
}

PGconn *session_open(const char *place, alea_error *error)
{
    const char *values[VALUES];
    values_for(place, values);
    if (late_pq_load(error) != ALEA_OK) return NULL;
    static const char settings[] =
        "SET search_path = alea; SET client_min_messages = warning;"
        "SET standard_conforming_strings = on; SET bytea_output = hex;"
        "SET default_transaction_isolation = 'read committed';"
        "SET extra_float_digits = 1";
    /* A server that stops while it accepts a connection makes libpq print a warning, so
     * the notice processor must be set first. Therefore the connection is begun, and
     * then made by PQreset, which keeps the processor and waits as `connect_timeout`
     * says, host by host. */
    PGconn *conn = pq.PQconnectStartParams(keys, values, 1);
    if (conn) {
        pq.PQsetNoticeProcessor(conn, hear_nothing, NULL);
        pq.PQreset(conn);
    }
    if (conn && pq.PQstatus(conn) == CONNECTION_OK &&
        has_begun_with(conn, settings, NULL))
        return conn;
    session_fail(error, ALEA_ERROR_FILE, place,
                 conn ? pq.PQerrorMessage(conn) : alea_status_text(ALEA_ERROR_MEMORY));
    pq.PQfinish(conn);
    return NULL;
}

static session_entry claim(PGconn *conn, bool alone)
{
    PGresult *result =
        begin_with(conn,
                   alone ? "SELECT pg_try_advisory_lock(1634493793, 1)"
                         : "SELECT pg_try_advisory_lock_shared(1634493793, 1)",
                   NULL);
    const bool answered = pq.PQresultStatus(result) == PGRES_TUPLES_OK;
    const bool has_it = answered && *pq.PQgetvalue(result, 0, 0) == 't';
    pq.PQclear(result);
    return has_it ? SESSION_ENTERED : answered ? SESSION_IN_USE : SESSION_LOST;
}

/* Takes the lock that tells other servers that this one is running, and which sessions
 * are its own. */
static bool name_session(PGconn *conn, const char *front)
{
    return has_begun_with(
        conn, "SELECT pg_try_advisory_lock_shared(" FRONT_LOCKS ", hashtext($1))",
        front);
}

answer_limit session_limit(const storage_role *role, const atomic_bool *silent)
{
    return (answer_limit){.answer_ms = role->answer_ms,
                          .silent = role->heeds_silence ? silent : NULL,
                          .silent_ms = role->silent_ms};
}

session_entry session_enter(PGconn *conn, const storage_role *role)
{
    char limits[200];
    const bool is_limited = role->heeds_silence || role->answer_ms;
    const session_entry entry =
        role->claims ? claim(conn, role->alone) : SESSION_ENTERED;
    if (entry != SESSION_ENTERED) return entry;
    snprintf(limits, sizeof limits,
             "SET idle_in_transaction_session_timeout = %d; SET lock_timeout = %d;"
             "SET statement_timeout = %d",
             role->idle_ms ? role->idle_ms : IDLE_MS,
             role->lock_ms ? role->lock_ms : LOCK_MS,
             role->answer_ms ? role->answer_ms : STATEMENT_MS);
    return (!*role->front || name_session(conn, role->front)) &&
                   has_begun_with(conn, limits, NULL) &&
                   (!is_limited || pq.PQsetnonblocking(conn, 1) == 0)
               ? SESSION_ENTERED
               : SESSION_LOST;
}

/* ---- the schema ---- */

static const char prelude[] =
    "CREATE SCHEMA IF NOT EXISTS alea;"
    "CREATE TABLE IF NOT EXISTS alea.schema_version (version BIGINT NOT NULL);"
    "INSERT INTO alea.schema_version SELECT 0 WHERE NOT EXISTS"
    " (SELECT 1 FROM alea.schema_version);"
    /* SQLite's name of the column, for statements and indexes that both databases
     * use. */
    "CREATE OR REPLACE FUNCTION alea.instr(TEXT, TEXT) RETURNS INTEGER"
    " LANGUAGE sql IMMUTABLE AS 'SELECT strpos($1, $2)'";
static const char ask_version[] = "SELECT version FROM alea.schema_version";

static alea_status refuse_version(int64_t version, const char *place, alea_error *error)
{
    return version < 0 ? session_fail(error, ALEA_ERROR_CHECKSUM, place,
                                      "damaged: no valid schema version")
                       : session_fail(error, ALEA_ERROR_VERSION, place,
                                      "made by a newer alea; use that one");
}

static bool run_step(PGconn *conn, int version)
{
    char mark[80], *text = schema_step(version, true);
    snprintf(mark, sizeof mark, "UPDATE alea.schema_version SET version = %d",
             version + 1);
    const bool done = text && session_run(conn, text) && session_run(conn, mark);
    free(text);
    return done;
}

alea_status session_migrate(PGconn *conn, const char *place, alea_error *error)
{
    const int newest = schema_version();
    char begin[96];
    if (pq.PQserverVersion(conn) < OLDEST)
        return session_fail(error, ALEA_ERROR_UNSUPPORTED, place,
                            "PostgreSQL 12 or newer is needed");
    const char *encoding = pq.PQparameterStatus(conn, "server_encoding");
    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return session_fail(error, ALEA_ERROR_UNSUPPORTED, place,
                            "the database must have the encoding UTF8");
    const bool there =
        session_number(conn,
                       "SELECT 1 WHERE to_regclass('alea.schema_version')"
                       " IS NOT NULL",
                       0) == 1;
    int64_t version = there ? session_number(conn, ask_version, -1) : 0;
    if (version < 0 || version > newest + 1)
        return refuse_version(version, place, error);
    if (version >= newest) return ALEA_OK;
    /* One server at a time. */
    snprintf(begin, sizeof begin, "BEGIN; SELECT pg_advisory_xact_lock(%d)", LOCK);
    bool done = session_run(conn, begin) && session_run(conn, prelude);
    version = done ? session_number(conn, ask_version, -1) : -1;
    for (; done && version < newest; version++) done = run_step(conn, (int)version);
    if (done && session_run(conn, "COMMIT")) return ALEA_OK;
    session_fail(error, ALEA_ERROR_FILE, place, pq.PQerrorMessage(conn));
    session_run(conn, "ROLLBACK");
    return ALEA_ERROR_FILE;
}
