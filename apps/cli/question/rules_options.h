/* The options that choose rules, the same for every command that plays by them. */
#ifndef ALEA_CLI_QUESTION_RULES_OPTIONS_H
#define ALEA_CLI_QUESTION_RULES_OPTIONS_H

#include "cli/io/args.h"

#include <alea/rules.h>

typedef struct rules_options {
    const char *json, *preset;
    option_list single;
} rules_options;

/* Rows of an option table. */
#define RULES_OPTIONS(target)                                                          \
    TEXT_OPTION("rules", 'r', "PRESET",                                                \
                "rules of play (see 'alea rules'), or rules as JSON", &(target).json), \
        TEXT_OPTION("preset", 0, "PRESET", "the same as --rules PRESET",               \
                    &(target).preset),                                                 \
        LIST_OPTION("option", 'o', "KEY=VALUE", "one rule that differs; repeatable",   \
                    &(target).single)

/* Reads the name of a preset: as `alea rules` lists it, "standard", or the number of a
 * rulebook, "000" to "004". False with a message on stderr that names `command` and
 * `option` ("" for an operand). */
bool rules_preset_read(const char *command, const char *option, const char *name,
                       alea_preset *preset);
/* The preset or the JSON of --rules, or --preset; then each --option. False with a
 * message on stderr that names `command`. */
bool rules_options_read(const char *command, const rules_options *given,
                        alea_rules *rules);

#endif
