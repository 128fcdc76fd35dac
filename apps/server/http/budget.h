/* What a request may cost. Loop's thread. */
#ifndef ALEA_SERVER_HTTP_BUDGET_H
#define ALEA_SERVER_HTTP_BUDGET_H

#include "request.h"
#include "server/support/limits.h"

/* Charges the asker with so many kilobytes that are stored; false after filling the
 * reply. */
bool http_may_store(limits *l, const http_request *request, double kb,
                    http_reply *reply);

#endif
