#include "games.h"

#include "base/error.h"
#include "lobby.h"
#include "protocol.h"

#include "server/game/host/clocks.h"
#include "server/game/host/commit.h"
#include "server/game/host/fetch.h"
#include "server/game/host/presence.h"
#include "server/game/host/server_key.h"
#include "server/game/machine/machine.h"
#include "server/support/system.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    IDLE_MS = 10 * 60 * 1000, /* then an unwatched game is freed */
    WAITING_IDLE_MS = 5 * 1000,
    FIRST_LISTED = 128,
    TO_LOAD_MOST = 65536, /* running games with a clock, to be loaded after a restart */
    LOAD_A_TICK = 10,
    SWEEP_SHARE = 64 /* each tick checks one game in 64 for idleness */
};

/* ---- opening and closing ---- */

/* Clocks run on after a restart even if no player comes back: lists the games with a
 * clock, so that each tick loads some of them. */
static void list_running(games *all)
{
    int most = FIRST_LISTED, count;
    for (;; most *= 8) {
        free(all->to_load);
        all->to_load = malloc((size_t)most * sizeof *all->to_load);
        if (!all->to_load) return;
        count = storage_games_ticking(all->parts.store, all->to_load, most);
        if (count < most || most >= TO_LOAD_MOST) break;
    }
    all->unlisted = count < 0;
    all->to_load_count = count > 0 ? count : 0;
}

alea_status games_open(games **out, const games_parts *parts, alea_error *error)
{
    games *all = calloc(1, sizeof *all);
    if (all) all->tree = malloc(sizeof *all->tree);
    if (!all || !all->tree) {
        free(all);
        return alea_error_no_memory(error);
    }
    all->parts = *parts;
    all->commands = game_commands;
    all->think = machine_think;
    all->ticks = server_ticks();
    list_running(all);
    *out = all;
    return ALEA_OK;
}

void games_close(games *all)
{
    if (!all) return;
    void *thing;
    for (size_t at = 0; (thing = id_map_next(&all->live, &at));) live_game_free(thing);
    for (size_t at = 0; (thing = id_map_next(&all->requests, &at));) free(thing);
    games_sweep(all);
    id_map_clear(&all->live);
    id_map_clear(&all->requests);
    out_clear(&all->out);
    out_clear(&all->event);
    out_clear(&all->lobby);
    free(all->to_load);
    free(all->tree);
    free(all);
}

void games_stop(games *all)
{
    game *g;
    if (!all->stopping)
        for (size_t at = 0; (g = id_map_next(&all->live, &at));)
            game_clocks_keep(all, g);
    all->stopping = true;
}

/* Checked before a key is made, because a new key would make games unreadable. */
static alea_status check_key(storage *store, const server_key *key, const char *path,
                             alea_error *error)
{
    int unopened;
    alea_status status = key_check(store, key, &unopened);
    *error = (alea_error){.reason = "the games cannot be read"};
    if (status != ALEA_OK && key) return ALEA_OK; /* a damaged file is served */
    if (status != ALEA_OK || unopened == 0) return status;
    return alea_error_fill(
        error, ALEA_ERROR_REFUSED, 0, 0,
        "%.70s %s, and %d games need it: restore it, or --new-key gives them up", path,
        key ? "is another key" : "is missing", unopened);
}

static alea_status open_key(server_key *key, storage *store, const char *data,
                            bool new_key, alea_error *error)
{
    char path[SERVER_KEY_PATH];
    if (strcmp(data, ":memory:") == 0) return server_key_make(key, data, error);
    alea_status status = server_key_place(data, path, error);
    if (status != ALEA_OK) return status;
    const bool exists = access(path, F_OK) == 0 || errno != ENOENT;
    if (exists) status = server_key_read(key, path, error);
    if (status == ALEA_OK && !new_key)
        status = check_key(store, exists ? key : NULL, path, error);
    return status == ALEA_OK && !exists ? server_key_make(key, path, error) : status;
}

