#include "registry.h"

#include "server/support/system.h"

#include <stdlib.h>

enum { STALL_MS = 5000 };

game *live_game_new(const char *id)
{
    game *g = game_new(id);
    live_game *live = g ? calloc(1, sizeof *live) : NULL;
    if (live) {
        g->live = live;
        live->outlook_asked = -1;
        return g;
    }
    game_free(g);
    return NULL;
}

static void free_delayed(live_game *live)
{
    while (live->delayed) {
        delayed_message *m = live->delayed;
        live->delayed = m->next;
        free(m);
    }
    free(live->shown);
}

void live_game_free(game *g)
{
    if (!g) return;
    free(g->live->refused);
    free(g->live->outlook);
    free_delayed(g->live);
    free(g->live->key_hash);
    free(g->live);
    game_free(g);
}

game *games_live(const games *all, const char *id)
{
    return id_map_find(&all->live, id);
}

bool games_keep(games *all, game *g)
{
    return id_map_add(&all->live, g);
}

void games_mark_lost(games *all, game *g)
{
    if (g->live->lost) return;
    g->live->lost = true;
    id_map_remove(&all->live, g->id);
    g->live->next_lost = all->lost;
    all->lost = g;
    all->lobby_changed = true;
}

void games_sweep(games *all)
{
    while (all->lost) {
        game *g = all->lost;
        all->lost = g->live->next_lost;
        live_game_free(g);
    }
}

void games_lobby_changed(games *all)
{
    all->lobby_changed = all->lobby_to_publish = true;
}

int64_t games_clock(games *all)
{
    const int64_t ticks = server_ticks(), since = ticks - all->ticks;
    if (all->ticks && since > STALL_MS) all->stalled += since;
    all->ticks = ticks;
    return ticks - all->stalled;
}
