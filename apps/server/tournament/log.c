/* What was done, by whom: everybody may read it, so that nobody has to trust a
 * director. */
#include "routes.h"

#include "ask.h"

#include <stdlib.h>
#include <string.h>

enum { LOG_USUAL = 200, LOG_MOST = 1000, ACTORS_MOST = 64 };

typedef struct actor {
    char id[ID_SIZE], name[132];
} actor;

typedef struct event_log {
    json_t *events;
    int64_t limit;
    /* The accounts that have acted, each once; their names are read afterwards. */
    actor *who;
    int actors;
    char by[LOG_MOST][ID_SIZE];
} event_log;

static bool take(void *context, const storage_tournament_event *e)
{
    event_log *log = context;
    const size_t count = json_array_size(log->events);
    if (count >= (size_t)log->limit) return false;
    json_t *what = json_loads(e->json, 0, NULL);
    json_object_del(what, "user");
    if (*e->name) json_object_set_new(what, "name", json_string(e->name));
    json_t *plan = json_object_get(what, "plan");
    json_object_del(plan, "seed"); /* shown once it is used */
    json_object_del(plan, "director");
    memcpy(log->by[count], e->actor, strnlen(e->actor, ID_SIZE - 1) + 1);
    json_array_append_new(log->events,
                          json_pack("{s:I,s:I,s:o}", "seq", (json_int_t)e->seq, "time",
                                    (json_int_t)e->time, "what", what));
    return true;
}

/* "" if the account is gone. */
static const char *name_of(storage *store, event_log *log, const char *id)
{
    for (int i = 0; i < log->actors; i++)
        if (strcmp(log->who[i].id, id) == 0) return log->who[i].name;
    actor *one = &log->who[log->actors < ACTORS_MOST ? log->actors++ : 0];
    storage_user *user = malloc(sizeof *user);
    memcpy(one->id, id, ID_SIZE);
    one->name[0] = '\0';
    if (user && storage_user_get(store, id, user) == ANSWER_FOUND)
        memcpy(one->name, user->name, sizeof one->name);
    free(user);
    return one->name;
}

static void add_names(storage *store, event_log *log)
{
    size_t i;
    json_t *one;
    json_array_foreach(log->events, i, one)
    {
        const char *name = *log->by[i] ? name_of(store, log, log->by[i]) : "";
        json_object_set_new(one, "by", *name ? json_string(name) : json_null());
    }
}

static void log_get(void *part, http_request *request, http_reply *reply)
{
    tournaments *all = part;
    storage *store = all->parts.store;
    int64_t after, limit;
    if (!http_query_number(request, "after", 0, 0, INT64_MAX, &after) ||
        !http_query_number(request, "limit", LOG_USUAL, 1, LOG_MOST, &limit)) {
        http_refuse(reply, 400, "bad_limit",
                    "'after' is the number of an event, 'limit' is 1 to %d.", LOG_MOST);
        return;
    }
    const live_tournament *live = ask_look(all, request, reply);
    if (!live) return;
    event_log *log = calloc(1, sizeof *log);
    actor *who = calloc(ACTORS_MOST, sizeof *who);
    if (log && who) {
        *log = (event_log){.events = json_array(), .limit = limit, .who = who};
        if (storage_tournament_events(store, live->row.id, after, take, log) ==
            ALEA_OK) {
            add_names(store, log);
            http_answer(reply, 200, json_pack("{s:O}", "events", log->events));
        }
        json_decref(log->events);
    }
    if (!reply->status) http_refuse_storage(reply);
    free(who);
    free(log);
}

const http_route tournament_log_routes[] = {
    {HTTP_GET, "/api/tournaments/{id}/log", ROUTE_OPEN, log_get},
    {0},
};
