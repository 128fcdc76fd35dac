/* Commands that a person may type at any prompt. */
#ifndef ALEA_CLI_PLAY_PROMPT_COMMANDS_H
#define ALEA_CLI_PLAY_PROMPT_COMMANDS_H

#include "cli/play/prompt/session.h"

/* The side whose numbers count now: the person who decides, else the first person. */
alea_player play_side_to_tell(const play_session *s);
/* Offers completions; `context` is the session. */
void play_complete(void *context, const char *typed,
                   void (*offer)(void *offers, const char *line), void *offers);
/* A legal play as text, for messages; valid until the next call. */
const char *play_example(play_session *s, alea_player by);
/* The part of a line that means the same at every prompt (help, board, quit ...).
 * *known: it was one of those. */
play_end play_general(play_session *s, const play_input *input, bool *known);
/* Says which offer waits for an answer, and what else the next player must know. */
void play_say_pending(play_session *s);

#endif
