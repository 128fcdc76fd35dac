/* Tables listed and made; the games, their options and their rules in words. */
#include "routes.h"

#include "host.h"
#include "look.h"

#include "server/http/budget.h"
#include "server/http/clock.h"

#include <string.h>

static const double table_kb = 6; /* of a table with its first lines */

enum { OFFERS_LISTED = 50, OFFERS_HOURS = 24, RESERVE_S = 600 };

static void not_stored(http_reply *reply)
{
    http_refuse(reply, 503, "not_stored", "The server could not store it. Try again.");
}

/* ---- looking ---- */

/* False: they cannot be read. */
static bool add_mine(families *all, const char *user, bool open, json_t *list)
{
    storage_family *found = malloc(FAMILIES_OPEN * sizeof *found);
    const int count =
        found ? storage_families_of(all->parts.store, user, open, found, FAMILIES_OPEN)
              : -1;
    for (int i = 0; i < count; i++) {
        json_t *facts = family_row_json(&found[i], user);
        if (facts) json_array_append_new(list, facts);
    }
    free(found);
    return count >= 0;
}

/* What anybody may join, of the last day; NULL: it cannot be read. */
static json_t *offers(families *all, const char *user)
{
    const int64_t since = server_now() - (int64_t)OFFERS_HOURS * 3600 * 1000;
    storage_family *found = malloc(OFFERS_LISTED * sizeof *found);
    const int count =
        found ? storage_families_offered(all->parts.store, since, found, OFFERS_LISTED)
              : -1;
    json_t *list = count < 0 ? NULL : json_array();
    for (int i = 0; i < count; i++) {
        json_t *offer = family_offer_json(all, &found[i], user);
        if (offer) json_array_append_new(list, offer);
    }
    free(found);
    return list;
}

static void offers_get(families *all, const char *user, http_reply *reply)
{
    json_t *list = offers(all, user);
    if (list)
        http_answer(reply, 200, json_pack("{s:o}", "open", list));
    else
        http_refuse_storage(reply);
}

static void list_get(void *part, http_request *request, http_reply *reply)
{
    families *all = part;
    char asked[8];
    const char *user = request->who.user;
    if (http_query(request, "list", asked, sizeof asked)) {
        if (strcmp(asked, "open") == 0)
            offers_get(all, user, reply);
        else
            http_refuse(reply, 400, "bad_list", "'list' is open.");
        return;
    }
    json_t *mine = json_array(), *open = offers(all, user);
    if (!open || (*user && (!add_mine(all, user, true, mine) ||
                            !add_mine(all, user, false, mine)))) {
        json_decref(mine);
        json_decref(open);
        http_refuse_storage(reply);
        return;
    }
    http_answer(reply, 200,
                json_pack("{s:o,s:o,s:o,s:o}", "games", family_games_json(), "options",
                          family_options_json(), "tables", mine, "open", open));
}

static bool find_series(const char *name, alea_tables_series *series, http_reply *reply)
{
    if (name && alea_tables_series_find(name, series, NULL) == ALEA_OK) return true;
    http_refuse(reply, name ? 404 : 400, name ? "no_such_game" : "bad_request",
                name ? "There is no such game." : "'game' is the name of a game.");
    return false;
}

static void rules_get(void *part, http_request *request, http_reply *reply)
{
    char name[32];
    alea_tables_series series;
    (void)part;
    const bool is_named = http_query(request, "game", name, sizeof name);
    if (find_series(is_named ? name : NULL, &series, reply))
        http_answer(reply, 200,
                    json_pack("{s:o}", "rules", family_rules_json(&series)));
}

/* ---- making one ---- */

static bool set_options(const json_t *given, alea_tables_series *series,
                        http_reply *reply)
{
    const char *name;
    const json_t *value;
    alea_error error = {0};
    if (given && !json_is_object(given)) {
        http_refuse(reply, 400, "bad_request", "'options' is an object.");
        return false;
    }
    json_object_foreach((json_t *)(uintptr_t)given, name, value)
    {
        const char *text = json_string_value(value);
        if (!text) {
            http_refuse(reply, 400, "bad_request", "The value of an option is a text.");
            return false;
        }
        if (alea_tables_series_set(series, name, text, &error) != ALEA_OK) {
            http_refuse(reply, 422, "bad_option", "%s", error.reason);
            return false;
        }
    }
    if (alea_tables_series_check(series, &error) == ALEA_OK) return true;
    http_refuse(reply, 422, "bad_option", "%s", error.reason);
    return false;
}

