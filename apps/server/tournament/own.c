/* Tournaments listed, made, looked at, removed; their directors. */
#include "routes.h"

#include "ask.h"
#include "look.h"
#include "own.h"

#include "server/storage/clubs/clubs.h"
#include "tournament/event.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_USUAL = 50, LIST_MOST = 200, SEED_BYTES = 16, STEP_USUAL_S = 12 };
static const int64_t year_ms = 366LL * 24 * 3600 * 1000;

/* ---- lists ---- */

static void list_get(void *part, http_request *request, http_reply *reply)
{
    tournaments *all = part;
    char list[16] = "now";
    int64_t limit;
    if (!http_query_number(request, "limit", LIST_USUAL, 1, LIST_MOST, &limit)) {
        http_refuse(reply, 400, "bad_limit", "'limit' is 1 to %d.", LIST_MOST);
        return;
    }
    const bool is_named = http_query(request, "list", list, sizeof list);
    const bool is_mine = strcmp(list, "mine") == 0, is_over = strcmp(list, "over") == 0;
    if (strstr(request->query, "list=") &&
        (!is_named || (!is_mine && !is_over && strcmp(list, "now") != 0))) {
        http_refuse(reply, 400, "bad_list", "'list' is now, over or mine.");
        return;
    }
    char club[ID_SIZE] = "";
    if (strstr(request->query, "club=") &&
        !http_query(request, "club", club, sizeof club)) {
        http_refuse(reply, 400, "bad_club", "'club' is the identifier of a club.");
        return;
    }
    storage_tournament *found = malloc((size_t)limit * sizeof *found);
    storage *store = all->parts.store;
    const int stage = is_over ? TOURNAMENT_OVER : TOURNAMENT_RUNNING;
    const int count =
        !found    ? -1
        : *club   ? storage_tournaments_of_club(store, club, found, (int)limit)
        : is_mine ? storage_tournaments_of(store, request->who.user, found, (int)limit)
                  : storage_tournaments_in(store,
                                           is_over ? TOURNAMENT_OVER : TOURNAMENT_ENTRY,
                                           stage, found, (int)limit);
    json_t *listed = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(listed, tournament_row_json(&found[i]));
    free(found);
    if (count >= 0) {
        http_answer(reply, 200, json_pack("{s:o}", "tournaments", listed));
        return;
    }
    json_decref(listed);
    http_refuse_storage(reply);
}

static void look_get(void *part, http_request *request, http_reply *reply)
{
    tournaments *all = part;
    const live_tournament *live = ask_look(all, request, reply);
    if (live) ask_answer(all, live, request, 200, reply);
}

/* ---- making one ---- */

/* Text of several lines, as people write it: nothing in it is a control character. */
static bool read_text(const json_t *body, char out[TOURNAMENT_TEXT_SIZE])
{
    const json_t *given = json_object_get(body, "text");
    if (!given || json_is_null(given)) return true;
    const char *text = json_string_value(given);
    if (!text || strlen(text) >= TOURNAMENT_TEXT_SIZE ||
        !http_is_plain_text(text, TOURNAMENT_TEXT_MOST))
        return false;
    strcpy(out, text);
    return true;
}

static bool read_starts(const json_t *body, int64_t *out)
{
    const json_t *given = json_object_get(body, "starts");
    if (!given) return true;
    const json_int_t time = json_integer_value(given), now = server_now();
    *out = time;
    if (json_is_null(given)) return true;
    return json_is_integer(given) && time > now - year_ms && time < now + year_ms;
}

bool own_has_only(json_t *body, const char *const *known)
{
    const char *name;
    json_t *value;
    json_object_foreach(body, name, value)
    {
        int i = 0;
        while (known[i] && strcmp(known[i], name) != 0) i++;
        if (!known[i]) return false;
    }
    return true;
}

bool own_read_announcement(const json_t *body, storage_tournament *row,
                           http_reply *reply)
{
    if (!read_text(body, row->text))
        http_refuse(reply, 400, "bad_text", "'text' has at most %d characters.",
                    TOURNAMENT_TEXT_MOST);
    else if (!read_starts(body, &row->starts))
        http_refuse(reply, 400, "bad_starts",
                    "'starts' is a time in milliseconds, within a year, or null.");
    else
        return true;
    return false;
}

