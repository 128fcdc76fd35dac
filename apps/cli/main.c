/* `alea COMMAND ...`: finds the command and runs it. */
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
    {"serve", "the web application: play, watch, analyse in a browser", cmd_serve},
    {"play", "play a game in the terminal", cmd_play},
    {"verify-dice", "check the dice of a saved game", cmd_verify_dice},
    {"cube", "double or not, take or drop, with equities", cmd_cube},
    {"rollout", "play a decision out many times", cmd_rollout},
    {"show", "what is in a match file, and any position of it", cmd_show},
    {"convert", "match files and positions from one format to another", cmd_convert},
    {"scores", "one decision at every score, in one grid", cmd_scores},
    {"met", "match equity tables: print, ask, check, compute", cmd_met},
    {"move", "the best plays of a position and a roll", cmd_move},
    {"eval", "what a position is worth: chances and equity", cmd_eval},
    {"bench", "a hash of this program's decisions, for comparing builds", cmd_bench},
    {"perft", "count the paths of rolls and plays from a position", cmd_perft},
    {"analyse", "what every decision of a match cost", cmd_analyse},
    {"shard", "cut long work into files for many machines", cmd_shard},
    {"bearoff", "exact bear-off tables: read, make, check", cmd_bearoff},
    {"ubgi", "the engine over the Universal Backgammon Interface", cmd_ubgi},
    {"external", "play for, or answer like, GNU Backgammon over a socket",
     cmd_external},
    {"rules", "what each rulebook says, in plain words", cmd_rules},
    {"plays", "list the legal plays of positions, one a line", cmd_plays},
    {"serve-json", "every command, as JSON requests a line", run_serve_json},
    {"admin", "the web application's data: copies, checks, accounts", cmd_admin},
    {"referee", "judge a whole session, event by event, in JSON lines", cmd_referee},
    {NULL, NULL, NULL},
};

enum { COMMANDS = sizeof commands / sizeof *commands - 1 };

static void print_usage(FILE *to)
{
    fprintf(to,
            "Usage: alea COMMAND [ARGUMENT]...\n\n"
            "The game of backgammon: play it, judge it, convert it.\n\nCommands:\n");
    for (const command *c = commands; c->name; c++)
        fprintf(to, "  %-14s %s\n", c->name, c->summary);
    fprintf(to,
            "\n'alea help COMMAND' tells more about one; 'alea --version' prints the "
            "version.\n");
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
    const char *near = args_nearest(name, names, n);
    fprintf(stderr, "alea: no command \"%.60s\"", name);
    if (near) fprintf(stderr, "; did you mean \"%s\"?", near);
    fprintf(stderr, "\nTry 'alea --help'.\n");
    return EXIT_USAGE;
}

static int run_help(const char *about)
{
    if (!about) {
        print_usage(stdout);
        return EXIT_DONE;
    }
    const command *c = command_find(about);
    if (!c) return refuse_command(about);
    char name[32], help[] = "--help";
    snprintf(name, sizeof name, "%s", c->name);
    char *argv[] = {name, help, NULL};
    return c->run(2, argv);
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
    if (strcmp(first, "--version") == 0) {
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
