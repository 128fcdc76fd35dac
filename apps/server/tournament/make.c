#include "make.h"

#include "server/game/host/commit.h"
#include "server/game/host/make.h"

#include <stdio.h>

enum { RESERVE_A_POINT_S = 120 };

static game_plan plan_of(const tournament_plan *p, int length)
{
    static const clock_kind kinds[] = {CLOCK_NONE, CLOCK_DELAY, CLOCK_FISCHER};
    game_plan plan = {.rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT),
                      .opponent = OPPONENT_LINK,
                      .rated = p->rated,
                      .spectators = true,
                      .clock = kinds[p->clock]};
    plan.rules.match_length = length;
    if (p->clock) {
        const int reserve_s = p->reserve_s ? p->reserve_s : RESERVE_A_POINT_S * length;
        plan.reserve_ms = 1000 * (int64_t)reserve_s;
        plan.step_ms = 1000 * (int64_t)p->step_s;
    }
    return plan;
}

int play_next(const tournament *t)
{
    if (t->plan.kind != TOURNAMENT_ARENA || !t->plan.online) return -1;
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->is_open && !m->games && *t->player[m->player[0]].user &&
            *t->player[m->player[1]].user)
            return i;
    }
    return -1;
}

bool play_make(tournaments *all, const live_tournament *live, int match, int knows,
               const char *host)
{
    const tournament *t = live->t;
    const tournament_match *m = &t->match[match];
    const game_plan plan = plan_of(&t->plan, m->length);
    game_seat seats[2];
    alea_status status = ALEA_OK;
    for (int i = 0; i < 2; i++) {
        const tournament_player *p = &t->player[m->player[i]];
        seats[i] = (game_seat){.kind = SEAT_PERSON};
        snprintf(seats[i].user, sizeof seats[i].user, "%.12s", p->user);
        snprintf(seats[i].name, sizeof seats[i].name, "%s", p->name);
    }
    game *g = game_make_as(all->parts.play, m->game, &plan, seats, host, &status);
    if (!g) return false;
    for (int side = 0; side < 2; side++)
        if (side != knows) publish_call(all->parts.play, g, side, "joined");
    game_unhold(all->parts.play, g);
    return true;
}
