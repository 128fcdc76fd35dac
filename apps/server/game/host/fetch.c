#include "fetch.h"

#include "clocks.h"
#include "commit.h"
#include "presence.h"
#include "store.h"

#include "server/socket/connections.h"
#include "server/support/system.h"

#include <stdlib.h>

enum { HELD_LEAST_MS = 2000 };

void games_end_if_ordered(games *all, game *g)
{
    game_event e = {.kind = GAME_EVENT_ABORTED, .by = -1, .winner = -1};
    char *bytes = NULL;
    size_t size;
    if (g->stage == STAGE_OVER || g->ended != ENDED_NOT ||
        storage_blob_get(all->parts.store, g->id, "end", &bytes, &size) != ANSWER_FOUND)
        return;
    free(bytes);
    server_log("info", "game_ended", "game", g->id, NULL);
    games_commit(all, g, &e, "", "", NULL, NULL);
}

game *games_fetch(games *all, const char *id, alea_status *status)
{
    alea_status ignored;
    game *g = games_live(all, id);
    if (!status) status = &ignored;
    *status = ALEA_OK;
    if (g) return g;
    *status = storage_take(all->parts.store, id, all->elsewhere);
    all->sent_on += *status == ALEA_ERROR_REFUSED;
    if (*status != ALEA_OK) return NULL;
    g = game_load(all->parts.store, all->parts.key, id, status);
    if (!g) return NULL;
    const bool resumed = game_clocks_resume(all, g);
    if (!resumed || !games_keep(all, g)) {
        live_game_free(g);
        *status = resumed ? ALEA_ERROR_MEMORY : ALEA_ERROR_FILE;
        return NULL;
    }
    g->acted = g->live->touched = g->live->held_since = games_clock(all);
    presence_update(all, g);
    games_follow(all, g); /* charge the time that was due when the server stopped */
    if (!g->live->lost) games_end_if_ordered(all, g);
    if (!g->live->lost && game_is_by_days(g)) game_end_if_due(all, g);
    if (!g->live->lost) return g;
    *status = ALEA_ERROR_FILE;
    return NULL;
}

void games_want(games *all, const char *id)
{
    alea_status status;
    if (!games_fetch(all, id, &status) && status == ALEA_ERROR_REFUSED &&
        *all->elsewhere) {
        storage_ask(all->parts.store, id);
        if (all->parts.bus) bus_publish(all->parts.bus, "asked", id, "", 0);
    }
}

void games_forget(games *all, game *g)
{
    game_clocks_keep(all, g);
    storage_drop(all->parts.store, g->id);
    id_map_remove(&all->live, g->id);
    live_game_free(g);
}

void games_send_away(games *all, game *g)
{
    enum { AT_ONCE = 64 };
    socket_id watching[AT_ONCE];
    connections *sockets = all->parts.sockets;
    const int count = connections_watchers(sockets, g->id, watching, AT_ONCE);
    for (int i = 0; i < count && i < AT_ONCE; i++) {
        connections_client *c = connections_find(sockets, watching[i]);
        if (c)
            connections_close_with_reason(
                sockets, c, "moved", "The game is on another server: connect again.",
                1012);
    }
    games_mark_lost(all, g);
}

void games_give(games *all, game *g)
{
    if (games_clock(all) - g->live->held_since < HELD_LEAST_MS)
        return; /* it stays asked for */
    all->given++;
    game_clocks_keep(all, g);
    storage_drop(all->parts.store, g->id);
    games_send_away(all, g);
}
