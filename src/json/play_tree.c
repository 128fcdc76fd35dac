#include "shapes.h"

json_t *play_tree_json(const alea_play_tree *tree)
{
    json_t *nodes = json_array();
    for (int n = 0; n < tree->nodes; n++) {
        const alea_tree_node *node = &tree->node[n];
        json_t *moves = json_array();
        for (int i = 0; i < node->moves; i++) {
            const alea_tree_move *m = &tree->move[node->first_move + i];
            json_array_append_new(
                moves, json_pack("[iiibi]", m->from, m->to, m->die, m->hit, m->node));
        }
        json_array_append_new(
            nodes, json_pack("{s:o,s:b}", "moves", moves, "done", node->done));
    }
    return json_pack("{s:o}", "nodes", nodes);
}
