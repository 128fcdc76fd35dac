#include "routes.h"

#include "presence.h"
#include "server/http/budget.h"
#include "server/storage/relations.h"

#include <stdlib.h>
#include <string.h>

enum { RELATIONS_MOST = 500, REPORTS_A_DAY = 20, REPORT_MOST = 1000 };
static const int64_t day_ms = 24LL * 3600 * 1000;
static const double row_kb = 0.4; /* with its place in the indexes */

static bool has_account(const http_request *request, http_reply *reply)
{
    if (*request->who.user && !request->who.guest) return true;
    http_refuse(reply, 403, "guest", "Friends are for accounts: choose a name first.");
    return false;
}

/* The account that the request names; false after filling the reply. */
static bool find_other(const players_parts *s, const http_request *request,
                       const json_t *body, storage_user *other, http_reply *reply)
{
    const char *name = http_text(body, "name");
    const storage_answer named =
        name ? storage_user_named(s->store, name, other) : ANSWER_ABSENT;
    if (!name)
        http_refuse(reply, 400, "bad_request", "'name' is the name of an account.");
    else if (named == ANSWER_FAILED)
        http_refuse_storage(reply);
    else if (named == ANSWER_ABSENT)
        http_refuse(reply, 404, "no_such_player", "No account has this name.");
    else if (strcmp(other->id, request->who.user) == 0)
        http_refuse(reply, 409, "yourself", "That is your own name.");
    else
        return true;
    return false;
}

/* Charges a row with that many bytes of text; false after filling the reply. */
static bool may_store(const players_parts *s, const http_request *request, size_t text,
                      http_reply *reply)
{
    return http_may_store(s->limit, request, row_kb + (double)text / 1024, reply);
}

/* ---- friends ---- */

static void friends_get(void *part, http_request *request, http_reply *reply)
{
    const players_parts *s = part;
    storage_relation *all = malloc(RELATIONS_MOST * sizeof *all);
    if (!has_account(request, reply) || !all) {
        if (!all) http_refuse_storage(reply);
        free(all);
        return;
    }
    json_t *friends = json_array(), *blocked = json_array(), *muted = json_array();
    const int count = relations_of(s->store, request->who.user, all, RELATIONS_MOST);
    for (int i = 0; i < count; i++) {
        const storage_relation *r = &all[i];
        if (r->is_friend) {
            json_t *one = presence_json(s, &request->who, r->other);
            json_object_set_new(one, "name", json_string(r->name));
            json_array_append_new(friends, one);
        }
        if (r->blocked) json_array_append_new(blocked, json_string(r->name));
        if (r->muted) json_array_append_new(muted, json_string(r->name));
    }
    free(all);
    http_answer(reply, 200,
                json_pack("{s:o,s:o,s:o}", "friends", friends, "blocked", blocked,
                          "muted", muted));
}

/* Reads a switch that may be left out; false if it is no switch. */
static bool read_switch(const json_t *body, const char *name, bool *value)
{
    const json_t *given = json_object_get(body, name);
    if (!given) return true;
    *value = json_is_true(given);
    return json_is_boolean(given);
}

/* Blocking a player ends the friendship and removes challenges between the two. */
static void after_block(const players_parts *s, const char *me, const char *other)
{
    enum { MOST = 100 };
    storage_challenge *all = malloc(MOST * sizeof *all);
    const int count = all ? challenges_of(s->store, me, all, MOST) : 0;
    for (int i = 0; i < count; i++)
        if (strcmp(all[i].from, other) == 0 || strcmp(all[i].to, other) == 0)
            challenge_remove(s->store, all[i].game);
    free(all);
}

