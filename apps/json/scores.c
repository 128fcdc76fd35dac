#include "shapes.h"

static json_t *cell_json(const scores_cell *c, bool play)
{
    if (!play) return verdict_json(NULL, &c->cube.verdict);
    return json_pack("{s:s,s:o}", "move", c->move, "equity",
                     number_json((double)c->best.equity));
}

json_t *scores_json(const scores_grid *g, const char *id)
{
    json_t *list = json_array();
    for (int i = 0; i < g->lines; i++)
        for (int j = 0; j < g->lines; j++) {
            if (!g->at[i][j].possible) continue;
            const scores_needs *mine = &g->line[i], *theirs = &g->line[j];
            json_t *entry = cell_json(&g->at[i][j], g->play);
            json_object_set_new(entry, "away", json_integer(mine->away));
            json_object_set_new(entry, "away_opponent", json_integer(theirs->away));
            json_object_set_new(entry, "crawford",
                                json_boolean(mine->crawford || theirs->crawford));
            json_object_set_new(entry, "post_crawford",
                                json_boolean(mine->post || theirs->post));
            json_array_append_new(list, entry);
        }
    return json_pack("{s:s,s:s,s:o,s:o}", "id", id, "kind", g->play ? "play" : "cube",
                     "money", cell_json(&g->money, g->play), "scores", list);
}
