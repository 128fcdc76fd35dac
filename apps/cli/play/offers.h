/* Doubles, resignations and contested plays: what a person may offer, and the answers
 * to an offer. */
#ifndef ALEA_CLI_PLAY_OFFERS_H
#define ALEA_CLI_PLAY_OFFERS_H

#include "cli/play/prompt/session.h"

/* Applies an event that has no more to it than its type. */
play_end play_act(play_session *s, alea_event_type type, alea_player by);
/* Says that a word means nothing at this prompt, and `choices`, which do. */
void play_refuse_word(play_session *s, const play_input *input, const char *choices);
/* double, resign, contest: what a player may say on either player's turn. `by` is the
 * player who was asked; a name before the command chooses the other one. Also refuses
 * every command that only the player who was asked may give. *used: the line is
 * answered. */
play_end play_either_side(play_session *s, const play_input *input, alea_player by,
                          bool *used);
/* The answer of `by` to a double, a beaver or a raccoon. */
play_end play_ask_offer(play_session *s, alea_player by);
play_end play_ask_resignation(play_session *s, alea_player by);
/* The machine is on turn, and `person` could double now: asks whether to. */
play_end play_interrupt(play_session *s, alea_player person, bool *doubled);

#endif
