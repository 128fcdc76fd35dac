/* The routes of this room; docs/api.md describes each. Their part is study
 * (study/parts.h). */
#ifndef ALEA_SERVER_DESK_ROUTES_H
#define ALEA_SERVER_DESK_ROUTES_H

#include "server/http/route.h"

extern const http_route *const desk_routes[];

/* ---- one table for each file ---- */
extern const http_route desk_look_routes[];
extern const http_route desk_match_routes[];
extern const http_route desk_train_routes[];
extern const http_route desk_analysis_routes[];
extern const http_route desk_order_routes[];
extern const http_route desk_exchange_routes[];

#endif
