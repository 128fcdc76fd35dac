#include "ask.h"

#include "look.h"

#include "server/http/budget.h"

#include <stdlib.h>
#include <string.h>

static const double row_kb = 0.4; /* of an event with its place in the indexes */

/* ---- before ---- */

live_tournament *ask_look(tournaments *all, const http_request *request,
                          http_reply *reply)
{
    storage_answer answer;
    live_tournament *live = tournaments_fetch(all, request->id[0], &answer);
    if (answer == ANSWER_FAILED)
        http_refuse_storage(reply);
    else if (answer == ANSWER_ABSENT)
        http_refuse(reply, 404, "no_such_tournament", "There is no such tournament.");
    return live;
}

bool ask_may_store(tournaments *all, const http_request *request, size_t bytes,
                   http_reply *reply)
{
    return http_may_store(all->parts.limit, request, row_kb + (double)bytes / 1024,
                          reply);
}

static bool has_right(tournaments *all, const live_tournament *live,
                      const http_request *request, tournament_right right,
                      http_reply *reply)
{
    if (request->who.guest) {
        http_refuse(reply, 403, "guest",
                    "Tournaments are for accounts: choose a name first.");
        return false;
    }
    if (right != RIGHT_OF_ALL) {
        const storage_answer directs =
            tournament_is_director(all, &live->row, request->who.user);
        if (directs == ANSWER_FAILED) http_refuse_storage(reply);
        if (directs == ANSWER_ABSENT)
            http_refuse(reply, 403, "not_director",
                        "Only a director of the tournament can do that.");
        if (directs != ANSWER_FOUND) return false;
    }
    if (!live->row.removed || right == RIGHT_TO_PUT_BACK) return true;
    http_refuse(reply, 409, "removed",
                "The tournament was removed; a director can put it back.");
    return false;
}

live_tournament *ask_change(tournaments *all, const http_request *request,
                            tournament_right right, http_reply *reply)
{
    live_tournament *live = ask_look(all, request, reply);
    if (!live || !has_right(all, live, request, right, reply)) return NULL;
    if (live->t->seq >= TOURNAMENT_EVENTS_MOST) {
        http_refuse(reply, 409, "too_many",
                    "The tournament has had %d changes: it takes no more.",
                    TOURNAMENT_EVENTS_MOST);
        return NULL;
    }
    return ask_may_store(all, request, 0, reply) ? live : NULL;
}

int ask_number(const http_request *request, const char *after)
{
    const char *found = strstr(request->path, after);
    return found ? atoi(found + strlen(after)) : -1;
}

/* ---- after ---- */

void ask_answer(tournaments *all, const live_tournament *live,
                const http_request *request, int status, http_reply *reply)
{
    const char *user = request->who.guest ? "" : request->who.user;
    int64_t after;
    if (!http_query_number(request, "after", 0, 0, INT64_MAX, &after)) after = 0;
    json_t *state = tournament_state_json(all, live, user, after);
    if (!state) {
        http_refuse_storage(reply);
        return;
    }
    http_answer(reply, status, state);
    if (*user && all->parts.on_look)
        all->parts.on_look(all->parts.context, user, live->row.id);
}

/* 409 for a conflict with the present state, 404 for a missing thing, 422 for an
 * impossible one. */
static int status_of(const char *code)
{
    if (strncmp(code, "no_such", 7) == 0) return 404;
    if (strncmp(code, "bad_", 4) == 0) return 422;
    return strcmp(code, "not_yours") == 0 ? 403 : 409;
}

void ask_commit(tournaments *all, live_tournament *live, tournament_event *e,
                const tournament_change *change, const http_request *request,
                int status, http_reply *reply)
{
    tournament_refusal why = {"", ""};
    const alea_status done = tournaments_commit(all, live, e, change, &why);
    if (done == ALEA_OK)
        ask_answer(all, live, request, status, reply);
    else
        ask_refuse(done, &why, reply);
}

void ask_refuse(alea_status done, const tournament_refusal *why, http_reply *reply)
{
    if (done == ALEA_ERROR_REFUSED)
        http_refuse(reply, status_of(why->code), why->code, "%s", why->text);
    else
        http_refuse(reply, 503, "not_stored",
                    "The server could not store it. Try again.");
}
