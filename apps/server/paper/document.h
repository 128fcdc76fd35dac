/* Printed documents over HTTP. */
#ifndef ALEA_SERVER_PAPER_DOCUMENT_H
#define ALEA_SERVER_PAPER_DOCUMENT_H

#include "server/http/route.h"

/* Their part is study (study/parts.h). */
extern const http_route *const paper_routes[];

#endif
