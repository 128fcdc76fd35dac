#include "find.h"

#include "commit.h"
#include "presence.h"
#include "store.h"

#include "server/socket/connections.h"

game *games_find(games *all, const char *id, alea_status *status)
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
    if (!games_keep(all, g)) {
        game_free(g);
        *status = ALEA_ERROR_MEMORY;
        return NULL;
    }
    /* The time during which the game was not in memory charges nobody. */
    g->accounted = g->acted = g->touched = games_clock(all);
    presence_update(all, g);
    games_follow(all, g); /* what was due when the server stopped */
    if (!g->lost) return g;
    *status = ALEA_ERROR_FILE;
    return NULL;
}

void games_want(games *all, const char *id)
{
    alea_status status;
    if (!games_find(all, id, &status) && status == ALEA_ERROR_REFUSED) {
        storage_ask(all->parts.store, id);
        if (all->parts.bus) bus_publish(all->parts.bus, "asked", id, "", 0);
    }
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
    all->given++;
    storage_drop(all->parts.store, g->id);
    games_send_away(all, g);
}
