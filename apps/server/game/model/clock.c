/* Time, as the server sees it. Who has to act pays for it; who has to act and is not
 * there pays with his disconnect budget first, and with his clock when that is spent.
 */
#include "server/game/model/game.h"

/* Who keeps the other waiting. In a pause between games both may. */
static bool is_awaited(const room *r, int i)
{
    const alea_match *m = &r->record.now;
    if (r->stage != STAGE_PLAYING || r->ended != ENDED_NOT) return false;
    if (r->seat[i].kind != SEAT_PERSON) return false;
    if (m->phase == ALEA_MATCH_GAME_OVER || m->phase == ALEA_MATCH_MATCH_OVER)
        return !r->seat[i].ready;
    return (int)m->to_act == i;
}

static void charge_clock(room *r, int i, int64_t elapsed)
{
    const int64_t of_step = r->turn_left_ms < elapsed ? r->turn_left_ms : elapsed;
    r->turn_left_ms -= of_step;
    elapsed -= of_step;
    r->seat[i].reserve_ms -=
        elapsed < r->seat[i].reserve_ms ? elapsed : r->seat[i].reserve_ms;
}

void clock_account(room *r, int64_t now)
{
    const int64_t since = r->accounted ? now - r->accounted : 0;
    r->accounted = now;
    if (since <= 0) return; /* the wall clock may be set back */
    for (int i = 0; i < 2; i++) {
        room_seat *s = &r->seat[i];
        int64_t elapsed = since;
        if (!is_awaited(r, i)) continue;
        if (!s->online && room_is_machine_game(r) && !r->plan.rated)
            continue; /* it keeps nobody waiting */
        if (!s->online) {
            const int64_t of_budget = s->budget_ms < elapsed ? s->budget_ms : elapsed;
            s->budget_ms -= of_budget;
            elapsed -= of_budget;
        }
        if (r->plan.clock != CLOCK_NONE && r->running == i) charge_clock(r, i, elapsed);
    }
}

void clock_after(room *r, const happening *h, int64_t now)
{
    const int before = r->running;
    const bool is_play = h->kind == HAPPENED_MATCH && h->match.type == ALEA_EVENT_PLAY;
    if (r->plan.clock == CLOCK_FISCHER && is_play && !h->has_times)
        r->seat[h->match.by].reserve_ms += r->plan.step_ms;
    for (int i = 0; i < 2 && h->has_times; i++) {
        if (h->clock_ms[0] >= 0) r->seat[i].reserve_ms = h->clock_ms[i];
        if (h->away_ms[0] >= 0) r->seat[i].budget_ms = h->away_ms[i];
    }
    if (h->kind == HAPPENED_MATCH && r->plan.clock != CLOCK_NONE)
        for (int i = 0; i < 2; i++)
            r->record.entry[r->record.entries - 1].clock_ms[i] =
                (int32_t)r->seat[i].reserve_ms;
    r->running = r->plan.clock == CLOCK_NONE ? -1 : room_to_act(r);
    if (r->running >= 0 && (r->running != before || h->kind == HAPPENED_TAKEBACK))
        r->turn_left_ms = r->plan.clock == CLOCK_DELAY ? r->plan.step_ms : 0;
    r->accounted = now;
}

int clock_expired(const room *r)
{
    if (r->running < 0 || r->seat[r->running].kind != SEAT_PERSON) return -1;
    return r->turn_left_ms <= 0 && r->seat[r->running].reserve_ms <= 0 ? r->running
                                                                       : -1;
}
