#include "game.h"

#include <stdio.h>
#include <string.h>

static void list_names(const char *(*name)(int), char *out, size_t size)
{
    size_t length = 0;
    *out = '\0';
    for (int i = 0; name(i) && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s", i ? " " : "",
                                   name(i));
}

static bool set_option(const char *command, const char *given,
                       alea_tables_series *series)
{
    char name[64], value[128], known[512];
    alea_error error = {0};
    const char *equals = strchr(given, '=');
    size_t length = equals ? (size_t)(equals - given) : 0;
    if (!equals || length == 0 || length >= sizeof name) {
        args_refuse(command, "--option \"%.60s\": expected KEY=VALUE", given);
        return false;
    }
    memcpy(name, given, length);
    name[length] = '\0';
    if (alea_tables_get(&series->game[0], name, value, sizeof value) != ALEA_OK) {
        list_names(alea_tables_option, known, sizeof known);
        args_refuse(command,
                    "--option \"%.60s\": unknown option of a tables game; "
                    "known: %s",
                    given, known);
        return false;
    }
    if (alea_tables_series_set(series, name, equals + 1, &error) == ALEA_OK)
        return true;
    args_refuse(command, "--option %s", error.reason);
    return false;
}

bool tables_series_read(const char *command, const char *name,
                        const option_list *options, alea_tables_series *series)
{
    char known[512];
    alea_error error = {0};
    if (alea_tables_series_find(name, series, &error) != ALEA_OK) {
        list_names(alea_tables_game, known, sizeof known);
        args_refuse(command, "\"%.40s\": unknown game; known: %s tavli", name, known);
        return false;
    }
    for (size_t i = 0; i < options->count; i++)
        if (!set_option(command, options->value[i], series)) return false;
    if (alea_tables_series_check(series, &error) == ALEA_OK) return true;
    args_refuse(command, "%s: %s", name, error.reason);
    return false;
}

bool tables_game_read(const char *command, const char *game, const option_list *options,
                      alea_tables_rules *rules)
{
    char known[512];
    alea_tables_series series;
    if (alea_tables_find(game, rules, NULL) != ALEA_OK) {
        list_names(alea_tables_game, known, sizeof known);
        args_refuse(command, "--game \"%.40s\": unknown game; known: %s", game, known);
        return false;
    }
    if (!tables_series_read(command, game, options, &series)) return false;
    *rules = series.game[0];
    return true;
}
