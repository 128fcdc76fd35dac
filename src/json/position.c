#include "shapes.h"

#include <stdio.h>

bool position_is_play(const alea_position *p)
{
    return alea_roll_valid(p->roll) && p->offers == 0 && !p->game_over &&
           p->resign_class == 0;
}

/* 0, 1, or null for ALEA_NOBODY. */
static json_t *player_json(alea_player player)
{
    return player == ALEA_NOBODY ? json_null() : json_integer(player);
}

json_t *score_json(int points_a, int points_b)
{
    return json_pack("[ii]", points_a, points_b);
}

static void set_ids(json_t *o, const alea_position *p)
{
    char text[ALEA_XGID_SIZE], id[ALEA_POSITION_ID_SIZE], match[ALEA_MATCH_ID_SIZE];
    char both[ALEA_POSITION_ID_SIZE + ALEA_MATCH_ID_SIZE], ogid[ALEA_OGID_SIZE];
    const bool has_xgid = alea_xgid_write(p, text) == ALEA_OK;
    const bool has_gnubg = alea_gnubg_id_write(p, id, match) == ALEA_OK;
    if (has_gnubg) snprintf(both, sizeof both, "%s:%s", id, match);
    json_object_set_new(o, "xgid", has_xgid ? json_string(text) : json_null());
    json_object_set_new(o, "gnubg", has_gnubg ? json_string(both) : json_null());
    json_object_set_new(o, "ogid",
                        alea_ogid_write(p, ogid) == ALEA_OK ? json_string(ogid)
                                                            : json_null());
}

static json_t *cube_state_json(const alea_position *p)
{
    json_t *offered =
        p->offers ? json_integer(1 << (p->cube_log2 + p->offers)) : json_null();
    return json_pack("{s:i,s:o,s:o,s:b}", "value", 1 << p->cube_log2, "owner",
                     player_json(p->cube_owner), "offered", offered, "in_play",
                     p->cube && !p->crawford_game);
}

json_t *position_json(const alea_position *p)
{
    const int checkers = p->checkers > 0 ? p->checkers : ALEA_CHECKERS;
    json_t *o = json_object(), *board = json_array();
    set_ids(o, p);
    for (int i = 0; i < 26; i++)
        json_array_append_new(board, json_integer(p->board.point[i]));
    json_object_set_new(o, "kind", json_string(position_is_play(p) ? "play" : "cube"));
    json_object_set_new(o, "board", board);
    json_object_set_new(o, "off",
                        json_pack("[ii]",
                                  checkers - alea_board_checkers(&p->board, true),
                                  checkers - alea_board_checkers(&p->board, false)));
    json_object_set_new(o, "pips",
                        json_pack("[ii]", alea_board_pips(&p->board, true),
                                  alea_board_pips(&p->board, false)));
    json_object_set_new(o, "turn", player_json(p->on_roll));
    json_object_set_new(o, "to_act", player_json(p->to_act));
    json_object_set_new(o, "dice",
                        alea_roll_valid(p->roll)
                            ? json_pack("[ii]", p->roll.die[0], p->roll.die[1])
                            : json_null());
    json_object_set_new(o, "cube", cube_state_json(p));
    json_object_set_new(o, "score", score_json(p->score[0], p->score[1]));
    json_object_set_new(o, "match_length", json_integer(p->match_length));
    json_object_set_new(o, "crawford", json_boolean(p->crawford_game));
    json_object_set_new(o, "jacoby", json_boolean(p->jacoby));
    json_object_set_new(o, "beavers", json_boolean(p->beavers));
    return o;
}
