#include "shapes.h"

#include <alea/notation.h>

void depth_json(json_t *object, int plies, const char *level)
{
    if (level)
        json_object_set_new(object, "level", json_string(level));
    else
        json_object_set_new(object, "ply", json_integer(plies));
}

void approximate_json(json_t *object, const char *approximate)
{
    if (approximate)
        json_object_set_new(object, "approximate", json_string(approximate));
}

json_t *moves_json(const alea_play *play)
{
    json_t *list = json_array();
    for (int i = 0; i < play->count; i++)
        json_array_append_new(list,
                              json_pack("[ii]", play->move[i].from, play->move[i].to));
    return list;
}

json_t *play_json(const alea_board *before, const alea_candidate *c, float best,
                  const char *level)
{
    char move[ALEA_PLAY_TEXT_SIZE], position[ALEA_POSITION_ID_SIZE];
    const alea_board next = alea_board_swap(&c->play.board);
    const double loss = best > c->equity ? (double)(best - c->equity) : 0;
    alea_play_write(before, &c->play, move);
    alea_position_id_write(&next, position);
    json_t *o = json_pack("{s:s,s:o,s:s,s:o,s:o,s:o,s:o}", "move", move, "moves",
                          moves_json(&c->play), "position", position, "equity",
                          number_json((double)c->equity), "loss", number_json(loss),
                          "probabilities", probs_json(&c->probs), "cubeless",
                          number_json((double)c->cubeless));
    depth_json(o, c->plies, level);
    return o;
}

json_t *play_list_json(const alea_board *before, const alea_candidate *found, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list,
                              play_json(before, &found[i], found[0].equity, NULL));
    return list;
}
