/* Advice of the machine to a player: hints and figures on request, tutor, teacher. */
#ifndef ALEA_CLI_PLAY_ADVICE_ADVICE_H
#define ALEA_CLI_PLAY_ADVICE_ADVICE_H

#include "cli/play/prompt/session.h"

/* The machine's judgement of a decision: best plays, cube, chances. */

/* The best three plays, which get numbers, or the opinion on the cube or an offer. */
void play_hint(play_session *s, alea_player by);
/* The chances of both sides and the equity of the one on turn. */
void play_evaluate(play_session *s);

/* Advice that takes a while and is shown as figures: a rollout, errors and luck of the
 * game so far. Ctrl-C stops the work and shows its results so far. */

/* Plays the decision at hand out, `trials` times each way (0: the usual number). The
 * plays get numbers, as those of a hint. */
play_end play_rollout(play_session *s, long trials);
/* Errors, PR and luck of both sides, and what cost most. */
play_end play_stats(play_session *s);

/* The tutor warns before a decision that loses equity is carried out. */

/* Whether a person's decision is to be carried out. False: *end is what the loop
 * returns (PLAY_GOES_ON: the person thinks again; a play that was being made is
 * gone). */
bool play_tutor_lets(play_session *s, const alea_event *event, play_end *end);

/* The teacher of a first game: what is new is said when it happens for the first time,
 * in a sentence or two and in the booklet's words where the rules come from one. */

/* For play_session.guide; says nothing unless one person plays the machine. */
void play_guide(play_session *s, const alea_match *before, const alea_event *event);

#endif
