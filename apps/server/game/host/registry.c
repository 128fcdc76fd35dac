/* Which rooms there are, and the clock of the house. */
#include "server/game/host/registry.h"

#include "server/support/limits.h"
#include "server/game/model/game.h"
#include "server/game/machine/asked.h"
#include "server/net/transport.h"

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
static void list_running(games *g)
{
    storage_game *all = NULL;
    int most = FIRST_LISTED, count;
    for (;; most *= 8) {
        free(all);
        all = malloc((size_t)most * sizeof *all);
        if (!all) return;
        count = storage_games_in(g->server->store, STAGE_PLAYING, false, all, most);
        if (count < most || most >= TO_LOAD_MOST) break;
    }
    g->to_load = count > 0 ? calloc((size_t)count, sizeof *g->to_load) : NULL;
    for (int i = 0; i < count && g->to_load; i++)
        memcpy(g->to_load[g->to_load_count++], all[i].id, ID_SIZE);
    free(all);
}

alea_status games_open(games **out, server *s, alea_error *error)
{
    games *g = calloc(1, sizeof *g);
    if (g) g->tree = malloc(sizeof *g->tree);
    if (!g || !g->tree) {
        free(g);
        if (error) snprintf(error->reason, sizeof error->reason, "out of memory");
        return ALEA_ERROR_MEMORY;
    }
    g->server = s;
    list_running(g);
    *out = g;
    return ALEA_OK;
}

void games_close(games *g)
{
    if (!g) return;
    void *thing;
    for (size_t at = 0; (thing = table_next(&g->rooms, &at));) room_free(thing);
    for (size_t at = 0; (thing = table_next(&g->asked, &at));) free(thing);
    table_clear(&g->rooms);
    table_clear(&g->asked);
    out_clear(&g->out);
    out_clear(&g->event);
    out_clear(&g->lobby);
    free(g->to_load);
    free(g->tree);
    free(g);
}

/* ---- rooms ---- */

bool games_keep(games *g, room *r)
{
    return table_add(&g->rooms, r);
}

void games_forget(games *g, room *r)
{
    table_remove(&g->rooms, r->id);
    room_free(r);
}

static void look_who_is_there(games *g, room *r)
{
    const int64_t now = server_now();
    bool changed = false;
    for (int i = 0; i < 2; i++) {
        room_seat *s = &r->seat[i];
        const bool online = s->kind == SEAT_PERSON &&
                            hub_is_present(g->server->sockets, r->id, s->user);
        if (online != s->online && !changed) clock_account(r, now);
        changed = changed || online != s->online;
        s->online = online;
    }
}

room *games_room(games *g, const char *id)
{
    room *r = table_find(&g->rooms, id);
    if (r) return r;
    r = room_load(g, id);
    if (!r) return NULL;
    if (!games_keep(g, r)) {
        room_free(r);
        return NULL;
    }
    look_who_is_there(g, r);
    /* What was due when the server stopped; it may fail and forget the room. */
    return room_advance(g, r) ? r : NULL;
}

const alea_record *games_record(games *g, const char *game)
{
    room *r = games_room(g, game);
    if (r) room_tag(r);
    return r ? &r->record : NULL;
}

void games_forget_person(games *g, const char *user)
{
    room *r;
    for (size_t at = 0; (r = table_next(&g->rooms, &at));) {
        const int mine = room_seat_of(r, user);
        if (mine < 0) continue;
        room_seat *s = &r->seat[mine];
        s->user[0] = '\0';
        snprintf(s->name, sizeof s->name, "somebody");
        look_who_is_there(g, r);
        r->dirty_presence = true;
        room_tell_state(g, r);
    }
    lobby_change(g);
}

void games_lost(games *g, const char *game)
{
    room *r = table_find(&g->rooms, game);
    server_log(g->server, "error", "event_not_stored", "game", game, NULL);
    if (r) games_forget(g, r);
    lobby_change(g);
}

int games_loaded(const games *g)
{
    return (int)g->rooms.count;
}

/* ---- what people may store ---- */

