/* alea print: the game on paper. */
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "cli/question/rules_options.h"
#include "cli/tables/game.h"
#include "list.h"
#include "publish/paper/canvas.h"
#include "publish/paper/documents.h"
#include "publish/paper/set.h"
#include "publish/picture/diagram.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "Writes a PDF to print, cut and fold:\n"
    "  set    a whole game: a guide, the board in 2 or 4 sheets with marks for the set-up and\n"
    "         dots for the score, 30 men with backs, dice, doubling cubes, pins, a cup, a box\n"
    "  rules  the rules of a preset; with --booklet as a booklet to fold\n"
    "  score  a score sheet for a match\n"
    "  alea print set --rules 004 --colour -o set.pdf\n"
    "  alea print rules --rules vido --booklet -o rules.pdf\n"
    "  alea print score --match 7 -o score.pdf\n"
    "  alea print set --game plakoto -o plakoto.pdf\n"
    "Print at 100 %, without fitting to the page. The backs of the men follow their fronts:\n"
    "print those two pages on both sides of a sheet, turned about the long edge.";

enum { NOT_SAID = -1 };

typedef struct print_run {
    const char *output, *paper, *white, *black, *event;
    rules_options given;
    const char *game; /* another tables game; NULL: backgammon */
    alea_tables_series series;
    long long sheets, target, match;
    bool colour, ink_saving, booklet;
    paper_size size;
    alea_rules rules;
} print_run;

/* Draws `what`. EXIT_DONE, or a status; the reason of EXIT_USAGE has been printed. */
static int draw(const print_run *run, const char *what, canvas *c)
{
    if (strcmp(what, "rules") == 0)
        return leaflet_draw(c, run->rules.preset, run->size, run->booklet)
                   ? EXIT_DONE
                   : EXIT_SYSTEM;
    if (strcmp(what, "score") == 0) {
        const score_sheet sheet = {
            run->size, (int)run->match, {run->white, run->black}, run->event};
        score_draw(c, &sheet);
        return EXIT_DONE;
    }
    const set_options set = {run->rules, run->size, (int)run->sheets, (int)run->target,
                             run->game ? &run->series : NULL};
    const char *problem = set_problem(&set);
    if (problem) return args_refuse("print", "%s", problem);
    set_draw(c, &set);
    return EXIT_DONE;
}

static int print(const print_run *run, const char *what)
{
    char *pdf = NULL;
    size_t size = 0;
    alea_error error;
    if (picture_load(&error) != ALEA_OK)
        return command_fail("print", "%s", error.reason);
    canvas *c = canvas_open((canvas_style){run->colour, run->ink_saving});
    int status = c ? draw(run, what, c) : EXIT_SYSTEM;
    if (status != EXIT_DONE) {
        canvas_drop(c);
        if (status == EXIT_SYSTEM) command_fail_memory("print");
        return status;
    }
    char title[80];
    snprintf(title, sizeof title, "%s: %s", run->game ? run->game : "Backgammon", what);
    title[0] = (char)toupper((unsigned char)title[0]);
    if (!canvas_close(c, title, &pdf, &size)) return command_fail_memory("print");
    status = out_file_write("print", run->output, pdf, size);
    free(pdf);
    return status;
}

/* The rules of the game that is printed. */
static int read_rules(print_run *run, const char *what)
{
    if (!run->game) {
        if (!run->given.json && !run->given.preset) run->given.preset = "ocastudios";
        return rules_options_read("print", &run->given, &run->rules) ? EXIT_DONE
                                                                     : EXIT_USAGE;
    }
    if (strcmp(what, "set") != 0)
        return args_refuse("print", "--game goes with 'set', which has the rules too");
    if (run->given.json || run->given.preset)
        return args_refuse("print", "--rules and --preset are of "
                                    "backgammon, not of --game");
    if (!tables_series_read("print", run->game, &run->given.single, &run->series))
        return EXIT_USAGE;
    return EXIT_DONE;
}

int cmd_print(int argc, char **argv)
{
    print_run run = {.output = "-",
                     .paper = "a4",
                     .white = "",
                     .black = "",
                     .event = "",
                     .sheets = 2,
                     .target = NOT_SAID,
                     .match = NOT_SAID};
    const option_spec options[] = {
        TEXT_OPTION("output", 'o', "FILE", "the PDF (default -, standard output)",
                    &run.output),
        TEXT_OPTION("paper", 0, "a4|letter", "(default a4)", &run.paper),
        TEXT_OPTION(
            "rules", 'r', "PRESET",
            "set, rules: by which rules (see 'alea rules', or rules as JSON; default"
            " ocastudios, the print-and-play game)",
            &run.given.json),
        TEXT_OPTION("preset", 0, "PRESET", "the same as --rules PRESET",
                    &run.given.preset),
        TABLES_GAME_OPTION(run.game),
        LIST_OPTION("option", 0, "KEY=VALUE",
                    "one rule that differs, of backgammon or of that game; repeatable",
                    &run.given.single),
        FLAG_OPTION("colour", 0, "colours in place of greys", &run.colour),
        FLAG_OPTION("ink-saving", 0, "outlines in place of areas", &run.ink_saving),
        INTEGER_OPTION("sheets", 0, "N", "set: the board in 2 sheets (default) or 4",
                       &run.sheets, 2, 4),
        INTEGER_OPTION(
            "target", 0, "N",
            "set: score dots up to N points (default the match of the rules, 13 without"
            " one; 0 = none)",
            &run.target, 0, SET_MOST_TARGET),
        FLAG_OPTION("booklet", 0, "rules: two pages a side, to fold and staple",
                    &run.booklet),
        INTEGER_OPTION("match", 0, "N", "score: the length; 0 = money", &run.match, 0,
                       ALEA_MAX_MATCH_LENGTH),
        TEXT_OPTION("white", 0, "NAME", "score: a player", &run.white),
        TEXT_OPTION("black", 0, "NAME", "score: the other", &run.black),
        TEXT_OPTION("event", 0, "TEXT", "score: the event", &run.event),
        {0}};
    const args_spec spec = {"set|rules|score", about, options, 1, 1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const char *what = argv[operands];
    if (strcmp(what, "set") != 0 && strcmp(what, "rules") != 0 &&
        strcmp(what, "score") != 0)
        return args_refuse("print", "'%.40s' is not set, rules or score", what);
    if (!paper_find(run.paper, &run.size))
        return args_refuse("print", "--paper is a4 or letter, not '%.40s'", run.paper);
    status = read_rules(&run, what);
    if (status != EXIT_DONE) return status;
    if (run.sheets == 3) return args_refuse("print", "--sheets is 2 or 4");
    if (run.target == NOT_SAID)
        run.target = run.game ? set_series_target(&run.series) : set_target(&run.rules);
    if (out_file_check_binary("print", run.output, "a PDF") != EXIT_DONE)
        return EXIT_USAGE;
    if (!out_file_possible(run.output)) return command_fail_file("print", run.output);
    return print(&run, what);
}
