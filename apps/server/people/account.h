/* The handlers of "HTTP: people" in docs/api.md. */
#ifndef ALEA_SERVER_ACCOUNT_H
#define ALEA_SERVER_ACCOUNT_H

#include "server/http/request.h"
#include "server/support/state.h"

http_handler me_get;
http_handler me_change;
http_handler me_forget;
http_handler register_post;
http_handler login_post;
http_handler logout_post;
http_handler password_post;
http_handler sessions_get;
http_handler session_delete;

/* Normalises a name: trims and collapses white space. False unless it has 1 to 32
 * characters, none of them invisible or a control character. */
bool account_clean_name(const char *text, char out[132]);

/* Adds to accounts of an older data file what their names look like. */
void accounts_prepare(server *s);

#endif
