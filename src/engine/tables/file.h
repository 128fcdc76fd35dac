/* The file of a net of the tables games: "alea tab", version, layout, width and inputs
 * (uint32 each, little-endian), alea_checksum of the weights (uint64), zeros up to 64,
 * the weights. docs/training.md. */
#ifndef ALEA_ENGINE_TABLES_FILE_H
#define ALEA_ENGINE_TABLES_FILE_H

#include <alea/tables_net.h>

enum {
    TABLES_NET_VERSION = 1,
    TABLES_NET_HEADER = 64,
    TABLES_NET_OUT = 5, /* in the order of alea_tables_chances */
    TABLES_NET_MOST_WIDTH = 128,
    TABLES_NET_ONE = 2048 /* a weight of 1 */
};

/* Weights as they stand in the file: first[inputs][width], first_bias[width],
 * out[width][TABLES_NET_OUT], out_bias[TABLES_NET_OUT], one unused if that is odd. */
struct alea_tables_net {
    char magic[8];
    uint32_t version, layout, width, inputs;
    uint64_t sum;
    uint8_t zeros[32];
    int16_t weight[];
};

/* A hash of what the inputs of a game mean. */
uint32_t tables_net_layout(const alea_tables_rules *rules);
/* The number of weights, the unused one too. */
size_t tables_net_weights(uint32_t inputs, uint32_t width);
/* The bytes of a whole file. */
size_t tables_net_size(uint32_t inputs, uint32_t width);
/* Fills the header before `weight`, which is complete. `width` must be a multiple of 32
 * and at most TABLES_NET_MOST_WIDTH. */
void tables_net_close(alea_tables_net *net, const alea_tables_rules *rules,
                      uint32_t width);

#endif
