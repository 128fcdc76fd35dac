/* The lessons of `alea learn`: a few sentences each, and positions and questions to try
 * them on. */
#ifndef ALEA_TEACH_LESSONS_LESSONS_H
#define ALEA_TEACH_LESSONS_LESSONS_H

#include "teach/books/example.h"

enum { LESSON_LINES = 10, LESSON_EXAMPLES = 5, LESSON_QUESTIONS = 4 };

/* A question about the last board shown; it is answered by a number or by one word. */
typedef struct lesson_question {
    const char *ask;   /* NULL ends a list */
    const char *board; /* shown with the question; NULL: none */
    const char *answer;
    const char *why;
} lesson_question;

typedef struct lesson {
    const char *name; /* one word, to be typed */
    const char *title;
    const char *text[LESSON_LINES]; /* sentences, up to the first NULL */
    book_example example[LESSON_EXAMPLES];
    lesson_question question[LESSON_QUESTIONS];
} lesson;

/* NULL past the end; static storage. */
const lesson *lesson_at(int index);
/* The index of a lesson, by name; -1 if there is none. */
int lesson_find(const char *name);

/* The words of the game, the rulebooks' own among them, each with its meaning. */
typedef struct term {
    const char *word, *meaning;
} term;

/* In alphabetical order; NULL past the end. Static storage. */
const term *term_at(int index);

/* The history of the game, in paragraphs: the account of rulebook 004, and what is
 * known today. */

/* NULL past the end; a paragraph that begins with "# " is a heading. Static storage. */
const char *history_at(int index);

#endif
