/* Tables of routes: which handler answers which path, and what it asks for. */
#ifndef ALEA_SERVER_HTTP_ROUTE_H
#define ALEA_SERVER_HTTP_ROUTE_H

#include "request.h"

typedef enum route_needs {
    ROUTE_OPEN = 0, /* anybody */
    ROUTE_SESSION,  /* 401 without a session */
    ROUTE_CHANGE,   /* a session, and the Origin checked */
    ROUTE_SIGN_IN,  /* anybody, the Origin checked */
    /* the page and its files: open to anybody, not rate-limited, without a session */
    ROUTE_FILE
} route_needs;

/* Fills the reply without blocking; longer work is a job (jobs/queue.h). `part` is that
 * of the room's http_room. */
typedef void http_handler(void *part, http_request *request, http_reply *reply);

typedef struct http_route {
    http_method method;
    const char *pattern; /* "/api/games/{id}/join"; {n} a number, a last {*} the rest */
    route_needs needs;
    http_handler *handler;
} http_route;

/* The routes of a room and the part of the server that their handlers take. A room has
 * one table for each of its files that answers requests, and lists them in its
 * routes.c. */
typedef struct http_room {
    const http_route *const *tables; /* ended by NULL, each by a NULL pattern */
    void *part;
} http_room;

#endif
