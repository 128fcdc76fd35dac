#include "hyper_net.h"

#include "base/embed.h"
#include "base/hash.h"
#include "engine/hypergammon/positions.h"
#include "engine/net/softmax.h"
#include "outcome.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static const char magic[8] = {'a', 'l', 'e', 'a', ' ', 'h', 'y', 'p'};

/* A hash of the meaning of the inputs and layers; it changes with the meaning. */
static uint32_t layout(void)
{
    const int32_t shape[] = {
        HYPER_NET_INPUTS, HYPER_NET_FIRST, HYPER_NET_SECOND, HYPER_NET_OUT, 26, 3};
    const uint64_t sum = alea_checksum(shape, sizeof shape);
    return (uint32_t)(sum ^ sum >> 32);
}

/* The arrays of the net, each with a step of its own. */
enum { ARRAYS = 6, EXPONENTS = 24 };
static const int ends[ARRAYS] = {
    offsetof(hyper_net, first_bias) / sizeof(float),
    offsetof(hyper_net, second) / sizeof(float),
    offsetof(hyper_net, second_bias) / sizeof(float),
    offsetof(hyper_net, out) / sizeof(float),
    offsetof(hyper_net, out_bias) / sizeof(float),
    HYPER_NET_WEIGHTS,
};

static void put(unsigned char *out, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) out[i] = (unsigned char)(number >> 8 * i);
}

/* What stands before the exponents of this file. */
static void seal(const unsigned char file[HYPER_NET_FILE], unsigned char out[EXPONENTS])
{
    memcpy(out, magic, sizeof magic);
    put(out + 8, HYPER_NET_VERSION, 4);
    put(out + 12, layout(), 4);
    put(out + 16, alea_checksum(file + EXPONENTS, HYPER_NET_FILE - EXPONENTS), 8);
}

void hyper_net_write(const hyper_net *weights, unsigned char out[HYPER_NET_FILE])
{
    const float *from = &weights->first[0][0];
    memset(out, 0, HYPER_NET_HEADER);
    for (int k = 0, i = 0; k < ARRAYS; k++) {
        float most = 0;
        for (int j = i; j < ends[k]; j++) most = fmaxf(most, fabsf(from[j]));
        int e = 0;
        while (e < 30 && most * ldexpf(1, e + 1) <= INT16_MAX) e++;
        out[EXPONENTS + k] = (unsigned char)e;
        for (; i < ends[k]; i++)
            put(out + HYPER_NET_HEADER + (size_t)2 * (size_t)i,
                (uint16_t)(int16_t)lrintf(
                    fminf(fmaxf(from[i] * ldexpf(1, e), INT16_MIN), INT16_MAX)),
                2);
    }
    seal(out, out);
}

bool hyper_net_read(hyper_net *out, const void *bytes, size_t size)
{
    const unsigned char *file = bytes;
    unsigned char wanted[EXPONENTS];
    if (size != HYPER_NET_FILE) return false;
    seal(file, wanted);
    if (memcmp(wanted, file, sizeof wanted) != 0) return false;
    for (int k = 0; k < ARRAYS; k++)
        if (file[EXPONENTS + k] > 30) return false;
    float *to = &out->first[0][0];
    for (int k = 0, i = 0; k < ARRAYS; k++) {
        const float step = ldexpf(1, -file[EXPONENTS + k]);
        for (; i < ends[k]; i++) {
            const unsigned char *at = file + HYPER_NET_HEADER + (size_t)2 * (size_t)i;
            to[i] = (float)(int16_t)(at[0] | at[1] << 8) * step;
        }
    }
    return true;
}

EMBED(unsigned char, alea_hyper_net, ALEA_HYPER_NET_FILE);

bool hyper_net_standard(hyper_net *out)
{
    return hyper_net_read(out, alea_hyper_net_start,
                          (size_t)(alea_hyper_net_end - alea_hyper_net_start));
}

bool hyper_net_inputs(const alea_board *board, int active[HYPER_NET_ACTIVE])
{
    int found = 0;
    for (int side = 0; side < 2; side++) {
        hyper_side at;
        if (!hyper_side_of(board, side == 0, &at)) return false;
        for (int i = HYPER_CHECKERS - 1; i >= 0; i--) {
            int same = 0;
            for (int k = i + 1; k < HYPER_CHECKERS; k++)
                same += at.place[k] == at.place[i];
            active[found++] = (side * 26 + at.place[i]) * 3 + same;
        }
    }
    return true;
}

void hyper_net_eval(const hyper_net *weights, const int active[HYPER_NET_ACTIVE],
                    alea_probs *out)
{
    float first[HYPER_NET_FIRST], second[HYPER_NET_SECOND], chance[HYPER_NET_OUT];
    memcpy(first, weights->first_bias, sizeof first);
    for (int k = 0; k < HYPER_NET_ACTIVE; k++)
        for (int i = 0; i < HYPER_NET_FIRST; i++)
            first[i] += weights->first[active[k]][i];
    memcpy(second, weights->second_bias, sizeof second);
    for (int i = 0; i < HYPER_NET_FIRST; i++) {
        if (first[i] <= 0) continue;
        for (int j = 0; j < HYPER_NET_SECOND; j++)
            second[j] += first[i] * weights->second[i][j];
    }
    memcpy(chance, weights->out_bias, sizeof chance);
    for (int j = 0; j < HYPER_NET_SECOND; j++)
        if (second[j] > 0)
            for (int o = 0; o < HYPER_NET_OUT; o++)
                chance[o] += second[j] * weights->out[j][o];
    /* A side with a checker off loses no gammon. */
    const bool off[2] = {active[0] == 0,
                         active[HYPER_CHECKERS] == HYPER_NET_INPUTS / 2};
    const bool possible[HYPER_NET_OUT] = {true, !off[1], !off[1],
                                          true, !off[0], !off[0]};
    float top = fmaxf(chance[0], chance[3]), sum = 0;
    for (int o = 0; o < HYPER_NET_OUT; o++)
        if (possible[o] && chance[o] > top) top = chance[o];
    for (int o = 0; o < HYPER_NET_OUT; o++) {
        const float below = chance[o] - top > -60 ? chance[o] - top : -60;
        chance[o] = possible[o] ? exp_of_negative(below) : 0;
        sum += chance[o];
    }
    out->win_backgammon = chance[2] / sum;
    out->win_gammon = (chance[1] + chance[2]) / sum;
    out->win = (chance[0] + chance[1] + chance[2]) / sum;
    out->lose_backgammon = chance[5] / sum;
    out->lose_gammon = (chance[4] + chance[5]) / sum;
    outcome_settle(out);
}
