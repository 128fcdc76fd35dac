/* Names of accounts. */
#ifndef ALEA_SERVER_PEOPLE_ACCOUNT_H
#define ALEA_SERVER_PEOPLE_ACCOUNT_H

#include "parts.h"
#include "server/http/route.h"

/* "HTTP: people" in docs/api.md. Their part is people (parts.h). */
extern const http_route *const people_routes[];

/* Normalises a name: trims and collapses white space. False unless it has 1 to 32
 * characters, none of them invisible or a control character. */
bool account_clean_name(const char *text, char out[132]);

/* Adds to accounts of an older data file what their names look like. */
void accounts_prepare(people *s);

#endif
