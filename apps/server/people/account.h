/* Accounts over HTTP. */
#ifndef ALEA_SERVER_PEOPLE_ACCOUNT_H
#define ALEA_SERVER_PEOPLE_ACCOUNT_H

#include "parts.h"
#include "server/http/route.h"

/* "HTTP: people" in docs/api.md. Their part is people (parts.h). */
extern const http_route *const people_routes[];

#endif
