/* The seat that has to act pays for the time. A player who is away pays from the
 * disconnect budget first, then from the clock. */
#include "clock.h"

#include "server/support/days.h"

/* Whether the other player waits for seat `i`. Between two games both may wait. */
static bool is_awaited(const game *g, int i)
{
    const alea_match *m = &g->record.now;
    if (g->stage != STAGE_PLAYING || g->ended != ENDED_NOT) return false;
    if (g->seat[i].kind != SEAT_PERSON) return false;
    if (m->phase == ALEA_MATCH_GAME_OVER || m->phase == ALEA_MATCH_MATCH_OVER)
        return !g->seat[i].ready;
    return (int)m->to_act == i;
}

static void charge_clock(game *g, int i, int64_t elapsed)
{
    const int64_t of_step = g->turn_left_ms < elapsed ? g->turn_left_ms : elapsed;
    g->turn_left_ms -= of_step;
    elapsed -= of_step;
    g->seat[i].reserve_ms -=
        elapsed < g->seat[i].reserve_ms ? elapsed : g->seat[i].reserve_ms;
}

void clock_account(game *g, int64_t now)
{
    const int64_t since = g->accounted ? now - g->accounted : 0;
    g->accounted = now;
    if (since <= 0 || game_is_by_days(g)) return;
    for (int i = 0; i < 2; i++) {
        game_seat *s = &g->seat[i];
        int64_t elapsed = since;
        if (!is_awaited(g, i)) continue;
        if (!s->online && game_is_machine_game(g) && !g->plan.rated)
            continue; /* no opponent is kept waiting */
        if (!s->online) {
            const int64_t of_budget = s->budget_ms < elapsed ? s->budget_ms : elapsed;
            s->budget_ms -= of_budget;
            elapsed -= of_budget;
        }
        if (g->plan.clock != CLOCK_NONE && g->running == i) charge_clock(g, i, elapsed);
    }
}

/* ---- days ---- */

int64_t clock_days_left(const game *g, int64_t time)
{
    return days_left(&(days_turn){g->deadline, g->stood}, time);
}

/* The seat `before` has acted: what took longer than its days is off the reserve. */
static void charge_turn(game *g, int before, int64_t time)
{
    game_seat *s = &g->seat[before];
    s->reserve_ms = days_reserve(s->reserve_ms, clock_days_left(g, time));
}

static void begin_turn(game *g, int64_t time)
{
    const game_seat *s = g->running >= 0 ? &g->seat[g->running] : NULL;
    days_turn turn = {0, 0};
    if (s) turn = days_begin(time, s->vacation_until, g->plan.step_ms + s->reserve_ms);
    g->deadline = turn.deadline;
    g->stood = turn.stood;
}

/* ---- events ---- */

void clock_after(game *g, const game_event *e, int64_t now)
{
    const int before = g->running;
    const bool is_play =
        e->kind == GAME_EVENT_MATCH && e->match.type == ALEA_EVENT_PLAY;
    if (g->plan.clock == CLOCK_FISCHER && is_play && !e->has_times)
        g->seat[e->match.by].reserve_ms += g->plan.step_ms;
    const bool is_back = e->kind == GAME_EVENT_TAKEBACK;
    const bool moves_on = game_to_act(g) != before || is_back;
    if (game_is_by_days(g) && before >= 0 && moves_on && !is_back)
        charge_turn(g, before, e->time);
    for (int i = 0; i < 2 && e->has_times; i++) {
        if (e->clock_ms[0] >= 0) g->seat[i].reserve_ms = e->clock_ms[i];
        if (e->away_ms[0] >= 0) g->seat[i].budget_ms = e->away_ms[i];
    }
    if (e->kind == GAME_EVENT_MATCH && g->plan.clock != CLOCK_NONE)
        for (int i = 0; i < 2; i++)
            g->record.entry[g->record.entries - 1].clock_ms[i] =
                (int32_t)g->seat[i].reserve_ms;
    g->running = g->plan.clock == CLOCK_NONE ? -1 : game_to_act(g);
    if (game_is_by_days(g) && moves_on) begin_turn(g, e->time);
    if (g->running >= 0 && moves_on)
        g->turn_left_ms = g->plan.clock == CLOCK_DELAY ? g->plan.step_ms : 0;
    g->accounted = now;
}

int clock_expired(const game *g, int64_t time)
{
    if (g->running < 0 || g->seat[g->running].kind != SEAT_PERSON) return -1;
    if (game_is_by_days(g)) return clock_days_left(g, time) <= 0 ? g->running : -1;
    return g->turn_left_ms <= 0 && g->seat[g->running].reserve_ms <= 0 ? g->running
                                                                       : -1;
}