alea_status games_key_open(server_key **out, storage *store, const char *data,
                           bool new_key, alea_error *error)
{
    server_key *key = calloc(1, sizeof *key);
    if (!key) return ALEA_ERROR_MEMORY;
    const alea_status status = open_key(key, store, data, new_key, error);
    if (status == ALEA_OK)
        *out = key;
    else
        games_key_close(key);
    return status;
}

void games_key_origin(const server_key *key, uint8_t out[32])
{
    static const uint8_t what[] = "alea: origin of a session";
    crypto_generichash(out, 32, what, sizeof what, key->seal, sizeof key->seal);
}

void games_key_close(server_key *key)
{
    if (key) sodium_memzero(key, sizeof *key);
    free(key);
}

/* ---- for the rest of the server ---- */

void games_wanted(games *all, const char *id)
{
    games_want(all, id);
}

void games_receive(games *all, socket_id socket, json_t *body)
{
    protocol_receive(all, socket, body);
}

void games_presence(games *all, const char *id)
{
    presence_changed(all, id);
}

void games_forget_person(games *all, const char *user)
{
    game *g;
    for (size_t at = 0; (g = id_map_next(&all->live, &at));) {
        const int seat = game_seat_of(g, user);
        if (seat < 0) continue;
        game_seat *s = &g->seat[seat];
        s->user[0] = '\0';
        snprintf(s->name, sizeof s->name, "somebody");
        presence_update(all, g);
        g->live->dirty_presence = true;
        publish_state(all, g);
    }
    games_lobby_changed(all);
}

void games_end_ordered(games *all, const char *id)
{
    game *g = games_live(all, id);
    if (g)
        games_end_if_ordered(all, g);
    else
        games_fetch(all, id, NULL); /* which looks for the order */
}

void games_vacation(games *all, const char *user)
{
    game *g;
    for (size_t at = 0; (g = id_map_next(&all->live, &at));)
        if (game_is_by_days(g) && game_seat_of(g, user) >= 0 && days_refresh(all, g))
            publish_state(all, g);
}

void games_lost(games *all, const char *id)
{
    game *g = games_live(all, id);
    server_log("error", "event_not_stored", "game", id, NULL);
    if (g) games_mark_lost(all, g);
    games_lobby_changed(all);
}

bool games_is_rated_board(const games *all, const char *user, const alea_board *board)
{
    const game *g;
    for (size_t at = 0; (g = id_map_next(&all->live, &at));) {
        if (!g->plan.rated || game_to_act(g) < 0 || game_seat_of(g, user) < 0) continue;
        for (int i = 0; i < 2; i++) {
            const alea_board seen = alea_match_board(&g->record.now, (alea_player)i);
            if (alea_board_equal(&seen, board)) return true;
        }
    }
    return false;
}

games_figures games_moved(const games *all)
{
    return (games_figures){all->given, all->taken_over, all->sent_on};
}

int games_loaded(const games *all)
{
    return (int)all->live.count;
}

/* ---- ticks ---- */

static bool is_idle(const games *all, const game *g, int64_t now)
{
    socket_id any;
    /* With several servers, a waiting game is listed as long as a server holds it. */
    const int64_t idle_ms =
        g->stage == STAGE_WAITING && storage_is_shared(all->parts.store)
            ? WAITING_IDLE_MS
            : IDLE_MS;
    return now - g->live->touched > idle_ms && !g->live->is_thinking &&
           (g->stage != STAGE_PLAYING || g->plan.clock == CLOCK_NONE ||
            game_is_by_days(g)) &&
           connections_watchers(all->parts.sockets, g->id, &any, 1) == 0;
}

/* Removes a game that was aborted before any play. */
static void drop_unplayed(games *all, const game *g)
{
    if (g->ended == ENDED_ABORTED && !g->has_played[0] && !g->has_played[1] &&
        storage_game_remove(all->parts.store, g->id) != ALEA_OK)
        server_log("error", "storage", "call", "remove", NULL);
}

