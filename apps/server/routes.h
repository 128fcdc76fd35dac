/* The table of routes: which handler answers which path, and what it asks for. */
#ifndef ALEA_SERVER_ROUTES_H
#define ALEA_SERVER_ROUTES_H

#include "server/http/request.h"

typedef enum route_needs {
    ROUTE_OPEN = 0, /* anybody */
    ROUTE_SESSION,  /* 401 without a session */
    ROUTE_CHANGE,   /* a session, and the Origin checked */
    ROUTE_SIGN_IN,  /* anybody, the Origin checked */
    ROUTE_FILE /* the page and its files: anybody, not counted, no session sought */
} route_needs;
typedef struct http_route {
    http_method method;
    const char *pattern; /* "/api/games/{id}/join"; {n} a number, a last {*} the rest */
    route_needs needs;
    http_handler *handler;
} http_route;

/* Every route, ended by a NULL pattern. */
extern const http_route http_routes[];

#endif
