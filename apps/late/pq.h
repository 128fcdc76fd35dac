/* libpq, loaded when the first session is opened. */
#ifndef ALEA_LATE_PQ_H
#define ALEA_LATE_PQ_H

#include "late.h"

#include <libpq-fe.h>

#define LATE_PQ_FUNCTIONS(X)                                                           \
    X(PQclear)                                                                         \
    X(PQcmdStatus)                                                                     \
    X(PQcmdTuples)                                                                     \
    X(PQconnectStartParams)                                                            \
    X(PQconsumeInput)                                                                  \
    X(PQenterPipelineMode)                                                             \
    X(PQerrorMessage)                                                                  \
    X(PQexec)                                                                          \
    X(PQexecPrepared)                                                                  \
    X(PQexitPipelineMode)                                                              \
    X(PQfinish)                                                                        \
    X(PQflush)                                                                         \
    X(PQfreemem)                                                                       \
    X(PQgetResult)                                                                     \
    X(PQgetisnull)                                                                     \
    X(PQgetvalue)                                                                      \
    X(PQisBusy)                                                                        \
    X(PQntuples)                                                                       \
    X(PQparameterStatus)                                                               \
    X(PQpingParams)                                                                    \
    X(PQpipelineSync)                                                                  \
    X(PQprepare)                                                                       \
    X(PQreset)                                                                         \
    X(PQresultErrorField)                                                              \
    X(PQresultStatus)                                                                  \
    X(PQsendPrepare)                                                                   \
    X(PQsendQuery)                                                                     \
    X(PQsendQueryParams)                                                               \
    X(PQsendQueryPrepared)                                                             \
    X(PQserverVersion)                                                                 \
    X(PQsetNoticeProcessor)                                                            \
    X(PQsetnonblocking)                                                                \
    X(PQsocket)                                                                        \
    X(PQstatus)                                                                        \
    X(PQunescapeBytea)

typedef struct late_pq_functions {
    LATE_PQ_FUNCTIONS(LATE_MEMBER)
} late_pq_functions;

/* Not to be called before late_pq_load answered ALEA_OK. */
extern late_pq_functions pq;

/* As late_load. */
alea_status late_pq_load(alea_error *error);

#endif
