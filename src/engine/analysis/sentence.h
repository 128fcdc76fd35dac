/* Sentences of clauses, written into a text of bounded size. */
#ifndef ALEA_ENGINE_ANALYSIS_SENTENCE_H
#define ALEA_ENGINE_ANALYSIS_SENTENCE_H

#include <stddef.h>

typedef struct sentence {
    char *out;
    size_t size, used; /* `used` stays below `size`; what does not fit is left out */
    int clauses;       /* in this sentence */
    size_t joint;      /* where its last comma between clauses stands */
} sentence;

/* `out` becomes the empty text. */
sentence sentence_start(char *out, size_t size);
void sentence_put(sentence *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Starts a clause: the first of a sentence with `start`, others after a comma. */
void sentence_clause(sentence *s, const char *start);
/* Ends a sentence that has a clause: its last comma between clauses becomes "and". */
void sentence_end(sentence *s);

#endif
