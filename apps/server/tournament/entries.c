/* Players: entered, withdrawn, drawn. */
#include "routes.h"

#include "ask.h"
#include "look.h"

#include "server/storage/clubs/clubs.h"
#include "server/storage/results.h"
#include "tournament/draw.h"
#include "tournament/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- entering ---- */

/* The rating of the account for the first matches of the tournament; 0 = none. */
static int rating_of(tournaments *all, const tournament_plan *plan, const char *user)
{
    rating own;
    const pool_facts facts = {.match_length = plan->length[0],
                              .has_clock = plan->clock != 0,
                              .reserve_ms = 1000 * (int64_t)plan->reserve_s,
                              .step_ms = 1000 * (int64_t)plan->step_s};
    if (!results_rating_in(all->parts.store, user, pool_of(&facts), &own)) return 0;
    return (int)lround(fmin(fmax(own.value, 1), TOURNAMENT_RATING_MOST));
}

/* "somebody N" are names of accounts that are gone (storage/tournaments.h): taken by
 * somebody else they would make two players of one. False after filling the reply. */
static bool is_nobodys(const char *name, http_reply *reply)
{
    if (strncasecmp(name, "somebody", strlen("somebody")) != 0) return true;
    http_refuse(reply, 422, "bad_name",
                "Names that begin with 'somebody' are those of deleted accounts.");
    return false;
}

/* A name without account; false after filling the reply. */
static bool read_guest(const json_t *body, tournament_player *out, http_reply *reply)
{
    const char *name = http_text(body, "name");
    const json_t *value = json_object_get(body, "rating");
    const json_int_t number = json_integer_value(value);
    if (!name || strlen(name) >= sizeof out->name || !tournament_name_is_good(name)) {
        http_refuse(reply, 422, "bad_name",
                    "A name is 1 to 32 characters on one line.");
        return false;
    }
    if (!is_nobodys(name, reply)) return false;
    if (value && !json_is_null(value) &&
        (!json_is_integer(value) || number < 0 || number > TOURNAMENT_RATING_MOST)) {
        http_refuse(reply, 422, "bad_rating", "A rating is 0 to %d.",
                    TOURNAMENT_RATING_MOST);
        return false;
    }
    strcpy(out->name, name);
    out->rating = (int)number;
    return true;
}

/* Of a tournament for members of its club the entrant is one; false after filling the
 * reply. */
static bool is_welcome(tournaments *all, const live_tournament *live,
                       const http_request *request, http_reply *reply)
{
    storage_club_member m = {.role = CLUB_GONE};
    if (!live->row.members_only) return true;
    const storage_answer known =
        storage_club_member_of(all->parts.store, live->row.club, request->who.user, &m);
    if (known == ANSWER_FAILED)
        http_refuse_storage(reply);
    else if (m.role < CLUB_MEMBER)
        http_refuse(reply, 403, "not_member",
                    "This tournament is for members of its club.");
    else
        return true;
    return false;
}

/* After the draw of a form that is drawn as a whole, oneself only where the plan says
 * so; a director enters anybody. False after filling the reply. */
static bool may_come_late(tournaments *all, const live_tournament *live,
                          const http_request *request, http_reply *reply)
{
    const tournament_plan *plan = &live->t->plan;
    if (live->t->stage != TOURNAMENT_RUNNING || plan->late ||
        plan->kind == TOURNAMENT_SWISS || plan->kind == TOURNAMENT_ARENA)
        return true;
    const storage_answer directs =
        tournament_is_director(all, &live->row, request->who.user);
    if (directs == ANSWER_FAILED)
        http_refuse_storage(reply);
    else if (directs == ANSWER_ABSENT)
        http_refuse(reply, 409, "begun",
                    "The tournament has begun: ask a director to enter you.");
    return directs == ANSWER_FOUND;
}

static void enter(tournaments *all, const http_request *request, const json_t *body,
                  http_reply *reply)
{
    const bool is_named = json_object_get(body, "name") != NULL;
    const tournament_change change = {request->who.user, NULL, NULL};
    live_tournament *live =
        ask_change(all, request, is_named ? RIGHT_OF_DIRECTOR : RIGHT_OF_ALL, reply);
    tournament_event *e = live ? calloc(1, sizeof *e) : NULL;
    if (live && !e) http_refuse_storage(reply);
    if (!e) return;
    e->kind = TOURNAMENT_ENTERED;
    bool is_good = is_named || (may_come_late(all, live, request, reply) &&
                                is_welcome(all, live, request, reply));
    if (is_named) {
        is_good = read_guest(body, &e->player, reply);
    } else {
        is_good = is_good && is_nobodys(request->who.name, reply);
        memcpy(e->player.user, request->who.user, sizeof request->who.user);
        snprintf(e->player.name, sizeof e->player.name, "%s", request->who.name);
        e->player.rating = rating_of(all, &live->t->plan, request->who.user);
    }
    if (is_good) ask_commit(all, live, e, &change, request, 201, reply);
    free(e);
}

