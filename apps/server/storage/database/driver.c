#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- connections ---- */

void storage_place_text(const char *place, char *out, size_t size)
{
    const char *host = strstr(place, "://"), *at, *colon, *end;
    if (!host || (strncmp(place, "postgres://", 11) != 0 &&
                  strncmp(place, "postgresql://", 13) != 0)) {
        snprintf(out, size, "%s", place);
        return;
    }
    host += 3;
    end = host + strcspn(host, "?");
    at = memchr(host, '@', (size_t)(end - host));
    colon = at ? memchr(host, ':', (size_t)(at - host)) : NULL;
    if (!colon) colon = at;
    snprintf(out, size, "postgresql://%.*s%.*s", at ? (int)(colon - host) : 0, host,
             (int)(end - (at ? at : host)), at ? at : host);
}

storage *storage_connect(storage *of)
{
    storage *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->driver = of->driver;
    s->failing = of->failing;
    s->silent = of->silent;
    s->role.idle_ms = of->role.idle_ms;
    memcpy(s->role.front, of->role.front, sizeof s->role.front);
    s->keeper = of->keeper;
    s->place = strdup(of->place);
    if (s->place && s->driver->connect(s)) return s;
    storage_disconnect(s);
    return NULL;
}

void storage_change_role(storage *s, const storage_role *role)
{
    s->role = *role;
    if (s->driver->change_role) s->driver->change_role(s);
}

void storage_disconnect(storage *s)
{
    if (!s) return;
    if (s->driver) s->driver->disconnect(s);
    free(s->place);
    free(s);
}

/* ---- statements ---- */

const char *storage_sql(const storage *s, const char *sqlite, const char *postgresql)
{
    return s->driver->is_postgresql ? postgresql : sqlite;
}

storage_query *storage_statement(storage *s, statement which, const char *sql)
{
    storage_query *q = &s->query[which];
    storage_reset(q);
    q->owner = s;
    q->which = which;
    q->sql = sql;
    q->values = 0;
    memset(q->value, 0, sizeof q->value);
    return q;
}

static storage_value *value_at(storage_query *q, int index)
{
    if (index > q->values) q->values = index;
    return &q->value[index - 1];
}

void storage_bind_text(storage_query *q, int index, const char *text)
{
    *value_at(q, index) = (storage_value){
        .kind = text ? VALUE_TEXT : VALUE_NULL,
        .bytes = text,
        .size = text ? strlen(text) : 0,
    };
}

void storage_bind_number(storage_query *q, int index, int64_t value)
{
    *value_at(q, index) = (storage_value){.kind = VALUE_NUMBER, .number = value};
}

void storage_bind_real(storage_query *q, int index, double value)
{
    *value_at(q, index) = (storage_value){.kind = VALUE_REAL, .real = value};
}

void storage_bind_bytes(storage_query *q, int index, const void *bytes, size_t size)
{
    *value_at(q, index) =
        (storage_value){.kind = VALUE_BYTES, .bytes = size ? bytes : "", .size = size};
}

int storage_step(storage_query *q)
{
    q->owner->fault = FAULT_NONE;
    const int code = q->owner->driver->step(q);
    q->begun = true;
    if (code == STORAGE_FAILED) storage_fault_status(q->owner, q->owner->fault);
    return code;
}

static storage_answer read_failed(storage *s)
{
    s->reads_failed++;
    return ANSWER_FAILED;
}

storage_answer storage_first(storage_query *q)
{
    const int code = storage_step(q);
    return code == STORAGE_ROW    ? ANSWER_FOUND
           : code == STORAGE_DONE ? ANSWER_ABSENT
                                  : read_failed(q->owner);
}

int storage_listed(storage_query *q, int code, int count)
{
    storage_reset(q);
    if (code != STORAGE_FAILED) return count;
    read_failed(q->owner);
    return -1;
}

