#include "game.h"

#include "family/opponent.h"

static uint8_t throw_die(const alea_tables_rules *rules, random_stream *dice)
{
    if (rules->dice != 1) return (uint8_t)(1 + random_below(dice, 6));
    return (uint8_t)alea_tables_marks(
        rules, __builtin_popcount((unsigned)random_below(dice, 16)));
}

static bool apply(tables_game *g, alea_tables_event *event)
{
    return alea_tables_match_apply(&g->match, event, &g->room, NULL) ==
           ALEA_TABLES_ACCEPTED;
}

/* The highest double that the rules take. */
static bool name(tables_game *g, alea_tables_event *event)
{
    event->type = ALEA_TABLES_EVENT_NAME;
    for (event->die[0] = 6; event->die[0] > 0; event->die[0]--)
        if (apply(g, event)) return true;
    return false;
}

static bool throw_dice(tables_game *g, alea_tables_event *event, random_stream *dice)
{
    const alea_tables_rules *rules = alea_tables_match_rules(&g->match);
    event->type = g->match.phase == ALEA_TABLES_PHASE_OPENING
                      ? ALEA_TABLES_EVENT_OPENING
                      : ALEA_TABLES_EVENT_ROLL;
    const int count = event->type == ALEA_TABLES_EVENT_OPENING ? 2 : rules->dice;
    for (int d = 0; d < count; d++) event->die[d] = throw_die(rules, dice);
    return apply(g, event);
}

static bool play(tables_game *g, alea_tables_event *event, const tables_player *player)
{
    const alea_tables_rules *rules = alea_tables_match_rules(&g->match);
    const alea_tables_board board = alea_tables_match_board(&g->match, event->by);
    alea_tables_choice_of best = {0};
    alea_tables_turns_list(rules, &board, g->match.dice,
                           alea_tables_match_first(&g->match), &g->turns);
    if (!player->net && player->ahead) {
        const alea_tables_evaluator pips = {0};
        alea_tables_turns_judge(&pips, rules, g->match.dice, &g->turns,
                                ALEA_TABLES_MOST_CHOICES, &g->room, g->opinion);
        best.index = g->opinion[0].index;
    } else if (!player->net)
        best.index = tables_opponent_choose(rules, &g->turns);
    else if (g->turns.count > 1)
        alea_tables_turns_best(player->net, rules, g->match.dice, &g->turns, 1,
                               player->ahead ? &g->room : NULL, &best);
    event->type = ALEA_TABLES_EVENT_PLAY;
    event->moves = (uint8_t)alea_tables_turns_moves(&g->turns, best.index, event->move);
    return apply(g, event);
}

static void note(tables_game *g)
{
    g->place[g->places++] = (tables_place){
        alea_tables_match_board(&g->match, g->match.to_act), g->match.to_act};
}

bool tables_game_play(tables_game *g, const alea_tables_series *series,
                      const tables_player player[2], random_stream *dice)
{
    alea_tables_match_start(&g->match, series);
    g->places = 0;
    while (g->match.phase != ALEA_TABLES_PHASE_GAME_OVER &&
           g->match.phase != ALEA_TABLES_PHASE_MATCH_OVER) {
        alea_tables_event event = {.by = g->match.to_act};
        bool good = false;
        switch (g->match.phase) {
        case ALEA_TABLES_PHASE_TO_ROLL:
            if (g->places == TABLES_MOST_PLACES) return false;
            note(g);
            good = throw_dice(g, &event, dice);
            break;
        case ALEA_TABLES_PHASE_OPENING: good = throw_dice(g, &event, dice); break;
        case ALEA_TABLES_PHASE_TO_NAME: good = name(g, &event); break;
        case ALEA_TABLES_PHASE_TO_PLAY:
            good = play(g, &event, &player[g->match.to_act]);
            break;
        case ALEA_TABLES_PHASE_DOUBLE_OFFERED:
        case ALEA_TABLES_PHASE_RESIGN_OFFERED:
        case ALEA_TABLES_PHASE_GAME_OVER:
        case ALEA_TABLES_PHASE_MATCH_OVER: break;
        }
        if (!good) return false;
    }
    return true;
}
