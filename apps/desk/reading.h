/* A file that was read, beside the match that the desk has: its analyses, comments and
 * flags under the entries of the stored rows. All inside a transaction. */
#ifndef ALEA_DESK_READING_H
#define ALEA_DESK_READING_H

#include "desk/search/rows.h"
#include "store.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct reading {
    alea_record record;
    desk_rows rows; /* of the record */
    const alea_met *met;
} reading;

void reading_free(reading *r);
bool reading_has_comments(const reading *r);
/* Stores the analyses and the comments of a file whose rows were just stored. */
alea_status reading_put(desk *d, const reading *r, int64_t match, alea_error *error);
/* Adds analyses of other programs, flags and comments of the file to a match that is
 * already stored. The match keeps the analysis that its figures use. */
alea_status reading_join(desk *d, const reading *r, int64_t match, alea_error *error);
/* Moves labels to the event numbers of another file of the same match, whose decisions
 * come in the same order. The label of a decision missing in the new file becomes one
 * of the match. */
alea_status reading_move_labels(desk *d, const reading *r, int64_t match,
                                alea_error *error);

/* Reads the data of the match that an earlier version did not store; no effect on a
 * complete match. */
alea_status desk_complete(desk *d, int64_t match, alea_error *error);

#endif
