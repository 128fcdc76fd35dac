#include "challenges.h"

#include "reply.h"
#include "routes.h"

#include "server/game/host/fetch.h"
#include "server/game/host/store.h"
#include "server/storage/relations.h"

#include <stdlib.h>
#include <string.h>

enum { CHALLENGES_SENT = 20, CHALLENGES_SHOWN = 100, TEXT_MOST = 200 };

/* ---- looking ---- */

static json_t *clock_json(const game_plan *p)
{
    static const char *const kinds[] = {"", "delay", "fischer", "days"};
    if (p->clock == CLOCK_NONE) return json_null();
    return json_pack("{s:s,s:I,s:I}", "kind", kinds[p->clock], "reserve_s",
                     (json_int_t)(p->reserve_ms / 1000), "step_s",
                     (json_int_t)(p->step_ms / 1000));
}

/* NULL if the game cannot be read. */
static json_t *challenge_json(games *all, const storage_challenge *c, const char *me)
{
    const game *g = games_live(all, c->game);
    game *head = g ? NULL : game_load_head(all->parts.store, all->parts.key, c->game);
    if (!g) g = head;
    if (!g) return NULL;
    const char *preset = alea_preset_name(g->plan.rules.preset);
    json_t *out = json_pack(
        "{s:s,s:s,s:s,s:b,s:s,s:I,s:s,s:i,s:o,s:b,s:i}", "game", c->game, "from",
        c->from_name, "to", c->to_name, "mine", strcmp(c->from, me) == 0, "text",
        c->text, "time", (json_int_t)c->time, "preset", preset ? preset : "",
        "match_length", g->plan.rules.match_length, "clock", clock_json(&g->plan),
        "rated", g->plan.rated, "delay_s", g->plan.delay_s);
    live_game_free(head);
    return out;
}

static void challenges_get(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    storage_challenge *found = malloc(CHALLENGES_SHOWN * sizeof *found);
    json_t *list = json_array();
    const int count = found ? challenges_of(all->parts.store, request->who.user, found,
                                            CHALLENGES_SHOWN)
                            : 0;
    for (int i = 0; i < count; i++) {
        json_t *one = challenge_json(all, &found[i], request->who.user);
        if (one) json_array_append_new(list, one);
    }
    free(found);
    http_answer(reply, 200, json_pack("{s:o}", "challenges", list));
}

/* ---- sending ---- */

/* The number of open challenges; -1 = could not be read. */
static int sent_by(games *all, const char *user)
{
    storage_challenge *found = malloc(CHALLENGES_SHOWN * sizeof *found);
    const int count =
        found ? challenges_of(all->parts.store, user, found, CHALLENGES_SHOWN) : -1;
    int sent = 0;
    for (int i = 0; i < count; i++) sent += strcmp(found[i].from, user) == 0;
    free(found);
    return count < 0 ? -1 : sent;
}

static bool waits_for_one(const game *g)
{
    return g->stage == STAGE_WAITING && g->plan.opponent == OPPONENT_LINK &&
           (g->seat[0].kind == SEAT_FREE || g->seat[1].kind == SEAT_FREE);
}

/* Finds the challenged player; false after filling the reply. */
static bool find_other(games *all, const http_request *request, const json_t *body,
                       storage_user *other, http_reply *reply)
{
    const char *name = http_text(body, "name");
    storage *store = all->parts.store;
    const storage_answer named =
        name ? storage_user_named(store, name, other) : ANSWER_ABSENT;
    const storage_answer blocks =
        named == ANSWER_FOUND ? relation_blocks(store, other->id, request->who.user)
                              : ANSWER_ABSENT;
    const int sent = named == ANSWER_FOUND ? sent_by(all, request->who.user) : 0;
    if (!name)
        http_refuse(reply, 400, "bad_request", "'name' is the name of an account.");
    else if (named == ANSWER_FAILED || blocks == ANSWER_FAILED || sent < 0)
        http_refuse_storage(reply);
    else if (named == ANSWER_ABSENT)
        http_refuse(reply, 404, "no_such_player", "No account has this name.");
    else if (strcmp(other->id, request->who.user) == 0)
        http_refuse(reply, 409, "yourself", "That is your own name.");
    else if (blocks == ANSWER_FOUND)
        http_refuse(reply, 403, "blocked", "%s takes no challenges from you.",
                    other->name);
    else if (sent >= CHALLENGES_SENT)
        http_refuse(reply, 409, "too_many",
                    "%d challenges of yours wait: take one back first.",
                    CHALLENGES_SENT);
    else
        return true;
    return false;
}

static bool read_text(const json_t *body, char out[CHALLENGE_TEXT_SIZE])
{
    const json_t *text = json_object_get(body, "text");
    out[0] = '\0';
    if (!text || json_is_null(text)) return true;
    const char *given = json_string_value(text);
    if (!given || !http_is_plain(given, 0, TEXT_MOST)) return false;
    snprintf(out, CHALLENGE_TEXT_SIZE, "%s", given);
    return true;
}

