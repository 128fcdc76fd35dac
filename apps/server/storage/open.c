#include "base/error.h"
#include "interface.h"
#include "server/storage/database/driver.h"
#include "server/storage/database/drivers.h"
#include "server/support/system.h"
#include "upkeep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum {
    AGAIN_MS = 250,
    LOOP_MS = 1000,
    LOOP_LOCK_MS =
        300 /* another's lock; shorter, so that it is not taken for silence */
};

bool storage_is_address(const char *place)
{
    return strncmp(place, "postgresql://", 13) == 0 ||
           strncmp(place, "postgres://", 11) == 0;
}

void storage_describe(const char *place, char *out, size_t size)
{
    storage_place_text(place, out, size);
}

#ifndef ALEA_POSTGRESQL
static alea_status no_postgresql(alea_error *error)
{
    *error = (alea_error){.status = ALEA_ERROR_UNSUPPORTED};
    return alea_error_fill(
        error, ALEA_ERROR_UNSUPPORTED, 0, 0,
        "this alea was built without PostgreSQL (libpq-dev); give --data FILE");
}

static alea_status postgresql_open(storage *s, alea_error *error)
{
    (void)s;
    return no_postgresql(error);
}

static bool postgresql_may_come(const char *place)
{
    (void)place;
    return false;
}

static alea_status postgresql_check(const char *place, int64_t counts[3],
                                    alea_error *error)
{
    (void)place, (void)counts;
    return no_postgresql(error);
}
#endif

alea_status storage_open(storage **out, const char *place, alea_error *error)
{
    storage *s = calloc(1, sizeof *s);
    const bool in_memory = strcmp(place, ":memory:") == 0;
    if (!s || (!in_memory && !(s->place = strdup(place)))) {
        free(s);
        return alea_error_no_memory(error);
    }
    s->failing = &s->own_failing;
    s->silent = &s->own_silent;
    s->is_first = true;
    const alea_status status =
        storage_is_address(place) ? postgresql_open(s, error) : sqlite_open(s, error);
    if (status != ALEA_OK) {
        storage_disconnect(s);
        return status;
    }
    *out = s;
    return ALEA_OK;
}

/* After storage_open has failed: whether that is because no database answers at the
 * address, or it is still starting, so that another try may succeed. Blocks for 3 s a
 * host at most. False for a file, a wrong password, a database that does not exist. */
static bool storage_may_come(const char *place)
{
    return storage_is_address(place) && postgresql_may_come(place);
}

/* The lock is on the file itself, so that another name of it (a symbolic or hard link)
 * leads to the same lock; flock does not meet the record locks of SQLite. */
alea_status storage_lock(const char *place, int *lock, alea_error *error)
{
    *lock = -1;
    if (storage_is_address(place) || strcmp(place, ":memory:") == 0) return ALEA_OK;
    *lock = open(place, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    *error = (alea_error){.status = ALEA_ERROR_FILE};
    if (*lock < 0) {
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "%.90s: %.60s", place,
                               strerror(errno));
    }
    if (flock(*lock, LOCK_EX | LOCK_NB) == 0) return ALEA_OK;
    return alea_error_fill(
        error, ALEA_ERROR_FILE, 0, 0,
        "%.80s is in use by another alea serve; stop that one, or give --data", place);
}

alea_status storage_await(storage **out, const char *place, bool (*is_stopped)(void),
                          alea_error *error)
{
    const struct timespec pause = {0, AGAIN_MS * 1000000L};
    bool is_told = false, was_refused = false;
    for (;;) {
        const alea_status status = storage_open(out, place, error);
        if (status != ALEA_ERROR_FILE || is_stopped() || !storage_is_address(place))
            return status;
        /* It may have come since it was tried: once more. */
        const bool is_refused = !storage_may_come(place);
        if (is_refused && was_refused) return status;
        was_refused = is_refused;
        if (is_refused) continue;
        if (!is_told)
            server_log("warning", "waiting", "for", "database", "reason", error->reason,
                       NULL);
        is_told = true;
        if (nanosleep(&pause, NULL) != 0 && is_stopped()) return status;
    }
}

alea_status storage_claim(storage *s, bool alone, alea_error *error)
{
    return s->driver->claim ? s->driver->claim(s, alone, error) : ALEA_OK;
}

void storage_close(storage *s)
{
    if (!s) return;
    tidying_stop(s);
    storage_write_through(s);
    storage_leave(s);
    storage_disconnect(s);
}

void storage_hurry(storage *s)
{
    storage_role role = s->role;
    role.lock_ms = LOOP_LOCK_MS;
    role.answer_ms = LOOP_MS;
    role.heeds_silence = true;
    storage_change_role(s, &role);
}

int64_t storage_reads_failed(const storage *s)
{
    return s->reads_failed;
}

bool storage_is_writable(const storage *s)
{
    return !atomic_load(s->failing);
}

alea_status storage_check(const char *place, int64_t counts[3], alea_error *error)
{
    return storage_is_address(place) ? postgresql_check(place, counts, error)
                                     : sqlite_check(place, counts, error);
}
