/* A storage driver that fails or is slow when the test says so, in front of the real
 * one. Nothing waits for the slow one: it moves the test's clock. */
#ifndef ALEA_TESTS_SERVER_BAD_DRIVER_H
#define ALEA_TESTS_SERVER_BAD_DRIVER_H

#include "server/storage/database/driver.h"

typedef enum failure {
    FAIL_ONCE = 0, /* a lost connection, which is there again */
    FAIL_ON,       /* this statement and all after it */
    FAIL_AFTER,    /* the statement is done, but its answer is lost */
    FAIL_SLOWLY,   /* this statement and all after it are done, after SLOW_MS each */
    FAILURES
} failure;

/* Longer than the event loop waits for the database. */
enum { SLOW_MS = STORAGE_PATIENCE_MS + 400 };

static struct {
    const storage_driver *real;
    storage_driver own;
    failure how;
    int64_t at, count; /* `at` 0: nothing fails */
    bool hit;
    void (*pass)(int64_t ms); /* moves the clock */
} bad;

/* Whether the next statement fails; a slow one does not. */
static inline bool is_due(void)
{
    if (!bad.at) return false;
    bad.count++;
    const bool lasting = bad.how == FAIL_ON || bad.how == FAIL_SLOWLY;
    const bool due = lasting ? bad.count >= bad.at : bad.count == bad.at;
    bad.hit = bad.hit || due;
    if (due && bad.how == FAIL_SLOWLY) bad.pass(SLOW_MS);
    return due && bad.how != FAIL_SLOWLY;
}

static inline void note_fault(storage *s)
{
    s->fault = bad.how == FAIL_ON ? FAULT_OTHER : FAULT_LOST;
}

static inline int bad_step(storage_query *q)
{
    if (!is_due()) return bad.real->step(q);
    if (bad.how == FAIL_AFTER) bad.real->step(q);
    note_fault(q->owner);
    return STORAGE_FAILED;
}

static inline bool bad_begin(storage *s)
{
    if (!is_due()) return bad.real->begin(s);
    note_fault(s);
    return false;
}

static inline bool bad_commit(storage *s)
{
    if (!is_due()) return bad.real->commit(s);
    if (bad.how == FAIL_AFTER) bad.real->commit(s);
    note_fault(s);
    return false;
}

static inline alea_status bad_run_later(storage_query *q, bool must_change)
{
    if (!is_due()) return bad.real->run_later(q, must_change);
    note_fault(q->owner);
    return ALEA_ERROR_FILE;
}

static inline void use_bad_driver(storage *s, void (*pass)(int64_t ms))
{
    bad.pass = pass;
    bad.real = s->driver;
    bad.own = *s->driver;
    bad.own.step = bad_step;
    bad.own.begin = bad_begin;
    bad.own.commit = bad_commit;
    bad.own.run_later = bad_run_later;
    s->driver = &bad.own;
}

/* The statement number `at` from now on fails, where steps, begins and ends of
 * transactions count; 0 = none. bad.hit says whether it came to that. */
static inline void fail_at(failure how, int64_t at)
{
    bad.how = how;
    bad.at = at;
    bad.count = 0;
    bad.hit = false;
}

#endif
