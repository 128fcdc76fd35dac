/* The net file: a header, then each net's numbers in the order the kernels read them.
 * All values little-endian, every block aligned to 64 bytes from the start of the file.
 *
 *   0  "alea net"          8 bytes
 *   8  version             uint32, NET_FILE_VERSION
 *  12  alea_encode_hash()  uint32
 *  16  size of the file    uint64
 *  24  alea_checksum of everything from byte 32 on, uint64
 *  32  for contact, race, prune: width, hidden2, hidden3, output buckets (uint16 each),
 *      then the binary places of first layer, hidden2, hidden3, output weights (uint8
 *      each)
 *  68  zeros up to 128
 * 128 for each net: w1, b1, then weights and biases of the layers present, all output
 * buckets of one block together */
#ifndef ALEA_ENGINE_NET_FILE_H
#define ALEA_ENGINE_NET_FILE_H

#include "inference.h"

#include <stddef.h>

enum {
    NET_FILE_VERSION = 1,
    NET_FILE_HEADER = 128,
    NET_FILE_SHAPES = 32,
    NET_FILE_SHAPE_SIZE = 12,
    NET_FILE_ALIGN = 64,
    NET_PLACES = 4, /* layers, each with a number of binary places of its weights */
    NET_MAX_PLACES = 14,
    NET_FIRST_MIN_PLACES = 8, /* of the first layer, and so of its activations */
    NET_FIRST_MAX_PLACES = 12
};

extern const char net_file_magic[8];

/* Where one net's blocks lie, as offsets from the start of the file; 0 = absent. */
typedef struct net_layout {
    size_t w1, b1, weights[3], bias[3]; /* hidden2, hidden3, out */
    int inputs[3], outputs[3];
    size_t end;
} net_layout;

/* Returns NULL if the shape is possible, else the reason. */
const char *net_shape_fault(alea_net_kind kind, const alea_net_shape *shape);
net_layout net_layout_at(alea_net_kind kind, const alea_net_shape *shape, size_t start);

/* Checks `bytes` and copies them; `in_place`: uses them where they are if they are
 * aligned to NET_FILE_ALIGN and need no conversion; then they must outlive the file.
 * On success the caller owns file->block (net_file_clear). */
alea_status net_file_read(net_file *file, const void *bytes, size_t size, bool in_place,
                          alea_error *error);
void net_file_clear(net_file *file);

/* The file built into the library: data/alea.net as it is, aligned to 64 bytes.
 * `*in_place`: its memory is ordinary, so that a copy would only be a second one. */
const void *embedded_net(size_t *size, bool *in_place);

#endif
