/* The type of a command of `alea`, and the exit statuses of all commands. */
#ifndef ALEA_CLI_IO_COMMAND_H
#define ALEA_CLI_IO_COMMAND_H

/* Exit statuses, the same for every command. */
enum {
    EXIT_DONE = 0,
    EXIT_SOME_BAD = 1,     /* the run went on, but some input was bad */
    EXIT_USAGE = 2,        /* bad options, bad rules, nothing done */
    EXIT_SYSTEM = 3,       /* a file, pipe, terminal or memory failed */
    EXIT_INTERRUPTED = 130 /* by SIGINT or SIGTERM */
};

/* argv[0] is the command's own name; --help is the command's to answer. */
typedef int command_run(int argc, char **argv);

typedef struct command {
    const char *name;
    const char *summary; /* one line for `alea --help` */
    command_run *run;
    const char *group; /* heading in `alea --help` of this and those after it */
} command;

#endif
