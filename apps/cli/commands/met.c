/* `alea met`: match equity tables: print, ask, check, convert, compute. */
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/question/decide_options.h"
#include "list.h"
#include "json/error.h"
#include "json/text.h"

#include <alea/cube.h>
#include <alea/met.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "Match equity tables: the chance to win a match at a score. Without FILE the built-in\n"
    "table (Kazaross-XG2 to 25 points, our model beyond); FILE may be GNU Backgammon's XML\n"
    "or eXtreme Gammon's .met. A table with holes, chances out of range or rows that do not\n"
    "mirror is refused with its line.\n"
    "  alea met --size 9              print up to 9 points\n"
    "  alea met --ask 3-5             a player 3 points away against one 5 away\n"
    "  alea met --ask 2-1 --post      after the Crawford game\n"
    "  alea met --compute --size 15   a table from our own model\n"
    "  alea met FILE --write          as eXtreme Gammon's .met on standard output";

typedef struct met_options {
    const char *ask;
    long long size;
    bool post, compute, write, check, json;
    double gammons, backgammons, trailer, efficiency, free_drop;
} met_options;

static void print_table(const alea_met *met, int size)
{
    printf("%s\n"
           "%s\n\n"
           "Before and in the Crawford game: needed by the row's "
           "player, against the column's\n\n    ",
           met->name, met->source);
    for (int j = 0; j < size; j++) printf("%7d", j + 1);
    for (int i = 0; i < size; i++) {
        printf("\n%4d", i + 1);
        for (int j = 0; j < size; j++) printf("%7.2f", (double)met->before[i][j] * 100);
    }
    printf("\n\nAfter the Crawford game: the trailer's chance, needing\n\n    ");
    for (int j = 0; j < size; j++) printf("%7d", j + 1);
    printf("\n    ");
    for (int j = 0; j < size; j++) printf("%7.2f", (double)met->after[j] * 100);
    printf("\n");
}

static void print_json(const alea_met *met, int size)
{
    json_t *rows = json_array(), *after = json_array();
    for (int i = 0; i < size; i++) {
        json_t *row = json_array();
        for (int j = 0; j < size; j++)
            json_array_append_new(row, json_real((double)met->before[i][j]));
        json_array_append_new(rows, row);
        json_array_append_new(after, json_real((double)met->after[i]));
    }
    json_print_line(stdout,
                    json_pack("{s:s,s:s,s:i,s:i,s:o,s:o}", "name", met->name, "source",
                              met->source, "size", size, "given", met->given,
                              "pre_crawford", rows, "post_crawford", after));
}

static int ask(const alea_met *met, const met_options *o)
{
    long long away[2];
    char mine[16];
    const char *dash = strchr(o->ask, '-');
    size_t n = dash ? (size_t)(dash - o->ask) : 0;
    if (!dash || n >= sizeof mine)
        return args_refuse("met", "--ask is MINE-THEIRS in points needed, as in 3-5");
    memcpy(mine, o->ask, n);
    mine[n] = 0;
    if (!args_integer(mine, 1, ALEA_MET_SIZE, &away[0]) ||
        !args_integer(dash + 1, 1, ALEA_MET_SIZE, &away[1]))
        return args_refuse("met", "--ask: each side needs 1 to %d points",
                           ALEA_MET_SIZE);
    if (o->post && away[0] != 1 && away[1] != 1)
        return args_refuse("met",
                           "--post: after the Crawford game somebody needs 1 point");
    double chance = (double)alea_met_chance(met, (int)away[0], (int)away[1], o->post);
    if (o->json)
        json_print_line(stdout, json_pack("{s:i,s:i,s:b,s:f}", "away", (int)away[0],
                                          "away_opponent", (int)away[1],
                                          "post_crawford", o->post, "mwc", chance));
    else
        printf("%lld-away %lld-away%s: %.3f%%\n", away[0], away[1],
               o->post ? ", after Crawford" : "", chance * 100);
    return EXIT_DONE;
}

static int write_table(const alea_met *met)
{
    size_t size = alea_met_write(met, NULL, 0);
    char *text = malloc(size + 1);
    if (!text) return command_fail("met", "no memory");
    alea_met_write(met, text, size + 1);
    fwrite(text, 1, size, stdout);
    free(text);
    return EXIT_DONE;
}

