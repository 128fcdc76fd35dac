#include "drivers.h"
#include "session.h"
#include "watch.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TYPE_BYTES = 17,
    TYPE_NUMBER = 20,
    TYPE_TEXT = 25,
    TYPE_REAL = 701,  /* of pg_type */
    LATER_MOST = 512, /* statements sent before their results are read */
    AGAIN_MS = 250    /* between two attempts to connect */
};

typedef struct postgresql {
    PGconn *conn;     /* NULL: none */
    int64_t again_at; /* server_ticks() */
    bool begins;      /* BEGIN is sent with the first statement */
    bool broken;      /* the transaction was lost with its connection */
    bool piping;
    int sent; /* statements in the pipeline, BEGIN included */
    bool must_change[LATER_MOST + 2];
    alea_status later; /* the first failure of the pipeline */
    storage_fault later_fault;
} postgresql;

/* ---- the connection ---- */

static void forget_connection(storage *s)
{
    postgresql *p = s->connection;
    if (p->conn) pq.PQfinish(p->conn);
    p->conn = NULL;
    p->piping = false;
    p->sent = 0;
    for (int i = 0; i < STATEMENTS; i++) s->query[i].prepared = NULL;
}

static answer_limit limit_of(const storage *s)
{
    return session_limit(&s->role, s->silent);
}

/* The event loop does not wait for a connection: a thread makes it. */
static bool is_hurried(const storage *s)
{
    return s->is_first && s->keeper && s->role.heeds_silence;
}

static const char in_use[] = "in use by another alea; stop that one";

static bool connect_with(storage *s, alea_error *error)
{
    postgresql *p = s->connection;
    if (!p) p = s->connection = calloc(1, sizeof *p);
    if (!p) return false;
    forget_connection(s);
    p->conn = session_open(s->place, error);
    const session_entry entry =
        p->conn ? session_enter(p->conn, &s->role) : SESSION_ENTERED;
    if (entry != SESSION_ENTERED) {
        session_fail(error, ALEA_ERROR_FILE, s->place,
                     entry == SESSION_IN_USE ? in_use : pq.PQerrorMessage(p->conn));
        forget_connection(s);
    }
    p->again_at = p->conn ? 0 : server_ticks() + AGAIN_MS;
    return p->conn != NULL;
}

static bool connect_again(storage *s)
{
    postgresql *p = s->connection;
    if (!is_hurried(s)) return connect_with(s, NULL);
    forget_connection(s);
    p->conn = watch_connection(s->keeper);
    p->again_at = p->conn ? 0 : server_ticks() + AGAIN_MS;
    return p->conn != NULL;
}

/* Returns a connection that works as far as is known; within a transaction it is not
 * replaced. */
static bool is_connected(storage *s)
{
    postgresql *p = s->connection;
    s->fault = FAULT_LOST;
    if (storage_is_shut(s)) return false;
    if (p->conn && pq.PQstatus(p->conn) == CONNECTION_OK) return true;
    if (s->in_transaction && !p->begins) p->broken = true;
    if (!p->broken && (p->conn || server_ticks() >= p->again_at) && connect_again(s))
        return true;
    return false;
}

static void disconnect(storage *s)
{
    postgresql *p = s->connection;
    if (s->is_first) watch_stop(s->keeper);
    for (int i = 0; i < STATEMENTS; i++) {
        if (s->query[i].rows) pq.PQclear(s->query[i].rows);
        if (s->query[i].bytes) pq.PQfreemem(s->query[i].bytes);
    }
    if (p && p->conn) pq.PQfinish(p->conn);
    free(p);
}

/* Clears the result; false and s->fault if it is an error. */
static bool is_done(storage *s, PGresult *result)
{
    const postgresql *p = s->connection;
    s->fault = session_fault(p->conn, result);
    pq.PQclear(result);
    return s->fault == FAULT_NONE;
}

/* ---- statements ---- */

/* "?" and "?3" become "$1" and "$3". */
static bool number_values(const char *sql, char *out, size_t size)
{
    size_t n = 0;
    int next = 1;
    for (; *sql && n + 12 < size; sql++) {
        out[n++] = *sql == '?' ? '$' : *sql;
        if (*sql == '?' && !isdigit((unsigned char)sql[1]))
            n += (size_t)snprintf(out + n, 12, "%d", next++);
    }
    out[n] = '\0';
    return !*sql;
}

