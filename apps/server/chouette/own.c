/* Chouettes listed, made, looked at. */
#include "routes.h"

#include "ask.h"
#include "look.h"
#include "machines.h"

#include "server/people/account_names.h"
#include "server/people/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_USUAL = 50, LIST_MOST = 200 };

static void list_get(void *part, http_request *request, http_reply *reply)
{
    chouettes *all = part;
    char list[16] = "open";
    int64_t limit;
    if (!http_query_number(request, "limit", LIST_USUAL, 1, LIST_MOST, &limit)) {
        http_refuse(reply, 400, "bad_limit", "'limit' is 1 to %d.", LIST_MOST);
        return;
    }
    http_query(request, "list", list, sizeof list);
    const bool is_mine = strcmp(list, "mine") == 0;
    if (!is_mine && strcmp(list, "open") != 0) {
        http_refuse(reply, 400, "bad_list", "'list' is open or mine.");
        return;
    }
    storage *store = all->parts.store;
    storage_chouette *found = malloc((size_t)limit * sizeof *found);
    const int count =
        !found    ? -1
        : is_mine ? storage_chouettes_of(store, request->who.user, found, (int)limit)
                  : storage_chouettes_open(store, found, (int)limit);
    json_t *listed = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(listed, chouette_row_json(&found[i]));
    free(found);
    if (count >= 0) {
        http_answer(reply, 200, json_pack("{s:o}", "chouettes", listed));
        return;
    }
    json_decref(listed);
    http_refuse_storage(reply);
}

static void look_get(void *part, http_request *request, http_reply *reply)
{
    const live_chouette *live = crew_ask_look(part, request, reply);
    if (live) crew_ask_answer(live, request, 200, reply);
}

/* ---- making one ---- */

typedef struct draft {
    alea_chouette_rules rules;
    storage_chouette row;
    storage_chouette_event event[CREW_SEATS_MOST];
    char name[CREW_SEATS_MOST][132], text[CREW_SEATS_MOST][64];
    int events;
} draft;

static bool read_options(const json_t *body, alea_chouette_rules *rules,
                         http_reply *reply)
{
    json_t *given = json_object_get(body, "options");
    const char *name;
    json_t *value;
    alea_error error = {.reason = "'options' is an object of texts"};
    alea_status status = !given || json_is_object(given) ? ALEA_OK : ALEA_ERROR_SYNTAX;
    *rules = alea_chouette_rules_default();
    json_object_foreach(given, name, value)
    {
        const char *text = json_string_value(value);
        if (status != ALEA_OK) break;
        status =
            text ? alea_chouette_set(rules, name, text, &error) : ALEA_ERROR_SYNTAX;
    }
    if (status == ALEA_OK) status = alea_chouette_rules_check(rules, &error);
    if (status == ALEA_OK) return true;
    http_refuse(reply, 422, "bad_options", "%s.", error.reason);
    return false;
}

static bool read_facts(const json_t *body, const http_request *request,
                       storage_chouette *row, http_reply *reply)
{
    const json_t *name = json_object_get(body, "name"),
                 *listed = json_object_get(body, "listed"),
                 *seats = json_object_get(body, "seats");
    snprintf(row->name, sizeof row->name, "Chouette");
    memcpy(row->maker, request->who.user, sizeof row->maker);
    row->listed = !listed || json_is_true(listed);
    row->seats = seats ? (int)json_integer_value(seats) : CREW_SEATS_MOST;
    if (name && (!account_clean_name(json_string_value(name), row->name) ||
                 !name_is_plain(row->name)))
        http_refuse(reply, 422, "bad_name",
                    "A name is 1 to 32 characters of one alphabet.");
    else if (listed && !json_is_boolean(listed))
        http_refuse(reply, 400, "bad_request", "'listed' is true or false.");
    else if (seats &&
             (!json_is_integer(seats) || json_integer_value(seats) < CREW_LEAST ||
              json_integer_value(seats) > CREW_SEATS_MOST))
        http_refuse(reply, 422, "bad_seats", "'seats' is %d to %d.", CREW_LEAST,
                    CREW_SEATS_MOST);
    else
        return true;
    return false;
}

