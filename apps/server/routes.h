/* The routes of this room; docs/api.md describes each. Their part is server (support/state.h). */
#ifndef ALEA_SERVER_ROUTES_H
#define ALEA_SERVER_ROUTES_H

#include "server/http/route.h"

extern const http_route *const server_routes[];

/* ---- one table for each file ---- */
extern const http_route server_link_routes[];
extern const http_route server_metrics_routes[];

#endif
