/* `alea-train COMMAND ...`: trains nets and measures them. docs/training.md describes
 * it. */
#include "trainer/commands/command.h"

#include <stdio.h>
#include <string.h>

typedef struct entry {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} entry;

static const entry entries[] = {
    {"run", "train as a run file says: alea-train run FILE [key=value]...",
     command_run},
    {"recipe", "run the steps of a recipe file, from nothing to a net", command_recipe},
    {"duel", "two players, many games: who is better, by how much", command_duel},
    {"judge", "equity lost on a file of labelled decisions", command_judge},
    {"decisions", "make such a file, GNU Backgammon being the arbiter",
     command_decisions},
    {"export", "float weights to a net file", command_export},
    {"relabel", "label stored positions afresh by a net", command_relabel},
    {"concat", "join files of stored positions", command_concat},
    {"loss", "distance of a net from the labels of stored positions", command_loss},
    {"agree", "integer net against the floats it was made from", command_agree},
    {"families", "win and gammon chances against rollouts", command_families},
    {"combine", "nets of several weights files as one file", command_combine},
    {"cubes", "cube actions at a score beside GNU Backgammon's", command_cubes},
    {"efficiency", "how alive the cube is in contact, by cubeful rollouts",
     command_efficiency},
    {"rolled", "what players say of stored positions, against rollouts",
     command_rolled},
    {"hypergammon", "the small net for hypergammon, from its table",
     command_hypergammon},
};
enum { ENTRIES = sizeof entries / sizeof entries[0] };

static void usage(FILE *to)
{
    fprintf(to, "usage: alea-train COMMAND [ARGUMENT]...\n");
    for (int i = 0; i < ENTRIES; i++)
        fprintf(to, "  %-11s %s\n", entries[i].name, entries[i].summary);
}

int main(int argc, char **argv)
{
    if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help"))) {
        usage(stdout);
        return STATUS_DONE;
    }
    for (int i = 0; argc > 1 && i < ENTRIES; i++)
        if (strcmp(argv[1], entries[i].name) == 0)
            return entries[i].run(argc - 1, argv + 1);
    usage(stderr);
    return STATUS_USAGE;
}
