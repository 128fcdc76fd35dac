#include "game.h"

#include "server/rating/pools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

game *game_new(const char *id)
{
    game *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    snprintf(g->id, sizeof g->id, "%s", id);
    g->takeback_by = g->rematch_by = g->winner = g->running = g->overdue = -1;
    for (int i = 0; i < 2; i++) g->seat[i].budget_ms = AWAY_BUDGET_MS;
    return g;
}

void game_free(game *g)
{
    if (!g) return;
    alea_record_clear(&g->record);
    free(g);
}

int game_seat_of(const game *g, const char *user)
{
    for (int i = 0; i < 2; i++)
        if (g->seat[i].kind == SEAT_PERSON && *user &&
            strcmp(g->seat[i].user, user) == 0)
            return i;
    return -1;
}

const char *game_pool(const game *g)
{
    const pool_facts facts = {.match_length = g->record.now.rules.match_length,
                              .has_clock = g->plan.clock != CLOCK_NONE,
                              .reserve_ms = g->plan.reserve_ms,
                              .step_ms = g->plan.step_ms};
    return pool_of(&facts);
}

bool game_is_machine_game(const game *g)
{
    return g->plan.opponent == OPPONENT_MACHINE;
}

bool game_is_by_days(const game *g)
{
    return g->plan.clock == CLOCK_DAYS;
}

game_condition game_ahead(const game *g, int seat)
{
    static const game_condition none;
    const game_condition c = g->seat[seat].ahead;
    if (game_to_act(g) < 0 || c.seq <= g->taken_back || c.entries > g->record.entries)
        return none;
    for (size_t i = c.entries; i < g->record.entries; i++) {
        const alea_event *event = &g->record.entry[i].event;
        if ((int)event->by == seat || event->type == ALEA_EVENT_NEXT_GAME) return none;
    }
    return c;
}

bool game_is_between_money_games(const game *g)
{
    return g->record.rules.match_length == 0 && game_phase(g) == ALEA_MATCH_GAME_OVER;
}

alea_match_phase game_phase(const game *g)
{
    return g->record.now.phase;
}

int game_to_act(const game *g)
{
    return g->stage == STAGE_PLAYING && g->ended == ENDED_NOT
               ? (int)g->record.now.to_act
               : -1;
}

bool game_may_watch(const game *g, int seat)
{
    const bool is_open = g->stage == STAGE_WAITING &&
                         (g->seat[0].kind == SEAT_FREE || g->seat[1].kind == SEAT_FREE);
    return seat >= 0 || g->plan.spectators || is_open || g->stage == STAGE_OVER;
}

bool game_has_begun(const game *g)
{
    const alea_match *m = &g->record.now;
    return g->has_played[0] || g->has_played[1] || m->has_result || m->game > 1 ||
           (g->plan.rated && g->record.entries > 0);
}

uint64_t game_rolls(const game *g)
{
    uint64_t rolls = 0;
    for (size_t i = 0; i < g->record.entries; i++) {
        const alea_event_type type = g->record.entry[i].event.type;
        rolls += type == ALEA_EVENT_OPENING || type == ALEA_EVENT_ROLL;
    }
    return rolls;
}