bool games_may_store(games *g, const char *address, const http_person *who,
                     double kilobytes, int *wait_s)
{
    return limits_take_both(g->server->limit, address, LIMIT_STORED, who->user,
                            who->guest ? LIMIT_STORED_GUEST : LIMIT_STORED_ACCOUNT,
                            kilobytes, server_now(), wait_s);
}

/* A game that was aborted before anybody played is of no use to anybody. */
static void drop_unplayed(games *g, const room *r)
{
    if (r->ended == ENDED_ABORTED && !r->has_played[0] && !r->has_played[1] &&
        storage_game_remove(g->server->store, r->id) != ALEA_OK)
        server_log(g->server, "error", "storage", "call", "remove", NULL);
}

/* ---- asked of the engine ---- */

bool asked_add(games *g, const job_order *order, const asked *a)
{
    asked *kept = malloc(sizeof *kept);
    if (!kept) {
        order->free_input(order->input);
        return false;
    }
    *kept = *a;
    if (!jobs_add(g->server->work, order, kept->id)) {
        free(kept);
        return false;
    }
    if (table_add(&g->asked, kept)) return true;
    jobs_cancel(g->server->work, kept->id, order->user);
    free(kept);
    return false;
}

asked *asked_take(games *g, const char *id)
{
    asked *a = g ? table_find(&g->asked, id) : NULL;
    if (a) table_remove(&g->asked, id);
    return a;
}

/* ---- who is there ---- */

void games_presence(games *g, const char *game)
{
    room *r = table_find(&g->rooms, game);
    if (!r) return;
    look_who_is_there(g, r);
    r->dirty_presence = true;
    r->touched = server_now();
}

/* May the one who waits end the game now, or no longer? */
static bool is_absence_decisive(const room *r)
{
    return r->stage == STAGE_PLAYING &&
           (r->seat[0].budget_ms <= 0 || r->seat[1].budget_ms <= 0);
}

static void tell_presence(games *g, room *r)
{
    const char *const seats[2] = {r->seat[0].user, r->seat[1].user};
    int count[HUB_AUDIENCES];
    r->dirty_presence = false;
    clock_account(r, server_now()); /* from here on somebody else may pay */
    hub_audience(g->server->sockets, r->id, seats, count);
    json_out *o = &g->out;
    o->size = 0;
    out_open(o, '{');
    out_key_string(o, "type", "presence");
    out_key_string(o, "game", r->id);
    out_key(o, "online");
    out_open(o, '[');
    for (int i = 0; i < 2; i++)
        out_bool(o, r->seat[i].kind == SEAT_MACHINE || r->seat[i].online);
    out_close(o, ']');
    out_key_int(o, "spectators", count[2]);
    out_key_int(o, "time", r->accounted);
    state_write_clock(o, r);
    out_close(o, '}');
    for (int i = 0; i < HUB_AUDIENCES && out_text_of(o); i++)
        if (count[i]) hub_tell(g->server->sockets, r->id, seats, i, o->text, o->size);
    if (o->failed) out_clear(o);
    if (is_absence_decisive(r)) room_tell_state(g, r);
    if (r->stage == STAGE_WAITING) lobby_change(g); /* is its maker there? */
}

/* ---- what was missed ---- */

typedef struct missed {
    games *g;
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
    json_out *o = &to->g->out;
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
        hub_send_text(to->g->server->sockets, to->socket, o->text, o->size);
    return !o->failed;
}

void games_send_missed(games *g, socket_id socket, const char *game, int64_t after)
{
    room *r = games_room(g, game);
    const http_person *who = hub_person(g->server->sockets, socket);
    if (!r || !who) return;
    missed to = {g, socket, game, 0};
    if (after >= 0 && after < r->seq) {
        storage_events(g->server->store, game, after, weigh_missed, &to);
        hub_charge(g->server->sockets, socket,
                   to.left < MISSED_BYTES ? to.left : MISSED_BYTES);
        storage_events(g->server->store, game, after, send_missed, &to);
    }
    json_out *o = &g->out;
    o->size = 0;
    clock_account(r, server_now());
    out_open(o, '{');
    out_key_string(o, "type", "state");
    out_key_string(o, "game", game);
    out_key_int(o, "seq", r->seq);
    out_key(o, "state");
    state_write(g, o, r, room_seat_of(r, who->user));
    out_close(o, '}');
    if (out_text_of(o)) hub_send_text(g->server->sockets, socket, o->text, o->size);
    if (o->failed) out_clear(o);
}

