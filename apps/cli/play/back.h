/* Takes a whole turn back, against the machine. */
#ifndef ALEA_CLI_PLAY_BACK_H
#define ALEA_CLI_PLAY_BACK_H

#include "cli/play/prompt/session.h"

/* Back to the person's last decision of this game: the record says so, and the same
 * dice come again. Returns PLAY_TAKEN_BACK, or PLAY_GOES_ON with the reason said:
 * sealed dice, two people or two machines, nothing to take back. */
play_end play_back(play_session *s);

#endif
