/* The page and its files, embedded in the program. */
#ifndef ALEA_SERVER_ASSETS_H
#define ALEA_SERVER_ASSETS_H

#include "server/http/request.h"
#include "server/support/state.h"

http_handler page_get;  /* the one page, whatever its address */
http_handler asset_get; /* /assets/NAME-HASH.EXT */

/* The page as text; malloc'd, with a NUL at the end. NULL without memory. */
char *page_text(void);

#endif
