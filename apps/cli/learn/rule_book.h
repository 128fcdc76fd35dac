/* A rule set as a complete rule book: on standard output, as text or as JSON. */
#ifndef ALEA_CLI_LEARN_RULE_BOOK_H
#define ALEA_CLI_LEARN_RULE_BOOK_H

#include <alea/rules.h>

/* All chapters with the booklet's words, the set-up as a picture, examples, readings
 * and advice. */
void book_print(alea_preset preset);
/* The same as one JSON object, without the pictures. */
void book_print_json(alea_preset preset);

#endif
