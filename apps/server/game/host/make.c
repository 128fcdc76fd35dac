/* New rooms. */
#include "server/game/model/game.h"

#include <alea/file.h>

#include <string.h>

room *room_make(games *g, const room_plan *plan, const room_seat seats[2],
                const char *host, alea_status *status)
{
    char id[ID_SIZE];
    server_new_id(id);
    room *r = room_new(id);
    *status = ALEA_ERROR_MEMORY;
    if (!r) return NULL;
    r->plan = *plan;
    memcpy(r->host, host, strnlen(host, ID_SIZE - 1));
    r->created = r->changed = r->touched = r->accounted = server_now();
    for (int i = 0; i < 2; i++) {
        r->seat[i] = seats[i];
        r->seat[i].contributed = seats[i].kind == SEAT_MACHINE;
        r->seat[i].reserve_ms = plan->reserve_ms;
        r->seat[i].budget_ms = AWAY_BUDGET_MS;
    }
    dice_secret_draw(&r->secret);
    dice_secret_commitment(&r->secret, r->commitment);
    alea_record_start(&r->record, &plan->rules, alea_memory_heap());
    *status = room_put(g, r);
    if (*status == ALEA_OK && !games_keep(g, r)) *status = ALEA_ERROR_MEMORY;
    if (*status != ALEA_OK) {
        room_free(r);
        return NULL;
    }
    lobby_change(g);
    return r;
}
