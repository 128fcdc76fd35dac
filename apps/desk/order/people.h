/* Players with several names: existing aliases, and suggestions. */
#ifndef ALEA_DESK_ORDER_PEOPLE_H
#define ALEA_DESK_ORDER_PEOPLE_H

#include "desk/store.h"

typedef struct people_pair {
    const char *name, *person;
    int name_matches, person_matches; /* of suggestions */
} people_pair;

/* Calls `each` for every alias, by person; the texts live during the call. */
alea_status people_aliases(desk *d,
                           void (*each)(void *context, const people_pair *pair),
                           void *context, alea_error *error);
/* The same for names that look like one player's; if two players are possible it
 * suggests neither. */
alea_status people_suggest(desk *d,
                           void (*each)(void *context, const people_pair *pair),
                           void *context, alea_error *error);

#endif
