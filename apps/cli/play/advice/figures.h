/* What takes a while to work out and is shown in figures: a rollout, the errors and the
 * luck of the game so far. Ctrl-C ends the work and shows what there is of it. */
#ifndef ALEA_CLI_PLAY_ADVICE_FIGURES_H
#define ALEA_CLI_PLAY_ADVICE_FIGURES_H

#include "cli/play/prompt/session.h"

/* Plays the decision at hand out, `trials` times each way (0: the usual number). The
 * plays get numbers, as those of a hint. */
play_end play_rollout(play_session *s, long trials);
/* Errors, PR and luck of both sides, and what cost most. */
play_end play_stats(play_session *s);

#endif
