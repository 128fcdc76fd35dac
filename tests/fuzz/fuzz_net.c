/* Any bytes as a net file: refused with a reason, or read and then evaluated by every
 * set of kernels with the same, consistent result.
 *
 * A first byte of 'h' keeps the input as it is; 'r' repairs size and checksum first, so
 * that what lies behind them is reached; then comes the file. */
#include <alea/eval.h>

#include "engine/evaluate/evaluator.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) abort();
}

static void put(uint8_t *p, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) p[i] = (uint8_t)(value >> (8 * i));
}

/* The size that the shapes of a header ask for is made up with zeros: a fuzzer that had
 * to carry a whole net would get nowhere. */
static uint8_t *repaired(const uint8_t *file, size_t *size)
{
    enum { HEADER = 128, SHAPES = 32, SHAPE = 12 };
    uint8_t header[HEADER] = {0};
    memcpy(header, file, *size < HEADER ? *size : HEADER);
    alea_net_params params[ALEA_NET_KINDS] = {0};
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        const uint8_t *s = header + SHAPES + k * SHAPE;
        params[k].shape = (alea_net_shape){s[0] | s[1] << 8, s[2], s[4], s[6]};
    }
    size_t whole = alea_net_pack_size(params);
    if (whole < HEADER || whole < *size || whole > 1 << 20)
        whole = *size < HEADER ? HEADER : *size;
    uint8_t *out = calloc(1, whole);
    require(out);
    memcpy(out, file, *size);
    put(out + 8, 1, 4);
    put(out + 12, alea_encode_hash(), 4);
    put(out + 16, whole, 8);
    put(out + 24, alea_checksum(out + 32, whole - 32), 8);
    memcpy(out, "alea net", 8);
    *size = whole;
    return out;
}

static void evaluate(alea_evaluator *e)
{
    static const char *const names[] = {"portable", "avx2", "avx512", "neon"};
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON),
               after[2] = {board, board};
    alea_probs first[2], probs[2];
    after[0].point[6] -= 1;
    after[0].point[4] += 1;
    after[1].point[24] -= 1;
    after[1].point[20] += 1;
    for (int k = 0; k < 4; k++) {
        const net_kernels *kernels = net_kernels_named(names[k]);
        if (!kernels) continue;
        evaluator_use(e, kernels);
        alea_eval_results(e, &board, after, 2, probs);
        if (k == 0) memcpy(first, probs, sizeof first);
        require(memcmp(first, probs, sizeof first) == 0);
        for (int i = 0; i < 2; i++) {
            require(probs[i].win >= 0 && probs[i].win <= 1);
            require(probs[i].win_gammon <= probs[i].win);
            require(probs[i].lose_gammon <= 1 - probs[i].win);
        }
        alea_eval_results_prune(e, &board, after, 2, probs);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    bool repair = data[0] == 'r';
    size_t length = size - 1;
    uint8_t *file = NULL;
    if (repair) file = repaired(data + 1, &length);
    alea_evaluator *e = NULL;
    alea_error error = {0};
    alea_status status =
        alea_evaluator_open_memory(&e, repair ? file : data + 1, length, &error);
    require((status == ALEA_OK) == (e != NULL));
    require(status == ALEA_OK || error.reason[0]);
    if (e) evaluate(e);
    alea_evaluator_close(e);
    free(file);
    return 0;
}