int64_t storage_single(storage_query *q)
{
    const storage_answer answer = storage_first(q);
    const int64_t number = answer == ANSWER_FOUND    ? storage_column_number(q, 0)
                           : answer == ANSWER_ABSENT ? 0
                                                     : -1;
    storage_reset(q);
    return number;
}

void storage_reset(storage_query *q)
{
    if (q->begun) q->owner->driver->reset(q);
    q->begun = false;
}

alea_status storage_fault_status(storage *s, storage_fault fault)
{
    s->fault = fault;
    if (fault == FAULT_FULL || fault == FAULT_LOST) atomic_store(s->failing, true);
    if (fault == FAULT_NONE) return ALEA_OK;
    return fault == FAULT_CONSTRAINT ? ALEA_ERROR_ARGUMENT : ALEA_ERROR_FILE;
}

alea_status storage_run(storage_query *q)
{
    const int code = storage_step(q);
    storage_reset(q);
    if (code != STORAGE_FAILED) return ALEA_OK;
    return q->owner->fault == FAULT_CONSTRAINT ? ALEA_ERROR_ARGUMENT : ALEA_ERROR_FILE;
}

alea_status storage_run_later(storage_query *q)
{
    q->owner->fault = FAULT_NONE;
    return q->owner->driver->run_later(q, true);
}

/* ---- columns ---- */

const char *storage_column_string(storage_query *q, int column)
{
    return q->owner->driver->column_text(q, column);
}

void storage_column_text(storage_query *q, int column, char *out, size_t size)
{
    const char *text = storage_column_string(q, column);
    snprintf(out, size, "%s", text ? text : "");
}

const void *storage_column_bytes(storage_query *q, int column, size_t *size)
{
    return q->owner->driver->column_bytes(q, column, size);
}

int64_t storage_column_number(storage_query *q, int column)
{
    return q->owner->driver->column_number(q, column);
}

double storage_column_real(storage_query *q, int column)
{
    return q->owner->driver->column_real(q, column);
}

/* ---- transactions ---- */

alea_status storage_begin(storage *s)
{
    s->fault = FAULT_NONE;
    if (!s->driver->begin(s)) return storage_fault_status(s, s->fault);
    s->in_transaction = true;
    return ALEA_OK;
}

alea_status storage_end(storage *s, alea_status status)
{
    const alea_status later = s->driver->settle(s);
    if (status == ALEA_OK) status = later;
    if (status == ALEA_OK && !s->driver->commit(s))
        status = storage_fault_status(s, s->fault);
    if (status != ALEA_OK)
        s->driver->rollback(s);
    else if (s->has_written)
        atomic_store(s->failing, false);
    s->in_transaction = false;
    return status;
}

bool storage_is_shut(const storage *s)
{
    return s->role.heeds_silence && s->role.silent_ms == 0 && atomic_load(s->silent);
}

/* Pauses are counted in place of time, so that a busy machine gets as many tries; but
 * with a silent database each try may take long. */
bool storage_try_again(storage *s, int *tries, int budget_ms)
{
    enum { FIRST_MS = 5, MOST_MS = 200 };
    if (*tries == 0) s->tried_at = server_ticks();
    if (storage_is_shut(s) ||
        (atomic_load(s->silent) && server_ticks() - s->tried_at > budget_ms))
        return false;
    /* The loop has waited long enough, and SQLite waits by itself. */
    if (s->fault == FAULT_LOCKED && (s->role.lock_ms || !s->driver->is_postgresql))
        return false;
    if (s->fault != FAULT_CONFLICT && s->fault != FAULT_LOCKED &&
        s->fault != FAULT_LOST)
        return false;
    int waited = 0, pause = FIRST_MS;
    for (int i = 0; i < *tries; i++) {
        waited += pause;
        pause = 2 * pause < MOST_MS ? 2 * pause : MOST_MS;
    }
    if (waited + pause > budget_ms) return false;
    ++*tries;
    nanosleep(&(struct timespec){0, pause * 1000000L}, NULL);
    return true;
}
