/* Words to who is away: who gets one, when, and where to. Loop's thread. */
#ifndef ALEA_SERVER_WORD_WORD_H
#define ALEA_SERVER_WORD_WORD_H

#include "parts.h"

/* The key of the server is made if the storage has none. */
alea_status word_open(word **out, const word_parts *parts, alea_error *error);
void word_close(word *w); /* NULL is allowed */
/* Every tick, and after parts.wake. */
void word_tick(word *w);

/* `user` is to act in the game, has a match in the tournament, or was challenged to the
 * game `id`: he gets a word if he is away, and only one until word_seen. */
void word_tell(word *w, const char *user, word_kind kind, const char *id);
/* The user looks at it. */
void word_seen(word *w, const char *user, const char *id);

/* "turn" ... */
const char *word_kind_name(word_kind kind);

#endif
