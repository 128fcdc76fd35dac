/* Small random nets for tests, and the plain float forward pass that defines them. */
#ifndef ALEA_TESTS_UNIT_RANDOM_NET_H
#define ALEA_TESTS_UNIT_RANDOM_NET_H

#include <math.h>
#include <stdlib.h>

#include <alea/net.h>

#define UNUSED_IN_SOME_TESTS __attribute__((unused))

typedef struct random_nets {
    alea_net_params params[ALEA_NET_KINDS];
    void *bytes;
    size_t size;
} random_nets;

static unsigned test_random(unsigned *state)
{
    *state = *state * 1664525U + 1013904223U;
    return *state >> 8;
}

static float *random_floats(size_t count, float size, unsigned *state)
{
    float *values = malloc((count ? count : 1) * sizeof *values);
    if (!values) abort();
    for (size_t i = 0; i < count; i++) {
        double unit = (double)test_random(state) / 8388608.0 - 1.0;
        values[i] = (float)((double)size * unit);
    }
    return values;
}

static alea_net_params random_params(alea_net_kind kind, alea_net_shape shape,
                                     unsigned *state)
{
    size_t rows = (size_t)alea_encode_rows(kind), width = (size_t)shape.width;
    size_t h2 = (size_t)shape.hidden2, h3 = (size_t)shape.hidden3;
    size_t output_buckets = (size_t)shape.output_buckets, last = h3   ? h3
                                                                 : h2 ? h2
                                                                      : width;
    float wide = 3.0F / sqrtf((float)width);
    alea_net_params p = {.shape = shape};
    p.w1 = random_floats(rows * width, 0.3F, state);
    p.b1 = random_floats(width, 0.5F, state);
    p.w2 = random_floats(output_buckets * h2 * width, wide, state);
    p.b2 = random_floats(output_buckets * h2, 0.5F, state);
    p.w3 = random_floats(output_buckets * h3 * h2, h2 > 32 ? 0.35F : 0.5F, state);
    p.b3 = random_floats(output_buckets * h3, 0.5F, state);
    p.w4 =
        random_floats(output_buckets * ALEA_OUTCOMES * last, h2 ? 0.5F : wide, state);
    p.b4 = random_floats(output_buckets * ALEA_OUTCOMES, 1.0F, state);
    return p;
}

static void free_floats(const float *values)
{
    union {
        const float *constant;
        void *freed;
    } u = {values};
    free(u.freed);
}

UNUSED_IN_SOME_TESTS static void random_nets_free(random_nets *nets)
{
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        alea_net_params *p = &nets->params[k];
        const float *all[8] = {p->w1, p->b1, p->w2, p->b2, p->w3, p->b3, p->w4, p->b4};
        for (int i = 0; i < 8; i++) free_floats(all[i]);
    }
    free(nets->bytes);
}

UNUSED_IN_SOME_TESTS static random_nets random_nets_new(const alea_net_shape *shapes,
                                                        unsigned seed)
{
    random_nets nets = {0};
    for (int k = 0; k < ALEA_NET_KINDS; k++)
        nets.params[k] = random_params((alea_net_kind)k, shapes[k], &seed);
    nets.size = alea_net_pack_size(nets.params);
    nets.bytes = malloc(nets.size);
    alea_error error = {0};
    if (!nets.bytes ||
        alea_net_pack(nets.params, nets.bytes, nets.size, &error) != ALEA_OK)
        abort();
    return nets;
}

static void float_layer(const float *w, const float *b, int inputs, int outputs,
                        int output_bucket, const double *in, double *out)
{
    for (int o = 0; o < outputs; o++) {
        size_t row = (size_t)output_bucket * (size_t)outputs + (size_t)o;
        out[o] = (double)b[row];
        for (int i = 0; i < inputs; i++)
            out[o] += (double)w[row * (size_t)inputs + (size_t)i] * in[i];
    }
}

static void clip(double *values, int count, double top)
{
    for (int i = 0; i < count; i++) values[i] = fmin(fmax(values[i], 0), top);
}

/* Softmax over the possible outcomes, computed as the header describes the net. */
UNUSED_IN_SOME_TESTS static void float_outcomes(const alea_net_params *p,
                                                alea_net_kind kind,
                                                const alea_board *board,
                                                double out[ALEA_OUTCOMES])
{
    double first[1024], second[64], third[32], *last = first;
    uint16_t rows[ALEA_MAX_ACTIVE];
    int count = alea_encode(kind, board, rows), width = p->shape.width, inputs = width;
    int output_bucket =
        p->shape.output_buckets > 1 ? alea_encode_output_bucket(board) : 0;
    for (int i = 0; i < width; i++) {
        first[i] = (double)p->b1[i];
        for (int r = 0; r < count; r++)
            first[i] += (double)p->w1[(size_t)rows[r] * (size_t)width + (size_t)i];
    }
    clip(first, width, 1);
    if (p->shape.hidden2) {
        float_layer(p->w2, p->b2, inputs, p->shape.hidden2, output_bucket, last,
                    second);
        clip(second, p->shape.hidden2, ALEA_HIDDEN_CLIP);
        last = second;
        inputs = p->shape.hidden2;
    }
    if (p->shape.hidden3) {
        float_layer(p->w3, p->b3, inputs, 32, output_bucket, last, third);
        clip(third, 32, ALEA_HIDDEN_CLIP);
        last = third;
        inputs = 32;
    }
    float_layer(p->w4, p->b4, inputs, ALEA_OUTCOMES, output_bucket, last, out);
    double sum = 0;
    for (int i = 0; i < ALEA_OUTCOMES; i++) {
        out[i] = alea_encode_possible(board) >> i & 1 ? exp(out[i]) : 0;
        sum += out[i];
    }
    for (int i = 0; i < ALEA_OUTCOMES; i++) out[i] /= sum;
}

#endif
