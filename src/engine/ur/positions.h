/* Numbers of the positions of the Royal Game of Ur (rules `ur` of <alea/tables.h>).
 *
 * A side is the set of its men on the path, bit r - 1 for its point r, and how many are
 * off; the others wait. The points 10 to 3 are common to both sides. Positions with the
 * same men off form a block, in which the sets of both sides on the common points come
 * first, then those on the own points. */
#ifndef ALEA_ENGINE_UR_POSITIONS_H
#define ALEA_ENGINE_UR_POSITIONS_H

#include <stdint.h>

enum {
    UR_POINTS = 14,
    UR_MOST_MEN = 7,
    UR_MASKS = 1 << UR_POINTS,
    UR_COMMON_FIRST = 2, /* bit of point 3 */
    UR_COMMON = 0xff << UR_COMMON_FIRST,
    UR_SAFE = 1 << 6,                     /* point 7 */
    UR_AGAIN = 1 << 10 | 1 << 6 | 1 << 0, /* points 11, 7, 1 */
    UR_COMMON_SETS = 6561                 /* each common point: nobody, mine, his */
};

typedef struct ur_numbers {
    int men;
    uint32_t count; /* positions that are not finished */
    uint16_t ternary[256];
    uint8_t men_in[256];
    uint8_t own_rank[64];           /* sets of the six own points by their size */
    uint8_t up_to[UR_MOST_MEN + 1]; /* such sets of at most so many men */
    uint32_t base[UR_MOST_MEN][UR_MOST_MEN];
    uint32_t common[UR_MOST_MEN][UR_MOST_MEN][UR_COMMON_SETS];
} ur_numbers;

/* Fills `n` for 1 to UR_MOST_MEN men of a side. */
void ur_numbers_make(ur_numbers *n, int men);
/* The number of a position: men off and sets of the side on throw and of the other. The
 * sets are disjoint on the common points; less than all men are off. */
uint32_t ur_number(const ur_numbers *n, int off, int his_off, unsigned set,
                   unsigned his_set);
/* Men in a set. */
int ur_men_in(unsigned set);

/* The same by the table of the numbers. */
static inline int ur_size(const ur_numbers *n, unsigned set)
{
    return n->men_in[set & 0xff] + n->men_in[set >> 8];
}

#endif
