/* What a person at the table is asked, and the words that are understood. */
#ifndef ALEA_CLI_TABLES_TABLE_PERSON_H
#define ALEA_CLI_TABLES_TABLE_PERSON_H

#include "table.h"

/* Asks whoever acts, a person, for what the phase wants: a roll, a double by name, a
 * play or a part of one, an answer. */
table_end person_acts(table *t);
/* Enter goes on (*go); two machines ask nobody. */
table_end person_goes_on(table *t, const char *prompt, bool *go);
/* Offers whole lines that complete `typed`: words, plays, parts of a play. A
 * console_complete. */
void person_complete(void *context, const char *typed,
                     void (*offer)(void *offers, const char *line), void *offers);

#endif
