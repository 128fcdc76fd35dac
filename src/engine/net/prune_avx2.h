/* The narrow kernel of AVX2 processors. */
#ifndef ALEA_ENGINE_NET_PRUNE_AVX2_H
#define ALEA_ENGINE_NET_PRUNE_AVX2_H

#include "inference.h"

void narrow_avx2(const net *n, const narrow_root *root,
                 const alea_board *const after[NET_LANES], float out[5][NET_LANES]);

#endif
