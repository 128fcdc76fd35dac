#include "routes.h"

const http_route *const clubs_routes[] = {clubs_own_routes, clubs_member_routes,
                                          clubs_news_routes, clubs_log_routes, NULL};
