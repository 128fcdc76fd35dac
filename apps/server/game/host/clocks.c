#include "clocks.h"

#include "server/game/model/clock.h"
#include "server/game/model/state.h"

#include <stdio.h>
#include <stdlib.h>
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
    if (game_is_by_days(g)) return days_resume(all, g);
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

/* ---- said in advance ---- */

static const char *const ahead_files[2] = {"ahead0", "ahead1"};

static bool read_ahead(games *all, game *g, int seat)
{
    char *bytes = NULL;
    size_t size = 0;
    const storage_answer answer =
        storage_blob_get(all->parts.store, g->id, ahead_files[seat], &bytes, &size);
    if (answer != ANSWER_FOUND) return answer == ANSWER_ABSENT;
    json_int_t to_double, to_resign, seq, entries;
    json_t *said = json_loadb(bytes, size, 0, NULL);
    if (json_unpack(said, "{sIsIsIsI}", "double", &to_double, "resign", &to_resign,
                    "seq", &seq, "entries", &entries) == 0 &&
        to_double >= AHEAD_NONE && to_double <= AHEAD_NO && to_resign >= AHEAD_NONE &&
        to_resign <= AHEAD_NO && entries >= 0)
        g->seat[seat].ahead =
            (game_condition){.to_double = (game_answer_ahead)to_double,
                             .to_resign = (game_answer_ahead)to_resign,
                             .seq = seq,
                             .entries = (size_t)entries};
    json_decref(said);
    free(bytes);
    return true;
}

bool days_resume(games *all, game *g)
{
    return days_refresh(all, g) && (g->stage != STAGE_PLAYING ||
                                    (read_ahead(all, g, 0) && read_ahead(all, g, 1)));
}

bool days_keep_ahead(games *all, game *g, int seat, const game_condition *said)
{
    char text[160];
    const int length = snprintf(
        text, sizeof text, "{\"double\":%d,\"resign\":%d,\"seq\":%lld,\"entries\":%zu}",
        (int)said->to_double, (int)said->to_resign, (long long)said->seq,
        said->entries);
    if (storage_blob_put(all->parts.store, g->id, ahead_files[seat], text,
                         (size_t)length) != ALEA_OK)
        return false;
    g->seat[seat].ahead = *said;
    return true;
}

void days_end(games *all, const game *g)
{
    for (int i = 0; i < 2; i++)
        if (g->seat[i].ahead.seq)
            storage_blob_remove(all->parts.store, g->id, ahead_files[i]);
}

/* ---- the turn ---- */

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
