#include "scores.h"

#include "base/error.h"
#include "json/shapes.h"

#include <stdio.h>

static int lines_of(int size, scores_needs out[SCORES_LINES])
{
    out[0] = (scores_needs){1, true, false};
    out[1] = (scores_needs){1, false, true};
    for (int away = 2; away <= size; away++)
        out[away] = (scores_needs){away, false, false};
    return size + 1;
}

void scores_line_name(const scores_needs *n, char out[16])
{
    snprintf(out, 16, "%d%s", n->away, n->crawford ? "c" : n->post ? "p" : "");
}

/* One score; both 1-away is double match point, shown as 1p against 1p. */
static bool stakes_at(const scores_needs *mine, const scores_needs *theirs,
                      alea_cube *cube)
{
    bool both = mine->away == 1 && theirs->away == 1;
    if (both && !(mine->post && theirs->post)) return false;
    cube->match_length = mine->away > theirs->away ? mine->away : theirs->away;
    cube->away[0] = mine->away;
    cube->away[1] = theirs->away;
    cube->crawford_game = mine->crawford || theirs->crawford;
    cube->post_crawford = mine->post || theirs->post;
    cube->jacoby = cube->beavers = false;
    return true;
}

/* Data for judging one score. */
typedef struct judge {
    alea_engine *engine;
    int plies;
    scores_progress *progress;
    void *context;
    int done, of;
} judge;

static bool judge_cell(judge *j, const alea_decision *decision, scores_cell *out,
                       alea_error *error)
{
    alea_search_settings settings = alea_search_settings_default(j->plies);
    int count;
    out->possible = true;
    if (!alea_roll_valid(decision->roll)) {
        if (alea_search_cube(j->engine, decision, &settings, &out->cube, error) !=
            ALEA_OK)
            return false;
    } else {
        if (alea_search_play(j->engine, decision, &settings, &out->best, 1, &count,
                             error) != ALEA_OK)
            return false;
        alea_play_write(&decision->board, &out->best.play, out->move);
    }
    if (!j->progress || j->progress(j->context, ++j->done, j->of)) return true;
    alea_error_set(error, 0, 0, "stopped");
    return false;
}

bool scores_fill(scores_grid *g, alea_engine *engine, const alea_decision *decision,
                 int plies, int size, scores_progress *progress, void *context,
                 alea_error *error)
{
    judge j = {engine, plies, progress, context, 0, 0};
    alea_decision d = *decision;
    g->play = alea_roll_valid(d.roll);
    g->lines = lines_of(size, g->line);
    j.of =
        1 + g->lines * g->lines - 3; /* of the four cells of 1 and 1, one is possible */
    d.cube.match_length = 0;
    d.cube.crawford_game = d.cube.post_crawford = false;
    if (!judge_cell(&j, &d, &g->money, error)) return false;
    for (int row = 0; row < g->lines; row++)
        for (int column = 0; column < g->lines; column++) {
            scores_cell *cell = &g->at[row][column];
            d.cube = decision->cube;
            cell->possible = false;
            if (!stakes_at(&g->line[row], &g->line[column], &d.cube)) continue;
            if (!judge_cell(&j, &d, cell, error)) return false;
        }
    return true;
}

/* ---- JSON ---- */

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
