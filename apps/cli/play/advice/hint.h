/* What the machine thinks of a decision: its best plays, the cube, the chances. */
#ifndef ALEA_CLI_PLAY_ADVICE_HINT_H
#define ALEA_CLI_PLAY_ADVICE_HINT_H

#include "cli/play/prompt/session.h"

/* The best three plays, which get numbers, or the opinion on the cube or an offer. */
void play_hint(play_session *s, alea_player by);
/* The chances of both sides and the equity of the one on turn. */
void play_evaluate(play_session *s);

#endif
