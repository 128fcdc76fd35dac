/* What is printed, over HTTP. */
#ifndef ALEA_SERVER_PAPER_DOCUMENT_H
#define ALEA_SERVER_PAPER_DOCUMENT_H

#include "server/study/parts.h"

/* GET /api/paper.pdf */
void paper_pdf_get(study *s, http_request *request, http_reply *reply);

#endif
