/* Leases of games. A server has one row with an expiry that a thread renews; a game
 * names its holder. A server that was late begins with a new name, so that no event
 * queued under the old one can be stored. */
#include "base/error.h"
#include "interface.h"
#include "queue.h"
#include "server/storage/database/driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct storage_lease {
    storage *own;
    int lease_ms, renew_ms;
    atomic_llong until; /* server_ticks() */
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t stop;
    char holder[ID_SIZE]; /* by the mutex, as `stopping` */
    bool stopping;
};

/* A server that stands still within a transaction has the rows of its games locked.
 * Where one lock was met there are more, hence the shorter time after it. */
static const char *lock_limit(const storage *s)
{
    enum { SOON_MS = 1000 };
    const bool soon = s->locked_at && server_ticks() - s->locked_at < SOON_MS;
    return soon ? "10ms" : "100ms";
}

/* Runs a statement without waiting for the disk. A crash of PostgreSQL may lose a
 * lease; the events show it, which are stored durably and only by the holder. It waits
 * only a moment for another's lock; s->fault is FAULT_LOCKED then. s->changed says
 * whether it changed a row. */
static alea_status run_lightly(storage *s, storage_query *st)
{
    if (!s->driver->is_postgresql) return storage_run(st);
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    storage_query *set =
        storage_statement(s, ST_LIGHTLY,
                          "SELECT set_config('synchronous_commit', 'off', true),"
                          " set_config('lock_timeout', ?, true)");
    storage_bind_text(set, 1, lock_limit(s));
    status = storage_run(set);
    if (status == ALEA_OK) status = storage_run(st);
    status = storage_end(s, status);
    if (status != ALEA_OK && s->fault == FAULT_LOCKED) s->locked_at = server_ticks();
    return status;
}

/* ---- the row of this server ---- */

#define RENEW(now)                                                                     \
    "UPDATE holders SET expires = " now " + ?2 WHERE id = ?1 AND expires > " now

static void renew(storage_lease *l, const char *holder)
{
    const int64_t asked = server_ticks();
    storage_query *st = storage_statement(
        l->own, ST_HOLDER_RENEW,
        storage_sql(l->own, RENEW(LEASE_SQLITE_NOW), RENEW(LEASE_POSTGRESQL_NOW)));
    storage_bind_text(st, 1, holder);
    storage_bind_number(st, 2, l->lease_ms);
    if (run_lightly(l->own, st) != ALEA_OK) return; /* it lasts as long as it lasts */
    atomic_store(&l->until, l->own->changed == 1 ? asked + l->lease_ms : 0);
}

static void *work(void *context)
{
    storage_lease *l = context;
    struct timespec until;
    char holder[ID_SIZE];
    pthread_mutex_lock(&l->mutex);
    while (!l->stopping) {
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += l->renew_ms / 1000;
        until.tv_nsec += l->renew_ms % 1000 * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&l->stop, &l->mutex, &until);
        if (l->stopping) break;
        memcpy(holder, l->holder, sizeof holder);
        pthread_mutex_unlock(&l->mutex);
        if (atomic_load(&l->until) != 0) renew(l, holder);
        pthread_mutex_lock(&l->mutex);
    }
    pthread_mutex_unlock(&l->mutex);
    return NULL;
}

static storage_lease *start(storage *s, int lease_ms, int renew_ms)
{
    storage_lease *l = calloc(1, sizeof *l);
    pthread_condattr_t monotonic;
    if (!l) return NULL;
    l->lease_ms = lease_ms;
    l->renew_ms = renew_ms;
    pthread_mutex_init(&l->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&l->stop, &monotonic);
    pthread_condattr_destroy(&monotonic);
    l->own = storage_connect(s);
    if (l->own) {
        storage_role role = l->own->role;
        role.answer_ms = lease_ms;
        storage_change_role(l->own, &role);
    }
    if (l->own && pthread_create(&l->thread, NULL, work, l) == 0) return l;
    storage_disconnect(l->own);
    pthread_cond_destroy(&l->stop);
    pthread_mutex_destroy(&l->mutex);
    free(l);
    return NULL;
}

