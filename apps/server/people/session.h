/* Sessions: the cookie holds 256 random bits, the storage their hash. */
#ifndef ALEA_SERVER_PEOPLE_SESSION_H
#define ALEA_SERVER_PEOPLE_SESSION_H

#include "parts.h"
#include "server/http/route.h"

/* The list of one's sessions, and ending one of them ("HTTP: people" in
 * docs/api.md). */
extern const http_route session_routes[];

/* Returns whether the request has a session cookie, valid or not. */
bool session_is_claimed(const http_request *request);
/* The session that the request's cookie names; unless found, `out` is empty. Notes that
 * it was seen. */
storage_answer session_find(people *s, const http_request *request, http_person *out);
/* A new session of `user`, its cookie into `reply`; ends the one of the request if it
 * has one, and with `alone` all others of the account. `was`: the account as it was
 * read, which becomes `user` (the same: nothing changes; NULL: a new account). All of
 * it, or nothing. ALEA_ERROR_ARGUMENT: the name is taken; ALEA_ERROR_REFUSED: the
 * account is no longer as it was read. */
alea_status session_begin(people *s, const http_request *request,
                          const storage_user *was, const storage_user *user, bool alone,
                          http_reply *reply);
/* A guest with a new session; request->who becomes it. */
alea_status session_guest(people *s, http_request *request, storage_user *user,
                          http_reply *reply);
/* Ends the session and its WebSockets; neither if the storage fails.
 * ALEA_ERROR_ARGUMENT: the user has no such session. */
alea_status session_end(people *s, const char *user, const char *session);
/* Deletes the cookie in the browser. */
void session_clear_cookie(const http_request *request, http_reply *reply);

#endif
