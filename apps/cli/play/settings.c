#include "settings.h"

#include "base/file.h"
#include "cli/save/place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LONGEST = 4096 };

alea_status play_settings_load(play_look *look, alea_error *error)
{
    char path[SAVE_PATH_SIZE], *bytes;
    size_t length;
    struct stat info;
    /* Without a home there is no place where anything could have been kept. */
    if (play_save_settings(path, false, error) != ALEA_OK) return ALEA_OK;
    if (stat(path, &info) != 0 && errno == ENOENT) return ALEA_OK;
    const alea_status status = alea_file_read(path, LONGEST, &bytes, &length, error);
    if (status != ALEA_OK) return status;
    play_look_read(look, bytes, length);
    free(bytes);
    return ALEA_OK;
}

alea_status play_settings_keep(const play_look *look, alea_error *error)
{
    char path[SAVE_PATH_SIZE], text[PLAY_LOOK_SIZE];
    const alea_status status = play_save_settings(path, true, error);
    if (status != ALEA_OK) return status;
    play_look_write(look, text);
    return alea_file_replace(path, text, strlen(text), 0600, error);
}
