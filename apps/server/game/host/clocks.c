#include "clocks.h"

#include "server/game/model/clock.h"
#include "server/game/model/state.h"

#include <string.h>

static int64_t left(const game *g)
{
    return g->seat[0].reserve_ms + g->seat[1].reserve_ms + g->seat[0].budget_ms +
           g->seat[1].budget_ms + g->turn_left_ms;
}

static void store(games *all, game *g, int64_t now)
{
    storage_clocks c = {.seq = g->seq, .step_ms = g->turn_left_ms};
    for (int i = 0; i < 2; i++) {
        c.reserve_ms[i] = g->seat[i].reserve_ms;
        c.away_ms[i] = g->seat[i].budget_ms;
        c.present[i] = g->seat[i].online;
    }
    g->live->clocks_stored = now;
    g->live->clocks_left = left(g);
    storage_clocks_put(all->parts.store, g->id, &c);
}

void game_clocks_tick(games *all, game *g, int64_t now)
{
    if (game_is_by_days(g) || now - g->live->clocks_stored < CLOCKS_KEPT_MS ||
        g->live->clocks_left == left(g) || !storage_is_writable(all->parts.store))
        return;
    store(all, g, now);
}

void game_clocks_keep(games *all, game *g)
{
    const int64_t now = games_clock(all);
    if (g->live->lost || g->stage != STAGE_PLAYING || game_is_by_days(g)) return;
    clock_account(g, now);
    if (g->running >= 0 || g->live->clocks_left != left(g)) store(all, g, now);
}

bool game_clocks_resume(games *all, game *g)
{
    storage_clocks c;
    int64_t since = 0;
    const int64_t now = games_clock(all);
    if (game_is_by_days(g)) return days_refresh(all, g);
    const storage_answer answer = g->stage == STAGE_PLAYING
                                      ? storage_clocks_get(all->parts.store, g->id, &c)
                                      : ANSWER_ABSENT;
    if (answer == ANSWER_FAILED) return false;
    if (answer == ANSWER_FOUND) {
        since = c.age_ms < CLOCKS_KEPT_MS ? c.age_ms : CLOCKS_KEPT_MS;
        for (int i = 0; i < 2; i++) {
            g->seat[i].online = c.present[i] && g->seat[i].kind == SEAT_PERSON;
            if (c.seq != g->seq) continue; /* later events carry their own */
            g->seat[i].reserve_ms = c.reserve_ms[i];
            g->seat[i].budget_ms = c.away_ms[i];
        }
        if (c.seq == g->seq) g->turn_left_ms = c.step_ms;
    }
    g->accounted = now - (since > 0 ? since : 0);
    clock_account(g, now);
    g->live->clocks_left = left(g);
    return true;
}

/* ---- over days ---- */

static bool read_vacation(games *all, game_seat *s)
{
    storage_vacation v;
    if (s->kind != SEAT_PERSON || s->guest) return true;
    if (storage_vacation_get(all->parts.store, s->user, &v) == ANSWER_FAILED)
        return false;
    s->vacation_until = v.until;
    return true;
}

bool days_refresh(games *all, game *g)
{
    storage_turn turn;
    if (!read_vacation(all, &g->seat[0]) || !read_vacation(all, &g->seat[1]))
        return false;
    const storage_answer answer = storage_turn_get(all->parts.store, g->id, &turn);
    if (answer == ANSWER_FOUND && turn.seq == g->seq && g->running >= 0) {
        g->deadline = turn.deadline;
        g->stood = turn.stood;
    }
    return answer != ANSWER_FAILED;
}

bool days_turn(const game *g, storage_turn *out, json_out *card)
{
    *out = (storage_turn){.seq = g->seq, .deadline = g->deadline, .stood = g->stood};
    memcpy(out->game, g->id, sizeof out->game);
    if (g->running >= 0)
        memcpy(out->player, g->seat[g->running].user, sizeof out->player);
    card->size = 0;
    state_write_card(card, g);
    out->card = out_text_of(card);
    return out->card != NULL;
}
