#include "routes.h"

const http_route *const family_routes[] = {family_own_routes, family_act_routes,
                                           family_hint_routes, family_lessons_routes,
                                           NULL};
