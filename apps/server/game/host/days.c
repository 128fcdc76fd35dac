#include "days.h"

#include "server/game/model/state.h"

#include <string.h>

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
