/* `alea study shelf`: reference tables by match score. */
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/question/decide_options.h"
#include "desk/shelves/openings.h"
#include "desk/shelves/score_values.h"
#include "list.h"
#include "json/text.h"

#include <alea/cube.h>
#include <alea/met.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "Reference tables for every score, from a match equity table, and an opening book.\n"
    "  alea study shelf take-points             dead cube, no gammons, in percent\n"
    "  alea study shelf take-points --cube 2    a redouble from 2 to 4\n"
    "  alea study shelf gammon-values           what a gammon adds to a win\n"
    "  alea study shelf met                     match winning chances, in percent\n"
    "  alea study shelf openings                the first rolls, rolled out by alea\n"
    "  alea study shelf openings --first 31     and the replies to 31\n"
    "The row is what the player needs, the column what the opponent needs. Take points\n"
    "are those of the player who is doubled. There is none where somebody needs one\n"
    "point (Crawford). For money they are 25% and a gammon value of 0.5.";

typedef bool score_value(const alea_met *met, int away, int away_opponent, int cube,
                         double *out);

typedef struct study_options {
    const char *met_path;
    const char *first;
    long long size, cube;
    bool json;
} study_options;

static void print_json(const alea_met *met, const char *shelf, score_value *value,
                       const study_options *o)
{
    json_t *rows = json_array();
    for (int i = 1; i <= o->size; i++) {
        json_t *row = json_array();
        for (int j = 1; j <= o->size; j++) {
            double x;
            bool known = value(met, i, j, (int)o->cube, &x);
            json_array_append_new(row, known ? json_real(x) : json_null());
        }
        json_array_append_new(rows, row);
    }
    json_print_line(stdout, json_pack("{s:s,s:s,s:i,s:i,s:o}", "shelf", shelf, "met",
                                      met->name, "cube", (int)o->cube, "size",
                                      (int)o->size, "values", rows));
}

static void print_text(const alea_met *met, const char *title, score_value *value,
                       double scale, const study_options *o)
{
    printf("%s, cube at %lld\n%s\n\n    ", title, o->cube, met->name);
    for (int j = 1; j <= o->size; j++) printf("%7d", j);
    for (int i = 1; i <= o->size; i++) {
        printf("\n%4d", i);
        for (int j = 1; j <= o->size; j++) {
            double x;
            if (value(met, i, j, (int)o->cube, &x))
                printf("%7.2f", x * scale);
            else
                printf("%7s", "-");
        }
    }
    printf("\n");
}

/* Match winning chance before a game; one point away: before the Crawford game. */
static bool match_chance(const alea_met *met, int away, int away_opponent, int cube,
                         double *out)
{
    (void)cube;
    if (away > ALEA_MET_SIZE || away_opponent > ALEA_MET_SIZE) return false;
    *out = (double)alea_met_chance(met, away, away_opponent, false);
    return true;
}

typedef struct shelf {
    const char *name, *title;
    score_value *value;
    double scale;
} shelf;

static const shelf shelves[] = {
    {"take-points", "Take points of a dead cube without gammons, percent",
     score_take_point, 100},
    {"gammon-values", "Gammon values", score_gammon_value, 1},
    {"met", "Match winning chances, percent", match_chance, 100}};

static const shelf *find_shelf(const char *name)
{
    for (size_t i = 0; i < sizeof shelves / sizeof *shelves; i++)
        if (strcmp(shelves[i].name, name) == 0) return &shelves[i];
    return NULL;
}

static int print_shelf(const alea_met *met, const shelf *s, const study_options *o)
{
    if (o->json)
        print_json(met, s->name, s->value, o);
    else
        print_text(met, s->title, s->value, s->scale, o);
    return EXIT_DONE;
}

/* ---- the opening book ---- */

static void print_opening(const opening *e)
{
    printf("%-5s %s", e->rules, *e->reply ? e->reply : e->first);
    for (int i = 0; i < e->plays; i++)
        printf("%s%-22s %+.3f", i == 0 ? "  " : "\n          ", e->best[i].move,
               e->best[i].equity);
    printf("\n");
}

static int print_openings(const study_options *o)
{
    opening e;
    size_t at = 0, size;
    int found = 0;
    const char *source = opening_source(&size);
    json_t *list = json_array();
    while (opening_next(&at, &e)) {
        if (o->first ? strcmp(e.first, o->first) != 0 : *e.reply) continue;
        if (found == 0 && !o->json) printf("%.*s", (int)size, source);
        if (found++ && *e.reply && !o->json && strcmp(e.reply, "11") == 0)
            printf("\nReplies to %s:\n", e.play);
        if (o->json)
            json_array_append_new(list, opening_json(&e));
        else
            print_opening(&e);
    }
    if (o->json && found)
        json_print_line(stdout, json_pack("{s:s,s:s%,s:o}", "shelf", "openings",
                                          "source", source, size, "openings", list));
    else
        json_decref(list);
    if (found) return EXIT_DONE;
    return args_refuse("study shelf",
                       "--first is a first roll, higher die first, "
                       "such as 31, not \"%.40s\"",
                       o->first);
}

int verb_shelf(int argc, char **argv)
{
    study_options o = {.size = 15, .cube = 1};
    const option_spec options[] = {
        INTEGER_OPTION("size", 'n', "N", "points printed, 1 to 64", &o.size, 1,
                       ALEA_MET_SIZE),
        INTEGER_OPTION("cube", 'c', "N", "the cube before the double, 1 to 64", &o.cube,
                       1, ALEA_MET_SIZE),
        TEXT_OPTION("met", 0, "FILE", "a match equity table (see alea met)",
                    &o.met_path),
        FLAG_OPTION("json", 0, "as JSON", &o.json),
        TEXT_OPTION("first", 0, "ROLL", "openings: this first roll and its replies",
                    &o.first),
        {0}};
    const args_spec spec = {
        .operands = "NAME", .about = about, .options = options, .least = 1, .most = 1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (strcmp(argv[1], "openings") == 0) return print_openings(&o);
    if (o.first) return args_refuse("study shelf", "--first goes with openings");
    const shelf *chosen = find_shelf(argv[1]);
    if (!chosen)
        return args_refuse("study shelf",
                           "\"%.40s\" is no shelf; there are: take-points, "
                           "gammon-values, met, openings",
                           argv[1]);
    if ((o.cube & (o.cube - 1)) != 0)
        return args_refuse("study shelf", "--cube is a power of 2");
    alea_met *met = malloc(sizeof *met);
    if (!met) return command_fail_memory("study");
    alea_met_default(met);
    alea_error error;
    if (o.met_path) status = decide_met_read(met, "study", o.met_path, &error);
    if (!o.met_path || status == EXIT_DONE) status = print_shelf(met, chosen, &o);
    free(met);
    return status;
}
