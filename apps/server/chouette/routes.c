#include "routes.h"

const http_route *const chouette_routes[] = {
    chouette_own_routes, chouette_command_routes, chouette_sheet_routes, NULL};