static void players_post(void *part, http_request *request, http_reply *reply)
{
    json_t *body = http_json(request, reply);
    if (!body) return;
    enter(part, request, body, reply);
    json_decref(body);
}

/* ---- withdrawing ---- */

/* For a change that a player makes for himself and a director for anybody. */
static live_tournament *ask_player(tournaments *all, const http_request *request,
                                   int player, http_reply *reply)
{
    const live_tournament *live = ask_look(all, request, reply);
    if (!live) return NULL;
    const bool is_mine = player >= 0 && player < live->t->players &&
                         strcmp(live->t->player[player].user, request->who.user) == 0;
    return ask_change(all, request, is_mine ? RIGHT_OF_ALL : RIGHT_OF_DIRECTOR, reply);
}

static void player_delete(void *part, http_request *request, http_reply *reply)
{
    tournaments *all = part;
    const int player = ask_number(request, "/players/");
    const tournament_change change = {request->who.user, NULL, NULL};
    live_tournament *live = ask_player(all, request, player, reply);
    tournament_event *e = live ? calloc(1, sizeof *e) : NULL;
    if (live && !e) http_refuse_storage(reply);
    if (!e) return;
    e->kind = TOURNAMENT_WITHDREW;
    e->who = player;
    ask_commit(all, live, e, &change, request, 200, reply);
    free(e);
}

/* ---- pausing ---- */

static void set_paused(tournaments *all, const http_request *request,
                       const json_t *body, http_reply *reply)
{
    const int player = ask_number(request, "/players/");
    const json_t *paused = json_object_get(body, "paused");
    live_tournament *live = ask_player(all, request, player, reply);
    const tournament_change change = {request->who.user, NULL, NULL};
    tournament_event *e = live ? calloc(1, sizeof *e) : NULL;
    if (live && !e) http_refuse_storage(reply);
    if (!e) return;
    e->kind = json_is_true(paused) ? TOURNAMENT_PAUSED : TOURNAMENT_BACK;
    e->who = player;
    if (json_is_boolean(paused))
        ask_commit(all, live, e, &change, request, 200, reply);
    else
        http_refuse(reply, 400, "bad_request", "'paused' is true or false.");
    free(e);
}

static void pause_post(void *part, http_request *request, http_reply *reply)
{
    json_t *body = http_json(request, reply);
    if (!body) return;
    set_paused(part, request, body, reply);
    json_decref(body);
}

/* ---- the draw ---- */

/* Reads the order of a draw by hand: numbers of players. False: it is not such a
 * list. */
static bool read_order(const json_t *order, tournament_event *e)
{
    const size_t count = json_array_size(order);
    if (!json_is_array(order) || count > TOURNAMENT_PLAYERS) return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(order, i);
        const json_int_t number = json_integer_value(value);
        if (!json_is_integer(value) || number < 0 || number >= TOURNAMENT_PLAYERS)
            return false;
        e->order[i] = (int)number;
    }
    e->count = (int)count;
    e->by_hand = true;
    return true;
}

static void start(tournaments *all, const http_request *request, const json_t *body,
                  http_reply *reply)
{
    const json_t *order = json_object_get(body, "order");
    const tournament_change change = {request->who.user, NULL, NULL};
    live_tournament *live = ask_change(all, request, RIGHT_OF_DIRECTOR, reply);
    tournament_event *e = live ? calloc(1, sizeof *e) : NULL;
    if (live && !e) http_refuse_storage(reply);
    if (!e) return;
    tournament_draw(live->t, e);
    const size_t bytes = (size_t)live->t->players * TOURNAMENT_NUMBER_BYTES;
    if (order && !json_is_null(order) && !read_order(order, e))
        http_refuse(reply, 422, "bad_order", "The order has every player once.");
    else if (ask_may_store(all, request, bytes, reply))
        ask_commit(all, live, e, &change, request, 200, reply);
    free(e);
}

static void start_post(void *part, http_request *request, http_reply *reply)
{
    json_t *body = http_json(request, reply);
    if (!body) return;
    start(part, request, body, reply);
    json_decref(body);
}

const http_route tournament_entry_routes[] = {
    {HTTP_POST, "/api/tournaments/{id}/players", ROUTE_CHANGE, players_post},
    {HTTP_DELETE, "/api/tournaments/{id}/players/{n}", ROUTE_CHANGE, player_delete},
    {HTTP_POST, "/api/tournaments/{id}/players/{n}/pause", ROUTE_CHANGE, pause_post},
    {HTTP_POST, "/api/tournaments/{id}/start", ROUTE_CHANGE, start_post},
    {0},
};
