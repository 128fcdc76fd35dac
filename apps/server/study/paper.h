/* What is printed, over HTTP. */
#ifndef ALEA_SERVER_STUDY_PAPER_H
#define ALEA_SERVER_STUDY_PAPER_H

#include "parts.h"

/* GET /api/paper.pdf */
void paper_pdf_get(study *s, http_request *request, http_reply *reply);

#endif
