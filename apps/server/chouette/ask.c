#include "ask.h"

#include "look.h"
#include "steps.h"

#include "server/http/budget.h"

#include <string.h>

static const double row_kb = 0.4; /* of an event, with its place in the indexes */

live_chouette *crew_ask_look(chouettes *all, const http_request *request,
                             http_reply *reply)
{
    storage_answer answer;
    live_chouette *live = chouettes_fetch(all, request->id[0], &answer);
    if (answer == ANSWER_FAILED)
        http_refuse_storage(reply);
    else if (answer == ANSWER_ABSENT)
        http_refuse(reply, 404, "no_such_chouette", "There is no such chouette.");
    return live;
}

bool crew_ask_may_store(chouettes *all, const http_request *request, size_t bytes,
                        http_reply *reply)
{
    /* Twice: the machine players answer. */
    return http_may_store(all->parts.limit, request, 2 * row_kb + (double)bytes / 1024,
                          reply);
}

live_chouette *crew_ask_change(chouettes *all, const http_request *request,
                               size_t bytes, http_reply *reply)
{
    live_chouette *live = crew_ask_look(all, request, reply);
    if (!live || !crew_ask_is_account(request, reply)) return NULL;
    if (live->t->seq >= CHOUETTE_EVENTS_MOST) {
        http_refuse(reply, 409, "too_many",
                    "This chouette has had %d events: it takes no more.",
                    CHOUETTE_EVENTS_MOST);
        return NULL;
    }
    return crew_ask_may_store(all, request, bytes, reply) ? live : NULL;
}

void crew_ask_answer(const live_chouette *live, const http_request *request, int status,
                     http_reply *reply)
{
    json_t *state = chouette_state_json(live, request->who.user);
    if (state)
        http_answer(reply, status, state);
    else
        http_refuse_storage(reply);
}

/* 404 for a missing thing, 403 for what is another's, 400 for a text that cannot be
 * read, 409 for a conflict with the present state. */
static int status_of(const char *code)
{
    if (strncmp(code, "no_such", 7) == 0) return 404;
    if (strncmp(code, "bad_", 4) == 0) return 400;
    return strncmp(code, "not_you", 7) == 0 ? 403 : 409;
}

void crew_ask_refuse(alea_status done, const crew_refusal *why, http_reply *reply)
{
    if (done == ALEA_ERROR_REFUSED)
        http_refuse(reply, status_of(why->code), why->code, "%s", why->text);
    else
        http_refuse(reply, 503, "not_stored",
                    "The server could not store it. Try again.");
}

void crew_ask_commit(chouettes *all, live_chouette *live, storage_chouette_event *e,
                     int64_t at, const http_request *request, http_reply *reply)
{
    crew_refusal why = {"", ""};
    storage_answer answer;
    const alea_status done = chouettes_commit(all, live, e, at, &why);
    const bool is_said =
        done == ALEA_ERROR_REFUSED && strcmp(why.code, CREW_SAID_BEFORE) == 0;
    if (done != ALEA_OK && !is_said) {
        crew_ask_refuse(done, &why, reply);
        return;
    }
    steps_go_on(all, live);
    if (!live->t) live = chouettes_fetch(all, request->id[0], &answer);
    if (live)
        crew_ask_answer(live, request, 200, reply);
    else
        http_refuse_storage(reply);
}
