/* `alea scores`: one decision at every score. */
#include "args.h"
#include "command.h"
#include "decide_input.h"

#include <alea/notation.h>
#include <alea/search.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "The same position at every score, in one grid: without dice the cube verdict, "
    "with dice\n"
    "the best play. Rows: points the side on roll needs; columns: its opponent's. 1c "
    "is the\n"
    "Crawford game, 1p a game after it. A position is an XGID, a Position ID or "
    "Position\n"
    "ID:Match ID; \"-\" reads one a line. Cube value and owner are the position's.";

/* The cells of one side: points needed, and which kind of 1-away. */
typedef struct needs {
    int away;
    bool crawford, post;
} needs;

typedef struct scores_run {
    decide_options options;
    decide_engine engine;
    long long size;
} scores_run;

enum { MOST_SIZE = 25, LINES = MOST_SIZE + 1, FIRST = 4 };

typedef struct cell {
    bool possible;
    alea_cube_result cube;
    alea_candidate best;
    char move[ALEA_PLAY_TEXT_SIZE];
} cell;

static int lines_of(int size, needs out[LINES])
{
    out[0] = (needs){1, true, false};
    out[1] = (needs){1, false, true};
    for (int away = 2; away <= size; away++) out[away] = (needs){away, false, false};
    return size + 1;
}

static void line_name(const needs *n, char out[16])
{
    snprintf(out, 16, "%d%s", n->away, n->crawford ? "c" : n->post ? "p" : "");
}

/* One score; both 1-away is double match point, shown as 1p against 1p. */
static bool stakes_at(const needs *mine, const needs *theirs, alea_cube *cube)
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

static bool judge(scores_run *run, const alea_decision *decision, cell *out,
                  alea_error *error)
{
    alea_search_settings settings = alea_search_settings_default((int)run->options.ply);
    int count;
    out->possible = true;
    if (!alea_roll_valid(decision->roll))
        return alea_search_cube(run->engine.engine, decision, &settings, &out->cube,
                                error) == ALEA_OK;
    if (alea_search_play(run->engine.engine, decision, &settings, &out->best, 1, &count,
                         error) != ALEA_OK)
        return false;
    alea_play_write(&decision->board, &out->best.play, out->move);
    return true;
}

static const char *short_verdict(const alea_cube_verdict *v)
{
    if (v->dead && v->action != ALEA_CUBE_NOT_AVAILABLE) return "dead";
    switch (v->action) {
    case ALEA_CUBE_NO_DOUBLE: return "ND";
    case ALEA_CUBE_DOUBLE_TAKE: return "D/T";
    case ALEA_CUBE_DOUBLE_DROP: return "D/D";
    case ALEA_CUBE_TOO_GOOD: return "TG";
    case ALEA_CUBE_NOT_AVAILABLE: break;
    }
    return "-";
}

static json_t *cell_json(const cell *c, bool play)
{
    if (play)
        return json_pack("{s:s,s:f}", "move", c->move, "equity",
                         (double)c->best.equity);
    const alea_cube_equities *e = &c->cube.verdict.equity;
    return json_pack("{s:s,s:b,s:{s:f,s:f,s:f}}", "action",
                     alea_cube_action_name(c->cube.verdict.action), "dead_cube",
                     c->cube.verdict.dead, "equity", "no_double", (double)e->no_double,
                     "double_take", (double)e->double_take, "double_drop",
                     (double)e->double_drop);
}

/* ---- the grid ---- */

typedef struct grid {
    int lines;
    needs line[LINES];
    cell money, at[LINES][LINES];
} grid;

static bool fill(scores_run *run, const alea_decision *decision, grid *g,
                 alea_error *error)
{
    alea_decision d = *decision;
    d.cube.match_length = 0;
    d.cube.crawford_game = d.cube.post_crawford = false;
    if (!judge(run, &d, &g->money, error)) return false;
    for (int i = 0; i < g->lines; i++)
        for (int j = 0; j < g->lines; j++) {
            d.cube = decision->cube;
            g->at[i][j].possible = false;
            if (!stakes_at(&g->line[i], &g->line[j], &d.cube)) continue;
            if (!judge(run, &d, &g->at[i][j], error)) return false;
        }
    return true;
}

/* Different best plays get letters, in the order they are met; the legend tells them.
 */
typedef struct legend {
    int count;
    const char *move[52];
} legend;

static char letter_of(legend *l, const char *move)
{
    for (int i = 0; i < l->count; i++)
        if (strcmp(l->move[i], move) == 0)
            return (char)(i < 26 ? 'A' + i : 'a' + i - 26);
    if (l->count == 52) return '?';
    l->move[l->count] = move;
    int i = l->count++;
    return (char)(i < 26 ? 'A' + i : 'a' + i - 26);
}

