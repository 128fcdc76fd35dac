/* The handlers of /health and /metrics. */
#ifndef ALEA_SERVER_METRICS_PAGE_H
#define ALEA_SERVER_METRICS_PAGE_H

#include "server/http/request.h"

http_handler health_get;
http_handler metrics_get;

#endif
