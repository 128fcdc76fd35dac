#include "positions.h"

#include <string.h>

enum { OWN_SETS = 64, OWN_LOW = 2, OWN_HIGH_SHIFT = 8 };

int ur_men_in(unsigned set)
{
    int men = 0;
    for (; set; set &= set - 1) men++;
    return men;
}

static unsigned common_of(unsigned set)
{
    return (set & UR_COMMON) >> UR_COMMON_FIRST;
}

/* Points 2, 1 and 14 to 11 as six bits. */
static unsigned own_of(unsigned set)
{
    return (set & ((1U << OWN_LOW) - 1)) | (set >> OWN_HIGH_SHIFT & 0x3cU);
}

static void rank_own(ur_numbers *n)
{
    uint8_t next = 0;
    for (int size = 0; size <= UR_MOST_MEN; size++) {
        for (unsigned own = 0; own < OWN_SETS; own++)
            if (ur_men_in(own) == size) n->own_rank[own] = next++;
        n->up_to[size] = next;
    }
}

/* Gives each pair of common sets its place in the block. */
static void fill_block(ur_numbers *n, int off, int his_off)
{
    n->base[off][his_off] = n->count;
    for (unsigned mine = 0; mine < 256; mine++)
        for (unsigned his = 0; his < 256; his++) {
            const int left = n->men - off - ur_men_in(mine);
            const int his_left = n->men - his_off - ur_men_in(his);
            if ((mine & his) || left < 0 || his_left < 0) continue;
            n->common[off][his_off][n->ternary[mine] + 2 * n->ternary[his]] =
                n->count - n->base[off][his_off];
            n->count += (uint32_t)n->up_to[left] * n->up_to[his_left];
        }
}

void ur_numbers_make(ur_numbers *n, int men)
{
    memset(n, 0, sizeof *n);
    n->men = men;
    for (unsigned set = 0; set < 256; set++) {
        n->men_in[set] = (uint8_t)ur_men_in(set);
        for (int bit = 0, power = 1; bit < 8; bit++, power *= 3)
            if (set >> bit & 1) n->ternary[set] = (uint16_t)(n->ternary[set] + power);
    }
    rank_own(n);
    for (int off = 0; off < men; off++)
        for (int his_off = 0; his_off < men; his_off++) fill_block(n, off, his_off);
}

uint32_t ur_number(const ur_numbers *n, int off, int his_off, unsigned set,
                   unsigned his_set)
{
    const unsigned mine = common_of(set), his = common_of(his_set);
    const int his_left = n->men - his_off - n->men_in[his];
    return n->base[off][his_off] +
           n->common[off][his_off][n->ternary[mine] + 2 * n->ternary[his]] +
           (uint32_t)n->own_rank[own_of(set)] * n->up_to[his_left] +
           n->own_rank[own_of(his_set)];
}
