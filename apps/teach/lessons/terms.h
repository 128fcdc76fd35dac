/* The words of the game, the rulebooks' own among them, each with its meaning. */
#ifndef ALEA_TEACH_LESSONS_TERMS_H
#define ALEA_TEACH_LESSONS_TERMS_H

typedef struct term {
    const char *word, *meaning;
} term;

/* In alphabetical order; NULL past the end. Static storage. */
const term *term_at(int index);

#endif
