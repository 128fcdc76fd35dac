#include "rights.h"

bool right_to_decide(const game *g, int seat, alea_event_type type)
{
    alea_event event = {.type = type, .by = (alea_player)seat, .win_class = 1};
    event.roll = (alea_roll){{2, 1}};
    return g->stage == STAGE_PLAYING && g->ended == ENDED_NOT &&
           alea_match_would(&g->record.now, &event) == ALEA_ACCEPTED;
}

/* False for a roll that cannot be played: the server passes for the player. */
bool right_to_play(const game *g, int seat, alea_event_type event)
{
    (void)event;
    return game_to_act(g) == seat && game_phase(g) == ALEA_MATCH_TO_PLAY &&
           !right_to_decide(g, seat, ALEA_EVENT_PLAY);
}

bool right_to_play_as_made(const game *g, int seat, alea_event_type event)
{
    return right_to_play(g, seat, event) && !game_is_machine_game(g) &&
           g->record.rules.illegal_play == ALEA_ILLEGAL_OPPONENT_OPTION;
}

bool right_to_contribute(const game *g, int seat, alea_event_type event)
{
    (void)event;
    return g->stage == STAGE_WAITING && !g->seat[seat].contributed &&
           (!*g->seat[seat].committed || g->seat[1 - seat].contributed ||
            *g->seat[1 - seat].committed);
}

bool right_to_commit(const game *g, int seat, alea_event_type event)
{
    (void)event;
    return g->stage == STAGE_WAITING && !g->seat[seat].contributed &&
           !*g->seat[seat].committed && !game_is_by_days(g);
}

/* After the last game of a match the loser may still require a legal play instead. */
bool right_to_go_on(const game *g, int seat, alea_event_type event)
{
    const alea_match_phase phase = game_phase(g);
    (void)event;
    if (g->stage != STAGE_PLAYING || g->ended != ENDED_NOT || g->seat[seat].ready)
        return false;
    return phase == ALEA_MATCH_GAME_OVER ||
           (phase == ALEA_MATCH_MATCH_OVER && g->record.now.contestable);
}

bool right_to_take_back(const game *g, int seat, alea_event_type event)
{
    (void)event;
    return g->stage == STAGE_PLAYING && g->ended == ENDED_NOT && !g->plan.rated &&
           g->takeback_by < 0 && game_takeback_size(g, seat) > 0;
}

bool right_to_answer_takeback(const game *g, int seat, alea_event_type event)
{
    (void)event;
    return g->takeback_by == 1 - seat;
}

bool right_to_say_ahead(const game *g, int seat, alea_event_type event)
{
    const alea_match_phase phase = game_phase(g);
    (void)event;
    return game_is_by_days(g) && game_to_act(g) == 1 - seat &&
           (phase == ALEA_MATCH_TO_ROLL || phase == ALEA_MATCH_TO_PLAY);
}

bool right_to_rematch(const game *g, int seat, alea_event_type event)
{
    (void)event;
    return g->stage == STAGE_OVER && !*g->next && g->rematch_by != seat &&
           g->seat[0].kind != SEAT_FREE && g->seat[1].kind != SEAT_FREE;
}

bool right_was_left(const game *g, int seat)
{
    return g->seat[seat].kind == SEAT_PERSON && !game_is_by_days(g) &&
           (g->overdue == seat ||
            (!g->seat[seat].online && g->seat[seat].budget_ms <= 0));
}

bool right_to_abort(const game *g, int seat, alea_event_type event)
{
    (void)event;
    if (g->stage == STAGE_OVER || g->ended != ENDED_NOT) return false;
    return g->stage == STAGE_WAITING || game_is_between_money_games(g) ||
           !game_has_begun(g) || right_was_left(g, 1 - seat);
}

bool right_to_advice(const game *g, int seat, alea_event_type event)
{
    const alea_match_phase phase = game_phase(g);
    (void)event;
    return game_is_machine_game(g) && !g->plan.rated && game_to_act(g) == seat &&
           (phase == ALEA_MATCH_TO_PLAY || phase == ALEA_MATCH_DOUBLE_OFFERED ||
            phase == ALEA_MATCH_TO_ROLL);
}

bool right_to_say(const game *g, int seat, alea_event_type event)
{
    (void)event;
    return seat >= 0 ||
           (g->plan.spectators && (!g->plan.rated || g->stage == STAGE_OVER));
}
