/* Routes that the server itself answers; docs/deploy.md describes them. */
#ifndef ALEA_SERVER_ROUTES_H
#define ALEA_SERVER_ROUTES_H

#include "server/http/route.h"

extern const http_route *const link_routes[]; /* link_card.c; the part is the storage */
extern const http_route *const metrics_routes[]; /* metrics_page.c; the server */

#endif
