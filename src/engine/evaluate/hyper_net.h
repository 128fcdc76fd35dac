/* A small net for contact in hypergammon, learnt from the solved table, for where the
 * table is not at hand. Floats in a fixed order of plain operations: the same bits on
 * every processor. */
#ifndef ALEA_ENGINE_EVALUATE_HYPER_NET_H
#define ALEA_ENGINE_EVALUATE_HYPER_NET_H

#include <alea/eval.h>

#include <stddef.h>

/* Two hidden layers. Inputs: for each side and place (0 = off, 25 = bar) whether it has
 * at least one, two, three checkers there, all seen by the player on roll. */
enum {
    HYPER_NET_INPUTS = 2 * 26 * 3,
    HYPER_NET_FIRST = 192,
    HYPER_NET_SECOND = 32,
    HYPER_NET_OUT = 6, /* won single, gammon, backgammon; lost the same */
    HYPER_NET_ACTIVE = 6
};

/* The weights in the order of the file, little-endian, behind its header. */
typedef struct hyper_net {
    float first[HYPER_NET_INPUTS][HYPER_NET_FIRST], first_bias[HYPER_NET_FIRST];
    float second[HYPER_NET_FIRST][HYPER_NET_SECOND], second_bias[HYPER_NET_SECOND];
    float out[HYPER_NET_SECOND][HYPER_NET_OUT], out_bias[HYPER_NET_OUT];
} hyper_net;

/* The file: "alea hyp", version and layout (uint32 each), alea_checksum of the weights
 * (uint64), zeros up to 64, the weights. */
enum { HYPER_NET_HEADER = 64, HYPER_NET_VERSION = 1 };
enum { HYPER_NET_FILE = HYPER_NET_HEADER + (int)sizeof(hyper_net) };
void hyper_net_header(const hyper_net *weights, unsigned char out[HYPER_NET_HEADER]);
/* Finds the weights within a file's bytes, which must stay in place; NULL unless they
 * are such a file of this version and layout, undamaged and aligned to 4. */
const hyper_net *hyper_net_in(const void *bytes, size_t size);
/* The net built in (data/hypergammon.net); NULL if it is damaged. */
const hyper_net *hyper_net_standard(void);

/* Numbers of the inputs that are on, ascending; false with more than three checkers a
 * side. */
bool hyper_net_inputs(const alea_board *board, int active[HYPER_NET_ACTIVE]);
void hyper_net_eval(const hyper_net *weights, const int active[HYPER_NET_ACTIVE],
                    alea_probs *out);

#endif
