#include "routes.h"

const http_route *const word_routes[] = {word_wish_routes, word_address_routes,
                                         word_recover_routes, NULL};
