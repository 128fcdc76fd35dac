#include "routes.h"

#include "challenges.h"

#include "reply.h"

#include "server/game/host/commit.h"
#include "server/game/host/fetch.h"
#include "server/game/host/make.h"
#include "server/game/host/presence.h"
#include "server/http/clock.h"
#include "server/storage/results.h"

#include <stdlib.h>
#include <string.h>

enum {
    RESERVE_A_POINT_S = 120,
    RESERVE_MONEY_S = 600,
    LONGEST_S = 24 * 3600,
    RATING_MOST = 4000,
    DELAY_MOST_S = 300
};

/* ---- making a game ---- */

/* A request for a game, with the first fault found in it. */
typedef struct game_request {
    game_plan plan;
    alea_level level;
    int seat; /* -1: by lot */
    char wrong[160];
} game_request;

static bool wrong(game_request *w, const char *text)
{
    if (!*w->wrong) snprintf(w->wrong, sizeof w->wrong, "%s", text);
    return false;
}

/* Returns `absent` if the field is absent or null. */
static bool read_switch(game_request *w, const json_t *body, const char *name,
                        bool absent)
{
    const json_t *value = json_object_get(body, name);
    if (value && !json_is_null(value) && !json_is_boolean(value))
        wrong(w, "'tutor', 'rated' and 'spectators' are true or false.");
    return json_is_boolean(value) ? json_is_true(value) : absent;
}

static bool read_option(game_request *w, const char *name, const json_t *value)
{
    char text[64];
    alea_error error = {0};
    if (json_is_string(value))
        snprintf(text, sizeof text, "%.60s", json_string_value(value));
    else if (json_is_boolean(value))
        snprintf(text, sizeof text, "%s", json_is_true(value) ? "true" : "false");
    else if (json_is_integer(value))
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
    else if (json_is_null(value))
        snprintf(text, sizeof text, "null");
    else
        return wrong(w, "The value of an option is a word, a number, true or false.");
    if (strcmp(name, "preset") == 0)
        return wrong(w, "'preset' stands beside 'options', not in them.");
    if (alea_rules_set(&w->plan.rules, name, text, &error) == ALEA_OK) return true;
    return wrong(w, error.reason);
}

static void read_rules(game_request *w, const json_t *body)
{
    const json_t *preset = json_object_get(body, "preset");
    json_t *options = json_object_get(body, "options"), *value;
    const char *name;
    alea_error error = {0};
    w->plan.rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT);
    if (preset) {
        const alea_preset found = json_is_string(preset)
                                      ? alea_preset_find(json_string_value(preset))
                                      : ALEA_PRESET_NONE;
        if (found == ALEA_PRESET_NONE) wrong(w, "Unknown preset.");
        w->plan.rules = alea_rules_preset(found);
    }
    if (options && !json_is_null(options) && !json_is_object(options))
        wrong(w, "'options' is an object.");
    json_object_foreach(options, name, value)
    {
        if (!read_option(w, name, value)) return;
    }
    if (alea_rules_check(&w->plan.rules, &error) != ALEA_OK) wrong(w, error.reason);
}

static void read_clock(game_request *w, const json_t *body)
{
    static const clock_kind kinds[] = {CLOCK_NONE, CLOCK_DELAY, CLOCK_FISCHER,
                                       CLOCK_DAYS};
    game_plan *p = &w->plan;
    const int length = p->rules.match_length;
    int64_t reserve_s = length ? (int64_t)RESERVE_A_POINT_S * length : RESERVE_MONEY_S;
    asked_clock asked;
    if (reserve_s > LONGEST_S) reserve_s = LONGEST_S;
    const char *fault = asked_clock_read(json_object_get(body, "clock"), reserve_s,
                                         p->opponent == OPPONENT_MACHINE, &asked);
    if (fault) {
        wrong(w, fault);
        return;
    }
    p->clock = kinds[asked.kind];
    p->reserve_ms = asked.reserve_ms;
    p->step_ms = asked.step_ms;
    if (p->clock == CLOCK_DAYS && p->rules.illegal_play == ALEA_ILLEGAL_OPPONENT_OPTION)
        wrong(w, "A clock of days needs rules by which every play is legal.");
}