void own_draw_seed(char seed[TOURNAMENT_SEED])
{
    unsigned char bytes[SEED_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(seed, TOURNAMENT_SEED, bytes, sizeof bytes);
}

bool own_read_plan(const json_t *body, tournament_plan *plan, http_reply *reply)
{
    const json_t *given = json_object_get(body, "plan");
    *plan = tournament_plan_default();
    plan->online = true;
    plan->step_s = STEP_USUAL_S;
    const char *fault = json_is_object(given) ? tournament_plan_read(given, plan)
                                              : "'plan' is an object.";
    own_draw_seed(plan->seed);
    if (!fault) fault = tournament_plan_fault(plan);
    if (!fault) return true;
    http_refuse(reply, 422, "bad_plan", "%s", fault);
    return false;
}

bool own_may_direct(tournaments *all, const http_request *request, http_reply *reply)
{
    const int64_t directed =
        storage_tournaments_directed(all->parts.store, request->who.user);
    if (request->who.guest)
        http_refuse(reply, 403, "guest",
                    "Tournaments are for accounts: choose a name first.");
    else if (directed < 0)
        http_refuse_storage(reply);
    else if (directed >= TOURNAMENTS_DIRECTED)
        http_refuse(reply, 409, "too_many",
                    "You direct %d tournaments that are not over: end one first.",
                    TOURNAMENTS_DIRECTED);
    else
        return true;
    return false;
}

bool own_read_club(tournaments *all, const http_request *request, const json_t *body,
                   storage_tournament *row, http_reply *reply)
{
    const json_t *given = json_object_get(body, "club"),
                 *only = json_object_get(body, "members_only");
    const char *id = json_string_value(given);
    const bool has_club = given && !json_is_null(given);
    if ((has_club && (!id || strlen(id) != ID_SIZE - 1)) ||
        (only && !json_is_boolean(only)) || (!has_club && json_is_true(only))) {
        http_refuse(reply, 400, "bad_club",
                    "'club' is the identifier of a club, or null; 'members_only' is "
                    "true or false, and needs a club.");
        return false;
    }
    if (!has_club) return true;
    storage_club *club = malloc(sizeof *club);
    const storage_answer found =
        club ? storage_club_get(all->parts.store, id, club) : ANSWER_FAILED;
    const storage_answer directs =
        found == ANSWER_FOUND && !club->removed
            ? storage_club_directs(all->parts.store, id, request->who.user)
            : found;
    if (found == ANSWER_FAILED || directs == ANSWER_FAILED)
        http_refuse_storage(reply);
    else if (found == ANSWER_ABSENT || club->removed)
        http_refuse(reply, 404, "no_such_club", "There is no such club.");
    else if (directs == ANSWER_ABSENT)
        http_refuse(reply, 403, "not_director",
                    "Only a director of the club can do that.");
    free(club);
    if (reply->status) return false;
    strcpy(row->club, id);
    row->members_only = json_is_true(only);
    return true;
}

static void make(tournaments *all, const http_request *request, json_t *body,
                 http_reply *reply)
{
    static const char *const known[] = {"plan", "text",         "starts",
                                        "club", "members_only", NULL};
    storage_tournament *row = calloc(1, sizeof *row);
    tournament_event *e = calloc(1, sizeof *e);
    storage_answer answer;
    live_tournament *live = NULL;
    alea_status status = ALEA_ERROR_MEMORY;
    const bool is_good = row && e && own_has_only(body, known) &&
                         own_read_announcement(body, row, reply) &&
                         own_read_plan(body, &e->plan, reply) &&
                         own_may_direct(all, request, reply) &&
                         own_read_club(all, request, body, row, reply) &&
                         ask_may_store(all, request, strlen(row->text), reply);
    if (is_good) {
        e->kind = TOURNAMENT_CREATED;
        memcpy(row->maker, request->who.user, sizeof row->maker);
        status = tournaments_make(all, e, row);
    }
    if (status == ALEA_OK) live = tournaments_fetch(all, row->id, &answer);
    if (live)
        ask_answer(all, live, request, 201, reply);
    else if (row && e && !reply->status && !own_has_only(body, known))
        http_refuse(reply, 400, "bad_request", "Unknown field in the request.");
    else if (!reply->status)
        http_refuse(reply, 503, "not_stored",
                    "The server could not store it. Try again.");
    free(row);
    free(e);
}

static void list_post(void *part, http_request *request, http_reply *reply)
{
    json_t *body = http_json(request, reply);
    if (!body) return;
    make(part, request, body, reply);
    json_decref(body);
}

/* ---- what is announced ---- */

static void own_patch(void *part, http_request *request, http_reply *reply)
{
    static const char *const known[] = {"text", "starts", NULL};
    tournaments *all = part;
    json_t *body = http_json(request, reply);
    live_tournament *live =
        body ? ask_change(all, request, RIGHT_OF_DIRECTOR, reply) : NULL;
    storage_tournament *row = live ? malloc(sizeof *row) : NULL;
    if (row) {
        *row = live->row;
        if (!own_has_only(body, known))
            http_refuse(reply, 400, "bad_request", "Unknown field in the request.");
        else if (own_read_announcement(body, row, reply) &&
                 ask_may_store(all, request, strlen(row->text), reply)) {
            row->due = tournaments_due(live->t, row->starts);
            if (storage_tournament_describe(all->parts.store, row->id, row->text,
                                            row->starts, row->due) == ALEA_OK) {
                live->row = *row;
                tournaments_tell(all, row->id, live->t->seq);
                ask_answer(all, live, request, 200, reply);
            } else {
                http_refuse_storage(reply);
            }
        }
    } else if (live) {
        http_refuse_storage(reply);
    }
    free(row);
    json_decref(body);
}

/* ---- removed and put back ---- */

static void set_removed(tournaments *all, const http_request *request, int64_t time,
                        http_reply *reply)
{
    live_tournament *live = ask_change(all, request, RIGHT_TO_PUT_BACK, reply);
    if (!live) return;
    if (storage_tournament_remove(all->parts.store, live->row.id, time) != ALEA_OK) {
        http_refuse_storage(reply);
        return;
    }
    live->row.removed = time;
    tournaments_tell(all, live->row.id, live->t->seq);
    ask_answer(all, live, request, 200, reply);
}

static void own_delete(void *part, http_request *request, http_reply *reply)
{
    set_removed(part, request, server_now(), reply);
}

static void own_restore(void *part, http_request *request, http_reply *reply)
{
    set_removed(part, request, 0, reply);
}

/* ---- directors ---- */

/* The account that the request names; false after filling the reply. */
static bool find_named(tournaments *all, const json_t *body, storage_user *other,
                       http_reply *reply)
{
    const char *name = http_text(body, "name");
    const storage_answer named =
        name ? storage_user_named(all->parts.store, name, other) : ANSWER_ABSENT;
    if (!name)
        http_refuse(reply, 400, "bad_request", "'name' is the name of an account.");
    else if (named == ANSWER_FAILED)
        http_refuse_storage(reply);
    else if (named == ANSWER_ABSENT)
        http_refuse(reply, 404, "no_such_player", "No account has this name.");
    return named == ANSWER_FOUND;
}

static bool may_change_director(tournaments *all, const live_tournament *live,
                                const storage_user *other, bool is_director,
                                http_reply *reply)
{
    storage_director found[TOURNAMENT_DIRECTORS];
    const int count = storage_tournament_directors(all->parts.store, live->row.id,
                                                   found, TOURNAMENT_DIRECTORS);
    if (count < 0)
        http_refuse_storage(reply);
    else if (is_director && count == TOURNAMENT_DIRECTORS)
        http_refuse(reply, 409, "too_many", "A tournament has at most %d directors.",
                    TOURNAMENT_DIRECTORS);
    else if (!is_director && !*live->row.club &&
             strcmp(other->id, live->row.maker) == 0)
        http_refuse(reply, 403, "maker", "Who made the tournament stays its director.");
    else
        return true;
    return false;
}

static void set_director(tournaments *all, const http_request *request,
                         const json_t *body, http_reply *reply)
{
    storage_user *other = malloc(sizeof *other);
    const json_t *on = json_object_get(body, "director");
    const bool is_director = !on || json_is_true(on);
    live_tournament *live =
        other ? ask_change(all, request, RIGHT_OF_DIRECTOR, reply) : NULL;
    if (!other)
        http_refuse_storage(reply);
    else if (live && on && !json_is_boolean(on))
        http_refuse(reply, 400, "bad_request", "'director' is true or false.");
    else if (live && find_named(all, body, other, reply) &&
             may_change_director(all, live, other, is_director, reply)) {
        if (storage_tournament_direct(all->parts.store, live->row.id, other->id,
                                      is_director) == ALEA_OK) {
            tournaments_tell(all, live->row.id, live->t->seq);
            ask_answer(all, live, request, 200, reply);
        } else {
            http_refuse_storage(reply);
        }
    }
    free(other);
}

static void directors_post(void *part, http_request *request, http_reply *reply)
{
    json_t *body = http_json(request, reply);
    if (!body) return;
    set_director(part, request, body, reply);
    json_decref(body);
}

const http_route tournament_own_routes[] = {
    {HTTP_GET, "/api/tournaments", ROUTE_OPEN, list_get},
    {HTTP_POST, "/api/tournaments", ROUTE_CHANGE, list_post},
    {HTTP_GET, "/api/tournaments/{id}", ROUTE_OPEN, look_get},
    {HTTP_PATCH, "/api/tournaments/{id}", ROUTE_CHANGE, own_patch},
    {HTTP_DELETE, "/api/tournaments/{id}", ROUTE_CHANGE, own_delete},
    {HTTP_POST, "/api/tournaments/{id}/restore", ROUTE_CHANGE, own_restore},
    {HTTP_POST, "/api/tournaments/{id}/directors", ROUTE_CHANGE, directors_post},
    {0},
};
