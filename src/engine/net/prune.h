/* The narrow kernels: a small net that sees boards alone, NET_LANES positions side by
 * side, one in each lane of a register, from boards to outcomes. */
#ifndef ALEA_ENGINE_NET_PRUNE_H
#define ALEA_ENGINE_NET_PRUNE_H

#include "inference.h"

/* Boards on their way in: what of each differs from the root. */
typedef struct narrow_boards {
    /* the accumulator of the root, padded with zeros */
    _Alignas(32) int8_t before[32];
    _Alignas(32) int8_t now[NET_LANES][32]; /* the same of each */
    uint32_t changed[NET_LANES];            /* points */
    int off[NET_LANES];                     /* borne off by the mover */
    /* The most points changed in any. All take as many steps, some of them from nowhere
     * to nowhere: a loop of its own length each would be guessed wrong too often. */
    int steps;
} narrow_boards;

/* The two weights of a pair of inputs for one output, as one word. */
static inline int32_t narrow_weight(const net_layer *l, int pair, int output)
{
    int32_t both;
    __builtin_memcpy(&both, l->weights + 2 * (pair * l->outputs + output), sizeof both);
    return both;
}

void narrow_avx2(const net *n, const narrow_root *root,
                 const alea_board *const after[NET_LANES], float out[5][NET_LANES]);

void narrow_avx512(const net *n, const narrow_root *root,
                   const alea_board *const after[NET_LANES], float out[5][NET_LANES]);

#endif
