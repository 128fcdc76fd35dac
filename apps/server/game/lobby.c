#include "lobby.h"

#include "reply.h"
#include "routes.h"

#include "server/game/host/delayed.h"
#include "server/game/host/store.h"
#include "server/storage/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LISTED_MOST = 100,
    LOOKED_AT_MOST = 1000, /* of which LISTED_MOST are shown */
    OPEN_A_HOST = 3,       /* open games of one host, the newest */
    LOBBY_MS = 500,
    SHARED_MS = 2000, /* other servers change the lobby too */
    TOLD_MS = 10000   /* where they say so */
};

/* The fields of a listed game that are only in its head. */
static void write_head_facts(json_out *o, const game *g)
{
    static const char *const kinds[] = {"", "delay", "fischer", "days"};
    out_key(o, "clock");
    if (g->plan.clock == CLOCK_NONE) {
        out_null(o);
    } else {
        out_open(o, '{');
        out_key_string(o, "kind", kinds[g->plan.clock]);
        out_key_int(o, "reserve_s", g->plan.reserve_ms / 1000);
        out_key_int(o, "step_s", g->plan.step_ms / 1000);
        out_close(o, '}');
    }
    out_key_bool(o, "rated", g->plan.rated);
    out_key_int(o, "delay_s", g->plan.delay_s);
}

/* The user's rating in the kind of the game; null: none. */
static void write_rating(json_out *o, games *all, const game *g, const char *user)
{
    rating found;
    if (results_rating_in(all->parts.store, user, game_pool(g), &found))
        out_int(o, (int64_t)lround(found.value));
    else
        out_null(o);
}

/* The score as spectators see it; null if another server has it. */
static void write_score(json_out *o, const storage_game *listed, const game *g)
{
    int score[2] = {listed->score[0], listed->score[1]};
    if (g->plan.delay_s > 0 && !delayed_score(g, score)) {
        out_key(o, "score");
        out_null(o);
        return;
    }
    out_key_pair(o, "score", score[0], score[1]);
}

static void write_game(json_out *o, games *all, const storage_game *listed,
                       const game *g, bool is_open)
{
    out_open(o, '{');
    out_key_string(o, "game", listed->id);
    out_key_string(o, "preset", listed->preset);
    out_key_int(o, "match_length", listed->match_length);
    write_head_facts(o, g);
    out_key_int(o, "created", listed->created);
    if (is_open) {
        const int host = g->seat[0].kind == SEAT_FREE ? 1 : 0;
        out_key_string(o, "host", listed->names[host]);
        out_key_seat(o, "seat", 1 - host);
        out_key(o, "rating");
        write_rating(o, all, g, listed->user[host]);
        if (g->plan.rating_range[1])
            out_key_pair(o, "rating_range", g->plan.rating_range[0],
                         g->plan.rating_range[1]);
    } else {
        const char *const seats[2] = {g->seat[0].user, g->seat[1].user};
        int count[CONNECTIONS_AUDIENCES];
        connections_audience(all->parts.sockets, listed->id, seats, count);
        out_key(o, "players");
        out_open(o, '[');
        out_string(o, listed->names[0]);
        out_string(o, listed->names[1]);
        out_close(o, ']');
        write_score(o, listed, g);
        out_key_int(o, "spectators", count[2]);
        out_key(o, "ratings");
        out_open(o, '[');
        for (int i = 0; i < 2; i++) write_rating(o, all, g, listed->user[i]);
        out_close(o, ']');
    }
    out_close(o, '}');
}

/* An open seat is listed while the host is there, a game to watch while a player is. In
 * a waiting game the host is the only player. Only the server where the players are
 * connected holds the game. */
static bool is_alive(const games *all, const storage_game *listed)
{
    connections *sockets = all->parts.sockets;
    return listed->elsewhere ||
           connections_is_present(sockets, listed->id, listed->user[0]) ||
           connections_is_present(sockets, listed->id, listed->user[1]);
}

static const char *host_of(const storage_game *waiting)
{
    return waiting->user[*waiting->user[0] ? 0 : 1];
}

