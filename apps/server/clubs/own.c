/* Clubs listed, founded, looked at, described, removed. */
#include "routes.h"

#include "ask.h"
#include "look.h"

#include "server/people/account_names.h"
#include "server/people/names.h"

#include <stdlib.h>
#include <string.h>

enum {
    LIST_USUAL = 50,
    LIST_MOST = 200,
    SEARCH_SIZE = 132,
    REACH_MOST = 50,
    LENGTH_MOST = 25,
    DAYS_MOST = 366
};

/* ---- lists ---- */

static void list_get(void *part, http_request *request, http_reply *reply)
{
    clubs *all = part;
    char search[SEARCH_SIZE] = "", list[16] = "all";
    int64_t limit;
    if (!http_query_number(request, "limit", LIST_USUAL, 1, LIST_MOST, &limit)) {
        http_refuse(reply, 400, "bad_limit", "'limit' is 1 to %d.", LIST_MOST);
        return;
    }
    if (strstr(request->query, "search=") &&
        !http_query(request, "search", search, sizeof search)) {
        http_refuse(reply, 400, "bad_search", "'search' is a part of a name or town.");
        return;
    }
    http_query(request, "list", list, sizeof list);
    const bool is_mine = strcmp(list, "mine") == 0;
    if (!is_mine && strcmp(list, "all") != 0) {
        http_refuse(reply, 400, "bad_list", "'list' is all or mine.");
        return;
    }
    storage_club *found = malloc((size_t)limit * sizeof *found);
    const char *person = is_mine ? request->who.user : "";
    int count = -1;
    if (found)
        count = is_mine && !*person ? 0
                                    : storage_clubs_in(all->parts.store, search, person,
                                                       found, (int)limit);
    json_t *listed = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(listed, club_row_json(&found[i]));
    free(found);
    if (count >= 0) {
        http_answer(reply, 200, json_pack("{s:o}", "clubs", listed));
        return;
    }
    json_decref(listed);
    http_refuse_storage(reply);
}

static void look_get(void *part, http_request *request, http_reply *reply)
{
    club_look(part, request, reply, club_answer);
}

/* ---- what is said of a club ---- */

/* Each reader leaves alone what the body does not have; false after filling the
 * reply. */
static bool read_name(const json_t *body, storage_club *club, http_reply *reply)
{
    const json_t *given = json_object_get(body, "name");
    if (!given) return true;
    if (!account_clean_name(json_string_value(given), club->name) ||
        !name_is_plain(club->name)) {
        http_refuse(reply, 422, "bad_name",
                    "A club's name is 1 to 32 characters of one alphabet, on one "
                    "line.");
        return false;
    }
    name_skeleton(club->name, club->skeleton);
    return true;
}

static bool read_texts(const json_t *body, storage_club *club, http_reply *reply)
{
    const json_t *town = json_object_get(body, "town"),
                 *text = json_object_get(body, "text"),
                 *open = json_object_get(body, "open");
    const char *words = json_string_value(text), *where = json_string_value(town);
    if (town && (!where || (*where && !account_clean_name(where, club->town))))
        http_refuse(reply, 422, "bad_town", "'town' has at most 32 characters.");
    else if (text && (!words || !club_text_is_good(words)))
        http_refuse(reply, 422, "bad_text", "'text' has at most %d characters.",
                    CLUB_TEXT_MOST);
    else if (open && !json_is_boolean(open))
        http_refuse(reply, 400, "bad_request", "'open' is true or false.");
    else {
        if (where && !*where) club->town[0] = '\0';
        if (words) strcpy(club->text, words);
        if (open) club->is_open = json_is_true(open);
        return true;
    }
    return false;
}

static bool read_number(const json_t *object, const char *name, int least, int most,
                        int *out)
{
    const json_t *given = json_object_get(object, name);
    const json_int_t number = json_integer_value(given);
    if (!given) return true;
    if (!json_is_integer(given) || number < least || number > most) return false;
    *out = (int)number;
    return true;
}

static bool read_ladder(const json_t *body, storage_club *club, http_reply *reply)
{
    const json_t *ladder = json_object_get(body, "ladder");
    if (!ladder) return true;
    if (json_is_null(ladder)) {
        club->reach = 0;
        return true;
    }
    if (!club->reach) club->reach = LADDER_REACH;
    if (!club->length) club->length = LADDER_LENGTH;
    if (json_is_object(ladder) &&
        read_number(ladder, "reach", 1, REACH_MOST, &club->reach) &&
        read_number(ladder, "length", 1, LENGTH_MOST, &club->length) &&
        read_number(ladder, "idle_days", 0, DAYS_MOST, &club->idle_days))
        return true;
    http_refuse(reply, 422, "bad_ladder",
                "'ladder' is null, or has 'reach' (1 to %d ranks), 'length' (1 to %d "
                "points), 'idle_days' (0 to %d).",
                REACH_MOST, LENGTH_MOST, DAYS_MOST);
    return false;
}

