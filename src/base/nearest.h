/* The known word that a mistyped one was meant to be. */
#ifndef ALEA_BASE_NEAREST_H
#define ALEA_BASE_NEAREST_H

#include <stddef.h>

/* A name that begins with `word` (of three letters or more), or else the one with the
 * least Levenshtein distance; NULL if all are far from it. NULL names are passed
 * over. */
const char *alea_nearest(const char *word, const char *const *names, size_t count);

enum { ALEA_HINT_SIZE = 100 };

/* The same as the end of a sentence: "; did you mean "NAME"?"; "" if all are far. */
const char *alea_nearest_hint(const char *word, const char *const *names, size_t count,
                              char out[ALEA_HINT_SIZE]);

#endif