static bool prepare(storage_query *q)
{
    storage *s = q->owner;
    const postgresql *p = s->connection;
    char name[16], text[2048];
    Oid types[QUERY_VALUES];
    if (q->prepared) return true;
    for (int i = 0; i < q->values; i++) switch (q->value[i].kind) {
        case VALUE_NUMBER: types[i] = TYPE_NUMBER; break;
        case VALUE_REAL: types[i] = TYPE_REAL; break;
        case VALUE_BYTES: types[i] = TYPE_BYTES; break;
        case VALUE_NULL:
        case VALUE_TEXT: types[i] = TYPE_TEXT; break;
        }
    s->fault = FAULT_OTHER;
    if (!number_values(q->sql, text, sizeof text)) return false;
    snprintf(name, sizeof name, "s%d", (int)q->which);
    const answer_limit limit = limit_of(s);
    if (!is_done(s, bounded_prepare(p->conn, name, text, q->values, types, &limit)))
        return false;
    q->prepared = q; /* until the connection is lost */
    return true;
}

typedef struct values {
    const char *value[QUERY_VALUES];
    int size[QUERY_VALUES], is_binary[QUERY_VALUES];
    char number[QUERY_VALUES][32];
} values;

static void fill_values(const storage_query *q, values *v)
{
    for (int i = 0; i < q->values; i++) {
        const storage_value *from = &q->value[i];
        v->value[i] = v->number[i];
        v->size[i] = 0;
        v->is_binary[i] = from->kind == VALUE_BYTES;
        switch (from->kind) {
        case VALUE_NULL: v->value[i] = NULL; break;
        case VALUE_TEXT: v->value[i] = from->bytes; break;
        case VALUE_NUMBER:
            snprintf(v->number[i], sizeof v->number[i], "%lld",
                     (long long)from->number);
            break;
        case VALUE_REAL:
            if (isnan(from->real)) v->value[i] = NULL;
            snprintf(v->number[i], sizeof v->number[i], "%.17g", from->real);
            break;
        case VALUE_BYTES:
            v->value[i] = from->bytes;
            v->size[i] = (int)from->size;
            break;
        }
    }
}

static bool settle_pipeline(storage *s);

/* BEGIN, if a transaction has not begun yet. */
static bool begin_now(storage *s)
{
    postgresql *p = s->connection;
    if (!p->begins) return true;
    const answer_limit limit = limit_of(s);
    if (!is_done(s, bounded_exec(p->conn, "BEGIN", &limit))) return false;
    p->begins = false;
    return true;
}

static bool run_once(storage_query *q)
{
    storage *s = q->owner;
    const postgresql *p = s->connection;
    char name[16];
    values v;
    if (!settle_pipeline(s) || !is_connected(s) || !begin_now(s) || !prepare(q))
        return false;
    fill_values(q, &v);
    snprintf(name, sizeof name, "s%d", (int)q->which);
    const answer_limit limit = limit_of(s);
    PGresult *result = bounded_exec_prepared(p->conn, name, q->values, v.value, v.size,
                                             v.is_binary, &limit);
    s->fault = session_fault(p->conn, result);
    if (s->fault != FAULT_NONE) {
        pq.PQclear(result);
        return false;
    }
    s->changed = strtoll(pq.PQcmdTuples(result), NULL, 10);
    q->rows = result;
    q->row = -1;
    return true;
}

static int step(storage_query *q)
{
    storage *s = q->owner;
    int tries = 0;
    while (!q->begun && !run_once(q))
        if (s->in_transaction || !storage_try_again(s, &tries, STORAGE_PATIENCE_MS))
            return STORAGE_FAILED;
    if (!q->rows) return STORAGE_FAILED;
    pq.PQfreemem(q->bytes);
    q->bytes = NULL;
    return ++q->row < pq.PQntuples(q->rows) ? STORAGE_ROW : STORAGE_DONE;
}