static bool read_seats(const json_t *body, const http_request *request,
                       storage_family *row, http_reply *reply)
{
    const char *seats = http_text(body, "seats");
    if (!seats || strcmp(seats, "here") == 0)
        row->seats = FAMILY_HERE;
    else if (strcmp(seats, "friend") == 0)
        row->seats = FAMILY_FRIEND;
    else if (strcmp(seats, "machine") == 0)
        row->seats = FAMILY_MACHINE;
    else if (strcmp(seats, "open") == 0)
        row->seats = FAMILY_OPEN;
    else {
        http_refuse(reply, 400, "bad_seats",
                    "'seats' is here, friend, open or machine.");
        return false;
    }
    strcpy(row->user[0], request->who.user);
    if (row->seats == FAMILY_HERE) strcpy(row->user[1], request->who.user);
    row->stage = row->seats == FAMILY_FRIEND || row->seats == FAMILY_OPEN
                     ? FAMILY_WAITS
                     : FAMILY_PLAYS;
    return true;
}

static bool read_level(const json_t *given, storage_family *row, http_reply *reply)
{
    const char *name = json_string_value(given);
    row->level = given && !json_is_null(given) ? name ? alea_level_find(name) : -1
                                               : ALEA_LEVEL_EXPERT;
    if (!given || json_is_null(given) ||
        (row->seats == FAMILY_MACHINE &&
         alea_level_plays_tables((alea_level)row->level)))
        return true;
    char names[200] = "";
    size_t used = 0;
    for (int l = 0; alea_level_plays_tables((alea_level)l) && used < sizeof names; l++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 l ? ", " : "", alea_level_get((alea_level)l)->name);
    http_refuse(reply, 400, "bad_level",
                "'level' is that of the machine in a seat, one of %s.", names);
    return false;
}

static bool read_clock(const json_t *clock, storage_family *row, http_reply *reply)
{
    static const family_clock kinds[] = {FAMILY_NO_CLOCK, FAMILY_DELAY, FAMILY_FISCHER,
                                         FAMILY_DAYS};
    asked_clock asked;
    const bool is_here = row->seats == FAMILY_HERE && clock && !json_is_null(clock);
    const char *wrong =
        is_here
            ? "A clock is for two players who each have a seat."
            : asked_clock_read(clock, RESERVE_S, row->seats == FAMILY_MACHINE, &asked);
    if (wrong) {
        http_refuse(reply, 400, "bad_clock", "%s", wrong);
        return false;
    }
    row->clock = kinds[asked.kind];
    row->step_ms = asked.step_ms;
    row->bank_ms = row->reserve_ms[0] = row->reserve_ms[1] = asked.reserve_ms;
    return true;
}

static bool may_make(families *all, const http_request *request,
                     const storage_family *row, http_reply *reply)
{
    const int64_t open = storage_families_open(all->parts.store, request->who.user);
    const int64_t offered =
        row->seats == FAMILY_OPEN
            ? storage_families_offered_by(all->parts.store, request->who.user)
            : 0;
    if (open < 0 || offered < 0)
        http_refuse_storage(reply);
    else if (offered >= FAMILIES_OFFERED)
        http_refuse(reply, 409, "too_many",
                    "You have %d open tables that wait: take one back first.",
                    FAMILIES_OFFERED);
    else if (open >= FAMILIES_OPEN)
        http_refuse(reply, 409, "too_many",
                    "You have %d tables that are not over: close one first.",
                    FAMILIES_OPEN);
    else
        return http_may_store(all->parts.limit, request, table_kb, reply);
    return false;
}

static bool has_only_known(json_t *body, http_reply *reply)
{
    const char *name;
    json_t *value;
    json_object_foreach(body, name, value)
    {
        if (strcmp(name, "game") == 0 || strcmp(name, "options") == 0 ||
            strcmp(name, "seats") == 0 || strcmp(name, "clock") == 0 ||
            strcmp(name, "level") == 0)
            continue;
        http_refuse(reply, 400, "bad_request", "Unknown field in the request.");
        return false;
    }
    return true;
}

static void list_post(void *part, http_request *request, http_reply *reply)
{
    families *all = part;
    alea_tables_series series;
    storage_family *row = calloc(1, sizeof *row);
    json_t *body = http_json(request, reply);
    storage_answer answer;
    if (!row) {
        not_stored(reply);
    } else if (body && has_only_known(body, reply) &&
               find_series(http_text(body, "game"), &series, reply) &&
               set_options(json_object_get(body, "options"), &series, reply) &&
               read_seats(body, request, row, reply) &&
               read_level(json_object_get(body, "level"), row, reply) &&
               read_clock(json_object_get(body, "clock"), row, reply) &&
               may_make(all, request, row, reply)) {
        live_family *live = families_make(all, &series, row) == ALEA_OK
                                ? families_fetch(all, row->id, &answer)
                                : NULL;
        json_t *state = live ? family_state_json(all, live, request->who.user) : NULL;
        if (state)
            http_answer(reply, 201, state);
        else
            not_stored(reply);
    }
    json_decref(body);
    free(row);
}

const http_route family_own_routes[] = {
    {HTTP_GET, "/api/tables", ROUTE_OPEN, list_get},
    {HTTP_GET, "/api/tables/rules", ROUTE_OPEN, rules_get},
    {HTTP_POST, "/api/tables", ROUTE_CHANGE, list_post},
    {0},
};
