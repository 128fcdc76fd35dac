/* The routes of this room; docs/api.md describes each. Their part is word (word.h). */
#ifndef ALEA_SERVER_WORD_ROUTES_H
#define ALEA_SERVER_WORD_ROUTES_H

#include "server/http/route.h"

extern const http_route *const word_routes[];

/* ---- one table for each file ---- */
extern const http_route word_wish_routes[];
extern const http_route word_address_routes[];
extern const http_route word_recover_routes[];

#endif