static void reset(storage_query *q)
{
    pq.PQclear(q->rows);
    pq.PQfreemem(q->bytes);
    q->rows = q->bytes = NULL;
}

/* ---- columns ---- */

static const char *column_text(storage_query *q, int column)
{
    return pq.PQgetisnull(q->rows, q->row, column)
               ? NULL
               : pq.PQgetvalue(q->rows, q->row, column);
}

static const void *column_bytes(storage_query *q, int column, size_t *size)
{
    const char *text = column_text(q, column);
    *size = 0;
    pq.PQfreemem(q->bytes);
    q->bytes = text ? pq.PQunescapeBytea((const unsigned char *)text, size) : NULL;
    return q->bytes;
}

static int64_t column_number(storage_query *q, int column)
{
    const char *text = column_text(q, column);
    if (!text) return 0;
    return *text == 't' ? 1 : strtoll(text, NULL, 10);
}

static double column_real(storage_query *q, int column)
{
    const char *text = column_text(q, column);
    return text ? strtod(text, NULL) : (double)NAN;
}

/* ---- the pipeline ---- */

static void note_later(postgresql *p, alea_status status, storage_fault fault)
{
    if (p->later != ALEA_OK) return;
    p->later = status;
    p->later_fault = fault;
}

/* One result; statements after a failed one are PGRES_PIPELINE_ABORTED. */
static void take_result(storage *s, bool must_change)
{
    postgresql *p = s->connection;
    const answer_limit limit = limit_of(s);
    PGresult *result = bounded_result(p->conn, &limit);
    if (pq.PQresultStatus(result) != PGRES_PIPELINE_ABORTED) {
        const storage_fault fault = session_fault(p->conn, result);
        if (fault != FAULT_NONE)
            note_later(p, storage_fault_status(s, fault), fault);
        else if (must_change && strtoll(pq.PQcmdTuples(result), NULL, 10) == 0)
            note_later(p, ALEA_ERROR_REFUSED, FAULT_NONE);
    }
    pq.PQclear(result);
    if (result) pq.PQclear(bounded_result(p->conn, &limit)); /* ends this statement */
}

/* Reads the results of all sent statements. False if one has failed. */
static bool settle_pipeline(storage *s)
{
    postgresql *p = s->connection;
    if (p->piping) {
        if (!pq.PQpipelineSync(p->conn))
            note_later(p, storage_fault_status(s, FAULT_LOST), FAULT_LOST);
        for (int i = 0; i < p->sent && pq.PQstatus(p->conn) == CONNECTION_OK; i++)
            take_result(s, p->must_change[i]);
        const answer_limit limit = limit_of(s);
        if (pq.PQstatus(p->conn) == CONNECTION_OK)
            pq.PQclear(bounded_result(p->conn, &limit));
        if (!pq.PQexitPipelineMode(p->conn) || pq.PQstatus(p->conn) != CONNECTION_OK) {
            note_later(p, storage_fault_status(s, FAULT_LOST), FAULT_LOST);
            p->broken = true;
            forget_connection(s);
        }
        p->piping = false;
        p->sent = 0;
    }
    if (p->later == ALEA_OK) return true;
    s->fault = p->later_fault;
    return false;
}

static bool start_pipeline(storage *s)
{
    postgresql *p = s->connection;
    if (p->piping) return true;
    if (!pq.PQenterPipelineMode(p->conn)) return false;
    p->piping = true;
    if (!p->begins) return true;
    p->begins = false;
    p->must_change[p->sent++] = false;
    return pq.PQsendQueryParams(p->conn, "BEGIN", 0, NULL, NULL, NULL, NULL, 0) == 1;
}

static alea_status run_later(storage_query *q, bool must_change)
{
    storage *s = q->owner;
    postgresql *p = s->connection;
    char name[16];
    values v;
    if (((p->sent >= LATER_MOST || !q->prepared) && !settle_pipeline(s)) ||
        !is_connected(s) || !prepare(q)) {
        const storage_fault fault = s->fault;
        return p->later != ALEA_OK ? p->later : storage_fault_status(s, fault);
    }
    fill_values(q, &v);
    snprintf(name, sizeof name, "s%d", (int)q->which);
    if (!start_pipeline(s) || !pq.PQsendQueryPrepared(p->conn, name, q->values, v.value,
                                                      v.size, v.is_binary, 0)) {
        p->broken = true;
        return storage_fault_status(s, FAULT_LOST);
    }
    p->must_change[p->sent++] = must_change;
    return ALEA_OK;
}

