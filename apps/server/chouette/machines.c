#include "machines.h"

#include <stdio.h>

void crew_machine_name(const crew *t, int level, char out[132])
{
    const alea_level_info *info = alea_level_get((alea_level)level);
    int same = 0;
    for (int i = 0; t && i < t->seats; i++) same += t->seat[i].level == level;
    const char *title = info->title ? info->title : info->name;
    if (same)
        snprintf(out, 132, "alea %s %d", title, same + 1);
    else
        snprintf(out, 132, "alea %s", title);
}

int crew_machine_level(const json_t *given)
{
    const char *text = json_string_value(given);
    const int level = text ? alea_level_find(text) : -1;
    return level == ALEA_LEVEL_ECHO ? -1 : level;
}
