/* Goes through the decisions of a desk that match a search. */
#ifndef ALEA_DESK_FIND_H
#define ALEA_DESK_FIND_H

#include "desk/search/terms.h"
#include "store.h"

/* One decision found. Everything is valid during the call. */
typedef struct desk_found {
    const term_match *match;
    const desk_row *row;
    uint8_t opening[2]; /* the first roll of its game, higher first; 0: not known */
} desk_found;

/* Called for each; returns false to end the search. */
typedef bool desk_each(void *context, const desk_found *found);

/* In the order of matches and decisions. */
alea_status desk_find(desk *d, const terms *t, desk_each *each, void *context,
                      alea_error *error);

/* The number of matches that an earlier version stored without data that the terms
 * need; 0 if they need none of that data. Their analysis (analyse.h) completes them. */
alea_status desk_find_lacks(desk *d, const terms *t, int64_t *matches,
                            alea_error *error);

/* Appends the terms of argv-like texts: "not" negates the next one, "@NAME" stands for
 * a saved search; "or" stands between alternatives, "(" and ")" around them. In a
 * message the texts are a line with a space between them. */
alea_status desk_read_terms(desk *d, terms *t, const char *const *text, int count,
                            alea_error *error);
/* The same for a line, which it changes; see terms_split. */
alea_status desk_read_line(desk *d, terms *t, char *line, alea_error *error);
/* Saves the texts under a name, replacing an older search. */
alea_status desk_save_search(desk *d, const char *name, const char *const *text,
                             int count, alea_error *error);
/* Removes a saved search; ALEA_ERROR_ARGUMENT if the name is unknown. */
alea_status desk_forget_search(desk *d, const char *name, alea_error *error);

#endif