/* The answer to --check that a file holds no sound table; decide_met_read has
 * printed it as text. */
static void print_unsound(const alea_error *error)
{
    json_print_line(stdout, json_pack("{s:b,s:o}", "sound", 0, "error",
                                      error_json_at("bad_table", error)));
}

static int read_table(alea_met *met, const met_options *o, const char *path)
{
    alea_error error;
    int status = decide_met_read(met, "met", path, &error);
    if (status == EXIT_USAGE && o->check && o->json) print_unsound(&error);
    return status;
}

static int table_for(alea_met *met, met_options *o, const char *path)
{
    if (o->compute && path) return args_refuse("met", "--compute reads no file");
    if (path) return read_table(met, o, path);
    if (!o->compute) {
        alea_met_default(met);
        return EXIT_DONE;
    }
    alea_error error = {0};
    alea_met_model model = {(float)o->gammons, (float)o->backgammons, (float)o->trailer,
                            (float)o->efficiency, (float)o->free_drop};
    if (alea_met_compute(&model, met, &error) == ALEA_OK) return EXIT_DONE;
    return args_refuse("met", "%s", error.reason);
}

static void start(met_options *o)
{
    alea_met_model model = alea_met_model_default();
    *o = (met_options){.gammons = (double)model.gammons,
                       .backgammons = (double)model.backgammons,
                       .trailer = (double)model.trailer_gammons,
                       .efficiency = (double)model.efficiency,
                       .free_drop = (double)model.free_drop};
}

int cmd_met(int argc, char **argv)
{
    met_options o;
    start(&o);
    const option_spec options[] = {
        TEXT_OPTION("ask", 'a', "MINE-THEIRS", "one chance, by points needed", &o.ask),
        FLAG_OPTION("post", 'p', "--ask after the Crawford game", &o.post),
        INTEGER_OPTION("size", 'n', "N", "points printed, 1 to 64", &o.size, 1,
                       ALEA_MET_SIZE),
        FLAG_OPTION("check", 0, "only check that the table is sound", &o.check),
        FLAG_OPTION("write", 'w', "write it as eXtreme Gammon's .met", &o.write),
        FLAG_OPTION("compute", 'c', "a table from our own model", &o.compute),
        NUMBER_OPTION("gammons", 0, "X", "model: share of wins that are gammons",
                      &o.gammons, 0, 0),
        NUMBER_OPTION("backgammons", 0, "X", "model: ... that are backgammons",
                      &o.backgammons, 0, 0),
        NUMBER_OPTION("trailer-gammons", 0, "X",
                      "model: the trailer's gammons from the Crawford game on",
                      &o.trailer, 0, 0),
        NUMBER_OPTION("efficiency", 0, "X", "model: of the cube, 0 to 1", &o.efficiency,
                      0, 0),
        NUMBER_OPTION("free-drop", 0, "X", "model: what the free drop takes, 0 to 0.1",
                      &o.free_drop, 0, 0),
        FLAG_OPTION("json", 0, "as JSON", &o.json),
        {0}};
    const args_spec spec = {.operands = "[FILE]",
                            .about = about,
                            .options = options,
                            .least = 0,
                            .most = 1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    alea_met *met = malloc(sizeof *met);
    if (!met) return EXIT_SYSTEM;
    status = table_for(met, &o, operands ? argv[1] : NULL);
    if (status != EXIT_DONE) {
        free(met);
        return status;
    }
    int size = o.size ? (int)o.size : met->given > 0 ? met->given : 25;
    if (o.ask) {
        status = ask(met, &o);
    } else if (o.write) {
        status = write_table(met);
    } else if (o.check && o.json) {
        json_print_line(stdout, json_pack("{s:s,s:i,s:b}", "name", met->name, "given",
                                          met->given, "sound", 1));
    } else if (o.check) {
        printf("%s: sound, %d points given\n", met->name, met->given);
    } else if (o.json) {
        print_json(met, size);
    } else {
        print_table(met, size);
    }
    free(met);
    return status;
}
