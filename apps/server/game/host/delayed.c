#include "delayed.h"

#include <stdlib.h>
#include <string.h>

bool delayed_applies(const game *g)
{
    return g->plan.delay_s > 0 && g->stage == STAGE_PLAYING && g->ended == ENDED_NOT;
}

void delayed_add(games *all, const game *g, const char *text, size_t size,
                 size_t state_at)
{
    live_game *live = g->live;
    delayed_message *m = malloc(sizeof *m + size + 1);
    if (!m) return;
    *m = (delayed_message){.due = games_clock(all) + 1000 * (int64_t)g->plan.delay_s,
                           .seq = g->seq,
                           .entries = g->record.entries,
                           .score = {alea_match_points(&g->record.now, ALEA_A),
                                     alea_match_points(&g->record.now, ALEA_B)},
                           .state_at = state_at,
                           .size = size};
    memcpy(m->text, text, size);
    m->text[size] = '\0';
    delayed_message **end = &live->delayed;
    while (*end) end = &(*end)->next;
    *end = m;
}

void delayed_send_due(games *all, const game *g)
{
    live_game *live = g->live;
    const char *const seats[2] = {g->seat[0].user, g->seat[1].user};
    const int64_t now = games_clock(all);
    while (live->delayed && (live->delayed->due <= now || !delayed_applies(g))) {
        delayed_message *m = live->delayed;
        live->delayed = m->next;
        m->next = NULL;
        connections_tell(all->parts.sockets, g->id, seats, CONNECTIONS_AUDIENCES - 1,
                         m->text, m->size);
        free(live->shown);
        live->shown = m;
    }
}

bool delayed_shown(const game *g, const delayed_message **shown)
{
    *shown = g->live->shown;
    return g->live->shown || !g->live->delayed;
}

bool delayed_score(const game *g, int score[2])
{
    const delayed_message *shown = NULL;
    if (!g->live) return false;
    const bool is_known = delayed_shown(g, &shown);
    for (int i = 0; i < 2; i++)
        score[i] = shown      ? shown->score[i]
                   : is_known ? alea_match_points(&g->record.now, (alea_player)i)
                              : 0;
    return true;
}
