/* A summary of rules in a few sentences, generated from the options so that it also
 * fits changed presets. */
#ifndef ALEA_SERVER_GAME_RULES_WORDS_H
#define ALEA_SERVER_GAME_RULES_WORDS_H

#include <alea/rules.h>

enum { RULES_WORDS_SIZE = 900 };

void rules_words(const alea_rules *rules, char out[RULES_WORDS_SIZE]);

#endif