static void change(const players_parts *s, const http_request *request,
                   const storage_user *other, const json_t *body, http_reply *reply)
{
    storage_relation r, *all = malloc((RELATIONS_MOST + 1) * sizeof *all);
    const char *me = request->who.user;
    const storage_answer before = relation_get(s->store, me, other->id, &r);
    const int count = all && before == ANSWER_ABSENT
                          ? relations_of(s->store, me, all, RELATIONS_MOST + 1)
                          : 0;
    const bool is_unread = !all || before == ANSWER_FAILED || count < 0;
    free(all);
    if (is_unread) {
        http_refuse_storage(reply);
        return;
    }
    const bool was_blocked = r.blocked;
    if (!read_switch(body, "friend", &r.is_friend) ||
        !read_switch(body, "blocked", &r.blocked) ||
        !read_switch(body, "muted", &r.muted)) {
        http_refuse(reply, 400, "bad_request",
                    "'friend', 'blocked' and 'muted' are true or false.");
        return;
    }
    if (r.blocked) r.is_friend = false;
    r.time = server_now();
    if (count >= RELATIONS_MOST) {
        http_refuse(reply, 409, "too_many", "Your lists hold %d people.",
                    RELATIONS_MOST);
    } else if (before == ANSWER_ABSENT && !may_store(s, request, 0, reply)) {
        return; /* with the reply filled */
    } else if (relation_put(s->store, me, &r) != ALEA_OK) {
        http_refuse_storage(reply);
    } else {
        if (r.blocked && !was_blocked) after_block(s, me, other->id);
        http_answer(reply, 200,
                    json_pack("{s:s,s:b,s:b,s:b}", "name", other->name, "friend",
                              r.is_friend, "blocked", r.blocked, "muted", r.muted));
    }
}

static void friends_post(void *part, http_request *request, http_reply *reply)
{
    const players_parts *s = part;
    storage_user other;
    if (!has_account(request, reply)) return;
    json_t *body = http_json(request, reply);
    if (!body) return;
    if (find_other(s, request, body, &other, reply))
        change(s, request, &other, body, reply);
    json_decref(body);
}

/* ---- reports ---- */

/* A sentence or more: line breaks are allowed, other control characters are not. */
static bool is_report(const char *text)
{
    size_t characters = 0;
    for (; text && *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if ((c < ' ' && c != '\n') || c == 0x7f) return false;
        characters += (c & 0xc0) != 0x80;
    }
    return characters >= 1 && characters <= REPORT_MOST;
}

static void reports_post(void *part, http_request *request, http_reply *reply)
{
    const players_parts *s = part;
    storage_user other;
    storage_game game;
    storage_report r = {.time = server_now()};
    if (!has_account(request, reply)) return;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const char *text = http_text(body, "text"), *id = http_text(body, "game");
    const storage_answer found = !id ? ANSWER_FOUND
                                 : strlen(id) != ID_SIZE - 1
                                     ? ANSWER_ABSENT
                                     : storage_game_get(s->store, id, &game, NULL);
    if (!is_report(text)) {
        http_refuse(reply, 400, "bad_request", "'text' has 1 to %d characters.",
                    REPORT_MOST);
    } else if (found == ANSWER_FAILED) {
        http_refuse_storage(reply);
    } else if (found == ANSWER_ABSENT) {
        http_refuse(reply, 404, "no_such_game", "There is no such game.");
    } else if (find_other(s, request, body, &other, reply)) {
        memcpy(r.user, request->who.user, sizeof r.user);
        memcpy(r.other, other.id, sizeof r.other);
        snprintf(r.game, sizeof r.game, "%s", id ? id : "");
        snprintf(r.text, sizeof r.text, "%s", text);
        const int64_t sent = reports_of(s->store, r.user, r.time - day_ms);
        if (sent < 0)
            http_refuse_storage(reply);
        else if (sent >= REPORTS_A_DAY)
            http_refuse(reply, 429, "too_often", "At most %d reports a day.",
                        REPORTS_A_DAY);
        else if (may_store(s, request, strlen(r.text), reply)) {
            if (report_put(s->store, &r) == ALEA_OK)
                http_answer(reply, 201, json_pack("{s:b}", "ok", 1));
            else
                http_refuse_storage(reply);
        }
    }
    json_decref(body);
}

const http_route players_friend_routes[] = {
    {HTTP_GET, "/api/friends", ROUTE_SESSION, friends_get},
    {HTTP_POST, "/api/friends", ROUTE_CHANGE, friends_post},
    {HTTP_POST, "/api/reports", ROUTE_CHANGE, reports_post},
    {0},
};
