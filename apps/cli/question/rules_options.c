#include "rules_options.h"
#include "rules_json.h"

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

bool rules_options_read(const char *command, const rules_options *given,
                        alea_rules *rules)
{
    alea_rules read = alea_rules_default();
    alea_error error;
    if (given->json && given->preset) {
        args_refuse(command, "--rules and --preset: the preset can be told in --rules");
        return false;
    }
    if (given->preset &&
        alea_rules_set(&read, "preset", given->preset, &error) != ALEA_OK) {
        args_refuse(command, "--preset: %s", error.reason);
        return false;
    }
    char message[RULES_MESSAGE_SIZE];
    if (given->json &&
        !rules_json_read(given->json, strlen(given->json), true, &read, message)) {
        args_refuse(command, "--rules: %s", message);
        return false;
    }
    for (size_t i = 0; i < given->single.count; i++)
        if (!read_single(command, given->single.value[i], &read)) return false;
    if (alea_rules_check(&read, &error) != ALEA_OK) {
        args_refuse(command, "%s", error.reason);
        return false;
    }
    *rules = read;
    return true;
}
