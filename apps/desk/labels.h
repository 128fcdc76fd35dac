/* Tags, notes and collections: a student's labels of matches and decisions. */
#ifndef ALEA_DESK_LABELS_H
#define ALEA_DESK_LABELS_H

#include "store.h"

#include <stdint.h>

enum { LABEL_NAME = 100, LABEL_NOTE = 20000, LABEL_WHOLE_MATCH = -1 };

/* A decision of a match, or the match itself with entry LABEL_WHOLE_MATCH. */
typedef struct label_place {
    int64_t match, entry;
} label_place;

/* "12" is match 12, "12:345" the decision at entry 345 of it. False for other text. */
bool label_read_place(const char *text, label_place *out);
/* At most `most` bytes of UTF-8 without control characters. */
bool label_is_line(const char *text, size_t most);

/* These refuse places that are not in the desk, and names that are empty, longer than
 * LABEL_NAME bytes, no UTF-8 or with control characters (ALEA_ERROR_ARGUMENT). Setting
 * a label twice and removing a missing one change nothing. */
alea_status label_tag(desk *d, label_place place, const char *tag, bool set,
                      alea_error *error);
/* Replaces the note; "" removes it. */
alea_status label_note(desk *d, label_place place, const char *text, alea_error *error);
/* A collection is created with its first decision and removed with its last. */
alea_status label_collect(desk *d, label_place place, const char *collection, bool set,
                          alea_error *error);

/* From now on `name` in match files is `person`; aliases of `name` are aliases of
 * `person`, too. An empty `person` ends it. ALEA_ERROR_ARGUMENT: a bad name, or
 * `person` is an alias of `name`. */
alea_status label_alias(desk *d, const char *name, const char *person,
                        alea_error *error);

#endif
