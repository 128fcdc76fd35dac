/* `alea COMMAND ...`: finds the command and runs it. */
#include "base/nearest.h"
#include "cli/commands/list.h"
#include "cli/io/args.h"
#include "cli/io/lines.h"
#include "cli/protocols/list.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#ifndef ALEA_VERSION
#error "the build defines ALEA_VERSION"
#endif

static int run_serve_json(int argc, char **argv);

/* In the order of `alea --help`: what a player wants first. */
static const command commands[] = {
    {"play", "play a game in the terminal", cmd_play, "Play"},
    {"learn", "the game in fifteen lessons, with boards to try", cmd_learn, NULL},
    {"serve", "the web application: play, watch, analyse in a browser", cmd_serve,
     NULL},
    {"worker", "engine work for several servers", cmd_worker, NULL},
    {"verify-dice", "check the dice of a saved game", cmd_verify_dice, NULL},
    {"analyse", "what every decision of a match cost", cmd_analyse,
     "Analyse matches and positions"},
    {"move", "the best plays of a position and a roll", cmd_move, NULL},
    {"cube", "double or not, take or drop, with equities", cmd_cube, NULL},
    {"diagram", "positions as text, SVG, PNG, PDF or LaTeX", cmd_diagram, NULL},
    {"eval", "what a position is worth: chances and equity", cmd_eval, NULL},
    {"rollout", "play a decision out many times", cmd_rollout, NULL},
    {"scores", "one decision at every score, in one grid", cmd_scores, NULL},
    {"study", "your matches in one file: add, search, statistics, training", cmd_study,
     NULL},
    {"show", "what is in a match file, and any position of it", cmd_show, "Files"},
    {"convert", "match files and positions from one format to another", cmd_convert,
     NULL},
    {"met", "match equity tables: print, ask, check, compute", cmd_met, NULL},
    {"bearoff", "exact bear-off tables: read, make, check", cmd_bearoff, NULL},
    {"rules", "what each rulebook says, in plain words", cmd_rules, "Rules"},
    {"referee", "referee a whole session, event by event, in JSON lines", cmd_referee,
     NULL},
    {"plays", "list the legal plays of positions, one per line", cmd_plays, NULL},
    {"chouette", "one against a team: play, referee and records", cmd_chouette, NULL},
    {"tables", "other games on the same board: referee and records", cmd_tables, NULL},
    {"print", "a whole set, rules and score sheets as PDF", cmd_print, NULL},
    {"serve-json", "every command, as JSON requests a line", run_serve_json,
     "For other programs"},
    {"ubgi", "the engine over the Universal Backgammon Interface", cmd_ubgi, NULL},
    {"external", "play for, or answer like, GNU Backgammon over a socket", cmd_external,
     NULL},
    {"admin", "the web application's data: copies, checks, accounts", cmd_admin,
     "Operation and development"},
    {"shard", "cut long work into files for many machines", cmd_shard, NULL},
    {"perft", "count the paths of rolls and plays from a position", cmd_perft, NULL},
    {"bench", "a hash of this program's decisions, for comparing builds", cmd_bench,
     NULL},
    {NULL, NULL, NULL, NULL},
};

enum { COMMANDS = sizeof commands / sizeof *commands - 1 };

static void print_usage(FILE *to)
{
    fprintf(to, "Usage: alea COMMAND [ARGUMENT]...\n\n"
                "The game of backgammon: play it, judge it, convert it.\n");
    for (const command *c = commands; c->name; c++) {
        if (c->group) fprintf(to, "\n%s:\n", c->group);
        fprintf(to, "  %-14s %s\n", c->name, c->summary);
    }
    fprintf(to, "\n'alea help COMMAND' describes a command, "
                "'alea help all' every command;\n"
                "'alea --version' (-V) prints the version.\n");
}

static const command *command_find(const char *name)
{
    for (const command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}

static int run_serve_json(int argc, char **argv)
{
    return serve_json(argc, argv, commands);
}

static int refuse_command(const char *name)
{
    const char *names[COMMANDS + 3];
    size_t n = 0;
    for (const command *c = commands; c->name; c++) names[n++] = c->name;
    names[n++] = "help";
    names[n++] = "--help";
    names[n++] = "--version";
    char hint[ALEA_HINT_SIZE];
    fflush(stdout);
    fprintf(stderr, "alea: no command \"%.60s\"%s\nTry 'alea --help'.\n", name,
            alea_nearest_hint(name, names, n, hint));
    return EXIT_USAGE;
}

static int print_command_help(const command *c)
{
    char name[32], help[] = "--help";
    snprintf(name, sizeof name, "%s", c->name);
    char *argv[] = {name, help, NULL};
    return c->run(2, argv);
}

/* `about`: a command, "all", or NULL for the list of commands. */
static int run_help(const char *about)
{
    if (!about) {
        print_usage(stdout);
        return EXIT_DONE;
    }
    if (strcmp(about, "all") == 0) {
        print_usage(stdout);
        for (const command *c = commands; c->name; c++) {
            printf("\n\n");
            print_command_help(c);
        }
        return EXIT_DONE;
    }
    const command *c = command_find(about);
    return c ? print_command_help(c) : refuse_command(about);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    const char *first = argv[1];
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) return run_help(NULL);
    if (strcmp(first, "help") == 0) return run_help(argc > 2 ? argv[2] : NULL);
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) {
        printf("alea %s\n", ALEA_VERSION);
        return EXIT_DONE;
    }
    const command *c = command_find(first);
    return c ? c->run(argc - 1, argv + 1) : refuse_command(first);
}

int main(int argc, char **argv)
{
    /* A closed pipe is then an error of write(), which every command notices. */
    signal(SIGPIPE, SIG_IGN);
    const int status = run(argc, argv);
    const int written = output_flush();
    return written != EXIT_DONE ? written : status;
}
