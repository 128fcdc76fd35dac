/* The routes of this room; docs/api.md describes each. Their part is chouettes
 * (parts.h). */
#ifndef ALEA_SERVER_CHOUETTE_ROUTES_H
#define ALEA_SERVER_CHOUETTE_ROUTES_H

#include "server/http/route.h"

extern const http_route *const chouette_routes[];

/* ---- one table for each file ---- */
extern const http_route chouette_own_routes[];
extern const http_route chouette_command_routes[];
extern const http_route chouette_sheet_routes[];

#endif