static bool read_machines(const json_t *body, draft *d, http_reply *reply)
{
    const json_t *given = json_object_get(body, "machines");
    const size_t count = json_array_size(given);
    crew *t = crew_new(&d->rules);
    bool is_good =
        t && (!given || json_is_array(given)) && count < (size_t)d->row.seats;
    for (size_t i = 0; is_good && i < count; i++) {
        const int level = crew_machine_level(json_array_get(given, i));
        const int n = d->events;
        is_good = level >= 0;
        if (!is_good) break;
        crew_machine_name(t, level, d->name[n]);
        snprintf(d->text[n], sizeof d->text[n], "sit %c %s", 'A' + n,
                 alea_level_get((alea_level)level)->name);
        d->event[n] = (storage_chouette_event){.actor = d->row.maker,
                                               .person = "",
                                               .name = d->name[n],
                                               .said = "",
                                               .text = d->text[n]};
        t->seat[t->seats++].level = level;
        d->events++;
    }
    crew_free(t);
    if (!is_good)
        http_refuse(reply, 422, "bad_machines",
                    "'machines' lists levels, fewer than there are seats.");
    return is_good;
}

static bool may_make(chouettes *all, const http_request *request, http_reply *reply)
{
    const int64_t made = storage_chouettes_made(all->parts.store, request->who.user);
    if (made < 0)
        http_refuse_storage(reply);
    else if (made >= CHOUETTES_MADE)
        http_refuse(reply, 409, "too_many",
                    "You have made %d chouettes that are not over: close one first.",
                    CHOUETTES_MADE);
    else
        return true;
    return false;
}

static bool has_only(json_t *body, http_reply *reply)
{
    static const char *const known[] = {"name", "options", "listed", "seats",
                                        "machines"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        count += json_object_get(body, known[i]) != NULL;
    if (count == json_object_size(body)) return true;
    http_refuse(reply, 400, "bad_request", "Unknown field in the request.");
    return false;
}

static void make(chouettes *all, const http_request *request, json_t *body, draft *d,
                 http_reply *reply)
{
    storage_answer answer;
    if (!crew_ask_is_account(request, reply) || !has_only(body, reply) ||
        !read_options(body, &d->rules, reply) ||
        !read_facts(body, request, &d->row, reply))
        return;
    strcpy(d->text[0], "sit A");
    d->event[0] = (storage_chouette_event){.actor = d->row.maker,
                                           .person = d->row.maker,
                                           .name = request->who.name,
                                           .said = "",
                                           .text = d->text[0]};
    d->events = 1;
    if (!read_machines(body, d, reply) || !may_make(all, request, reply) ||
        !crew_ask_may_store(all, request, sizeof d->row.head / 2, reply))
        return;
    if (chouettes_make(all, &d->rules, &d->row, d->event, d->events) != ALEA_OK) {
        http_refuse(reply, 503, "not_stored",
                    "The server could not store it. Try again.");
        return;
    }
    const live_chouette *live = chouettes_fetch(all, d->row.id, &answer);
    if (live)
        crew_ask_answer(live, request, 201, reply);
    else
        http_refuse_storage(reply);
}

static void list_post(void *part, http_request *request, http_reply *reply)
{
    json_t *body = http_json(request, reply);
    if (!body) return;
    draft *d = calloc(1, sizeof *d);
    if (d)
        make(part, request, body, d, reply);
    else
        http_refuse_storage(reply);
    free(d);
    json_decref(body);
}

const http_route chouette_own_routes[] = {
    {HTTP_GET, "/api/chouettes", ROUTE_OPEN, list_get},
    {HTTP_POST, "/api/chouettes", ROUTE_CHANGE, list_post},
    {HTTP_GET, "/api/chouettes/{id}", ROUTE_OPEN, look_get},
    {0},
};
