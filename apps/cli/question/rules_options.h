/* The options that choose rules, the same for every command that plays by them. */
#ifndef ALEA_CLI_RULES_OPTIONS_H
#define ALEA_CLI_RULES_OPTIONS_H

#include "cli/io/args.h"

#include <alea/rules.h>

typedef struct rules_options {
    const char *json, *preset;
    option_list single;
} rules_options;

/* Rows of an option table. */
#define RULES_OPTIONS(target)                                                          \
    {                                                                                  \
        "rules",                                                                       \
        0,                                                                             \
        OPTION_TEXT,                                                                   \
        "JSON",                                                                        \
        "rules as the referee reads them",                                             \
        &(target).json,                                                                \
        0,                                                                             \
        0},                                                                            \
        {"preset",                                                                     \
         0,                                                                            \
         OPTION_TEXT,                                                                  \
         "NAME",                                                                       \
         "a preset; `alea rules` lists them",                                          \
         &(target).preset,                                                             \
         0,                                                                            \
         0},                                                                           \
    {                                                                                  \
        "option", 0, OPTION_LIST, "KEY=VALUE",                                         \
            "a single option over them; repeatable", &(target).single, 0, 0            \
    }

/* --preset over the defaults, or --rules; then each --option. False with a message on
 * stderr that names `command`. */
bool rules_options_read(const char *command, const rules_options *given,
                        alea_rules *rules);

#endif