static void print_text(const char *id, const grid *g, bool play)
{
    legend l = {0};
    char name[16];
    printf("%s\n", id);
    if (play)
        printf("  money: %c  %s\n\n", letter_of(&l, g->money.move), g->money.move);
    else
        printf("  money: %s\n\n", alea_cube_verdict_text(&g->money.cube.verdict));
    printf("%*s", FIRST, "");
    for (int j = 0; j < g->lines; j++) {
        line_name(&g->line[j], name);
        printf("%5s", name);
    }
    for (int i = 0; i < g->lines; i++) {
        line_name(&g->line[i], name);
        printf("\n%*s", FIRST, name);
        for (int j = 0; j < g->lines; j++) {
            const cell *c = &g->at[i][j];
            if (!c->possible)
                printf("%5s", "");
            else if (play)
                printf("%5c", letter_of(&l, c->move));
            else
                printf("%5s", short_verdict(&c->cube.verdict));
        }
    }
    printf("\n\n");
    for (int i = 0; i < l.count; i++)
        printf("  %c  %s\n", i < 26 ? 'A' + i : 'a' + i - 26,
               *l.move[i] ? l.move[i] : "(no move)");
    if (!play)
        printf("  ND no double   D/T double, take   D/D double, drop   TG too good   "
               "dead: "
               "nothing to gain   - not allowed\n");
}

static void print_json(const char *id, const grid *g, bool play)
{
    json_t *list = json_array();
    for (int i = 0; i < g->lines; i++)
        for (int j = 0; j < g->lines; j++) {
            if (!g->at[i][j].possible) continue;
            const needs *mine = &g->line[i], *theirs = &g->line[j];
            json_t *entry = cell_json(&g->at[i][j], play);
            json_object_set_new(entry, "away", json_integer(mine->away));
            json_object_set_new(entry, "away_opponent", json_integer(theirs->away));
            json_object_set_new(entry, "crawford",
                                json_boolean(mine->crawford || theirs->crawford));
            json_object_set_new(entry, "post_crawford",
                                json_boolean(mine->post || theirs->post));
            json_array_append_new(list, entry);
        }
    decide_print_json(json_pack("{s:s,s:s,s:o,s:o}", "id", id, "kind",
                                play ? "play" : "cube", "money",
                                cell_json(&g->money, play), "scores", list));
}

static bool answer(void *context, const char *id, const alea_position *position,
                   int *bad)
{
    scores_run *run = context;
    alea_decision decision = alea_decision_of_position(position);
    alea_error error = {0};
    grid *g = malloc(sizeof *g);
    bool play = alea_roll_valid(decision.roll), good = false;
    if (g) {
        g->lines = lines_of((int)run->size, g->line);
        good = fill(run, &decision, g, &error);
    } else {
        snprintf(error.reason, sizeof error.reason, "no memory");
    }
    if (!good) {
        decide_complain("scores", &run->options, id, "", &error);
        ++*bad;
    } else if (run->options.json) {
        print_json(id, g, play);
    } else {
        print_text(id, g, play);
    }
    free(g);
    return true;
}

int cmd_scores(int argc, char **argv)
{
    scores_run run = {.size = 7};
    decide_options *o = &run.options;
    decide_options_start(o);
    o->ply = 1;
    const option_spec options[] = {
        {"ply", 'p', OPTION_INTEGER, "N", "rolls looked ahead, 0 to 3 (default 1)",
         &o->ply, 0, 3},
        {"size", 's', OPTION_INTEGER, "N", "up to N points away (default 7)", &run.size,
         2, MOST_SIZE},
        {"threads", 0, OPTION_INTEGER, "N", "threads (default: all cores)", &o->threads,
         1, 256},
        {"net", 'n', OPTION_TEXT, "FILE", "a net file instead of the built-in one",
         &o->net_path, 0, 0},
        {"met", 0, OPTION_TEXT, "FILE", "a match equity table (see alea met)",
         &o->met_path, 0, 0},
        {"json", 'j', OPTION_FLAG, NULL, "one JSON object a position", &o->json, 0, 0},
        {0}};
    const args_spec spec = {.operands = "ID...",
                            .about = about,
                            .options = options,
                            .least = 1,
                            .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    status = decide_engine_open(&run.engine, "scores", o);
    if (status != EXIT_DONE) return status;
    status = decide_each("scores", o, operands, argv, answer, &run);
    decide_engine_close(&run.engine);
    return status;
}