/* A game with a running clock stays in memory. */
static void load_one(games *all, const char *id)
{
    if (games_live(all, id)) return;
    const int64_t failed = storage_reads_failed(all->parts.store);
    game *g = games_fetch(all, id, NULL);
    if (!g && storage_reads_failed(all->parts.store) > failed) all->unlisted = true;
    if (g && (g->plan.clock == CLOCK_NONE || game_is_by_days(g)) &&
        g->stage == STAGE_PLAYING && !g->live->is_thinking)
        games_forget(all, g);
}

static void load_some(games *all)
{
    if (all->unlisted && all->to_load_count == 0) {
        free(all->to_load);
        all->to_load = NULL;
        list_running(all);
    }
    for (int i = 0; i < LOAD_A_TICK && all->to_load_count > 0; i++)
        load_one(all, all->to_load[--all->to_load_count]);
}

/* Games played over days whose deadline has come: they end when they are read. One
 * whose stored turn is not that of its last event gets it now. */
static void look_at_due(games *all, int64_t now)
{
    enum { EVERY_MS = 1000, AT_ONCE = 20 };
    char id[AT_ONCE][ID_SIZE];
    if (now - all->due_looked < EVERY_MS) return;
    all->due_looked = now;
    const int count = storage_turns_due(all->parts.store, server_now(), id, AT_ONCE);
    for (int i = 0; i < count; i++) {
        game *g = games_fetch(all, id[i], NULL);
        storage_turn turn;
        if (!g || !game_is_by_days(g) || g->stage == STAGE_OVER) continue;
        game_end_if_due(all, g);
        if (!g->live->lost && g->stage != STAGE_OVER && days_turn(g, &turn, &all->out))
            storage_turn_put(all->parts.store, &turn);
    }
}

/* Hands over games that other servers ask for, and takes those of a dead server: the
 * first that reads them gets them. */
static void look_at_leases(games *all)
{
    enum { EVERY_MS = 250, AT_ONCE = 50 };
    const int64_t ticks = server_ticks();
    char id[AT_ONCE][ID_SIZE];
    if (ticks - all->leases_looked < EVERY_MS || !storage_holds(all->parts.store))
        return;
    all->leases_looked = ticks;
    int count = storage_asked(all->parts.store, id, AT_ONCE);
    for (int i = 0; i < count; i++) {
        game *g = games_live(all, id[i]);
        if (g)
            games_give(all, g);
        else
            storage_drop(all->parts.store, id[i]);
    }
    if (all->to_load_count > 0) return;
    count = storage_orphans(all->parts.store, id, AT_ONCE);
    for (int i = 0; i < count; i++) load_one(all, id[i]);
    all->taken_over += count > 0 ? count : 0;
}

void games_lobby_elsewhere(games *all)
{
    all->lobby_changed = true;
}

void games_asked_for(games *all)
{
    all->leases_looked = 0;
    look_at_leases(all);
}

void games_lose_all(games *all)
{
    game *g;
    for (size_t at = 0; (g = id_map_next(&all->live, &at));) {
        games_send_away(all, g);
        at--; /* it was removed */
    }
    games_sweep(all);
}

void games_tick(games *all)
{
    const int64_t now = games_clock(all);
    game *g;
    for (size_t at = 0; (g = id_map_next(&all->live, &at));) {
        game_tick(all, g, now);
        if (g->live->lost) {
            at--; /* it was removed */
            continue;
        }
        if (g->live->dirty_presence) presence_publish(all, g);
        if (at % SWEEP_SHARE == all->sweep && is_idle(all, g, now)) {
            drop_unplayed(all, g);
            games_forget(all, g);
            at--;
        }
    }
    all->sweep = (all->sweep + 1) % SWEEP_SHARE;
    load_some(all);
    look_at_leases(all);
    look_at_due(all, now);
    lobby_tick(all, now);
    games_sweep(all);
}
