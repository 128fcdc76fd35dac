/* Sessions: the cookie holds 256 random bits, the storage their hash. */
#ifndef ALEA_SERVER_SESSION_H
#define ALEA_SERVER_SESSION_H

#include "server/http/request.h"
#include "server/storage/interface.h"
#include "server/support/state.h"

/* Returns whether the request has a session cookie, valid or not. */
bool session_is_claimed(const http_request *request);
/* The session that the request's cookie names; false, and `out` empty, if there is
 * none. Notes that it was seen. */
bool session_find(server *s, const http_request *request, http_person *out);
/* A new session of `user`, its cookie into `reply`; ends the one of the request if it
 * has one. */
alea_status session_begin(server *s, const http_request *request,
                          const storage_user *user, http_reply *reply);
/* A guest with a new session; request->who becomes it. */
alea_status session_guest(server *s, http_request *request, storage_user *user,
                          http_reply *reply);
/* Ends it and its WebSockets. */
alea_status session_end(server *s, const char *user, const char *session);
/* Deletes the cookie in the browser. */
void session_clear_cookie(const http_request *request, http_reply *reply);

#endif
