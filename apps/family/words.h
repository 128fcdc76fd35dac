/* The rules of a tables game in plain words. Thread-safe. */
#ifndef ALEA_FAMILY_WORDS_H
#define ALEA_FAMILY_WORDS_H

#include <alea/tables_rules.h>

enum { TABLES_WORDS_SIZE = 600 };

typedef enum tables_words_kind {
    TABLES_TITLE = 0, /* the game in a sentence */
    TABLES_SENTENCE,  /* one rule, in one or several sentences */
    TABLES_SOURCE     /* where the rules come from */
} tables_words_kind;

/* Called with each text, shorter than TABLES_WORDS_SIZE, in the order of reading. */
typedef void tables_words(void *context, tables_words_kind kind, const char *text);

/* Made from the switches of `rules`, so that it holds for every choice of options. */
void tables_words_say(const alea_tables_rules *rules, tables_words *tell,
                      void *context);

#endif
