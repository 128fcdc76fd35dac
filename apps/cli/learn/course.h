/* A lesson as a conversation: text, boards to play on, questions. */
#ifndef ALEA_CLI_LEARN_COURSE_H
#define ALEA_CLI_LEARN_COURSE_H

#include "cli/play/prompt/console.h"
#include "teach/lessons/lessons.h"

#include <alea/rules.h>

typedef enum course_end {
    COURSE_DONE = 0, /* everything was tried, or skipped */
    COURSE_QUIT,
    COURSE_FAILED /* the terminal or the pipe failed */
} course_end;

/* Shows the text of a lesson, then asks its examples and questions. */
course_end course_lesson(console *c, const lesson *taught);
/* Asks the examples under a rule set. The player tries each until the answer is right,
 * or asks to see or skip it. `most`: the size of the array. */
course_end course_examples(console *c, const alea_rules *rules,
                           const book_example *example, int most);
/* Asks "Enter for WHAT"; COURSE_QUIT if the answer is quit. */
course_end course_pause(console *c, const char *what);

#endif
