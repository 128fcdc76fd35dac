#include "commands.h"

#include "family/words.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 78 };

/* A bullet, broken between words. */
static void print_bullet(const char *before, const char *text)
{
    int column = printf("-%s", before);
    for (const char *p = text; *p;) {
        const int word = (int)strcspn(p, " ");
        if (column + 1 + word > WIDTH) column = printf("\n ") - 1;
        column += printf(" %.*s", word, p);
        p += word;
        p += strspn(p, " ");
    }
    putchar('\n');
}

static void print_words(void *context, tables_words_kind kind, const char *text)
{
    (void)context;
    if (kind == TABLES_TITLE)
        printf("%s\n\n", text);
    else
        print_bullet(kind == TABLES_SOURCE ? " Source:" : "", text);
}

void tables_rules_print(const alea_tables_series *series)
{
    if (series->games > 1)
        print_bullet("", "A match of several games in turn; points and target are "
                         "counted over all of them.");
    for (int g = 0; g < series->games; g++) {
        if (series->games > 1) putchar('\n');
        tables_words_say(&series->game[g], print_words, NULL);
    }
    puts("\nOptions: 'alea tables options GAME'; what is uncertain: docs/tables.md.");
}
