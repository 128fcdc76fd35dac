/* The look of the board that is kept from game to game. */
#ifndef ALEA_CLI_PLAY_SETTINGS_H
#define ALEA_CLI_PLAY_SETTINGS_H

#include "cli/play/view/look.h"

#include <alea/status.h>

/* Leaves the look alone where nothing is kept. ALEA_ERROR_FILE: something is, and it
 * cannot be read. */
alea_status play_settings_load(play_look *look, alea_error *error);
alea_status play_settings_keep(const play_look *look, alea_error *error);

#endif
