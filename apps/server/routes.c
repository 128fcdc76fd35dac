#include "routes.h"

const http_route *const server_routes[] = {server_link_routes, server_metrics_routes,
                                           NULL};
