/* The portable kernels, which define the arithmetic, and the choice among kernels. */
#include "inference.h"

#include <string.h>

/* Conversions to a narrower signed type wrap in every compiler this builds with (and in
 * C23); the sums themselves run in unsigned types, where wrapping is the rule. */
static int16_t wrapped(uint32_t sum)
{
    return (int16_t)(uint16_t)sum;
}

static void accumulate(int16_t *to, const int16_t *from, int width,
                       const int16_t *const *plus, int plus_count,
                       const int16_t *const *minus, int minus_count)
{
    if (to != from) memcpy(to, from, (size_t)width * sizeof *to);
    for (int c = 0; c < plus_count; c++)
        for (int i = 0; i < width; i++)
            to[i] = wrapped((uint32_t)to[i] + (uint32_t)plus[c][i]);
    for (int c = 0; c < minus_count; c++)
        for (int i = 0; i < width; i++)
            to[i] = wrapped((uint32_t)to[i] - (uint32_t)minus[c][i]);
}

static void activate(int16_t *to, const int16_t *from, int width,
                     const int16_t *const *plus, int plus_count,
                     const int16_t *const *minus, int minus_count, int one)
{
    accumulate(to, from, width, plus, plus_count, minus, minus_count);
    for (int i = 0; i < width; i++)
        to[i] = to[i] < 0 ? 0 : to[i] > one ? (int16_t)one : to[i];
}

static void layer(const net_layer *l, int tail, const int16_t *input, int32_t *sums)
{
    const int16_t *w = l->weights + (size_t)tail * (size_t)(l->inputs * l->outputs);
    uint32_t total[NET_HIDDEN];
    for (int o = 0; o < l->outputs; o++)
        total[o] = (uint32_t)l->bias[tail * l->outputs + o];
    for (int i = 0; i < l->inputs; i += 2, w += 2 * l->outputs)
        for (int o = 0; o < l->outputs; o++)
            total[o] += (uint32_t)(w[2 * o] * input[i]) +
                        (uint32_t)(w[2 * o + 1] * input[i + 1]);
    for (int o = 0; o < l->outputs; o++) sums[o] = (int32_t)total[o];
}

static void hidden(const net_layer *l, int tail, const int16_t *input, int16_t *output)
{
    enum { TOP = ALEA_HIDDEN_CLIP << NET_HIDDEN_SCALE };
    int32_t sums[NET_HIDDEN];
    layer(l, tail, input, sums);
    for (int o = 0; o < NET_HIDDEN; o++) {
        int32_t x = sums[o] >> l->shift;
        output[o] = (int16_t)(x < 0 ? 0 : x > TOP ? TOP : x);
    }
}

static void forward(const net *n, int tail, const int16_t *const *input, int count,
                    int32_t (*logits)[NET_LOGITS])
{
    for (int i = 0; i < count; i++) {
        int16_t second[NET_HIDDEN], third[NET_HIDDEN];
        const int16_t *last = input[i];
        if (n->hidden2.inputs) {
            hidden(&n->hidden2, tail, last, second);
            last = second;
        }
        if (n->hidden3.inputs) {
            hidden(&n->hidden3, tail, last, third);
            last = third;
        }
        layer(&n->out, tail, last, logits[i]);
    }
}

static void encode_contact(const alea_board *board, uint8_t slots[ENCODE_STRIDE])
{
    encode_slots(ALEA_NET_CONTACT, board, slots);
}

const net_kernels net_kernels_portable = {"portable", accumulate, activate, forward,
                                          encode_contact};

const net_kernels *net_kernels_named(const char *name)
{
    return strcmp(name, "portable") == 0 ? &net_kernels_portable : NULL;
}

const net_kernels *net_kernels_best(void)
{
    return &net_kernels_portable;
}