static alea_status settle(storage *s)
{
    postgresql *p = s->connection;
    settle_pipeline(s);
    const alea_status status = p->later;
    p->later = ALEA_OK;
    return status;
}

/* ---- transactions ---- */

static bool begin(storage *s)
{
    postgresql *p = s->connection;
    p->broken = false;
    p->begins = true;
    p->later = ALEA_OK;
    if (is_connected(s)) return true;
    p->begins = false;
    return false;
}

static bool commit(storage *s)
{
    s->has_written = true; /* it has answered */
    postgresql *p = s->connection;
    if (p->begins) {
        p->begins = false;
        return true;
    }
    s->fault = FAULT_LOST;
    if (p->broken || !p->conn) return false;
    const answer_limit limit = limit_of(s);
    PGresult *result = bounded_exec(p->conn, "COMMIT", &limit);
    const bool undone = result && strcmp(pq.PQcmdStatus(result), "ROLLBACK") == 0;
    if (!is_done(s, result)) return false;
    if (undone) s->fault = FAULT_OTHER;
    return !undone;
}

static void rollback(storage *s)
{
    postgresql *p = s->connection;
    const answer_limit limit = limit_of(s);
    if (!p->begins && p->conn && pq.PQstatus(p->conn) == CONNECTION_OK)
        pq.PQclear(bounded_exec(p->conn, "ROLLBACK", &limit));
    p->begins = p->broken = false;
}

/* ---- opening ---- */

static alea_status claim(storage *s, bool alone, alea_error *error)
{
    const postgresql *p = s->connection;
    storage_role role = s->role;
    role.claims = true;
    role.alone = alone;
    const session_entry entry = session_enter(p->conn, &role);
    if (entry == SESSION_ENTERED) {
        s->role = role;
        if (s->is_first && s->keeper) watch_set_role(s->keeper, &role);
    }
    return entry == SESSION_ENTERED
               ? ALEA_OK
               : session_fail(error, ALEA_ERROR_FILE, s->place,
                              entry == SESSION_IN_USE ? in_use
                                                      : pq.PQerrorMessage(p->conn));
}

/* If this fails it is done with the next connection. */
static void change_role(storage *s)
{
    const postgresql *p = s->connection;
    if (s->is_first && s->keeper) watch_set_role(s->keeper, &s->role);
    if (p->conn && session_enter(p->conn, &s->role) != SESSION_ENTERED)
        forget_connection(s);
}

static const storage_driver driver = {
    .is_postgresql = true,
    .claim = claim,
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
    .run_later = run_later,
    .settle = settle,
};

alea_status postgresql_open(storage *s, alea_error *error)
{
    s->driver = &driver;
    if (!connect_with(s, error)) return ALEA_ERROR_FILE;
    const postgresql *p = s->connection;
    const alea_status status = session_migrate(p->conn, s->place, error);
    if (status == ALEA_OK) s->keeper = watch_start(s);
    return status;
}

bool postgresql_may_come(const char *place)
{
    return session_may_come(place);
}

alea_status postgresql_check(const char *place, int64_t counts[3], alea_error *error)
{
    PGconn *conn = session_open(place, error);
    if (!conn) return ALEA_ERROR_FILE;
    counts[0] = session_number(conn, "SELECT count(*) FROM users", -1);
    counts[1] = session_number(conn, "SELECT count(*) FROM games", -1);
    counts[2] = session_number(conn,
                               "SELECT (SELECT count(*) FROM events) + (SELECT"
                               " coalesce(sum(count), 0) FROM archives)",
                               -1);
    const bool there = counts[0] >= 0 && counts[1] >= 0 && counts[2] >= 0;
    if (!there) session_fail(error, ALEA_ERROR_FILE, place, pq.PQerrorMessage(conn));
    pq.PQfinish(conn);
    return there ? ALEA_OK : ALEA_ERROR_FILE;
}
