#include "find.h"

#include "commit.h"
#include "presence.h"
#include "store.h"

game *games_find(games *all, const char *id, alea_status *status)
{
    alea_status ignored;
    game *g = games_live(all, id);
    if (!status) status = &ignored;
    *status = ALEA_OK;
    if (g) return g;
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
