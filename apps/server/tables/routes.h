/* The routes of this room; docs/api.md describes each. Their part is families
 * (parts.h). */
#ifndef ALEA_SERVER_TABLES_ROUTES_H
#define ALEA_SERVER_TABLES_ROUTES_H

#include "server/http/route.h"

extern const http_route *const family_routes[];

/* ---- one table for each file ---- */
extern const http_route family_own_routes[];
extern const http_route family_act_routes[];
extern const http_route family_hint_routes[];
extern const http_route family_lessons_routes[];

#endif
