/* The handler of a route, for tests that call it without the dispatcher. */
#ifndef ALEA_TESTS_SUPPORT_ROUTES_H
#define ALEA_TESTS_SUPPORT_ROUTES_H

#include "server/http/route.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `name` is "POST /api/games/{id}/join"; aborts if the room has no such route. */
static inline http_handler *route_handler(const http_route *const *tables,
                                          const char *name)
{
    static const char *const methods[] = {[HTTP_GET] = "GET",
                                          [HTTP_POST] = "POST",
                                          [HTTP_PATCH] = "PATCH",
                                          [HTTP_DELETE] = "DELETE"};
    const size_t length = strcspn(name, " ");
    for (; *tables; tables++)
        for (const http_route *r = *tables; r->pattern; r++) {
            const char *method = methods[r->method];
            if (strlen(method) == length && strncmp(name, method, length) == 0 &&
                strcmp(name + length + 1, r->pattern) == 0)
                return r->handler;
        }
    fprintf(stderr, "no route %s\n", name);
    abort();
}

#endif