static void send_to(games *all, const http_request *request, const game *g,
                    const storage_user *other, storage_challenge *c, http_reply *reply)
{
    c->time = server_now();
    memcpy(c->game, g->id, sizeof c->game);
    memcpy(c->from, request->who.user, sizeof c->from);
    memcpy(c->from_name, request->who.name, sizeof c->from_name);
    memcpy(c->to, other->id, sizeof c->to);
    memcpy(c->to_name, other->name, sizeof c->to_name);
    const alea_status status = challenge_put(all->parts.store, c);
    if (status == ALEA_ERROR_ARGUMENT) {
        http_refuse(reply, 409, "challenged",
                    "This game waits for somebody else already.");
        return;
    }
    json_t *answer = status == ALEA_OK ? challenge_json(all, c, c->from) : NULL;
    if (!answer) {
        http_refuse(reply, 503, "not_stored",
                    "The server could not store it. Try again.");
        return;
    }
    json_t *message = json_pack("{s:s,s:o}", "type", "challenge", "challenge",
                                challenge_json(all, c, c->to));
    if (message) connections_send_user(all->parts.sockets, c->to, message);
    json_decref(message);
    if (all->parts.on_challenge)
        all->parts.on_challenge(all->parts.context, c->to, c->game);
    http_answer(reply, 201, answer);
}

static void challenges_post(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    storage_user other;
    storage_challenge c = {.time = 0};
    if (request->who.guest) {
        http_refuse(reply, 403, "guest",
                    "Challenges are for accounts: choose a name first.");
        return;
    }
    json_t *body = http_json(request, reply);
    if (!body) return;
    const char *id = http_text(body, "game");
    if (!id || strlen(id) != ID_SIZE - 1) {
        http_refuse(reply, 400, "bad_request", "'game' is the id of a game of yours.");
    } else if (!read_text(body, c.text)) {
        http_refuse(reply, 400, "bad_request",
                    "'text' has at most %d characters on one line.", TEXT_MOST);
    } else {
        memcpy(request->id[0], id, ID_SIZE);
        const game *g = reply_find(all, request, reply);
        if (g && strcmp(g->host, request->who.user) != 0)
            http_refuse(reply, 403, "not_yours", "Only its host can invite to a game.");
        else if (g && !waits_for_one(g))
            http_refuse(reply, 409, "not_now",
                        "A challenge needs a game by link with a free seat.");
        else if (g && find_other(all, request, body, &other, reply))
            send_to(all, request, g, &other, &c, reply);
    }
    json_decref(body);
}

/* ---- ending ---- */

static void challenge_delete(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    storage_challenge c;
    const char *me = request->who.user;
    const storage_answer found = challenge_get(all->parts.store, request->id[0], &c);
    if (found == ANSWER_FAILED) {
        http_refuse_storage(reply);
        return;
    }
    if (found == ANSWER_ABSENT || (strcmp(c.from, me) != 0 && strcmp(c.to, me) != 0)) {
        http_refuse(reply, 404, "no_such_challenge", "There is no such challenge.");
        return;
    }
    game *g = reply_find(all, request, reply);
    if (!g) return;
    if (!waits_for_one(g)) {
        http_refuse(reply, 409, "joined", "The game has two players.");
        return;
    }
    if (storage_game_remove(all->parts.store, g->id) != ALEA_OK) {
        http_refuse(reply, 503, "not_stored",
                    "The server could not remove it. Try again.");
        return;
    }
    games_forget(all, g);
    games_lobby_changed(all);
    json_t *message =
        json_pack("{s:s,s:s,s:s}", "type", "challenge_ended", "game", c.game, "by",
                  strcmp(c.from, me) == 0 ? c.from_name : c.to_name);
    if (message)
        connections_send_user(all->parts.sockets,
                              strcmp(c.from, me) == 0 ? c.to : c.from, message);
    json_decref(message);
    http_answer(reply, 200, json_pack("{s:b}", "ok", 1));
}

storage_answer challenges_unread_by(const games *all, const game *g, const char *user,
                                    const char **name)
{
    for (int i = 0; i < 2; i++) {
        const storage_answer answer =
            relation_blocks(all->parts.store, g->seat[i].user, user);
        *name = g->seat[i].name;
        if (answer != ANSWER_ABSENT) return answer;
    }
    return ANSWER_ABSENT;
}

bool challenges_may_join(games *all, const game *g, const char *user, http_reply *reply)
{
    storage_challenge c;
    const char *name;
    const storage_answer unread = challenges_unread_by(all, g, user, &name);
    const storage_answer invited = g->plan.opponent == OPPONENT_LINK
                                       ? challenge_get(all->parts.store, g->id, &c)
                                       : ANSWER_ABSENT;
    if (unread == ANSWER_FAILED || invited == ANSWER_FAILED) {
        http_refuse_storage(reply);
        return false;
    }
    if (unread == ANSWER_FOUND) {
        http_refuse(reply, 403, "blocked", "%s does not play with you.", name);
        return false;
    }
    if (invited == ANSWER_FOUND && strcmp(c.to, user) != 0) {
        http_refuse(reply, 403, "not_invited", "This game waits for %s.", c.to_name);
        return false;
    }
    return true;
}

const http_route game_challenge_routes[] = {
    {HTTP_GET, "/api/challenges", ROUTE_SESSION, challenges_get},
    {HTTP_POST, "/api/challenges", ROUTE_CHANGE, challenges_post},
    {HTTP_DELETE, "/api/challenges/{id}", ROUTE_CHANGE, challenge_delete},
    {0},
};
