/* The cards of a deck as a list, and what is done with many of them. */
#ifndef ALEA_DESK_VIEWS_CARDS_H
#define ALEA_DESK_VIEWS_CARDS_H

#include "desk/store.h"

typedef enum cards_deed {
    CARDS_SUSPEND = 0, /* not asked any more */
    CARDS_RESUME,
    CARDS_REMOVE /* with their reviews */
} cards_deed;

/* Which cards: one by its number, or all of whose player the name is (patterns of
 * SQLite's LIKE; NULL = any). */
typedef struct cards_choice {
    int64_t card; /* 0: not by number */
    const char *player, *not_player;
} cards_choice;

typedef struct cards_row {
    int64_t card, match, entry; /* match 0: no match of the desk */
    const char *position, *player, *kind;
    double loss, due; /* due in ms since 1970 */
    int reviews, lapses;
    bool suspended;
} cards_row;

/* Calls `each` for the chosen cards in the order of their numbers; the texts live
 * during the call. */
alea_status cards_list(desk *d, const cards_choice *choice,
                       void (*each)(void *context, const cards_row *row), void *context,
                       alea_error *error);
/* Does it to the chosen cards, all or none; *count: how many were changed. */
alea_status cards_change(desk *d, const cards_choice *choice, cards_deed deed,
                         int64_t *count, alea_error *error);

#endif
