/* The tutor: before a decision is carried out that gives something away, it says so. */
#ifndef ALEA_CLI_PLAY_ADVICE_TUTOR_H
#define ALEA_CLI_PLAY_ADVICE_TUTOR_H

#include "cli/play/prompt/session.h"

/* Whether a person's decision is to be carried out. False: *end is what the loop
 * returns (PLAY_GOES_ON: the person thinks again; a play that was being made is
 * gone). */
bool play_tutor_lets(play_session *s, const alea_event *event, play_end *end);
#endif
