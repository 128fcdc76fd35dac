/* New rooms. */
#include "server/game/model/game.h"

#include <alea/file.h>

#include <string.h>

game *game_make(games *all, const game_plan *plan, const game_seat seats[2],
                const char *host, alea_status *status)
{
    char id[ID_SIZE];
    server_new_id(id);
    game *g = game_new(id);
    *status = ALEA_ERROR_MEMORY;
    if (!g) return NULL;
    g->plan = *plan;
    memcpy(g->host, host, strnlen(host, ID_SIZE - 1));
    g->created = g->changed = g->touched = g->accounted = server_now();
    for (int i = 0; i < 2; i++) {
        g->seat[i] = seats[i];
        g->seat[i].contributed = seats[i].kind == SEAT_MACHINE;
        g->seat[i].reserve_ms = plan->reserve_ms;
        g->seat[i].budget_ms = AWAY_BUDGET_MS;
    }
    dice_secret_draw(&g->secret);
    dice_secret_commitment(&g->secret, g->commitment);
    alea_record_start(&g->record, &plan->rules, alea_memory_heap());
    *status = game_put(all, g);
    if (*status == ALEA_OK && !games_keep(all, g)) *status = ALEA_ERROR_MEMORY;
    if (*status != ALEA_OK) {
        game_free(g);
        return NULL;
    }
    lobby_change(all);
    return g;
}