static bool has_only_known(const json_t *body, http_reply *reply)
{
    static const char *const known[] = {"name", "town", "text", "open", "ladder"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        count += json_object_get(body, known[i]) != NULL;
    if (count == json_object_size(body)) return true;
    http_refuse(reply, 400, "bad_request", "Unknown field in the request.");
    return false;
}

static bool read_club(const json_t *body, storage_club *club, http_reply *reply)
{
    return has_only_known(body, reply) && read_name(body, club, reply) &&
           read_texts(body, club, reply) && read_ladder(body, club, reply);
}

/* ---- founding ---- */

static bool may_found(clubs *all, const http_request *request, http_reply *reply)
{
    storage *store = all->parts.store;
    const char *user = request->who.user;
    if (request->who.guest) {
        http_refuse(reply, 403, "guest",
                    "Clubs are for accounts: choose a name first.");
        return false;
    }
    const int64_t owned = storage_clubs_of(store, user, CLUB_OWNER);
    const int64_t joined = storage_clubs_of(store, user, CLUB_APPLIED);
    if (owned < 0 || joined < 0)
        http_refuse_storage(reply);
    else if (owned >= CLUBS_OWNED)
        http_refuse(reply, 409, "too_many",
                    "You own %d clubs: hand one over or remove it first.", CLUBS_OWNED);
    else if (joined >= CLUBS_JOINED)
        http_refuse(reply, 409, "too_many", "You are in %d clubs: leave one first.",
                    CLUBS_JOINED);
    else
        return true;
    return false;
}

static void found_club(clubs *all, http_request *request, const json_t *body,
                       storage_club *club, http_reply *reply)
{
    storage_club_member owner = {.number = 1, .role = CLUB_OWNER, .joins = 1};
    club->is_open = true;
    if (!json_object_get(body, "name")) {
        http_refuse(reply, 422, "bad_name", "A club has a name.");
        return;
    }
    if (!read_club(body, club, reply) || !may_found(all, request, reply) ||
        !club_may_store(all, request, request->body_size, reply))
        return;
    server_new_id(club->id);
    club->created = club->changed = server_now();
    club->last = 1;
    memcpy(owner.person, request->who.user, sizeof owner.person);
    owner.since = club->created;
    const alea_status done = storage_club_make(all->parts.store, club, &owner);
    if (done == ALEA_ERROR_ARGUMENT)
        http_refuse(reply, 409, "name_taken",
                    "Another club has this name, or one that looks like it.");
    else if (done != ALEA_OK)
        http_refuse(reply, 503, "not_stored",
                    "The server could not store it. Try again.");
    if (done != ALEA_OK) return;
    memcpy(request->id[0], club->id, sizeof club->id);
    club_look(all, request, reply, club_answer);
    if (reply->status == 200) reply->status = 201;
}

static void list_post(void *part, http_request *request, http_reply *reply)
{
    json_t *body = http_json(request, reply);
    if (!body) return;
    storage_club *club = calloc(1, sizeof *club);
    if (club)
        found_club(part, request, body, club, reply);
    else
        http_refuse_storage(reply);
    free(club);
    json_decref(body);
}

/* ---- changing and removing ---- */

static void decide_facts(club_request *c)
{
    if (read_club(c->body, &c->club, c->reply))
        club_note(c, "described", c->me.number, 0);
}

static void own_patch(void *part, http_request *request, http_reply *reply)
{
    club_change_by(part, request, reply, CLUB_RIGHT_OF_DIRECTOR, decide_facts);
}

static void decide_removed(club_request *c)
{
    if (c->club.removed) return;
    c->club.removed = server_now();
    club_note(c, "removed", c->me.number, 0);
}

static void own_delete(void *part, http_request *request, http_reply *reply)
{
    club_change(part, request, reply, CLUB_RIGHT_TO_PUT_BACK, decide_removed);
}

static void decide_restored(club_request *c)
{
    if (!c->club.removed || !may_found(c->all, c->request, c->reply)) return;
    c->club.removed = 0;
    club_note(c, "restored", c->me.number, 0);
}

static void own_restore(void *part, http_request *request, http_reply *reply)
{
    club_change(part, request, reply, CLUB_RIGHT_TO_PUT_BACK, decide_restored);
}

const http_route clubs_own_routes[] = {
    {HTTP_GET, "/api/clubs", ROUTE_OPEN, list_get},
    {HTTP_POST, "/api/clubs", ROUTE_CHANGE, list_post},
    {HTTP_GET, "/api/clubs/{id}", ROUTE_OPEN, look_get},
    {HTTP_PATCH, "/api/clubs/{id}", ROUTE_CHANGE, own_patch},
    {HTTP_DELETE, "/api/clubs/{id}", ROUTE_CHANGE, own_delete},
    {HTTP_POST, "/api/clubs/{id}/restore", ROUTE_CHANGE, own_restore},
    {0},
};
