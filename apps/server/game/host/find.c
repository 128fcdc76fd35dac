#include "find.h"

#include "commit.h"
#include "presence.h"
#include "store.h"

game *games_find(games *all, const char *id)
{
    game *g = games_live(all, id);
    if (g) return g;
    g = game_load(all->parts.store, id);
    if (!g) return NULL;
    if (!games_keep(all, g)) {
        game_free(g);
        return NULL;
    }
    /* The time during which the game was not in memory charges nobody. */
    g->accounted = g->acted = g->touched = games_clock(all);
    presence_update(all, g);
    games_follow(all, g); /* what was due when the server stopped */
    return g->lost ? NULL : g;
}
