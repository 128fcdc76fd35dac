/* `alea COMMAND ...`: finds the command and runs it. */
#include "command.h"

#include <stdio.h>
#include <string.h>

static const command commands[] = {
    {NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
    for (const command *c = commands; argc > 1 && c->name; c++)
        if (strcmp(c->name, argv[1]) == 0) return c->run(argc - 1, argv + 1);
    fprintf(stderr, "usage: alea COMMAND [ARGUMENT]...\n");
    for (const command *c = commands; c->name; c++)
        fprintf(stderr, "  %-12s %s\n", c->name, c->summary);
    return EXIT_USAGE;
}
