/* The teacher of a first game: what is new is said when it happens for the first time,
 * in a sentence or two and in the booklet's words where the rules come from one. */
#ifndef ALEA_CLI_PLAY_ADVICE_GUIDE_H
#define ALEA_CLI_PLAY_ADVICE_GUIDE_H

#include "cli/play/prompt/session.h"

/* For play_session.guide; says nothing unless one person plays the machine. */
void play_guide(play_session *s, const alea_match *before, const alea_event *event);

#endif
