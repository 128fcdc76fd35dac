/* The history of the game, in paragraphs: what rulebook 004 tells, and what is known. */
#ifndef ALEA_TEACH_LESSONS_HISTORY_H
#define ALEA_TEACH_LESSONS_HISTORY_H

/* NULL past the end; a paragraph that begins with "# " is a heading. Static storage. */
const char *history_at(int index);

#endif
