/* From a request to its handler. Loop's thread only. */
#ifndef ALEA_SERVER_DISPATCH_H
#define ALEA_SERVER_DISPATCH_H

#include "server/http/route.h"
#include "server/people/parts.h"

/* The parts of the server that it uses; all of them outlive it. */
typedef struct dispatch_parts {
    const http_room *rooms; /* ended by NULL tables */
    people *people;
    storage *store;
    limits *limit;
    metrics *count;
    const bool *stopping; /* the server takes no more changes */
    const char *listen;   /* its address; may be NULL */
    const char *const
        *hosts; /* further names of the server; NULL entries are skipped */
    size_t host_count;
    /* Called when a socket is opened for that game. */
    void (*wanted)(void *context, const char *game);
    void *context;
} dispatch_parts;

/* Finds the route, the session, the limits, and answers. Never fails to fill
 * `reply`. */
void http_dispatch(const dispatch_parts *s, http_request *request, http_reply *reply);
/* An answer that came later. */
void http_count_refusal(const dispatch_parts *s, const http_request *request,
                        int status);
/* Checks a WebSocket request: right path, Host, Origin, and a session (`who` is
 * filled). If false, `reply` has the reason. */
bool http_upgrade(const dispatch_parts *s, http_request *request, http_reply *reply);

#endif
