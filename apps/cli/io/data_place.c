#include "data_place.h"
#include "fail.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The folders of `path`, one after another. */
static bool make_folders(char *path)
{
    for (char *p = path + 1; *p; p++) {
        if (*p != '/') continue;
        *p = '\0';
        const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *p = '/';
        if (!made) return false;
    }
    return true;
}

bool data_place(const char *command, const char *given, bool make,
                char out[DATA_PATH_SIZE])
{
    /* A relative XDG_DATA_HOME is to be ignored by its own standard. */
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n;
    if (given)
        n = snprintf(out, DATA_PATH_SIZE, "%s", given);
    else if (data && *data == '/')
        n = snprintf(out, DATA_PATH_SIZE, "%s/alea/alea.db", data);
    else if (home && *home)
        n = snprintf(out, DATA_PATH_SIZE, "%s/.local/share/alea/alea.db", home);
    else
        n = -1;
    if (n <= 0 || n >= DATA_PATH_SIZE) {
        command_say(command, "%s",
                    given ? "--data is no usable path"
                          : "neither HOME nor XDG_DATA_HOME is set; give --data FILE");
        return false;
    }
    if (!make || make_folders(out)) return true;
    command_say(command, "cannot make the folder of %.200s: %s", out, strerror(errno));
    return false;
}
