/* wildbg's two requests, for programs that use it. */
#ifndef ALEA_SERVER_STUDY_WILDBG_H
#define ALEA_SERVER_STUDY_WILDBG_H

#include "parts.h"

/* GET /move, GET /eval */
void wildbg_move_get(study *s, http_request *request, http_reply *reply);
void wildbg_eval_get(study *s, http_request *request, http_reply *reply);

#endif
