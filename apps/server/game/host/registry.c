/* Which rooms there are, and the clock of the house. */
#include "server/game/host/registry.h"

#include "server/game/machine/asked.h"
#include "server/game/model/game.h"
#include "server/net/transport.h"
#include "server/support/limits.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_LISTED = 128,
    TO_LOAD_MOST = 65536, /* running games with a clock, after a restart */
    LOAD_A_TICK = 10,
    SWEEP_SHARE = 64 /* idle rooms are looked for in so many parts */
};

/* ---- beginning and end ---- */

/* Clocks run on after a restart, whether or not anybody comes back: games that have one
 * are loaded bit by bit. */
static void list_running(games *all)
{
    storage_game *found = NULL;
    int most = FIRST_LISTED, count;
    for (;; most *= 8) {
        free(found);
        found = malloc((size_t)most * sizeof *found);
        if (!found) return;
        count = storage_games_in(all->server->store, STAGE_PLAYING, false, found, most);
        if (count < most || most >= TO_LOAD_MOST) break;
    }
    all->to_load = count > 0 ? calloc((size_t)count, sizeof *all->to_load) : NULL;
    for (int i = 0; i < count && all->to_load; i++)
        memcpy(all->to_load[all->to_load_count++], found[i].id, ID_SIZE);
    free(found);
}

alea_status games_open(games **out, server *s, alea_error *error)
{
    games *all = calloc(1, sizeof *all);
    if (all) all->tree = malloc(sizeof *all->tree);
    if (!all || !all->tree) {
        free(all);
        if (error) snprintf(error->reason, sizeof error->reason, "out of memory");
        return ALEA_ERROR_MEMORY;
    }
    all->server = s;
    list_running(all);
    *out = all;
    return ALEA_OK;
}

void games_close(games *all)
{
    if (!all) return;
    void *thing;
    for (size_t at = 0; (thing = table_next(&all->live, &at));) game_free(thing);
    for (size_t at = 0; (thing = table_next(&all->requests, &at));) free(thing);
    table_clear(&all->live);
    table_clear(&all->requests);
    out_clear(&all->out);
    out_clear(&all->event);
    out_clear(&all->lobby);
    free(all->to_load);
    free(all->tree);
    free(all);
}

/* ---- rooms ---- */

bool games_keep(games *all, game *g)
{
    return table_add(&all->live, g);
}

void games_forget(games *all, game *g)
{
    table_remove(&all->live, g->id);
    game_free(g);
}

static void update_presence(games *all, game *g)
{
    const int64_t now = server_now();
    bool changed = false;
    for (int i = 0; i < 2; i++) {
        game_seat *s = &g->seat[i];
        const bool online = s->kind == SEAT_PERSON &&
                            hub_is_present(all->server->sockets, g->id, s->user);
        if (online != s->online && !changed) clock_account(g, now);
        changed = changed || online != s->online;
        s->online = online;
    }
}

game *games_find(games *all, const char *id)
{
    game *g = table_find(&all->live, id);
    if (g) return g;
    g = game_load(all, id);
    if (!g) return NULL;
    if (!games_keep(all, g)) {
        game_free(g);
        return NULL;
    }
    update_presence(all, g);
    /* What was due when the server stopped; it may fail and forget the room. */
    return game_advance(all, g) ? g : NULL;
}

const alea_record *games_record(games *all, const char *id)
{
    game *g = games_find(all, id);
    if (g) game_tag(g);
    return g ? &g->record : NULL;
}

void games_forget_person(games *all, const char *user)
{
    game *g;
    for (size_t at = 0; (g = table_next(&all->live, &at));) {
        const int mine = game_seat_of(g, user);
        if (mine < 0) continue;
        game_seat *s = &g->seat[mine];
        s->user[0] = '\0';
        snprintf(s->name, sizeof s->name, "somebody");
        update_presence(all, g);
        g->dirty_presence = true;
        game_tell_state(all, g);
    }
    lobby_change(all);
}

void games_lost(games *all, const char *id)
{
    game *g = table_find(&all->live, id);
    server_log(all->server, "error", "event_not_stored", "game", id, NULL);
    if (g) games_forget(all, g);
    lobby_change(all);
}

int games_loaded(const games *all)
{
    return (int)all->live.count;
}

/* ---- what people may store ---- */

bool games_may_store(games *all, const char *address, const http_person *who,
                     double kilobytes, int *wait_s)
{
    return limits_take_both(all->server->limit, address, LIMIT_STORED, who->user,
                            who->guest ? LIMIT_STORED_GUEST : LIMIT_STORED_ACCOUNT,
                            kilobytes, server_now(), wait_s);
}

