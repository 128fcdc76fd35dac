/* Shared by the requests about one tournament. */
#ifndef ALEA_SERVER_TOURNAMENT_ASK_H
#define ALEA_SERVER_TOURNAMENT_ASK_H

#include "host.h"
#include "server/http/request.h"

typedef enum tournament_right {
    RIGHT_OF_ALL = 0,  /* an account */
    RIGHT_OF_DIRECTOR, /* 403 for others */
    RIGHT_TO_PUT_BACK  /* a director; the tournament may be removed */
} tournament_right;

/* The tournament that the path names. NULL after filling the reply. */
live_tournament *ask_look(tournaments *all, const http_request *request,
                          http_reply *reply);
/* The same for a change, which is charged to the asker. NULL after filling the
 * reply. */
live_tournament *ask_change(tournaments *all, const http_request *request,
                            tournament_right right, http_reply *reply);
/* Commits and answers with the whole state, or with why not. */
void ask_commit(tournaments *all, live_tournament *live, tournament_event *e,
                const tournament_change *change, const http_request *request,
                int status, http_reply *reply);
/* Answers why nothing was committed. */
void ask_refuse(alea_status done, const tournament_refusal *why, http_reply *reply);
/* Answers with the state: of "?after=SEQ" the matches that have changed since. */
void ask_answer(tournaments *all, const live_tournament *live,
                const http_request *request, int status, http_reply *reply);
/* The number in the path behind `after` ("/players/"); -1 = none. */
int ask_number(const http_request *request, const char *after);
/* Charges bytes to be stored; false after filling the reply. */
bool ask_may_store(tournaments *all, const http_request *request, size_t bytes,
                   http_reply *reply);

#endif
