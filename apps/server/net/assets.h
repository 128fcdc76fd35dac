/* The page and its files, embedded in the program. */
#ifndef ALEA_SERVER_NET_ASSETS_H
#define ALEA_SERVER_NET_ASSETS_H

#include "server/http/route.h"

/* The addresses of the page, and /assets/NAME-HASH.EXT. They take no part. */
extern const http_route *const net_routes[];

http_handler page_get; /* the one page, whatever its address; takes no part */

/* The page as text; malloc'd, with a NUL at the end. NULL without memory. */
char *page_text(void);

#endif
