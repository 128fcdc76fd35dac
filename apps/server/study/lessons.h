/* The lessons, the examples of the rulebooks, glossary and history over HTTP. */
#ifndef ALEA_SERVER_STUDY_LESSONS_H
#define ALEA_SERVER_STUDY_LESSONS_H

#include "parts.h"

/* GET /api/lessons: the list; with `name`: one lesson or rulebook; with `example` and
 * `move` too: what the rules say of that play. */
void lessons_get(study *s, http_request *request, http_reply *reply);

#endif
