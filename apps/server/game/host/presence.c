#include "presence.h"

#include "commit.h"

#include "server/game/model/clock.h"

void presence_update(games *all, game *g)
{
    bool changed = false;
    for (int i = 0; i < 2; i++) {
        game_seat *s = &g->seat[i];
        const bool online = s->kind == SEAT_PERSON &&
                            connections_is_present(all->parts.sockets, g->id, s->user);
        if (online != s->online && !changed) clock_account(g, games_clock(all));
        changed = changed || online != s->online;
        s->online = online;
        if (online && all->parts.on_seen)
            all->parts.on_seen(all->parts.context, s->user, g->id);
    }
}

void presence_changed(games *all, const char *id)
{
    game *g = games_live(all, id);
    if (!g) return;
    presence_update(all, g);
    g->live->dirty_presence = true;
    g->live->touched = games_clock(all);
}

/* Whether the right of the waiting player to end the game has changed. */
static bool is_absence_decisive(const game *g)
{
    return g->stage == STAGE_PLAYING &&
           (g->seat[0].budget_ms <= 0 || g->seat[1].budget_ms <= 0 || g->overdue >= 0);
}

void presence_publish(games *all, game *g)
{
    g->live->dirty_presence = false;
    clock_account(g, games_clock(all));
    publish_presence(all, g);
    if (is_absence_decisive(g)) publish_state(all, g);
    if (g->stage == STAGE_WAITING)
        /* the lobby lists the game only if the host is there */
        games_lobby_changed(all);
}