static void read_opponent(game_request *w, const json_t *body)
{
    static const char *const names[] = {"machine", "link", "open"};
    const char *name = json_string_value(json_object_get(body, "opponent"));
    const json_t *level = json_object_get(body, "level");
    const json_t *seat = json_object_get(body, "seat");
    int found = 0;
    while (found < 3 && (!name || strcmp(names[found], name) != 0)) found++;
    if (found == 3) wrong(w, "'opponent' is machine, link or open.");
    w->plan.opponent = (game_opponent)(found % 3);
    w->level = ALEA_LEVEL_EXPERT;
    if (level && !json_is_null(level)) {
        const int known =
            json_is_string(level) ? alea_level_find(json_string_value(level)) : -1;
        if (known < 0)
            wrong(w, "Unknown level.");
        else
            w->level = (alea_level)known;
    }
    w->seat = -1;
    if (seat && !json_is_null(seat)) {
        w->seat = (int)json_integer_value(seat);
        if (!json_is_integer(seat) || json_integer_value(seat) < 0 ||
            json_integer_value(seat) > 1)
            wrong(w, "'seat' is 0, 1 or null.");
    }
}

static void read_delay(game_request *w, const json_t *body)
{
    const json_t *value = json_object_get(body, "delay_s");
    if (!value || json_is_null(value)) return;
    w->plan.delay_s = (int)json_integer_value(value);
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        json_integer_value(value) > DELAY_MOST_S)
        wrong(w, "'delay_s' is 0 to 300 whole seconds.");
}

static void read_rating_range(game_request *w, const json_t *body)
{
    const json_t *range = json_object_get(body, "rating_range");
    if (!range || json_is_null(range)) return;
    for (size_t i = 0; i < 2; i++) {
        const json_t *value = json_array_get(range, i);
        const json_int_t number = json_integer_value(value);
        if (!json_is_integer(value) || number < 1 || number > RATING_MOST) break;
        w->plan.rating_range[i] = (int)number;
    }
    const int *found = w->plan.rating_range;
    if (json_array_size(range) != 2 || !found[0] || !found[1] || found[0] > found[1])
        wrong(w, "'rating_range' is two whole numbers from 1 to 4000, or null.");
    if (w->plan.opponent != OPPONENT_OPEN)
        wrong(w, "'rating_range' is for games that are open to all.");
}

static void read_request(game_request *w, json_t *body)
{
    static const char *const known[] = {
        "opponent", "level", "tutor",      "preset",       "options", "clock",
        "rated",    "seat",  "spectators", "rating_range", "delay_s"};
    const char *name;
    json_t *value;
    *w = (game_request){.seat = -1};
    json_object_foreach(body, name, value)
    {
        size_t i = 0;
        while (i < sizeof known / sizeof *known && strcmp(known[i], name) != 0) i++;
        if (i == sizeof known / sizeof *known)
            wrong(w, "Unknown field in the request.");
    }
    read_opponent(w, body);
    read_rules(w, body);
    read_clock(w, body);
    read_rating_range(w, body);
    read_delay(w, body);
    w->plan.rated = read_switch(w, body, "rated", false);
    w->plan.tutor = read_switch(w, body, "tutor", false);
    w->plan.spectators = read_switch(w, body, "spectators", true);
    const bool is_machine = w->plan.opponent == OPPONENT_MACHINE;
    if (w->plan.tutor && (w->plan.rated || !is_machine))
        wrong(w, "The tutor is for unrated games against the machine.");
}

static void take_seat(game_seat *s, const http_person *who)
{
    *s = (game_seat){.kind = SEAT_PERSON, .guest = who->guest};
    memcpy(s->user, who->user, sizeof s->user);
    snprintf(s->name, sizeof s->name, "%s", who->name);
}

/* "Carla", or "alea (expert)". */
static void name_machine(game_seat *s)
{
    const alea_level_info *level = alea_level_get(s->level);
    if (level->title)
        snprintf(s->name, sizeof s->name, "%s", level->title);
    else
        snprintf(s->name, sizeof s->name, "alea (%s)", level->name);
}

static int toss(void)
{
    dice_secret lot;
    dice_secret_draw(&lot);
    return lot.seed[0] & 1;
}

static void games_post(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    json_t *body = http_json(request, reply);
    game_request w;
    game_seat seats[2] = {{.kind = SEAT_FREE}, {.kind = SEAT_FREE}};
    alea_status status = ALEA_OK;
    if (!body) return;
    read_request(&w, body);
    json_decref(body);
    if (*w.wrong) {
        http_refuse(reply, 400, "bad_game", "%s", w.wrong);
        return;
    }
    const char *code;
    char text[240];
    if (!game_may_make(all, request->address, &request->who, &code, text)) {
        http_refuse(reply, strcmp(code, "too_often") == 0 ? 429 : 409, code, "%s",
                    text);
        return;
    }
    const int mine = w.seat >= 0 ? w.seat : toss();
    take_seat(&seats[mine], &request->who);
    if (w.plan.opponent == OPPONENT_MACHINE) {
        seats[1 - mine] = (game_seat){.kind = SEAT_MACHINE, .level = w.level};
        name_machine(&seats[1 - mine]);
    }
    game *g = game_make(all, &w.plan, seats, request->who.user, &status);
    if (!g) {
        http_refuse(reply, 503, "not_stored",
                    "The server could not store the game. Try again.");
        return;
    }
    char url[ID_SIZE + 4];
    snprintf(url, sizeof url, "/g/%s", g->id);
    http_answer(reply, 201, json_pack("{ssss}", "game", g->id, "url", url));
    game_unhold(all, g);
}

