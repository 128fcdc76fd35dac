/* One command of `alea`, one file cmd_*.c each; main.c holds the table. */
#ifndef ALEA_CLI_COMMAND_H
#define ALEA_CLI_COMMAND_H

#include <stddef.h>

/* Exit statuses, the same for every command. */
enum {
    EXIT_DONE = 0,
    EXIT_SOME_BAD = 1, /* the run went on, but some input was bad */
    EXIT_USAGE = 2,    /* bad options, bad rules, nothing done */
    EXIT_SYSTEM = 3    /* a file, pipe, terminal or memory failed */
};

/* argv[0] is the command's own name; --help is the command's to answer. */
typedef int command_run(int argc, char **argv);

typedef struct command {
    const char *name;
    const char *summary; /* one line for `alea --help` */
    command_run *run;
} command;

/* The command of that name, and the command at a place of `alea --help`; or NULL. */
const command *command_find(const char *name);
const command *command_at(size_t index);

/* Every command, one a line in alphabetical order. */
command_run cmd_admin;
command_run cmd_analyse;
command_run cmd_bearoff;
command_run cmd_bench;
command_run cmd_convert;
command_run cmd_cube;
command_run cmd_eval;
command_run cmd_external;
command_run cmd_met;
command_run cmd_move;
command_run cmd_perft;
command_run cmd_play;
command_run cmd_plays;
command_run cmd_referee;
command_run cmd_rollout;
command_run cmd_scores;
command_run cmd_rules;
command_run cmd_serve;
command_run cmd_serve_json;
command_run cmd_show;
command_run cmd_ubgi;
command_run cmd_verify_dice;

#endif