#define PUT(now)                                                                       \
    "INSERT INTO holders (id, address, key, expires) SELECT ?1, ?2, ?3, " now " + ?4"
#define TIDY(now) "DELETE FROM holders WHERE expires < " now " - 3600000"
#define OTHER_KEY(now)                                                                 \
    "SELECT address FROM holders WHERE key <> ?1 AND expires > " now " LIMIT 1"

static alea_status put_holder(storage *s, const char *holder, const char *address,
                              const char *key, int lease_ms)
{
    storage_query *st =
        storage_statement(s, ST_HOLDER_BEFORE, "DELETE FROM holders WHERE address = ?");
    storage_bind_text(st, 1, address);
    if (storage_run(st) != ALEA_OK) return ALEA_ERROR_FILE;
    st = storage_statement(
        s, ST_HOLDER_PUT,
        storage_sql(s, PUT(LEASE_SQLITE_NOW), PUT(LEASE_POSTGRESQL_NOW)));
    storage_bind_text(st, 1, holder);
    storage_bind_text(st, 2, address);
    storage_bind_text(st, 3, key);
    storage_bind_number(st, 4, lease_ms);
    const alea_status status = storage_run(st);
    if (status != ALEA_OK) return status;
    return storage_run(storage_statement(
        s, ST_HOLDERS_TIDY,
        storage_sql(s, TIDY(LEASE_SQLITE_NOW), TIDY(LEASE_POSTGRESQL_NOW))));
}

/* With another key it could not read the games of the others. */
static alea_status check_key(storage *s, const char *key, alea_error *error)
{
    char other[STORAGE_ADDRESS] = "";
    storage_query *st = storage_statement(
        s, ST_HOLDER_KEY,
        storage_sql(s, OTHER_KEY(LEASE_SQLITE_NOW), OTHER_KEY(LEASE_POSTGRESQL_NOW)));
    storage_bind_text(st, 1, key);
    const int code = storage_step(st);
    if (code == STORAGE_ROW) storage_column_text(st, 0, other, sizeof other);
    storage_reset(st);
    if (code == STORAGE_FAILED) return ALEA_ERROR_FILE;
    if (code == STORAGE_DONE) return ALEA_OK;
    return alea_error_fill(
        error, ALEA_ERROR_REFUSED, 0, 0,
        "the server %.40s has another key: copy its FILE.key beside --data", other);
}

/* ---- servers of one name ---- */

#define OF_FRONT(name)                                                                 \
    "locktype = 'advisory' AND classid::bigint = " FRONT_LOCKS                         \
    " AND objid::bigint = (hashtext(" name ")::bigint & 4294967295) AND database ="    \
    " (SELECT oid FROM pg_database WHERE datname = current_database())"
#define NAMED(now)                                                                     \
    "SELECT expires FROM holders WHERE address = ?1 AND id <> ?2 AND expires > " now   \
    " ORDER BY expires DESC LIMIT 1"

/* The end of the lease of another living holder of that name; 0: none, -1: it could not
 * be read. */
static int64_t namesake(storage *s, const char *address)
{
    storage_query *st = storage_statement(
        s, ST_HOLDER_NAMED,
        storage_sql(s, NAMED(LEASE_SQLITE_NOW), NAMED(LEASE_POSTGRESQL_NOW)));
    storage_bind_text(st, 1, address);
    storage_bind_text(st, 2, s->holder);
    return storage_single(st);
}

/* The sessions of a process that was killed end at once. */
static int64_t sessions_named(storage *s, const char *address)
{
    if (!s->driver->is_postgresql) return 0;
    storage_query *st = storage_statement(
        s, ST_HOLDER_IS_UP, "SELECT count(*) FROM pg_locks WHERE " OF_FRONT("?1"));
    storage_bind_text(st, 1, address);
    return storage_single(st);
}

static alea_status refuse_namesake(const char *address, alea_error *error)
{
    return alea_error_fill(
        error, ALEA_ERROR_REFUSED, 0, 0,
        "another server is %.40s already: give each a --front name of its own",
        address);
}

