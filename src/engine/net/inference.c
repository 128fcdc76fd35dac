/* The portable kernels, which define the arithmetic, and the choice among kernels. */
#include "inference.h"

#include <string.h>

#include "base/cpu.h"
#include "nearest.h"
#include "softmax.h"

/* Conversions to a narrower signed type wrap in every compiler this builds with (and in
 * C23); the sums themselves run in unsigned types, where wrapping is the rule. */
static int16_t wrapped(uint32_t sum)
{
    return (int16_t)(uint16_t)sum;
}

static void accumulate(int16_t *to, const int16_t *from, const int16_t *rows, int width,
                       const uint16_t *added, int added_count, const uint16_t *removed,
                       int removed_count)
{
    if (to != from) memcpy(to, from, (size_t)width * sizeof *to);
    for (int c = 0; c < added_count; c++) {
        const int16_t *row = rows + (size_t)added[c] * (size_t)width;
        for (int i = 0; i < width; i++)
            to[i] = wrapped((uint32_t)to[i] + (uint32_t)row[i]);
    }
    for (int c = 0; c < removed_count; c++) {
        const int16_t *row = rows + (size_t)removed[c] * (size_t)width;
        for (int i = 0; i < width; i++)
            to[i] = wrapped((uint32_t)to[i] - (uint32_t)row[i]);
    }
}

static void layer(const net_layer *l, int output_bucket, const int16_t *input,
                  int32_t *sums)
{
    const int16_t *w =
        l->weights + (size_t)output_bucket * (size_t)(l->inputs * l->outputs);
    uint32_t total[NET_MAX_HIDDEN];
    for (int o = 0; o < l->outputs; o++)
        total[o] = (uint32_t)l->bias[output_bucket * l->outputs + o];
    for (int i = 0; i < l->inputs; i += 2, w += 2 * l->outputs) {
        if (!(input[i] | input[i + 1])) continue; /* most activations are zero */
        for (int o = 0; o < l->outputs; o++)
            total[o] += (uint32_t)(w[2 * o] * input[i]) +
                        (uint32_t)(w[2 * o + 1] * input[i + 1]);
    }
    for (int o = 0; o < l->outputs; o++) sums[o] = (int32_t)total[o];
}

static void hidden(const net_layer *l, int output_bucket, const int16_t *input,
                   int16_t *output)
{
    enum { TOP = ALEA_HIDDEN_CLIP << NET_HIDDEN_SCALE };
    int32_t sums[NET_MAX_HIDDEN];
    layer(l, output_bucket, input, sums);
    for (int o = 0; o < l->outputs; o++) {
        int32_t x = sums[o] >> l->shift;
        output[o] = (int16_t)(x < 0 ? 0 : x > TOP ? TOP : x);
    }
}

static void clip_sums(const net *n, const int16_t *sum, int16_t *activation)
{
    for (int i = 0; i < n->shape.width; i++)
        activation[i] = sum[i] < 0 ? 0 : sum[i] > n->one ? (int16_t)n->one : sum[i];
}

static void forward(const net *n, int output_bucket, const int16_t *const *sum,
                    int count, int32_t (*logits)[NET_LOGITS])
{
    for (int i = 0; i < count; i++) {
        int16_t first[NET_MAX_WIDTH], second[NET_MAX_HIDDEN], third[NET_HIDDEN];
        const int16_t *last = first;
        clip_sums(n, sum[i], first);
        if (n->hidden2.inputs) {
            hidden(&n->hidden2, output_bucket, last, second);
            last = second;
        }
        if (n->hidden3.inputs) {
            hidden(&n->hidden3, output_bucket, last, third);
            last = third;
        }
        layer(&n->out, output_bucket, last, logits[i]);
    }
}

static void outcomes(const int32_t (*logits)[NET_LOGITS], float scale,
                     const uint8_t *possible, int count, alea_probs *out)
{
    outcome_batch(logits, scale, possible, count, out);
}

static void encode_contact(const alea_board *after,
                           uint8_t feature_groups[ENCODE_STRIDE], encode_facts *facts)
{
    alea_board board = alea_board_swap(after);
    encode_feature_groups(ALEA_NET_CONTACT, &board, feature_groups, facts);
}

static void differences(const uint8_t *a, const uint8_t *b, uint64_t out[2])
{
    out[0] = out[1] = 0;
    for (int i = 0; i < ENCODE_STRIDE; i++)
        out[i / 64] |= (uint64_t)(a[i] != b[i]) << i % 64;
}

static int nearest(const uint8_t *feature_groups, const uint8_t *const *candidate,
                   int count)
{
    return nearest_of(feature_groups, candidate, count);
}

const net_kernels net_kernels_portable = {"portable",  accumulate, forward,
                                          outcomes,    NULL,       encode_contact,
                                          differences, nearest};

/* Every set of kernels in this build, best first, with the CPU features it needs. */
static const struct {
    const net_kernels *kernels;
    unsigned needs;
} all_kernels[] = {
#if defined(__x86_64__)
    {&net_kernels_avx512, ALEA_CPU_AVX2 | ALEA_CPU_AVX512 | ALEA_CPU_AVX512_VNNI},
    {&net_kernels_avx2, ALEA_CPU_AVX2},
#elif defined(__aarch64__)
    {&net_kernels_neon, ALEA_CPU_NEON},
#elif defined(__wasm_simd128__)
    {&net_kernels_simd128, 0}, /* the module was compiled for it */
#endif
    {&net_kernels_portable, 0},
};

enum { KERNELS = sizeof all_kernels / sizeof *all_kernels };

const net_kernels *net_kernels_named(const char *name)
{
    unsigned features = alea_cpu_features();
    for (int i = 0; i < KERNELS; i++)
        if (strcmp(all_kernels[i].kernels->name, name) == 0 &&
            (all_kernels[i].needs & ~features) == 0)
            return all_kernels[i].kernels;
    return NULL;
}

const net_kernels *net_kernels_best(void)
{
    unsigned features = alea_cpu_features();
    int i = 0;
    while ((all_kernels[i].needs & ~features) != 0) i++;
    return all_kernels[i].kernels;
}
