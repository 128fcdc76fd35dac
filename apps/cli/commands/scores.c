/* `alea scores`: one decision at every score. */
#include "machine/scores.h"
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/question/decide_options.h"
#include "cli/question/question.h"
#include "list.h"
#include "json/shapes.h"
#include "json/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "The same position at every score, in one grid: without dice the cube verdict, with dice\n"
    "the best play. Rows: points the side on roll needs; columns: its opponent's. 1c is the\n"
    "Crawford game, 1p a game after it. A position is an XGID, a Position ID or Position\n"
    "ID:Match ID; \"-\" reads one per line. Cube value and owner are the position's.\n"
    "--json: the cells of a cube say \"action\" and \"available\" as alea cube does.";

typedef struct scores_run {
    decide_options options;
    decide_engine engine;
    long long size;
} scores_run;

enum { FIRST = 4 };

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

/* Different best plays get letters in the order in which they appear; the legend
 * explains the letters. */
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

static void print_text(const char *id, const scores_grid *g)
{
    legend l = {0};
    char name[16];
    printf("%s\n", id);
    if (g->play)
        printf("  money: %c  %s\n\n", letter_of(&l, g->money.move), g->money.move);
    else
        printf("  money: %s\n\n", alea_cube_verdict_text(&g->money.cube.verdict));
    printf("%*s", FIRST, "");
    for (int j = 0; j < g->lines; j++) {
        scores_line_name(&g->line[j], name);
        printf("%5s", name);
    }
    for (int i = 0; i < g->lines; i++) {
        scores_line_name(&g->line[i], name);
        printf("\n%*s", FIRST, name);
        for (int j = 0; j < g->lines; j++) {
            const scores_cell *c = &g->at[i][j];
            if (!c->possible)
                printf("%5s", "");
            else if (g->play)
                printf("%5c", letter_of(&l, c->move));
            else
                printf("%5s", short_verdict(&c->cube.verdict));
        }
    }
    printf("\n\n");
    for (int i = 0; i < l.count; i++)
        printf("  %c  %s\n", i < 26 ? 'A' + i : 'a' + i - 26,
               *l.move[i] ? l.move[i] : "(no move)");
    if (!g->play)
        printf("  ND no double   D/T double, take   D/D double, drop   TG too good   "
               "dead: nothing to gain   - not allowed\n");
}

static int answer(void *context, const question *q, refusal *why)
{
    scores_run *run = context;
    alea_decision decision = alea_decision_of_position(&q->position);
    scores_grid *g = malloc(sizeof *g);
    bool good = false;
    if (g)
        good = scores_fill(g, run->engine.engine, &decision, (int)run->options.ply,
                           (int)run->size, NULL, NULL, &why->error);
    else
        alea_error_no_memory(&why->error);
    if (good && run->options.json)
        json_print_line(stdout, scores_json(g, q->text));
    else if (good)
        print_text(q->text, g);
    free(g);
    return good ? EXIT_DONE : refusal_set(why, "failed");
}

int cmd_scores(int argc, char **argv)
{
    scores_run run = {.size = 7};
    decide_options *o = &run.options;
    decide_options_start(o);
    o->ply = 1;
    const option_spec options[] = {
        INTEGER_OPTION("ply", 'p', "N", "rolls looked ahead, 0 to 3 (default 1)",
                       &o->ply, 0, 3),
        INTEGER_OPTION("size", 's', "N", "up to N points away (default 7)", &run.size,
                       2, SCORES_MOST),
        INTEGER_OPTION("threads", 0, "N", "threads (default: all cores)", &o->threads,
                       1, 256),
        TEXT_OPTION("net", 'n', "FILE", "a net file instead of the built-in one",
                    &o->net_path),
        TEXT_OPTION("met", 0, "FILE", "a match equity table (see alea met)",
                    &o->met_path),
        FLAG_OPTION("json", 'j', "one JSON object per position", &o->json),
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
    status = questions_run("scores", o->json, operands, argv, answer, &run);
    decide_engine_close(&run.engine);
    return status;
}
