/* Which of several positions is nearest to one at hand; in a header, so that the
 * kernels of each instruction set compile it for theirs. */
#ifndef ALEA_ENGINE_NET_NEAREST_H
#define ALEA_ENGINE_NET_NEAREST_H

#include "encode.h"

/* The index of the candidate from whose sum the fewest rows lead to that of
 * `feature_groups`, the first of several; 1 <= count. */
static inline __attribute__((always_inline)) int
nearest_of(const uint8_t *feature_groups, const uint8_t *const *candidate, int count)
{
    int best = 0, fewest = 2 * ENCODE_STRIDE + 1;
    for (int c = 0; c < count; c++) {
        uint8_t rows =
            0; /* two of each group at most, 192: as wide as what is compared */
        for (int i = 0; i < ENCODE_STRIDE; i++) {
            const uint8_t a = feature_groups[i], b = candidate[c][i];
            rows = (uint8_t)(rows + (a != b ? (a != 0) + (b != 0) : 0));
        }
        if (rows < fewest) {
            fewest = rows;
            best = c;
        }
    }
    return best;
}

#endif
