/* The positions that one side of a bear-off can reach by a roll, as numbers. */
#ifndef ALEA_ENGINE_BEAROFF_AFTER_H
#define ALEA_ENGINE_BEAROFF_AFTER_H

#include "index.h"

/* Positions after roll r of position p: to[start[21 p + r]] up to the next start;
 * ascending, without duplicates. */
typedef struct bearoff_after {
    uint32_t *start;
    uint32_t *to;
} bearoff_after;

/* False without memory; what there is must be freed either way. */
bool bearoff_after_start(bearoff_after *after, const bearoff_index *index,
                         alea_bearoff_throws throws);
void bearoff_after_free(bearoff_after *after);

#endif
