#include "make.h"

#include "fetch.h"
#include "store.h"

#include "server/support/system.h"

#include <alea/file.h>

#include <stdlib.h>
#include <string.h>

enum {
    UNFINISHED_MOST = 100, /* games of one person */
    /* bytes of storage: a game and its analysis without the events */
    GAME_KB = 12
};

game *game_make(games *all, const game_plan *plan, const game_seat seats[2],
                const char *host, alea_status *status)
{
    char id[ID_SIZE];
    server_new_id(id);
    return game_make_as(all, id, plan, seats, host, status);
}

game *game_make_as(games *all, const char *id, const game_plan *plan,
                   const game_seat seats[2], const char *host, alea_status *status)
{
    game *g = live_game_new(id);
    *status = ALEA_ERROR_MEMORY;
    if (!g) return NULL;
    g->plan = *plan;
    memcpy(g->host, host, strnlen(host, ID_SIZE - 1));
    g->created = g->changed = server_now();
    g->live->touched = g->accounted = games_clock(all);
    for (int i = 0; i < 2; i++) {
        g->seat[i] = seats[i];
        g->seat[i].contributed = seats[i].kind == SEAT_MACHINE;
        g->seat[i].reserve_ms = plan->reserve_ms;
        g->seat[i].budget_ms = AWAY_BUDGET_MS;
    }
    dice_secret_draw(&g->secret);
    dice_secret_commitment(&g->secret, g->commitment);
    game_sign(g, all->parts.key);
    game_look_at_rating(all->parts.store, g);
    alea_record_start(&g->record, &plan->rules, alea_memory_heap());
    *status = game_put(all->parts.store, g, all->parts.key);
    if (*status == ALEA_OK)
        *status = storage_take(all->parts.store, g->id, all->elsewhere);
    if (*status == ALEA_OK && !games_keep(all, g)) *status = ALEA_ERROR_MEMORY;
    if (*status != ALEA_OK) {
        live_game_free(g);
        return NULL;
    }
    games_lobby_changed(all);
    return g;
}

void game_unhold(games *all, game *g)
{
    if (storage_is_shared(all->parts.store) && !g->live->is_thinking && !g->live->lost)
        games_forget(all, g);
}

/* How many unfinished games the person has; -1 = could not be read. */
static int unfinished_of(storage *store, const char *user)
{
    storage_game *found = malloc(UNFINISHED_MOST * sizeof *found);
    const int count =
        found ? storage_games_of(store, user, false, 0, found, UNFINISHED_MOST) : -1;
    free(found);
    return count;
}

bool game_may_make(games *all, const char *address, const http_person *who,
                   const char **code, char text[240])
{
    int wait_s = 0;
    const int unfinished = unfinished_of(all->parts.store, who->user);
    if (unfinished < 0) {
        *code = "storage";
        snprintf(text, 240, "The server cannot reach its data just now. Try again.");
        return false;
    }
    if (unfinished >= UNFINISHED_MOST) {
        *code = "too_many_games";
        snprintf(text, 240, "You have %d unfinished games: end or abort some.",
                 UNFINISHED_MOST);
        return false;
    }
    if (!limits_take_both(all->parts.limit, address, LIMIT_GAME, who->user, LIMIT_GAME,
                          1, server_ticks(), &wait_s) ||
        !limits_take_storage(all->parts.limit, address, who->user, who->guest, GAME_KB,
                             server_ticks(), &wait_s)) {
        *code = "too_often";
        snprintf(text, 240, "Too many games: try again in %d %s.",
                 wait_s < 120 ? wait_s : wait_s / 60,
                 wait_s < 120 ? "seconds" : "minutes");
        return false;
    }
    return true;
}
