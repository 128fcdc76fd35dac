#include "place.h"
#include "base/clock.h"
#include "cli/io/fail.h"
#include "desk/collection.h"

#include "cli/io/command.h"
#include "cli/io/data_place.h"

#include <stdio.h>
#include <string.h>

int place_failed(const alea_error *error)
{
    return command_fail("study", "%s", error->reason);
}

int place_open(desk *d, const char *given, bool make)
{
    *d = (desk){0};
    char path[DATA_PATH_SIZE];
    if (given && !*given)
        return command_refuse("study", "--db needs the name of a file");
    if (!given) {
        if (!data_place("study", NULL, make, path)) return EXIT_SYSTEM;
        char *name = strrchr(path, '/') + 1;
        snprintf(name, sizeof path - (size_t)(name - path), "study.db");
        given = path;
    }
    alea_error error = {0};
    if (desk_open(d, given, make, &error) != ALEA_OK) return place_failed(&error);
    /* A desk that can be read alone is used as it is. */
    collection_expire_bin(d, alea_wall_clock_ms(), &error);
    return EXIT_DONE;
}