/* The number of games before `end` with the same host as that one. */
static int same_host(const storage_game *found, int end)
{
    int count = 0;
    for (int i = 0; i < end; i++)
        count += strcmp(host_of(&found[i]), host_of(&found[end])) == 0;
    return count;
}

/* Writes `"games": [...]`: the listed games of a stage. False: they cannot be read. */
static bool write_listed(json_out *o, games *all, game_stage stage)
{
    const bool is_open = stage == STAGE_WAITING;
    storage_game *found = malloc(LOOKED_AT_MOST * sizeof *found);
    const int count =
        found ? storage_games_in(all->parts.store, stage, true, found, LOOKED_AT_MOST)
              : -1;
    int alive = 0;
    out_key(o, "games");
    out_open(o, '[');
    for (int i = 0; i < count && alive < LISTED_MOST; i++) {
        if (!is_alive(all, &found[i])) continue;
        found[alive] = found[i];
        if (is_open && same_host(found, alive) >= OPEN_A_HOST) continue;
        const game *g = games_live(all, found[i].id);
        game *head =
            g ? NULL : game_load_head(all->parts.store, all->parts.key, found[i].id);
        if (!g) g = head;
        if (g) write_game(o, all, &found[alive++], g, is_open);
        live_game_free(head);
    }
    out_close(o, ']');
    free(found);
    return count >= 0;
}

const char *lobby_message(games *all, size_t *size)
{
    json_out *o = &all->lobby;
    if (all->lobby_changed || o->size == 0) {
        o->size = 0;
        out_open(o, '{');
        out_key_string(o, "type", "lobby");
        const bool is_read = write_listed(o, all, STAGE_WAITING);
        out_close(o, '}');
        if (!is_read) { /* an empty list would mean that no games exist */
            out_clear(o);
            return NULL;
        }
        all->lobby_changed = false;
        all->lobby_to_tell = true;
    }
    if (!out_text_of(o)) {
        out_clear(o);
        return NULL;
    }
    *size = o->size;
    return o->text;
}

void lobby_tick(games *all, int64_t now)
{
    const bool on_bus = all->parts.bus && bus_is_connected(all->parts.bus);
    if (all->lobby_to_publish && now - all->lobby_published >= LOBBY_MS) {
        if (on_bus) bus_publish(all->parts.bus, "lobby", "", "", 0);
        all->lobby_to_publish = false;
        all->lobby_published = now;
    }
    if (storage_is_shared(all->parts.store) &&
        now - all->lobby_sent >= (on_bus ? TOLD_MS : SHARED_MS))
        all->lobby_changed = true;
    if (!(all->lobby_changed || all->lobby_to_tell) || now - all->lobby_sent < LOBBY_MS)
        return;
    all->lobby_sent = now;
    if (connections_in_lobby(all->parts.sockets) == 0) {
        all->lobby_to_tell = false;
        return;
    }
    size_t size = 0;
    const char *text = lobby_message(all, &size);
    all->lobby_to_tell = false;
    if (text) connections_tell_lobby(all->parts.sockets, text, size);
}

/* ---- GET /api/games?list= ---- */

/* An unfinished game of somebody's; `turn` if it is played over days. */
typedef struct mine_game {
    storage_game listed;
    storage_turn turn;
    char *card; /* NULL: there is no turn */
} mine_game;

typedef struct mine_list {
    const char *user;
    mine_game *game;
    int count;
    bool failed;
} mine_list;

static void keep_turn(void *context, const storage_turn *turn)
{
    mine_list *list = context;
    for (int i = 0; i < list->count; i++) {
        mine_game *g = &list->game[i];
        if (strcmp(g->listed.id, turn->game) != 0 || !*turn->player) continue;
        g->turn = *turn;
        free(g->card);
        g->card = strdup(turn->card);
        list->failed = list->failed || !g->card;
    }
}

/* 0: my turn in a game over days, 1: any other game, 2: there the others are to act. */
static int rank_of(const mine_list *list, const mine_game *g)
{
    if (!g->card) return 1;
    return strcmp(g->turn.player, list->user) == 0 ? 0 : 2;
}

