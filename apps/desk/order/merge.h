/* Merges another desk into one, without duplicates. */
#ifndef ALEA_DESK_ORDER_MERGE_H
#define ALEA_DESK_ORDER_MERGE_H

#include "desk/store.h"

typedef struct merge_counts {
    int64_t matches, known; /* of the other desk: added here, here already */
    int64_t cards, reviews; /* new ones */
    int64_t left_out; /* analyses of decisions that the match does not have here */
    int64_t conflicts;
} merge_counts;

/* Matches are read anew from their files. Their labels, notes, analyses, cards with
 * reviews, saved searches and aliases are added to this desk. Where both differ, this
 * desk's stays and `said` is called with a sentence; both notes stay. Left out without
 * a message: bin, settings, plans and chosen figures of the other desk. */
alea_status merge_desks(desk *d, desk *other,
                        void (*said)(void *context, const char *text), void *context,
                        merge_counts *out, alea_error *error);
/* The same in steps: at most `most` matches after number *after of the other desk,
 * which moves on; the counts are added to `out`. *done after the last step, which
 * merges the rest. */
alea_status merge_step(desk *d, desk *other, int64_t *after, int most,
                       void (*said)(void *context, const char *text), void *context,
                       merge_counts *out, bool *done, alea_error *error);

/* A preview of a merge. */
typedef struct merge_review {
    int64_t matches, known_matches, positions, known_positions, cards, known_cards;
} merge_review;
/* `d` NULL: a desk that is empty. */
alea_status merge_look(desk *d, desk *other, merge_review *out, alea_error *error);

#endif
