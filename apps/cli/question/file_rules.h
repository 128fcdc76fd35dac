/* Options that correct the rules of a match file: --strict, --length, --money,
 * --jacoby, --beavers, --crawford. */
#ifndef ALEA_CLI_QUESTION_FILE_RULES_H
#define ALEA_CLI_QUESTION_FILE_RULES_H

#include "cli/io/args.h"

#include <alea/file.h>

/* All zero: the rules of the file. */
typedef struct file_rules {
    bool strict, money;
    long long length;
    const char *jacoby, *beavers, *crawford;
} file_rules;

/* Rows of an option_spec table; `r` is a file_rules. */
#define FILE_RULES_OPTIONS(r)                                                          \
    FLAG_OPTION("strict", 0, "refuse a file that cannot be understood as a whole",     \
                &(r).strict),                                                          \
        INTEGER_OPTION("length", 0, "N", "read as a match to N points", &(r).length,   \
                       1, ALEA_MAX_MATCH_LENGTH),                                      \
        FLAG_OPTION("money", 0, "read as money play", &(r).money),                     \
        TEXT_OPTION("jacoby", 0, "on|off", "with or without the Jacoby rule",          \
                    &(r).jacoby),                                                      \
        TEXT_OPTION("beavers", 0, "on|off", "with or without beavers", &(r).beavers),  \
        TEXT_OPTION("crawford", 0, "on|off", "with or without the Crawford rule",      \
                    &(r).crawford)

/* Puts the choices into `options`. ARGS_RUN, or EXIT_USAGE with the message written. */
int file_rules_apply(const char *command, const file_rules *rules,
                     alea_import_options *options);

#endif
