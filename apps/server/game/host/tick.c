#include "clocks.h"

#include "commit.h"
#include "delayed.h"

#include "server/game/model/clock.h"
#include "server/support/system.h"

enum {
    CONTRIBUTE_MS = 20 * 1000,  /* for a contribution to the dice */
    OVERDUE_MS = 10 * 60 * 1000 /* for a decision in a rated game without a clock */
};

/* A timeout loses the match; in a money session it loses the game at the stake that a
 * drop costs. */
static void end_by_time(games *all, game *g, int loser)
{
    const alea_match *m = &g->record.now;
    game_event e = {.kind = GAME_EVENT_TIMEOUT, .by = loser, .winner = 1 - loser};
    if (m->rules.match_length == 0) e.points = alea_match_cube(m);
    games_commit(all, g, &e, "", "", NULL, NULL);
}

/* A seated player who is there but sends no contribution contributes none; one who has
 * committed and does not reveal ends the game. */
static void default_missing_entropy(games *all, game *g, int64_t now)
{
    bool all_here = g->stage == STAGE_WAITING;
    for (int i = 0; i < 2; i++)
        all_here = all_here && (g->seat[i].kind == SEAT_MACHINE ||
                                (g->seat[i].kind == SEAT_PERSON &&
                                 (g->seat[i].online || game_is_by_days(g))));
    if (!all_here) g->waiting_since = 0;
    if (all_here && g->waiting_since == 0) g->waiting_since = now;
    if (!all_here || now - g->waiting_since < CONTRIBUTE_MS) return;
    g->waiting_since = now; /* a player who has committed may have to reveal next */
    bool added = false;
    for (int i = 0; i < 2 && !g->live->lost && g->stage == STAGE_WAITING; i++) {
        game_event e = {.kind = GAME_EVENT_CONTRIBUTED, .by = i, .text = ""};
        if (g->seat[i].contributed || *g->seat[i].committed) continue;
        games_commit(all, g, &e, "", "", NULL, NULL);
        added = true;
    }
    /* A player who has committed may have seen the other's part: going on without the
     * words would be a choice between two sequences of dice. */
    for (int i = 0; i < 2 && !added; i++) {
        game_event e = {.kind = GAME_EVENT_ABORTED, .by = i, .winner = -1};
        if (g->seat[i].contributed || !*g->seat[i].committed) continue;
        games_commit(all, g, &e, "", "", NULL, NULL);
        return;
    }
}

/* In a rated game without a clock, an online player who does nothing would block the
 * opponent for ever; after OVERDUE_MS the opponent may end the game. */
static void check_overdue(game *g, int64_t now)
{
    const int seat = game_to_act(g);
    if (!g->plan.rated || g->plan.clock != CLOCK_NONE || g->overdue >= 0 || seat < 0 ||
        g->seat[seat].kind != SEAT_PERSON || now - g->acted < OVERDUE_MS)
        return;
    g->overdue = seat;
    g->live->dirty_presence = true;
}

/* The seat whose time is up, or -1. A vacation put at another server may have moved the
 * deadline of a game over days. */
static int find_loser(games *all, game *g)
{
    const int64_t now = server_now();
    const int loser = clock_expired(g, now);
    if (loser < 0 || !game_is_by_days(g)) return loser;
    return days_refresh(all, g) ? clock_expired(g, now) : -1;
}

void game_end_if_due(games *all, game *g)
{
    const int loser = g->stage == STAGE_PLAYING ? find_loser(all, g) : -1;
    if (loser >= 0) end_by_time(all, g, loser);
}

void game_tick(games *all, game *g, int64_t now)
{
    delayed_send_due(all, g);
    if (g->stage == STAGE_OVER) return;
    if (g->stage == STAGE_WAITING) {
        default_missing_entropy(all, g, now);
        return;
    }
    if (g->running >= 0 || !g->seat[0].online || !g->seat[1].online) {
        const bool had[2] = {g->seat[0].budget_ms > 0, g->seat[1].budget_ms > 0};
        clock_account(g, now);
        for (int i = 0; i < 2; i++) /* the other player may end the game now */
            if (had[i] && g->seat[i].budget_ms <= 0) g->live->dirty_presence = true;
        const int loser = find_loser(all, g);
        if (loser >= 0) {
            end_by_time(all, g, loser);
            return;
        }
        game_clocks_tick(all, g, now);
    }
    check_overdue(g, now);
    all->think(all, g);
}
