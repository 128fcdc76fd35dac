#include "apply.h"

static bool everybody_is_ready(const game *g)
{
    /* Players who look in once a day need not agree between two games. */
    if (game_is_by_days(g) && g->record.rules.match_length > 0) return true;
    for (int i = 0; i < 2; i++)
        if (g->seat[i].kind == SEAT_PERSON && !g->seat[i].ready) return false;
    return true;
}

/* Whether the match is decided and nobody can still require a legal play. */
static bool is_settled(const game *g)
{
    const alea_match *m = &g->record.now;
    if (g->ended != ENDED_NOT) return true;
    if (m->phase != ALEA_MATCH_MATCH_OVER) return false;
    const alea_player loser = alea_opponent(m->result.winner);
    return !m->contestable || g->seat[loser].kind != SEAT_PERSON ||
           g->seat[loser].ready;
}

static void set_match_event(game_event *e, const alea_event *match)
{
    *e = (game_event){.kind = GAME_EVENT_MATCH, .by = -1, .match = *match};
}

/* The answer to an offer that was given in advance; false without one. */
static bool answered_ahead(const game *g, alea_event *answer)
{
    const alea_match_phase phase = game_phase(g);
    const int seat = game_to_act(g);
    if (seat < 0 || !game_is_by_days(g)) return false;
    const game_condition said = game_ahead(g, seat);
    *answer = (alea_event){.by = (alea_player)seat};
    if (phase == ALEA_MATCH_DOUBLE_OFFERED && said.to_double != AHEAD_NONE)
        answer->type = said.to_double == AHEAD_YES ? ALEA_EVENT_TAKE : ALEA_EVENT_DROP;
    else if (phase == ALEA_MATCH_RESIGN_OFFERED && said.to_resign != AHEAD_NONE)
        answer->type = said.to_resign == AHEAD_YES ? ALEA_EVENT_ACCEPT_RESIGN
                                                   : ALEA_EVENT_REJECT_RESIGN;
    else
        return false;
    return true;
}

bool game_follow_up(const game *g, game_event *e)
{
    const alea_match *m = &g->record.now;
    const alea_event pass = {.type = ALEA_EVENT_PLAY, .by = m->turn};
    const alea_event next = {.type = ALEA_EVENT_NEXT_GAME, .by = ALEA_NOBODY};
    alea_event answer;
    if (g->stage != STAGE_PLAYING) return false;
    if (is_settled(g)) {
        *e = (game_event){.kind = GAME_EVENT_DICE_OPENED, .by = -1, .text = e->seed};
        dice_secret_hex(&g->secret, e->seed);
    } else if (m->phase == ALEA_MATCH_OPENING) {
        const alea_event opening = {.type = ALEA_EVENT_OPENING,
                                    .by = ALEA_NOBODY,
                                    .roll =
                                        dice_secret_roll(&g->secret, game_rolls(g))};
        set_match_event(e, &opening);
    } else if (m->phase == ALEA_MATCH_TO_PLAY &&
               alea_match_would(m, &pass) == ALEA_ACCEPTED) {
        set_match_event(e, &pass);
    } else if (answered_ahead(g, &answer)) {
        set_match_event(e, &answer);
    } else if (m->phase == ALEA_MATCH_GAME_OVER && everybody_is_ready(g)) {
        set_match_event(e, &next);
    } else {
        return false;
    }
    return true;
}
