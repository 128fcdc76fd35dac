#include "file_rules.h"

#include <string.h>

static bool read_choice(const char *text, alea_rule_choice *choice)
{
    if (!text) return true;
    if (strcmp(text, "on") == 0)
        *choice = ALEA_RULE_ON;
    else if (strcmp(text, "off") == 0)
        *choice = ALEA_RULE_OFF;
    else
        return false;
    return true;
}

int file_rules_apply(const char *command, const file_rules *rules,
                     alea_import_options *options)
{
    if (rules->money && rules->length)
        return args_refuse(command, "--money and --length exclude each other");
    const struct {
        const char *name, *text;
        alea_rule_choice *choice;
    } choices[] = {{"jacoby", rules->jacoby, &options->jacoby},
                   {"beavers", rules->beavers, &options->beavers},
                   {"crawford", rules->crawford, &options->crawford}};
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
        if (!read_choice(choices[i].text, choices[i].choice))
            return args_refuse(command, "--%s is on or off, not \"%s\"",
                               choices[i].name, choices[i].text);
    options->strict = rules->strict;
    options->match_length = rules->money ? ALEA_LENGTH_MONEY : (int)rules->length;
    return ARGS_RUN;
}
