/* Going on with a saved game. */
#ifndef ALEA_CLI_PLAY_RESUME_H
#define ALEA_CLI_PLAY_RESUME_H

#include "cli/play/prompt/session.h"

/* Counts the throws of a record; the index of the first entry that does not follow from
 * `secret` (NULL: not asked), or -1. */
long long play_check_rolls(const alea_record *record, const dice_secret *secret,
                           uint64_t *rolls);
/* Game identifier and stirred words of sealed dice, from the header of a save. */
bool play_read_secret(const alea_record *record, dice_secret *secret);
/* Opens the save `path` into an empty session. An
 * exit status: EXIT_DONE, or the message is already on stderr. *cut: the last line was
 * incomplete and is left out. */
int play_resume(play_session *s, const char *path, bool *cut);
/* Says where the resumed game stands; `cut` as play_resume gave it. */
void play_say_resumed(play_session *s, bool cut);

#endif