/* A game that was aborted before anybody played is of no use to anybody. */
static void drop_unplayed(games *all, const game *g)
{
    if (g->ended == ENDED_ABORTED && !g->has_played[0] && !g->has_played[1] &&
        storage_game_remove(all->server->store, g->id) != ALEA_OK)
        server_log(all->server, "error", "storage", "call", "remove", NULL);
}

/* ---- asked of the engine ---- */

bool engine_request_add(games *all, const job_order *order, const engine_request *a)
{
    engine_request *kept = malloc(sizeof *kept);
    if (!kept) {
        order->free_input(order->input);
        return false;
    }
    *kept = *a;
    if (!jobs_add(all->server->work, order, kept->id)) {
        free(kept);
        return false;
    }
    if (table_add(&all->requests, kept)) return true;
    jobs_cancel(all->server->work, kept->id, order->user);
    free(kept);
    return false;
}

engine_request *engine_request_take(games *all, const char *id)
{
    engine_request *a = all ? table_find(&all->requests, id) : NULL;
    if (a) table_remove(&all->requests, id);
    return a;
}

/* ---- who is there ---- */

void games_presence(games *all, const char *id)
{
    game *g = table_find(&all->live, id);
    if (!g) return;
    update_presence(all, g);
    g->dirty_presence = true;
    g->touched = server_now();
}

/* May the one who waits end the game now, or no longer? */
static bool is_absence_decisive(const game *g)
{
    return g->stage == STAGE_PLAYING &&
           (g->seat[0].budget_ms <= 0 || g->seat[1].budget_ms <= 0);
}

static void tell_presence(games *all, game *g)
{
    const char *const seats[2] = {g->seat[0].user, g->seat[1].user};
    int count[HUB_AUDIENCES];
    g->dirty_presence = false;
    clock_account(g, server_now()); /* from here on somebody else may pay */
    hub_audience(all->server->sockets, g->id, seats, count);
    json_out *o = &all->out;
    o->size = 0;
    out_open(o, '{');
    out_key_string(o, "type", "presence");
    out_key_string(o, "game", g->id);
    out_key(o, "online");
    out_open(o, '[');
    for (int i = 0; i < 2; i++)
        out_bool(o, g->seat[i].kind == SEAT_MACHINE || g->seat[i].online);
    out_close(o, ']');
    out_key_int(o, "spectators", count[2]);
    out_key_int(o, "time", g->accounted);
    state_write_clock(o, g);
    out_close(o, '}');
    for (int i = 0; i < HUB_AUDIENCES && out_text_of(o); i++)
        if (count[i]) hub_tell(all->server->sockets, g->id, seats, i, o->text, o->size);
    if (o->failed) out_clear(o);
    if (is_absence_decisive(g)) game_tell_state(all, g);
    if (g->stage == STAGE_WAITING) lobby_change(all); /* is its maker there? */
}

/* ---- what was missed ---- */

typedef struct missed {
    games *all;
    socket_id socket;
    const char *game;
    size_t left; /* bytes of those that were not come to yet */
} missed;

/* What is sent of them, the last ones: well below what a socket may have waiting, so
 * that no game is too long, nor too full of talk, to be opened. */
enum { MISSED_BYTES = TRANSPORT_QUEUE_MOST / 2, MISSED_AROUND = 160 };

static bool weigh_missed(void *context, int64_t seq, int64_t time, const char *json)
{
    missed *to = context;
    (void)seq, (void)time;
    to->left += strlen(json) + MISSED_AROUND;
    return true;
}

static bool send_missed(void *context, int64_t seq, int64_t time, const char *json)
{
    missed *to = context;
    const size_t left = to->left;
    to->left -= strlen(json) + MISSED_AROUND;
    if (left > MISSED_BYTES) return true;
    json_out *o = &to->all->out;
    o->size = 0;
    out_open(o, '{');
    out_key_string(o, "type", "event");
    out_key_string(o, "game", to->game);
    out_key_int(o, "seq", seq);
    out_key_int(o, "time", time);
    out_key(o, "event");
    out_value(o, json, strlen(json));
    out_close(o, '}');
    if (out_text_of(o))
        hub_send_text(to->all->server->sockets, to->socket, o->text, o->size);
    return !o->failed;
}

