/* Rules in a few plain sentences, made out of the options themselves, so that they are
 * true for changed presets too. */
#ifndef ALEA_SERVER_RULES_WORDS_H
#define ALEA_SERVER_RULES_WORDS_H

#include <alea/rules.h>

enum { RULES_WORDS_SIZE = 900 };

void rules_words(const alea_rules *rules, char out[RULES_WORDS_SIZE]);

#endif
