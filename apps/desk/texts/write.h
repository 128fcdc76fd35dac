/* What was found on a desk as texts of positions, with the analysis. */
#ifndef ALEA_DESK_TEXTS_WRITE_H
#define ALEA_DESK_TEXTS_WRITE_H

#include "desk/find.h"

/* Writes the decisions that match the terms in eXtreme Gammon's layout, one after
 * another, with the analysis that a position or a match file came with. *text is
 * allocated; free it with free(). */
alea_status texts_write(desk *d, const terms *t, char **text, size_t *size,
                        int64_t *count, alea_error *error);

#endif