/* Whether the name can be had. At the start the name of a server that was killed is
 * free; one that lives is known by renewing its lease. */
static alea_status check_name(storage *s, const char *address, alea_error *error)
{
    const struct timespec pause = {0, 50 * 1000000L};
    int64_t last = 0, expires;
    while ((expires = namesake(s, address)) > 0) {
        if (*s->holder || (last && expires != last))
            return refuse_namesake(address, error);
        const int64_t sessions = sessions_named(s, address);
        if (sessions < 0) return ALEA_ERROR_FILE;
        if (sessions == 0) return ALEA_OK;
        last = expires;
        nanosleep(&pause, NULL);
    }
    return expires < 0 ? ALEA_ERROR_FILE : ALEA_OK;
}

/* ---- the place among servers ---- */

static alea_status enter(storage *s, const char *address, int lease_ms, int renew_ms)
{
    storage_role role = s->role;
    role.idle_ms = lease_ms;
    snprintf(role.front, sizeof role.front, "%s", address);
    storage_change_role(s, &role);
    s->lease = start(s, lease_ms, renew_ms);
    return s->lease ? ALEA_OK : ALEA_ERROR_FILE;
}

alea_status storage_join(storage *s, const char *address, const char *key, int lease_ms,
                         int renew_ms, alea_error *error)
{
    char holder[ID_SIZE];
    server_new_id(holder);
    *error = (alea_error){.reason = "the database cannot be written"};
    alea_status status = check_name(s, address, error);
    if (status == ALEA_OK && !s->lease) status = enter(s, address, lease_ms, renew_ms);
    if (status != ALEA_OK) return status;
    storage_lease *l = s->lease;
    const int64_t asked = server_ticks();
    status = check_key(s, key, error);
    if (status == ALEA_OK) status = put_holder(s, holder, address, key, lease_ms);
    if (status != ALEA_OK) return status;
    memcpy(s->holder, holder, sizeof holder);
    pthread_mutex_lock(&l->mutex);
    memcpy(l->holder, holder, sizeof holder);
    pthread_mutex_unlock(&l->mutex);
    atomic_store(&l->until, asked + lease_ms);
    return ALEA_OK;
}

void storage_leave(storage *s)
{
    storage_lease *l = s->lease;
    if (!l) return;
    storage_settle(s, NULL); /* what is not written is refused later */
    pthread_mutex_lock(&l->mutex);
    l->stopping = true;
    pthread_cond_signal(&l->stop);
    pthread_mutex_unlock(&l->mutex);
    pthread_join(l->thread, NULL);
    storage_query *st =
        storage_statement(s, ST_HOLDER_REMOVE, "DELETE FROM holders WHERE id = ?");
    storage_bind_text(st, 1, s->holder);
    storage_run(st);
    storage_disconnect(l->own);
    pthread_cond_destroy(&l->stop);
    pthread_mutex_destroy(&l->mutex);
    free(l);
    s->lease = NULL;
}

bool storage_is_shared(const storage *s)
{
    return s->lease != NULL;
}

const char *storage_holder(const storage *s)
{
    return s->holder;
}

int64_t storage_held_until(const storage *s)
{
    return s->lease ? atomic_load(&s->lease->until) : INT64_MAX;
}

bool storage_holds(const storage *s)
{
    return !s->lease || server_ticks() < atomic_load(&s->lease->until);
}

/* ---- games ---- */

#define TAKE(now)                                                                      \
    "UPDATE games SET owner = ?2, epoch = epoch + 1, asked = '' WHERE id = ?1"         \
    " AND (owner = '' OR owner = ?2 OR NOT " LEASE_IS_ALIVE(                           \
        "games", now) ")"                                                              \
                      " AND EXISTS (SELECT 1 FROM holders WHERE holders.id = ?2"       \
                      " AND holders.expires > " now ")"

/* Ends the transactions of the game's holder if its lease has passed: it stands still,
 * and would be refused anyway. */
#define END_OF(now)                                                                    \
    "SELECT count(pg_terminate_backend(pid)) FROM pg_locks, holders, games"            \
    " WHERE games.id = ?1 AND holders.id = games.owner AND holders.expires <= " now    \
    " AND holders.address <> ?2 AND " OF_FRONT("holders.address")

