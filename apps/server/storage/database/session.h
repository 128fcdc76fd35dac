/* A session of PostgreSQL: address, settings, schema, meaning of errors. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_SESSION_H
#define ALEA_SERVER_STORAGE_DATABASE_SESSION_H

#include "bounded.h"
#include "driver.h"

/* NULL after filling `error`. Waits at most three seconds for each address. */
PGconn *session_open(const char *place, alea_error *error);
/* Whether nobody answers there, or the server does not accept connections yet: it may
 * start later. */
bool session_may_come(const char *place);
/* The time limit of the role for an answer. */
answer_limit session_limit(const storage_role *role, const atomic_bool *silent);
/* Takes the locks of the role, which end with the session, and sets its limits. */
typedef enum session_entry {
    SESSION_ENTERED = 0,
    SESSION_LOST,
    SESSION_IN_USE /* another process has claimed the whole database */
} session_entry;
session_entry session_enter(PGconn *conn, const storage_role *role);
/* Creates the schema, or upgrades it. One version newer is accepted: servers of both
 * versions run while one replaces the other. */
alea_status session_migrate(PGconn *conn, const char *place, alea_error *error);
/* FAULT_NONE for a result that is no error. */
storage_fault session_fault(const PGconn *conn, const PGresult *result);
/* The first field as a number; `otherwise` on an error or without a row. */
int64_t session_number(PGconn *conn, const char *sql, int64_t otherwise);
/* Fills `error` with place and reason, both without a password; returns `status`. */
alea_status session_fail(alea_error *error, alea_status status, const char *place,
                         const char *why);

#endif
