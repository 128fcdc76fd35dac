/* The wishes of an account as JSON. */
#ifndef ALEA_SERVER_WORD_WISHES_H
#define ALEA_SERVER_WORD_WISHES_H

#include "parts.h"
#include "server/http/request.h"

/* Answers with all of it. */
void wishes_answer(const word *w, const http_request *request, int status,
                   http_reply *reply);
/* Whether the asker has an account; false after filling the reply. */
bool wishes_may_change(const http_request *request, http_reply *reply);

#endif
