/* alea print: the game on paper. */
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "list.h"
#include "publish/paper/canvas.h"
#include "publish/paper/documents.h"
#include "publish/paper/set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "Writes a PDF to print, cut and fold:\n"
    "  set    a whole game: the board in 2 or 4 sheets with marks for the set-up and dots for\n"
    "         the score, 30 men with backs, dice, two doubling cubes, pins, a cup, a box\n"
    "  rules  the rules of a preset; with --booklet as a booklet to fold\n"
    "  score  a score sheet for a match\n"
    "  alea print set --preset ocastudios --colour -o set.pdf\n"
    "  alea print rules --preset vido --booklet -o rules.pdf\n"
    "  alea print score --match 7 -o score.pdf\n"
    "Print at 100 %, without fitting to the page. The backs of the men follow their fronts:\n"
    "print those two pages on both sides of a sheet, turned about the long edge.";

enum { USUAL_TARGET = 13, MOST_TARGET = 40, NOT_SAID = -1 };

typedef struct print_run {
    const char *output, *paper, *preset, *white, *black, *event;
    long long sheets, target, match;
    bool colour, ink_saving, booklet;
    paper_size size;
    alea_preset rules;
} print_run;

static int fail(const char *path)
{
    return command_fail_file("print", path);
}

/* Draws `what`. EXIT_DONE, or a status; the reason of EXIT_USAGE has been printed. */
static int draw(const print_run *run, const char *what, canvas *c)
{
    if (strcmp(what, "rules") == 0)
        return leaflet_draw(c, run->rules, run->size, run->booklet) ? EXIT_DONE
                                                                    : EXIT_SYSTEM;
    if (strcmp(what, "score") == 0) {
        const score_sheet sheet = {
            run->size, (int)run->match, {run->white, run->black}, run->event};
        score_draw(c, &sheet);
        return EXIT_DONE;
    }
    const set_options set = {run->rules, run->size, (int)run->sheets, (int)run->target};
    const char *problem = set_problem(&set);
    if (problem) return args_refuse("print", "%s", problem);
    set_draw(c, &set);
    return EXIT_DONE;
}

static int print(const print_run *run, const char *what)
{
    char *pdf = NULL;
    size_t size = 0;
    canvas *c = canvas_open((canvas_style){run->colour, run->ink_saving});
    int status = c ? draw(run, what, c) : EXIT_SYSTEM;
    if (status != EXIT_DONE) {
        canvas_drop(c);
        if (status == EXIT_SYSTEM) command_say("print", "out of memory");
        return status;
    }
    char title[80];
    snprintf(title, sizeof title, "Backgammon: %s", what);
    if (!canvas_close(c, title, &pdf, &size))
        return command_fail("print", "out of memory");
    status = out_file_write("print", run->output, pdf, size);
    free(pdf);
    return status;
}

int cmd_print(int argc, char **argv)
{
    print_run run = {.output = "-",
                     .paper = "a4",
                     .preset = "ocastudios",
                     .white = "",
                     .black = "",
                     .event = "",
                     .sheets = 2,
                     .target = NOT_SAID,
                     .match = NOT_SAID};
    const option_spec options[] = {
        {"output", 'o', OPTION_TEXT, "FILE", "the PDF (default -, standard output)",
         &run.output, 0, 0},
        {"paper", 0, OPTION_TEXT, "a4|letter", "(default a4)", &run.paper, 0, 0},
        {"preset", 0, OPTION_TEXT, "NAME",
         "set, rules: by which rules (default ocastudios, the print-and-play game)",
         &run.preset, 0, 0},
        {"colour", 0, OPTION_FLAG, NULL, "colours in place of greys", &run.colour, 0,
         0},
        {"ink-saving", 0, OPTION_FLAG, NULL, "outlines in place of areas",
         &run.ink_saving, 0, 0},
        {"sheets", 0, OPTION_INTEGER, "N", "set: the board in 2 sheets (default) or 4",
         &run.sheets, 2, 4},
        {"target", 0, OPTION_INTEGER, "N",
         "set: score dots up to N points (default 13; 0 = none)", &run.target, 0,
         MOST_TARGET},
        {"booklet", 0, OPTION_FLAG, NULL, "rules: two pages a side, to fold and staple",
         &run.booklet, 0, 0},
        {"match", 0, OPTION_INTEGER, "N", "score: the length; 0 = money", &run.match, 0,
         ALEA_MAX_MATCH_LENGTH},
        {"white", 0, OPTION_TEXT, "NAME", "score: a player", &run.white, 0, 0},
        {"black", 0, OPTION_TEXT, "NAME", "score: the other", &run.black, 0, 0},
        {"event", 0, OPTION_TEXT, "TEXT", "score: the event", &run.event, 0, 0},
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
    run.rules = alea_preset_find(run.preset);
    if (run.rules == ALEA_PRESET_NONE)
        return args_refuse(
            "print", "there is no preset '%.40s'; 'alea rules' lists them", run.preset);
    if (run.sheets == 3) return args_refuse("print", "--sheets is 2 or 4");
    if (run.target == NOT_SAID) run.target = USUAL_TARGET;
    if (out_file_check_binary("print", run.output, "a PDF") != EXIT_DONE)
        return EXIT_USAGE;
    if (!out_file_possible(run.output)) return fail(run.output);
    return print(&run, what);
}