static void end_holder(storage *s, const char *game_id)
{
    storage_query *st = storage_statement(
        s, ST_HOLDER_END, storage_sql(s, "SELECT 0", END_OF(LEASE_POSTGRESQL_NOW)));
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, s->role.front);
    storage_run(st); /* else the database ends them by itself */
}

alea_status storage_take(storage *s, const char *game_id, char other[STORAGE_ADDRESS])
{
    *other = '\0';
    if (!s->lease) return ALEA_OK;
    storage_query *st = storage_statement(
        s, ST_LEASE_TAKE,
        storage_sql(s, TAKE(LEASE_SQLITE_NOW), TAKE(LEASE_POSTGRESQL_NOW)));
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, s->holder);
    const alea_status status = run_lightly(s, st);
    if (status != ALEA_OK && s->fault == FAULT_LOCKED) {
        end_holder(s, game_id);
        return ALEA_ERROR_REFUSED;
    }
    if (status != ALEA_OK || s->changed == 1) return status;
    st = storage_statement(
        s, ST_LEASE_HOLDER,
        "SELECT coalesce((SELECT address FROM holders WHERE holders.id = games.owner),"
        " '') FROM games WHERE id = ?");
    storage_bind_text(st, 1, game_id);
    const int code = storage_step(st);
    if (code == STORAGE_ROW) storage_column_text(st, 0, other, STORAGE_ADDRESS);
    storage_reset(st);
    if (code == STORAGE_FAILED) return ALEA_ERROR_FILE;
    return code == STORAGE_DONE ? ALEA_ERROR_ARGUMENT : ALEA_ERROR_REFUSED;
}

void storage_ask(storage *s, const char *game_id)
{
    if (!s->lease) return;
    storage_query *st =
        storage_statement(s, ST_LEASE_ASK,
                          "UPDATE games SET asked = ?2 WHERE id = ?1 AND owner <> ?2"
                          " AND asked <> ?2");
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, s->holder);
    run_lightly(s, st); /* else it is asked again */
}

static int read_ids(storage_query *st, char (*out)[ID_SIZE], int capacity)
{
    int count = 0, code = STORAGE_DONE;
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        storage_column_text(st, 0, out[count++], ID_SIZE);
    return storage_listed(st, code, count);
}

int storage_asked(storage *s, char (*out)[ID_SIZE], int capacity)
{
    if (!s->lease) return 0;
    storage_query *st = storage_statement(
        s, ST_LEASES_ASKED,
        "SELECT id FROM games WHERE owner = ?1 AND asked <> '' AND asked <> ?1"
        " LIMIT ?2");
    storage_bind_text(st, 1, s->holder);
    storage_bind_number(st, 2, capacity);
    return read_ids(st, out, capacity);
}

void storage_drop(storage *s, const char *game_id)
{
    if (!s->lease) return;
    if (!storage_settle(s, game_id)) return;
    storage_query *st = storage_statement(
        s, ST_LEASE_DROP, "UPDATE games SET owner = '' WHERE id = ? AND owner = ?");
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, s->holder);
    run_lightly(s, st); /* else it is dropped with the holder */
}

#define ORPHANS(now)                                                                   \
    "SELECT id FROM games WHERE owner <> '' AND stage = 1"                             \
    " AND NOT " LEASE_IS_ALIVE("games", now) " ORDER BY id LIMIT ?"
/* Passes over rows that another server has locked. */
#define UNLOCKED " FOR UPDATE SKIP LOCKED"

int storage_orphans(storage *s, char (*out)[ID_SIZE], int capacity)
{
    if (!s->lease) return 0;
    storage_query *st =
        storage_statement(s, ST_LEASES_FREE,
                          storage_sql(s, ORPHANS(LEASE_SQLITE_NOW),
                                      ORPHANS(LEASE_POSTGRESQL_NOW) UNLOCKED));
    storage_bind_number(st, 1, capacity);
    return read_ids(st, out, capacity);
}
