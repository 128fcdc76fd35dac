/* Words to who is away: who gets one, when, and where to. Loop's thread. */
#ifndef ALEA_SERVER_WORD_WORD_H
#define ALEA_SERVER_WORD_WORD_H

#include "parts.h"

/* The key of the server is made if the storage has none. */
alea_status word_open(word **out, const word_parts *parts, alea_error *error);
/* Before other servers may take words over: nothing is sent any more. */
void word_stop(word *w);
void word_close(word *w); /* NULL is allowed */
/* Every tick, and after parts.wake. */
void word_tick(word *w);

/* `user` is to act in the game or at the table, has a match in the tournament, was
 * challenged to the game, or is to know of a time in the tournament `id`: he gets a
 * word if he is away, and only one of the kind until word_seen. */
void word_tell(word *w, const char *user, word_kind kind, const char *id);
/* The user looks at the game, the table or the tournament. */
void word_seen(word *w, const char *user, const char *id);

/* "turn" ... */
const char *word_kind_name(word_kind kind);

#endif
