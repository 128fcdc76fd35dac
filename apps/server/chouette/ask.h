/* Shared by the requests about one chouette. */
#ifndef ALEA_SERVER_CHOUETTE_ASK_H
#define ALEA_SERVER_CHOUETTE_ASK_H

#include "host.h"
#include "server/http/request.h"

/* The chouette that the path names. NULL after filling the reply. */
live_chouette *crew_ask_look(chouettes *all, const http_request *request,
                             http_reply *reply);
/* The same for a change by an account, which is charged for so many bytes and an
 * event. NULL after filling the reply. */
live_chouette *crew_ask_change(chouettes *all, const http_request *request,
                               size_t bytes, http_reply *reply);
/* False after filling the reply: guests have no seats, but in a module, where the one
 * person is a guest (wasm/server/left_out.c). */
bool crew_ask_is_account(const http_request *request, http_reply *reply);
/* Charges bytes to be stored; false after filling the reply. */
bool crew_ask_may_store(chouettes *all, const http_request *request, size_t bytes,
                        http_reply *reply);
/* Commits, goes on, and answers with the state or with why not. */
void crew_ask_commit(chouettes *all, live_chouette *live, storage_chouette_event *e,
                     int64_t at, const http_request *request, http_reply *reply);
void crew_ask_answer(const live_chouette *live, const http_request *request, int status,
                     http_reply *reply);
void crew_ask_refuse(alea_status done, const crew_refusal *why, http_reply *reply);

#endif
