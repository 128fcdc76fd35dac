/* Lists of games: open seats, games to watch, one's own. */
#include "server/game/model/game.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_MOST = 100, LOBBY_MS = 500 };

/* The parts of a listed game that only its room knows. */
static void write_head_facts(json_out *o, const room *r)
{
    static const char *const kinds[] = {"", "delay", "fischer"};
    out_key(o, "clock");
    if (r->plan.clock == CLOCK_NONE) {
        out_null(o);
    } else {
        out_open(o, '{');
        out_key_string(o, "kind", kinds[r->plan.clock]);
        out_key_int(o, "reserve_s", r->plan.reserve_ms / 1000);
        out_key_int(o, "step_s", r->plan.step_ms / 1000);
        out_close(o, '}');
    }
    out_key_bool(o, "rated", r->plan.rated);
}

static void write_game(json_out *o, games *g, const storage_game *game, const room *r,
                       bool is_open)
{
    out_open(o, '{');
    out_key_string(o, "game", game->id);
    out_key_string(o, "preset", game->preset);
    out_key_int(o, "match_length", game->match_length);
    write_head_facts(o, r);
    out_key_int(o, "created", game->created);
    if (is_open) {
        const int host = r->seat[0].kind == SEAT_FREE ? 1 : 0;
        out_key_string(o, "host", game->names[host]);
        out_key_seat(o, "seat", 1 - host);
    } else {
        const char *const seats[2] = {r->seat[0].user, r->seat[1].user};
        int count[HUB_AUDIENCES];
        hub_audience(g->server->sockets, game->id, seats, count);
        out_key(o, "players");
        out_open(o, '[');
        out_string(o, game->names[0]);
        out_string(o, game->names[1]);
        out_close(o, ']');
        out_key_pair(o, "score", game->score[0], game->score[1]);
        out_key_int(o, "spectators", count[2]);
    }
    out_close(o, '}');
}

/* An open seat is offered while the maker of the game is there, a game is shown while a
 * player is. */
static bool is_alive(const games *g, const room *r, storage_stage stage)
{
    hub *sockets = g->server->sockets;
    if (stage == STAGE_WAITING) return hub_is_present(sockets, r->id, r->host);
    return hub_is_present(sockets, r->id, r->seat[0].user) ||
           hub_is_present(sockets, r->id, r->seat[1].user);
}

/* `"games": [...]` of those that are listed in a stage. */
static void write_listed(json_out *o, games *g, storage_stage stage)
{
    storage_game *all = malloc(LISTED_MOST * sizeof *all);
    const int count =
        all ? storage_games_in(g->server->store, stage, true, all, LISTED_MOST) : 0;
    out_key(o, "games");
    out_open(o, '[');
    for (int i = 0; i < count; i++) {
        const room *r = table_find(&g->rooms, all[i].id);
        room *head = r ? NULL : room_load_head(g, all[i].id);
        if (!r) r = head;
        if (r && is_alive(g, r, stage))
            write_game(o, g, &all[i], r, stage == STAGE_WAITING);
        room_free(head);
    }
    out_close(o, ']');
    free(all);
}

const char *games_lobby(games *g, size_t *size)
{
    json_out *o = &g->lobby;
    if (g->lobby_changed || o->size == 0) {
        o->size = 0;
        out_open(o, '{');
        out_key_string(o, "type", "lobby");
        write_listed(o, g, STAGE_WAITING);
        out_close(o, '}');
        g->lobby_changed = false;
        g->lobby_to_tell = true;
    }
    if (!out_text_of(o)) {
        out_clear(o);
        return NULL;
    }
    *size = o->size;
    return o->text;
}

void lobby_change(games *g)
{
    g->lobby_changed = true;
}

void lobby_tick(games *g, int64_t now)
{
    if (!(g->lobby_changed || g->lobby_to_tell) || now - g->lobby_sent < LOBBY_MS)
        return;
    g->lobby_sent = now;
    if (hub_in_lobby(g->server->sockets) == 0) {
        g->lobby_to_tell = false;
        return;
    }
    size_t size = 0;
    const char *text = games_lobby(g, &size);
    g->lobby_to_tell = false;
    if (text) hub_tell_lobby(g->server->sockets, text, size);
}

/* ---- GET /api/games?list= ---- */

static void write_mine(json_out *o, games *g, const char *user)
{
    storage_game *all = malloc(LISTED_MOST * sizeof *all);
    const int count =
        all ? storage_games_of(g->server->store, user, false, 0, all, LISTED_MOST) : 0;
    static const char *const stages[] = {"waiting", "playing", "over", "over"};
    out_key(o, "games");
    out_open(o, '[');
    for (int i = 0; i < count; i++) {
        const storage_game *game = &all[i];
        out_open(o, '{');
        out_key_string(o, "game", game->id);
        out_key_string(o, "preset", game->preset);
        out_key_int(o, "match_length", game->match_length);
        out_key_string(o, "stage", stages[game->stage]);
        out_key_int(o, "created", game->created);
        out_key_int(o, "you", strcmp(game->user[0], user) == 0 ? 0 : 1);
        out_key(o, "players");
        out_open(o, '[');
        out_string(o, game->names[0]);
        out_string(o, game->names[1]);
        out_close(o, ']');
        out_key_pair(o, "score", game->score[0], game->score[1]);
        out_close(o, '}');
    }
    out_close(o, ']');
    free(all);
}

void games_http_list(server *s, http_request *request, http_reply *reply)
{
    char list[8];
    json_out o = {0};
    if (!http_query(request, "list", list, sizeof list)) list[0] = '\0';
    const bool mine = strcmp(list, "mine") == 0;
    if (mine && !*request->who.user) {
        http_refuse(reply, 401, "no_session",
                    "Make yourself known first: GET /api/me.");
        return;
    }
    out_open(&o, '{');
    if (mine)
        write_mine(&o, s->play, request->who.user);
    else if (strcmp(list, "open") == 0)
        write_listed(&o, s->play, STAGE_WAITING);
    else if (strcmp(list, "live") == 0)
        write_listed(&o, s->play, STAGE_PLAYING);
    else {
        out_clear(&o);
        http_refuse(reply, 400, "bad_list", "'list' is open, live or mine.");
        return;
    }
    out_close(&o, '}');
    room_http_text(reply, 200, &o);
}
