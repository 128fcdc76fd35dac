/* The deck of a desk, over HTTP. */
#ifndef ALEA_SERVER_DESK_TRAIN_H
#define ALEA_SERVER_DESK_TRAIN_H

#include "server/study/parts.h"

/* GET and POST /api/desk/train, POST /api/desk/deck */
void desk_train_get(study *s, http_request *request, http_reply *reply);
void desk_train_post(study *s, http_request *request, http_reply *reply);
void desk_deck_post(study *s, http_request *request, http_reply *reply);

#endif
