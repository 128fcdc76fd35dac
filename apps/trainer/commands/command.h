/* The commands of alea-train, one file each; main.c holds the table. */
#ifndef ALEA_TRAINER_COMMANDS_COMMAND_H
#define ALEA_TRAINER_COMMANDS_COMMAND_H

enum {
    STATUS_DONE = 0,
    STATUS_BAD_INPUT = 1,
    STATUS_USAGE = 2,
    STATUS_SYSTEM = 3,
    STATUS_STOPPED = 130
};

/* "alea-train: MESSAGE" and a line's end on stderr, by printf's rules. */
void train_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reads a whole number from an argument. On failure prints the fault on stderr, with
 * `what` as the argument's name, and returns -1. */
int read_count(const char *text, long low, long high, const char *what, long *out);

/* argv[0] is the name of the command. Each returns one of the statuses above. */
int command_run(int argc, char **argv);
int command_duel(int argc, char **argv);
int command_judge(int argc, char **argv);
int command_decisions(int argc, char **argv);
int command_export(int argc, char **argv);
int command_relabel(int argc, char **argv);
int command_loss(int argc, char **argv);
int command_agree(int argc, char **argv);
int command_families(int argc, char **argv);
int command_combine(int argc, char **argv);
int command_concat(int argc, char **argv);
int command_recipe(int argc, char **argv);
int command_cubes(int argc, char **argv);
int command_efficiency(int argc, char **argv);
int command_rolled(int argc, char **argv);
int command_hypergammon(int argc, char **argv);

#endif
