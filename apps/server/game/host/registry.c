#include "registry.h"

#include "server/support/system.h"

enum { STALL_MS = 5000 };

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
    if (g->lost) return;
    g->lost = true;
    id_map_remove(&all->live, g->id);
    g->next_lost = all->lost;
    all->lost = g;
    all->lobby_changed = true;
}

void games_sweep(games *all)
{
    while (all->lost) {
        game *g = all->lost;
        all->lost = g->next_lost;
        game_free(g);
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
