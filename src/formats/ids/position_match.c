/* Converts between matches and positions. A match is built by applying events, so that
 * no codec can produce a state that play cannot reach. */
#include <alea/notation.h>

#include "base/error.h"
#include "files.h"
#include "formats/toolkit/parse.h"

void alea_position_of_match(const alea_match *match, alea_position *position)
{
    bool match_play = match->rules.match_length > 0;
    *position = (alea_position){
        .board = match->board,
        .on_roll = match->turn == ALEA_B ? ALEA_B : ALEA_A,
        .to_act = match->to_act,
        .roll = match->roll,
        .offers = alea_match_offers(match),
        .resign_class = alea_match_resign_class(match),
        .match_length = match->rules.match_length,
        .score = {alea_match_points(match, ALEA_A), alea_match_points(match, ALEA_B)},
        .crawford_game = match->crawford_game,
        .jacoby = !match_play && match->rules.jacoby,
        .beavers = !match_play && match->rules.beavers != 0,
        .cube = match->rules.cube,
        .cube_limit_log2 = match->rules.cube_limit_log2,
        .checkers = alea_setup_checkers(match->rules.setup),
        .game_over = match->phase == ALEA_MATCH_GAME_OVER ||
                     match->phase == ALEA_MATCH_MATCH_OVER,
    };
    alea_player doubler;
    int cube = alea_match_cube_before(match, &position->cube_owner, &doubler);
    while (1 << position->cube_log2 < cube) position->cube_log2++;
    if (doubler != ALEA_NOBODY) position->on_roll = doubler;
    if (position->to_act == ALEA_NOBODY) position->to_act = position->on_roll;
}

alea_rules position_rules(const alea_position *position, const alea_rules *base)
{
    alea_rules rules = *base;
    if (position->board_only) return rules;
    rules.match_length = position->match_length;
    rules.cube = position->cube;
    if (position->cube_limit_log2 != ALEA_UNLIMITED)
        rules.cube_limit_log2 = position->cube_limit_log2;
    if (position->match_length == 0) rules.jacoby = position->jacoby;
    if (position->crawford_game) rules.crawford = true;
    int beavers = position->offers > 1 ? position->offers - 1 : position->beavers;
    if (rules.beavers != ALEA_UNLIMITED && rules.beavers < beavers)
        rules.beavers = beavers;
    return rules;
}

static void add(position_events *list, alea_event event)
{
    list->event[list->count++] = event;
}

position_events position_make_events(const alea_position *position,
                                     const alea_rules *rules)
{
    position_events list = {.count = 0};
    alea_player roller = position->on_roll, other = alea_opponent(roller);
    alea_event set = {.type = ALEA_EVENT_SET,
                      .by = ALEA_NOBODY,
                      .set = ALEA_SET_BOARD,
                      .board = position->board,
                      .turn = roller};
    if (!position->board_only) {
        /* The score is set first because it decides whether the cube is in use. */
        alea_event score = {.type = ALEA_EVENT_SET,
                            .by = ALEA_NOBODY,
                            .set = ALEA_SET_SCORE,
                            .crawford_game = position->crawford_game};
        if (position->match_length) score.set |= ALEA_SET_CRAWFORD;
        alea_score_of_points(rules, position->score, score.score);
        add(&list, score);
        if (position->cube) set.set |= ALEA_SET_CUBE;
        set.cube_log2 = position->cube_log2;
        set.cube_owner = position->cube_log2 > 0 ? position->cube_owner : ALEA_NOBODY;
    }
    add(&list, set);
    if (position->roll.die[0])
        add(&list, (alea_event){
                       .type = ALEA_EVENT_ROLL, .by = roller, .roll = position->roll});
    if (position->offers >= 1)
        add(&list, (alea_event){.type = ALEA_EVENT_DOUBLE, .by = roller});
    if (position->offers >= 2)
        add(&list, (alea_event){.type = ALEA_EVENT_BEAVER, .by = other});
    if (position->offers >= 3)
        add(&list, (alea_event){.type = ALEA_EVENT_RACCOON, .by = roller});
    if (position->resign_class)
        add(&list, (alea_event){.type = ALEA_EVENT_RESIGN,
                                .by = alea_opponent(position->to_act),
                                .win_class = (uint8_t)position->resign_class});
    return list;
}

alea_status alea_match_of_position(const alea_position *position,
                                   const alea_rules *base, alea_match *match,
                                   alea_error *error)
{
    if (position->game_over)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0,
                               "the game of this position is over");
    alea_rules rules = position_rules(position, base);
    alea_status status = alea_rules_check(&rules, error);
    if (status) return status;
    status =
        alea_board_check(&position->board, alea_setup_checkers(rules.setup), error);
    if (status) return status;
    alea_match result;
    alea_match_start(&result, &rules);
    position_events list = position_make_events(position, &rules);
    for (int i = 0; i < list.count; i++) {
        alea_refusal refusal = alea_match_apply(&result, &list.event[i], NULL);
        if (refusal)
            return alea_error_fill(error, ALEA_ERROR_REFUSED, 0, 0,
                                   "these rules refuse the position: %s",
                                   alea_refusal_text(refusal));
    }
    *match = result;
    return ALEA_OK;
}
