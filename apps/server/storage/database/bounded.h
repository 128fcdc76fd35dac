/* Statements of libpq that wait for an answer no longer than they may. A connection
 * whose answer is given up is shut down: it is lost (PQstatus) and has to be made
 * again. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_BOUNDED_H
#define ALEA_SERVER_STORAGE_DATABASE_BOUNDED_H

#include <libpq-fe.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct answer_limit {
    int answer_ms; /* at most so long; 0 = as long as it takes */
    /* From `silent_ms` on only while this is false; NULL = without regard to it. */
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