/* The next to be written: by rank, then the soonest deadline, else as they were. */
static mine_game *take_next(const mine_list *list, const bool *is_written)
{
    mine_game *best = NULL;
    for (int i = 0; i < list->count; i++) {
        mine_game *g = &list->game[i];
        if (is_written[i]) continue;
        const int rank = rank_of(list, g), least = best ? rank_of(list, best) : 3;
        if (rank < least || (rank == least && g->turn.deadline < best->turn.deadline))
            best = g;
    }
    return best;
}

static void write_one(json_out *o, const mine_list *list, const mine_game *g)
{
    static const char *const stages[] = {"waiting", "playing", "over", "over"};
    const storage_game *listed = &g->listed;
    const int you = strcmp(listed->user[0], list->user) == 0 ? 0 : 1;
    out_open(o, '{');
    out_key_string(o, "game", listed->id);
    out_key_string(o, "preset", listed->preset);
    out_key_int(o, "match_length", listed->match_length);
    out_key_string(o, "stage", stages[listed->stage]);
    out_key_int(o, "created", listed->created);
    out_key_int(o, "you", you);
    out_key(o, "players");
    out_open(o, '[');
    out_string(o, listed->names[0]);
    out_string(o, listed->names[1]);
    out_close(o, ']');
    out_key_pair(o, "score", listed->score[0], listed->score[1]);
    out_key(o, "turn");
    if (g->card) {
        out_open(o, '{');
        out_key_bool(o, "mine", rank_of(list, g) == 0);
        out_key_int(o, "deadline", g->turn.deadline);
        if (g->turn.stood) out_key_int(o, "stands_until", g->turn.stood);
        out_key(o, "position");
        out_value(o, g->card, strlen(g->card));
        out_close(o, '}');
    } else {
        out_null(o);
    }
    out_close(o, '}');
}

static bool read_mine(games *all, mine_list *list)
{
    storage_game *found = malloc(LISTED_MOST * sizeof *found);
    list->game = calloc(LISTED_MOST, sizeof *list->game);
    list->count = found && list->game ? storage_games_of(all->parts.store, list->user,
                                                         false, 0, found, LISTED_MOST)
                                      : -1;
    for (int i = 0; i < list->count; i++) list->game[i].listed = found[i];
    free(found);
    return list->count >= 0 &&
           storage_turns_of(all->parts.store, list->user, keep_turn, list) == ALEA_OK &&
           !list->failed;
}

/* False: they cannot be read. */
static bool write_mine(json_out *o, games *all, const char *user)
{
    mine_list list = {.user = user};
    bool is_written[LISTED_MOST] = {false};
    const bool is_read = read_mine(all, &list);
    const mine_game *g;
    out_key(o, "games");
    out_open(o, '[');
    while (is_read && (g = take_next(&list, is_written))) {
        write_one(o, &list, g);
        is_written[g - list.game] = true;
    }
    out_close(o, ']');
    for (int i = 0; i < list.count; i++) free(list.game[i].card);
    free(list.game);
    return is_read;
}

static void games_get(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    char list[8];
    json_out o = {0};
    if (!http_query(request, "list", list, sizeof list)) list[0] = '\0';
    const bool mine = strcmp(list, "mine") == 0;
    if (mine && !*request->who.user) {
        http_refuse(reply, 401, "no_session",
                    "Sign in first (GET /api/me makes a guest).");
        return;
    }
    out_open(&o, '{');
    if (mine && !write_mine(&o, all, request->who.user)) {
        out_clear(&o);
        http_refuse_storage(reply);
        return;
    }
    if (strcmp(list, "open") == 0) {
        write_listed(&o, all, STAGE_WAITING);
    } else if (strcmp(list, "live") == 0) {
        write_listed(&o, all, STAGE_PLAYING);
    } else if (!mine) {
        out_clear(&o);
        http_refuse(reply, 400, "bad_list", "'list' is open, live or mine.");
        return;
    }
    out_close(&o, '}');
    reply_json(reply, 200, &o);
}

const http_route game_lobby_routes[] = {
    {HTTP_GET, "/api/games", ROUTE_OPEN, games_get},
    {0},
};
