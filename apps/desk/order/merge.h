/* Another desk brought into one; nothing is doubled. */
#ifndef ALEA_DESK_ORDER_MERGE_H
#define ALEA_DESK_ORDER_MERGE_H

#include "desk/store.h"

typedef struct merge_counts {
    int64_t matches, known; /* of the other desk: added here, here already */
    int64_t cards, reviews; /* new ones */
    int64_t left_out; /* analyses of decisions that the match does not have here */
    int64_t conflicts;
} merge_counts;

/* Matches are read anew from their files. What is written beside them, analyses, cards
 * with reviews, saved searches and aliases join what is here. Where both differ, this
 * desk's stays and `said` is called with a sentence; of notes both stay. Left out
 * without a word: bin, settings, plans and chosen figures of the other desk. It may be
 * run again after a failure: what was done is not done twice. */
alea_status merge_desks(desk *d, desk *other,
                        void (*said)(void *context, const char *text), void *context,
                        merge_counts *out, alea_error *error);

#endif
