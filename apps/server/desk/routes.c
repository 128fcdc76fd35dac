#include "routes.h"

const http_route *const desk_routes[] = {desk_look_routes, desk_match_routes,
                                         desk_train_routes, desk_analysis_routes, NULL};