/* Unsubscribes all sockets without a seat, because they could watch the private game
 * only while a seat was free. */
static void end_watching(connections *sockets, const game *g)
{
    socket_id *found = NULL;
    const int count = connections_watchers(sockets, g->id, NULL, 0);
    if (count > 0) found = calloc((size_t)count, sizeof *found);
    if (found) connections_watchers(sockets, g->id, found, count);
    for (int i = 0; i < count && found; i++) {
        const http_person *who = connections_person(sockets, found[i]);
        if (who && game_seat_of(g, who->user) < 0)
            connections_unwatch(sockets, found[i], g->id);
    }
    free(found);
}

/* An open game may require a rating range; a new player has no known rating. */
static bool is_in_range(games *all, const game *g, const char *user, http_reply *reply)
{
    const int *range = g->plan.rating_range;
    rating own;
    if (range[1] == 0) return true;
    if (!results_rating_in(all->parts.store, user, game_pool(g), &own))
        http_refuse(reply, 403, "no_rating",
                    "This game asks for a rating of %d to %d, and you have none of its "
                    "kind yet.",
                    range[0], range[1]);
    else if (own.value < range[0] || own.value >= range[1] + 1)
        http_refuse(reply, 403, "rating",
                    "This game asks for a rating of %d to %d; yours is %.0f.", range[0],
                    range[1], own.value);
    else
        return true;
    return false;
}

static void join_post(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    game *g = reply_find(all, request, reply);
    if (!g) return;
    const int mine = game_seat_of(g, request->who.user);
    int free_seat = -1;
    for (int i = 0; i < 2; i++)
        if (g->seat[i].kind == SEAT_FREE) free_seat = i;
    if (mine >= 0) { /* a repeated request */
        http_answer(reply, 200, json_pack("{si}", "seat", mine));
        return;
    }
    if (free_seat < 0 || g->stage != STAGE_WAITING) {
        http_refuse(reply, 409, "taken", "Both seats are taken.");
        return;
    }
    if (!challenges_may_join(all, g, request->who.user, reply)) return;
    if (!is_in_range(all, g, request->who.user, reply)) return;
    game_event e = {.kind = GAME_EVENT_JOINED,
                    .by = free_seat,
                    .user = request->who.user,
                    .guest = request->who.guest,
                    .name = request->who.name};
    if (games_commit(all, g, &e, request->who.user, "", NULL, NULL) != ALEA_OK) {
        http_refuse(reply, 503, "not_stored",
                    "The server could not store it. Try again.");
        return;
    }
    if (!game_may_watch(g, -1)) end_watching(all->parts.sockets, g);
    /* A player who opened the link watches the game already. */
    presence_changed(all, g->id);
    http_answer(reply, 200, json_pack("{si}", "seat", free_seat));
}

static void game_delete(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    game *g = reply_find(all, request, reply);
    if (!g) return;
    if (strcmp(g->host, request->who.user) != 0) {
        http_refuse(reply, 403, "not_yours", "Only its host can withdraw a game.");
        return;
    }
    if (g->stage != STAGE_WAITING || game_is_machine_game(g) ||
        (g->seat[0].kind != SEAT_FREE && g->seat[1].kind != SEAT_FREE)) {
        http_refuse(reply, 409, "joined",
                    "The game has two players: abort it instead.");
        return;
    }
    if (storage_game_remove(all->parts.store, g->id) != ALEA_OK) {
        http_refuse(reply, 503, "not_stored",
                    "The server could not remove it. Try again.");
        return;
    }
    games_forget(all, g);
    games_lobby_changed(all);
    http_answer(reply, 200, json_pack("{sb}", "ok", 1));
}

const http_route game_make_routes[] = {
    {HTTP_POST, "/api/games", ROUTE_CHANGE, games_post},
    {HTTP_POST, "/api/games/{id}/join", ROUTE_CHANGE, join_post},
    {HTTP_DELETE, "/api/games/{id}", ROUTE_CHANGE, game_delete},
    {0},
};
