/* The games of a match. */
#include <alea/tables_match.h>

#include "base/error.h"

#include <string.h>

alea_status alea_tables_series_find(const char *name, alea_tables_series *series,
                                    alea_error *error)
{
    static const char *const tavli[] = {"portes", "plakoto", "fevga"};
    alea_tables_series found = {0};
    if (strcmp(name, "tavli") == 0)
        for (; found.games < 3; found.games++)
            alea_tables_find(tavli[found.games], &found.game[found.games], NULL);
    else if (alea_tables_find(name, &found.game[found.games++], error) != ALEA_OK)
        return ALEA_ERROR_ARGUMENT;
    *series = found;
    return ALEA_OK;
}

alea_status alea_tables_series_set(alea_tables_series *series, const char *option,
                                   const char *value, alea_error *error)
{
    alea_status status = ALEA_OK;
    bool any = false;
    if (series->games == 1)
        return alea_tables_set(&series->game[0], option, value, error);
    for (int i = 0; i < series->games; i++) {
        alea_tables_rules rules = series->game[i];
        alea_status set = alea_tables_set(&rules, option, value, error);
        if (set == ALEA_OK) set = alea_tables_rules_check(&rules, error);
        if (set != ALEA_OK) {
            status = set;
            continue;
        }
        series->game[i] = rules;
        any = true;
    }
    return any ? ALEA_OK : status;
}

alea_status alea_tables_series_check(const alea_tables_series *series,
                                     alea_error *error)
{
    if (series->games < 1 || series->games > ALEA_TABLES_SERIES_GAMES)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "a match has 1 to %d games in turn",
                               ALEA_TABLES_SERIES_GAMES);
    for (int i = 0; i < series->games; i++) {
        alea_status status = alea_tables_rules_check(&series->game[i], error);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}
