#include "rules_options.h"
#include "answers.h"

#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

static bool read_single(const char *command, const char *text, alea_rules *rules)
{
    char name[40], value[80];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof name ||
        strlen(equals + 1) >= sizeof value) {
        args_refuse(command, "--option wants KEY=VALUE, for example beavers=1");
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    snprintf(value, sizeof value, "%s", equals + 1);
    alea_error error;
    if (alea_rules_set(rules, name, value, &error) == ALEA_OK) return true;
    args_refuse(command, "--option: %s", error.reason);
    return false;
}

/* The preset of a rulebook by its number. */
static alea_preset find_number(const char *name)
{
    static const alea_preset books[] = {ALEA_PRESET_VIDO, ALEA_PRESET_COMPENDIUM,
                                        ALEA_PRESET_PORTFOLIO, ALEA_PRESET_SHEET,
                                        ALEA_PRESET_OCASTUDIOS};
    const size_t count = sizeof books / sizeof *books;
    const bool number = strlen(name) == 3 && name[0] == '0' && name[1] == '0' &&
                        name[2] >= '0' && (size_t)(name[2] - '0') < count;
    return number ? books[name[2] - '0'] : ALEA_PRESET_NONE;
}

bool rules_preset_read(const char *command, const char *option, const char *name,
                       alea_preset *preset)
{
    *preset = alea_preset_find(name);
    if (*preset == ALEA_PRESET_NONE) *preset = find_number(name);
    if (*preset != ALEA_PRESET_NONE || strcmp(name, "standard") == 0) return true;
    const char *names[ALEA_PRESETS];
    for (int i = 0; i < ALEA_PRESETS; i++)
        names[i] = i ? alea_preset_name((alea_preset)i) : "standard";
    /* The game itself is not a misspelt variant. */
    char hint[ALEA_HINT_SIZE];
    alea_nearest_hint(strcmp(name, "backgammon") == 0 ? names[0] : name, names,
                      ALEA_PRESETS, hint);
    args_refuse(command, "%s%s%.40s is not a preset%s", option, *option ? ": " : "",
                name, *hint ? hint : "; 'alea rules' lists them");
    return false;
}

/* --rules and --preset; false with a message on stderr. */
static bool read_preset(const char *command, const rules_options *given,
                        alea_rules *rules)
{
    const char *name = given->preset ? given->preset : given->json;
    const bool json = given->json && given->json[strspn(given->json, " \t")] == '{';
    char message[RULES_MESSAGE_SIZE];
    alea_preset preset;
    if (given->json && given->preset) {
        args_refuse(command, "--rules and --preset exclude each other");
        return false;
    }
    if (!name) return true;
    if (!json) {
        if (!rules_preset_read(command, given->preset ? "--preset" : "--rules", name,
                               &preset))
            return false;
        *rules = alea_rules_preset(preset);
        return true;
    }
    if (rules_json_read(name, strlen(name), true, rules, message)) return true;
    args_refuse(command, "--rules: %s", message);
    return false;
}

bool rules_options_read(const char *command, const rules_options *given,
                        alea_rules *rules)
{
    alea_rules read = alea_rules_default();
    alea_error error;
    if (!read_preset(command, given, &read)) return false;
    for (size_t i = 0; i < given->single.count; i++)
        if (!read_single(command, given->single.value[i], &read)) return false;
    if (alea_rules_check(&read, &error) != ALEA_OK) {
        args_refuse(command, "%s", error.reason);
        return false;
    }
    *rules = read;
    return true;
}
