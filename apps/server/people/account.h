/* Accounts over HTTP. */
#ifndef ALEA_SERVER_PEOPLE_ACCOUNT_H
#define ALEA_SERVER_PEOPLE_ACCOUNT_H

#include "parts.h"
#include "server/http/route.h"

/* "HTTP: people" in docs/api.md. Their part is people (parts.h). */
extern const http_route *const people_routes[];
/* Reads and checks a new password for an account of that name; false after filling the
 * reply. */
bool account_password_read(const json_t *body, const char *field, const char *name,
                           char *out, size_t size, http_reply *reply);

#endif
