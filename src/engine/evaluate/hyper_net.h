/* A small net for contact in hypergammon, learnt from the solved table, for where the
 * table is not at hand. Floats in a fixed order of plain operations: the same bits on
 * every processor. */
#ifndef ALEA_ENGINE_EVALUATE_HYPER_NET_H
#define ALEA_ENGINE_EVALUATE_HYPER_NET_H

#include <alea/eval.h>

#include <stdbool.h>
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

/* The weights, in the order of the file. */
typedef struct hyper_net {
    float first[HYPER_NET_INPUTS][HYPER_NET_FIRST], first_bias[HYPER_NET_FIRST];
    float second[HYPER_NET_FIRST][HYPER_NET_SECOND], second_bias[HYPER_NET_SECOND];
    float out[HYPER_NET_SECOND][HYPER_NET_OUT], out_bias[HYPER_NET_OUT];
} hyper_net;

/* The file, little-endian: "alea hyp", version and layout (uint32 each), the
 * alea_checksum of all that follows (uint64); for each of the six arrays e (int8);
 * zeros up to 64; the weights, int16 each, which times 2^-e are the floats. */
enum { HYPER_NET_HEADER = 64, HYPER_NET_VERSION = 2 };
enum { HYPER_NET_WEIGHTS = (int)(sizeof(hyper_net) / sizeof(float)) };
enum { HYPER_NET_FILE = HYPER_NET_HEADER + 2 * HYPER_NET_WEIGHTS };
/* The file of these weights, each rounded to the nearest step of its array. */
void hyper_net_write(const hyper_net *weights, unsigned char out[HYPER_NET_FILE]);
/* Reads a file's bytes; false, and nothing is changed, unless they are such a file of
 * this version and layout, undamaged. */
bool hyper_net_read(hyper_net *out, const void *bytes, size_t size);
/* The net built in (data/hypergammon.net); false if it is damaged. */
bool hyper_net_standard(hyper_net *out);

/* Numbers of the inputs that are on, ascending; false with more than three checkers a
 * side. */
bool hyper_net_inputs(const alea_board *board, int active[HYPER_NET_ACTIVE]);
void hyper_net_eval(const hyper_net *weights, const int active[HYPER_NET_ACTIVE],
                    alea_probs *out);

#endif
