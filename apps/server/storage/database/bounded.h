/* Statements of libpq with a limit on the wait for an answer. A connection whose answer
 * is given up is shut down: it is lost (PQstatus) and must be made again. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_BOUNDED_H
#define ALEA_SERVER_STORAGE_DATABASE_BOUNDED_H

#include "late/pq.h"
#include <stdatomic.h>
#include <stdbool.h>

typedef struct answer_limit {
    int answer_ms; /* at most this long; 0 = without limit */
    /* After `silent_ms`, gives up unless this is false; NULL = ignored. */
    const atomic_bool *silent;
    int silent_ms;
} answer_limit;

/* As PQexec, PQprepare, PQexecPrepared and PQgetResult. The connection is in
 * nonblocking mode if there is a limit. The caller clears the result, which may be
 * NULL. */
PGresult *bounded_exec(PGconn *conn, const char *sql, const answer_limit *limit);
PGresult *bounded_prepare(PGconn *conn, const char *name, const char *sql, int values,
                          const Oid *types, const answer_limit *limit);
PGresult *bounded_exec_prepared(PGconn *conn, const char *name, int values,
                                const char *const *value, const int *size,
                                const int *is_binary, const answer_limit *limit);
PGresult *bounded_result(PGconn *conn, const answer_limit *limit);
/* Keeps the last of several results of one request. */
PGresult *bounded_last(PGconn *conn, const answer_limit *limit);

#endif