/* ---- the clock of the house ---- */

static bool end_by_time(games *g, room *r, int loser)
{
    const alea_match *m = &r->record.now;
    happening h = {.kind = HAPPENED_TIMEOUT, .by = loser, .winner = 1 - loser};
    /* A match is lost with all of it; of a money session the game, at the stake that a
     * drop would cost. */
    if (m->rules.match_length == 0) h.points = alea_match_cube(m);
    return room_do(g, r, &h, "", "", NULL, NULL) == ALEA_OK && room_advance(g, r);
}

/* Both sit and are there, but words are missing: the game does not wait for ever. */
static bool fill_in_words(games *g, room *r, int64_t now)
{
    bool all_here = r->stage == STAGE_WAITING;
    for (int i = 0; i < 2; i++)
        all_here = all_here && (r->seat[i].kind == SEAT_MACHINE ||
                                (r->seat[i].kind == SEAT_PERSON && r->seat[i].online));
    if (!all_here) r->waiting_since = 0;
    if (all_here && r->waiting_since == 0) r->waiting_since = now;
    if (!all_here || now - r->waiting_since < CONTRIBUTE_MS) return true;
    for (int i = 0; i < 2; i++) {
        happening h = {.kind = HAPPENED_CONTRIBUTED, .by = i, .text = ""};
        if (!r->seat[i].contributed && room_do(g, r, &h, "", "", NULL, NULL) != ALEA_OK)
            return false;
    }
    return room_advance(g, r);
}

static bool is_idle(games *g, const room *r, int64_t now)
{
    socket_id any;
    return now - r->touched > IDLE_MS && !r->is_thinking &&
           (r->stage != STAGE_PLAYING || r->plan.clock == CLOCK_NONE) &&
           hub_watchers(g->server->sockets, r->id, &any, 1) == 0;
}

/* False: the room is gone. */
static bool tick_room(games *g, room *r, int64_t now)
{
    if (r->stage == STAGE_OVER) return true;
    if (r->stage == STAGE_WAITING) return fill_in_words(g, r, now);
    if (r->running >= 0 || !r->seat[0].online || !r->seat[1].online) {
        const bool had[2] = {r->seat[0].budget_ms > 0, r->seat[1].budget_ms > 0};
        clock_account(r, now);
        for (int i = 0; i < 2; i++) /* from now on the other may end the game */
            if (had[i] && r->seat[i].budget_ms <= 0) r->dirty_presence = true;
        const int loser = clock_expired(r);
        if (loser >= 0) return end_by_time(g, r, loser);
    }
    machine_think(g, r);
    return true;
}

static void load_some(games *g)
{
    for (int i = 0; i < LOAD_A_TICK && g->to_load_count > 0; i++) {
        const char *id = g->to_load[--g->to_load_count];
        if (table_find(&g->rooms, id)) continue;
        room *r = games_room(g, id);
        if (r && r->plan.clock == CLOCK_NONE && r->stage == STAGE_PLAYING &&
            !r->is_thinking)
            games_forget(g, r);
    }
}

void games_tick(games *g, int64_t now)
{
    room *r;
    for (size_t at = 0; (r = table_next(&g->rooms, &at));) {
        if (!tick_room(g, r, now)) {
            at--;
            continue;
        }
        if (r->dirty_presence) tell_presence(g, r);
        if (at % SWEEP_SHARE == g->sweep && is_idle(g, r, now)) {
            drop_unplayed(g, r);
            games_forget(g, r);
            at--;
        }
    }
    g->sweep = (g->sweep + 1) % SWEEP_SHARE;
    load_some(g);
    lobby_tick(g, now);
}
