/* Keeping a desk in order: the bin, and players with several names. */
#include "routes.h"

#include "ask.h"
#include "desk/collection.h"
#include "desk/labels.h"
#include "desk/order/people.h"

#include <stdint.h>

const http_route *const desk_routes[] = {desk_look_routes,
                                         desk_match_routes,
                                         desk_train_routes,
                                         desk_analysis_routes,
                                         desk_order_routes,
                                         desk_exchange_routes,
                                         NULL};

/* Parses a change of the desk from the body; NULL after refusing. */
static desk_ask *change_of(study *s, http_request *request, http_reply *reply,
                           desk_run_ask *run)
{
    json_t *body = http_json(request, reply);
    desk_ask *a = body ? desk_ask_new(s, request, reply) : NULL;
    if (!a) {
        json_decref(body);
        return NULL;
    }
    a->body = body;
    a->run = run;
    a->writes = true;
    return a;
}

static void refuse(desk_ask *a, http_reply *reply, const char *text)
{
    http_refuse(reply, 400, "bad_request", "%s", text);
    desk_ask_free(a);
}

/* ---- the bin ---- */

static json_t *run_bin(desk *d, desk_ask *a, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    json_t *list = json_array();
    sqlite3_stmt *st =
        d ? desk_prepare(d,
                         "SELECT id, removed, player_a, player_b, title, games FROM bin"
                         " JOIN bin_matches ON match=id ORDER BY removed DESC, id",
                         error)
          : NULL;
    while (st && desk_next(d, st, &status, error))
        json_array_append_new(
            list, json_pack("{s:I,s:I,s:[s,s],s:s,s:i}", "match",
                            (json_int_t)sqlite3_column_int64(st, 0), "removed",
                            (json_int_t)sqlite3_column_int64(st, 1), "players",
                            desk_text(st, 2), desk_text(st, 3), "title",
                            desk_text(st, 4), "games", sqlite3_column_int(st, 5)));
    a->status = d ? status : ALEA_OK;
    if (a->status == ALEA_OK)
        return json_pack("{s:o,s:i}", "matches", list, "days", COLLECTION_BIN_DAYS);
    json_decref(list);
    return NULL;
}

static void desk_bin_get(void *part, http_request *request, http_reply *reply)
{
    desk_ask *a = desk_ask_new(part, request, reply);
    if (!a) return;
    a->run = run_bin;
    desk_ask_send(a, request, reply);
}

static json_t *run_bin_change(desk *d, desk_ask *a, alea_error *error)
{
    const json_t *match = json_object_get(a->body, "restore");
    if (d && match)
        a->status = collection_restore(d, json_integer_value(match), error);
    else if (d)
        a->status = collection_empty_bin(d, INT64_MAX, error);
    return a->status == ALEA_OK ? run_bin(d, a, error) : NULL;
}

static void desk_bin_post(void *part, http_request *request, http_reply *reply)
{
    desk_ask *a = change_of(part, request, reply, run_bin_change);
    if (!a) return;
    const json_t *match = json_object_get(a->body, "restore"),
                 *empty = json_object_get(a->body, "empty");
    if (match ? json_is_integer(match) && !empty : json_is_true(empty))
        desk_ask_send(a, request, reply);
    else
        refuse(a, reply, "\"restore\" is the number of a match, or \"empty\" true.");
}

/* ---- people ---- */

static void list_pair(void *context, const people_pair *pair)
{
    json_array_append_new(context,
                          json_pack("{s:s,s:s,s:i,s:i}", "name", pair->name, "person",
                                    pair->person, "name_matches", pair->name_matches,
                                    "person_matches", pair->person_matches));
}

static json_t *run_people(desk *d, desk_ask *a, alea_error *error)
{
    json_t *aliases = json_array(), *suggested = json_array();
    if (d) a->status = people_aliases(d, list_pair, aliases, error);
    if (d && a->status == ALEA_OK)
        a->status = people_suggest(d, list_pair, suggested, error);
    if (a->status == ALEA_OK)
        return json_pack("{s:o,s:o}", "aliases", aliases, "suggestions", suggested);
    json_decref(aliases);
    json_decref(suggested);
    return NULL;
}

static void desk_people_get(void *part, http_request *request, http_reply *reply)
{
    desk_ask *a = desk_ask_new(part, request, reply);
    if (!a) return;
    a->run = run_people;
    desk_ask_send(a, request, reply);
}

static json_t *run_alias(desk *d, desk_ask *a, alea_error *error)
{
    if (d)
        a->status = label_alias(d, http_text(a->body, "name"),
                                http_text(a->body, "person"), error);
    return a->status == ALEA_OK ? run_people(d, a, error) : NULL;
}

static void desk_people_post(void *part, http_request *request, http_reply *reply)
{
    desk_ask *a = change_of(part, request, reply, run_alias);
    if (!a) return;
    if (http_text(a->body, "name") && http_text(a->body, "person"))
        desk_ask_send(a, request, reply);
    else
        refuse(a, reply,
               "\"name\" is a name in files, \"person\" whose it is, or \"\".");
}

const http_route desk_order_routes[] = {
    {HTTP_GET, "/api/desk/bin", ROUTE_SESSION, desk_bin_get},
    {HTTP_POST, "/api/desk/bin", ROUTE_CHANGE, desk_bin_post},
    {HTTP_GET, "/api/desk/people", ROUTE_SESSION, desk_people_get},
    {HTTP_POST, "/api/desk/people", ROUTE_CHANGE, desk_people_post},
    {0},
};
