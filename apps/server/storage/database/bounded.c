#include "bounded.h"

#include "server/support/system.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <sys/socket.h>

enum { SLICE_MS = 50 /* how often `silent` is looked at */ };

static bool has_limit(const answer_limit *limit)
{
    return limit->answer_ms > 0 || limit->silent;
}

static bool is_over(const answer_limit *limit, int64_t waited)
{
    return (limit->answer_ms > 0 && waited >= limit->answer_ms) ||
           (limit->silent && waited >= limit->silent_ms && atomic_load(limit->silent));
}

/* False if the limit is reached without an answer. A process that was suspended looks
 * once more before it gives up. */
static bool wait_for(PGconn *conn, bool unsent, int64_t since,
                     const answer_limit *limit)
{
    struct pollfd p = {.fd = pq.PQsocket(conn),
                       .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
    bool over = false;
    for (;;) {
        const int ready = poll(&p, 1, over ? 0 : SLICE_MS);
        if (ready > 0) return true;
        if (over || (ready < 0 && errno != EINTR)) return false;
        over = is_over(limit, server_ticks() - since);
    }
}

PGresult *bounded_result(PGconn *conn, const answer_limit *limit)
{
    const int64_t since = server_ticks();
    while (has_limit(limit) && pq.PQstatus(conn) == CONNECTION_OK) {
        const int unsent = pq.PQflush(conn);
        if (unsent == 0 && !pq.PQisBusy(conn)) break;
        if (!wait_for(conn, unsent > 0, since, limit))
            shutdown(pq.PQsocket(conn), SHUT_RDWR); /* the next line finds it closed */
        if (!pq.PQconsumeInput(conn)) break;
    }
    return pq.PQgetResult(conn);
}

PGresult *bounded_last(PGconn *conn, const answer_limit *limit)
{
    PGresult *last = NULL, *next;
    while ((next = bounded_result(conn, limit))) {
        pq.PQclear(last);
        last = next;
        if (pq.PQstatus(conn) != CONNECTION_OK) break;
    }
    return last;
}

PGresult *bounded_exec(PGconn *conn, const char *sql, const answer_limit *limit)
{
    if (!has_limit(limit)) return pq.PQexec(conn, sql);
    return pq.PQsendQuery(conn, sql) ? bounded_last(conn, limit) : NULL;
}

PGresult *bounded_prepare(PGconn *conn, const char *name, const char *sql, int values,
                          const Oid *types, const answer_limit *limit)
{
    if (!has_limit(limit)) return pq.PQprepare(conn, name, sql, values, types);
    return pq.PQsendPrepare(conn, name, sql, values, types) ? bounded_last(conn, limit)
                                                            : NULL;
}

PGresult *bounded_exec_prepared(PGconn *conn, const char *name, int values,
                                const char *const *value, const int *size,
                                const int *is_binary, const answer_limit *limit)
{
    if (!has_limit(limit))
        return pq.PQexecPrepared(conn, name, values, value, size, is_binary, 0);
    return pq.PQsendQueryPrepared(conn, name, values, value, size, is_binary, 0)
               ? bounded_last(conn, limit)
               : NULL;
}
