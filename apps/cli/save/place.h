/* Where saves lie, which one is the latest, and the secret beside each. */
#ifndef ALEA_CLI_SAVE_PLACE_H
#define ALEA_CLI_SAVE_PLACE_H

#include "journal.h"

void play_save_drop_seed(const play_save *save);
/* Does the file lie where play_save_latest looks? */
bool play_save_is_usual(const char *path);
/* Whether a save can be gone on with; a damaged one is named on stderr. */
typedef bool save_is_open_fn(const char *path);
/* The newest save that can be gone on with; damaged ones are named on stderr and left
 * alone. Files of the other suffix are judged by `is_open`. */
alea_status play_save_latest(const char *other, save_is_open_fn *is_open,
                             char path[SAVE_PATH_SIZE], alea_error *error);
/* The secret of sealed dice stays in a file of its own beside the save (growing.h)
 * until it is opened. */
alea_status play_save_load_seed(const char *save_path, char *hex, size_t size,
                                alea_error *error);
/* The file of settings, beside the saves; `make` makes its folder. */
alea_status play_save_settings(char path[SAVE_PATH_SIZE], bool make, alea_error *error);
/* A new name, of the time and the two players, under $XDG_DATA_HOME/alea or
 * ~/.local/share/alea, which is made. */
alea_status play_save_name(const char *const player[2], const char *suffix,
                           char path[SAVE_PATH_SIZE], alea_error *error);

#endif