void games_send_missed(games *all, socket_id socket, const char *id, int64_t after)
{
    game *g = games_find(all, id);
    const http_person *who = hub_person(all->server->sockets, socket);
    if (!g || !who) return;
    missed to = {all, socket, id, 0};
    if (after >= 0 && after < g->seq) {
        storage_events(all->server->store, id, after, weigh_missed, &to);
        hub_charge(all->server->sockets, socket,
                   to.left < MISSED_BYTES ? to.left : MISSED_BYTES);
        storage_events(all->server->store, id, after, send_missed, &to);
    }
    json_out *o = &all->out;
    o->size = 0;
    clock_account(g, server_now());
    out_open(o, '{');
    out_key_string(o, "type", "state");
    out_key_string(o, "game", id);
    out_key_int(o, "seq", g->seq);
    out_key(o, "state");
    state_write(all, o, g, game_seat_of(g, who->user));
    out_close(o, '}');
    if (out_text_of(o)) hub_send_text(all->server->sockets, socket, o->text, o->size);
    if (o->failed) out_clear(o);
}

/* ---- the clock of the house ---- */

static bool end_by_time(games *all, game *g, int loser)
{
    const alea_match *m = &g->record.now;
    game_event h = {.kind = GAME_EVENT_TIMEOUT, .by = loser, .winner = 1 - loser};
    /* A match is lost with all of it; of a money session the game, at the stake that a
     * drop would cost. */
    if (m->rules.match_length == 0) h.points = alea_match_cube(m);
    return game_do(all, g, &h, "", "", NULL, NULL) == ALEA_OK && game_advance(all, g);
}

/* Both sit and are there, but words are missing: the game does not wait for ever. */
static bool default_missing_entropy(games *all, game *g, int64_t now)
{
    bool all_here = g->stage == STAGE_WAITING;
    for (int i = 0; i < 2; i++)
        all_here = all_here && (g->seat[i].kind == SEAT_MACHINE ||
                                (g->seat[i].kind == SEAT_PERSON && g->seat[i].online));
    if (!all_here) g->waiting_since = 0;
    if (all_here && g->waiting_since == 0) g->waiting_since = now;
    if (!all_here || now - g->waiting_since < CONTRIBUTE_MS) return true;
    for (int i = 0; i < 2; i++) {
        game_event h = {.kind = GAME_EVENT_CONTRIBUTED, .by = i, .text = ""};
        if (!g->seat[i].contributed &&
            game_do(all, g, &h, "", "", NULL, NULL) != ALEA_OK)
            return false;
    }
    return game_advance(all, g);
}

static bool is_idle(games *all, const game *g, int64_t now)
{
    socket_id any;
    return now - g->touched > IDLE_MS && !g->is_thinking &&
           (g->stage != STAGE_PLAYING || g->plan.clock == CLOCK_NONE) &&
           hub_watchers(all->server->sockets, g->id, &any, 1) == 0;
}

/* False: the room is gone. */
static bool tick_room(games *all, game *g, int64_t now)
{
    if (g->stage == STAGE_OVER) return true;
    if (g->stage == STAGE_WAITING) return default_missing_entropy(all, g, now);
    if (g->running >= 0 || !g->seat[0].online || !g->seat[1].online) {
        const bool had[2] = {g->seat[0].budget_ms > 0, g->seat[1].budget_ms > 0};
        clock_account(g, now);
        for (int i = 0; i < 2; i++) /* from now on the other may end the game */
            if (had[i] && g->seat[i].budget_ms <= 0) g->dirty_presence = true;
        const int loser = clock_expired(g);
        if (loser >= 0) return end_by_time(all, g, loser);
    }
    machine_think(all, g);
    return true;
}

static void load_some(games *all)
{
    for (int i = 0; i < LOAD_A_TICK && all->to_load_count > 0; i++) {
        const char *id = all->to_load[--all->to_load_count];
        if (table_find(&all->live, id)) continue;
        game *g = games_find(all, id);
        if (g && g->plan.clock == CLOCK_NONE && g->stage == STAGE_PLAYING &&
            !g->is_thinking)
            games_forget(all, g);
    }
}

void games_tick(games *all, int64_t now)
{
    game *g;
    for (size_t at = 0; (g = table_next(&all->live, &at));) {
        if (!tick_room(all, g, now)) {
            at--;
            continue;
        }
        if (g->dirty_presence) tell_presence(all, g);
        if (at % SWEEP_SHARE == all->sweep && is_idle(all, g, now)) {
            drop_unplayed(all, g);
            games_forget(all, g);
            at--;
        }
    }
    all->sweep = (all->sweep + 1) % SWEEP_SHARE;
    load_some(all);
    lobby_tick(all, now);
}
