/* Float parameters to a net file: the largest power-of-two scale of each layer that no
 * position can overflow, then rounding. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "file.h"

/* One layer as the caller gives it; weights[bucket][output][input]. */
typedef struct float_layer {
    const float *weights, *bias;
    int inputs, outputs, output_buckets;
} float_layer;

static alea_status refuse(alea_error *error, int kind, const char *reason)
{
    static const char *const name[ALEA_NET_KINDS] = {"contact", "race", "prune"};
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "the %s net: %s",
                           name[kind], reason);
}

static bool all_finite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i])) return false;
    return true;
}

static int32_t rounded(double value, int places)
{
    return (int32_t)lround(ldexp(value, places));
}

static void put(unsigned char *p, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) p[i] = (unsigned char)(value >> (8 * i));
}

/* Weight of a row for a unit, with its sign flipped so that `sign` > 0 looks for the
 * largest sums. */
static double row_weight(const alea_net_params *n, int row, int unit, double sign)
{
    return sign * (double)n->w1[(size_t)row * (size_t)n->shape.width + (size_t)unit];
}

/* Inline, unlike fmax, which must look after NaN: packing is half that. */
static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* The most that the rows of a point, its shots included, add with n checkers of one
 * side. */
static double point_most(const alea_net_params *n, alea_net_kind kind, int input_bucket,
                         int point, int who, int checkers, int unit, double sign)
{
    const uint16_t *first = encode_first_rows(kind, input_bucket);
    int half = who * 8;
    double most = row_weight(n, first[point] + half + (checkers < 8 ? checkers : 8) - 1,
                             unit, sign);
    if (kind != ALEA_NET_CONTACT || checkers != 1) return most;
    double shot = 0;
    for (int bucket = 0; bucket < 8; bucket++) {
        int row = first[ALEA_CONTACT_SLOTS - 24 + point] + half + bucket;
        shot = larger(shot, row_weight(n, row, unit, sign));
    }
    return most + shot;
}

/* Adds one place that `who` may fill with c checkers for value[c]; best[m][t] = the
 * most that m of mine and t of theirs can add so far. */
static void add_place(double best[16][16], double value[2][16])
{
    for (int m = 15; m >= 0; m--)
        for (int t = 15; t >= 0; t--) {
            double most = best[m][t];
            for (int c = 1; c <= m; c++)
                most = larger(most, best[m - c][t] + value[0][c]);
            for (int c = 1; c <= t; c++)
                most = larger(most, best[m][t - c] + value[1][c]);
            best[m][t] = most;
        }
}

/* The largest sum (sign > 0) or minus the smallest that a unit can reach in any
 * position: thirty checkers over points, bars and off, every other feature group at its
 * extreme. */
static double unit_bound(const alea_net_params *n, alea_net_kind kind, int input_bucket,
                         int unit, double sign)
{
    const uint16_t *first = encode_first_rows(kind, input_bucket);
    double best[16][16], value[2][16];
    for (int m = 0; m < 16; m++)
        for (int t = 0; t < 16; t++) best[m][t] = m || t ? -1e9 : 0;
    for (int point = 0; point < 24; point++) {
        for (int c = 1; c < 16; c++)
            for (int who = 0; who < 2; who++)
                value[who][c] =
                    point_most(n, kind, input_bucket, point, who, c, unit, sign);
        add_place(best, value);
    }
    bool race = kind == ALEA_NET_RACE;
    for (int feature_group = 24; feature_group < (race ? 26 : ALEA_BOARD_SLOTS);
         feature_group++) {
        int who = feature_group % 2, rows = race || feature_group >= 26 ? 15 : 6;
        for (int c = 1; c < 16; c++) {
            value[!who][c] = -1e9;
            value[who][c] = row_weight(
                n, first[feature_group] + (c < rows ? c : rows) - 1, unit, sign);
        }
        add_place(best, value);
    }
    double sum = best[15][15] + sign * (double)n->b1[unit];
    int from = race ? 26 : ALEA_BOARD_SLOTS;
    int to = race                       ? ALEA_RACE_SLOTS
             : kind == ALEA_NET_CONTACT ? ALEA_CONTACT_SLOTS - 24
                                        : 0;
    for (int feature_group = from; feature_group < to; feature_group++) {
        int end = first[feature_group] + encode_group_rows(kind, feature_group);
        double most = 0;
        for (int row = first[feature_group]; row < end; row++)
            most = larger(most, row_weight(n, row, unit, sign));
        sum += most;
    }
    return sum;
}

/* Largest number of binary places at which no first-layer sum leaves int16, or -1. A
 * few units that reach further than the others must not cost all of them a place: their
 * weights shrink by scale[unit], 0.75 at the least. That changes fewer plays than a
 * place less, which changes one in two hundred. */
static int first_places(const alea_net_params *n, alea_net_kind kind, double *scale)
{
    const double shrink_most = 0.75;
    size_t rows = (size_t)alea_encode_rows(kind), width = (size_t)n->shape.width;
    double *bound = scale, most = 0;
    int input_buckets = kind == ALEA_NET_CONTACT ? ENCODE_BANKS : 1;
    for (size_t unit = 0; unit < width; unit++) {
        bound[unit] = 0;
        for (int input_bucket = 0; input_bucket < input_buckets; input_bucket++)
            for (int sign = -1; sign <= 1; sign += 2)
                bound[unit] = larger(
                    bound[unit], unit_bound(n, kind, input_bucket, (int)unit, sign));
        for (size_t row = 0; row < rows; row++)
            bound[unit] = larger(bound[unit], fabs((double)n->w1[row * width + unit]));
        most = larger(most, bound[unit]);
    }
    for (int places = NET_FIRST_MAX_PLACES; places >= NET_FIRST_MIN_PLACES; places--) {
        /* 70 roundings of at most half a unit each */
        double capacity = ldexp(INT16_MAX - 1 - 70 / 2, -places);
        if (most * shrink_most >= capacity) continue;
        for (size_t unit = 0; unit < width; unit++)
            scale[unit] = bound[unit] > capacity ? capacity / bound[unit] : 1;
        return places;
    }
    return -1;
}

/* The same for a later layer whose inputs are 0..in_top; sums stay within int32. */
static int later_places(const float_layer *l, int in_scale, double in_top, int least)
{
    double top = 0, widest = 0;
    for (int o = 0; o < l->output_buckets * l->outputs; o++) {
        double up = (double)l->bias[o], down = -up;
        for (int i = 0; i < l->inputs; i++) {
            double w = (double)l->weights[(size_t)o * (size_t)l->inputs + (size_t)i];
            widest = larger(widest, fabs(w));
            *(w > 0 ? &up : &down) += fabs(w) * in_top;
        }
        top = larger(top, larger(up, down));
    }
    for (int places = NET_MAX_PLACES; places >= least; places--) {
        double rounding = ldexp(in_top, in_scale) * l->inputs;
        if (ldexp(widest, places) < INT16_MAX - 1 &&
            ldexp(top, places + in_scale) + rounding < INT32_MAX / 2)
            return places;
    }
    return -1;
}

static void write_layer(const float_layer *l, int places, int in_scale, int shift,
                        int padded, unsigned char *weights, unsigned char *bias)
{
    for (int output_bucket = 0; output_bucket < l->output_buckets; output_bucket++)
        for (int o = 0; o < l->outputs; o++) {
            size_t row = (size_t)(output_bucket * l->outputs + o);
            for (int i = 0; i < l->inputs; i++) {
                size_t at = (size_t)output_bucket * (size_t)(l->inputs * padded) +
                            (size_t)((i / 2 * padded + o) * 2 + i % 2);
                double w = (double)l->weights[row * (size_t)l->inputs + (size_t)i];
                put(weights + 2 * at, (uint64_t)rounded(w, places), 2);
            }
            /* Half a unit of the shift that follows, so that it rounds to nearest. */
            int32_t b = rounded((double)l->bias[row], places + in_scale);
            if (shift > 0) b += 1 << (shift - 1);
            put(bias + 4 * (size_t)(output_bucket * padded + o), (uint64_t)b, 4);
        }
}

static alea_status pack_one(const alea_net_params *n, alea_net_kind kind, size_t start,
                            unsigned char *out, alea_error *error)
{
    net_layout layout = net_layout_at(kind, &n->shape, start);
    int rows = alea_encode_rows(kind), width = n->shape.width;
    if (!all_finite(n->w1, (size_t)rows * (size_t)width) ||
        !all_finite(n->b1, (size_t)width))
        return refuse(error, (int)kind, "a first-layer weight is not a finite number");
    double scale[NET_MAX_WIDTH];
    int places[NET_PLACES] = {first_places(n, kind, scale), 4, 4, 4};
    if (places[0] < 0)
        return refuse(error, (int)kind,
                      "first-layer weights are too large for 16-bit sums");

    for (size_t i = 0; i < (size_t)rows * (size_t)width; i++) {
        double w = (double)n->w1[i] * scale[i % (size_t)width];
        put(out + layout.w1 + 2 * i, (uint64_t)rounded(w, places[0]), 2);
    }
    for (size_t i = 0; i < (size_t)width; i++) {
        double b = (double)n->b1[i] * scale[i];
        put(out + layout.b1 + 2 * i, (uint64_t)rounded(b, places[0]), 2);
    }

    const float *weights[3] = {n->w2, n->w3, n->w4}, *bias[3] = {n->b2, n->b3, n->b4};
    int in_scale = places[0];
    double in_top = 1;
    for (int i = 0; i < 3; i++) {
        if (!layout.inputs[i]) continue;
        float_layer l = {weights[i], bias[i], layout.inputs[i], layout.outputs[i],
                         n->shape.output_buckets};
        if (i == 2) l.outputs = ALEA_OUTCOMES;
        size_t outputs = (size_t)(l.output_buckets * l.outputs);
        if (!all_finite(l.weights, outputs * (size_t)l.inputs) ||
            !all_finite(l.bias, outputs))
            return refuse(error, (int)kind, "a weight is not a finite number");
        places[i + 1] = later_places(&l, in_scale, in_top, i < 2 ? 4 : 0);
        if (places[i + 1] < 0)
            return refuse(error, (int)kind, "weights are too large for 32-bit sums");
        int shift = i < 2 ? in_scale + places[i + 1] - NET_HIDDEN_SCALE : 0;
        write_layer(&l, places[i + 1], in_scale, shift, layout.outputs[i],
                    out + layout.weights[i], out + layout.bias[i]);
        in_scale = NET_HIDDEN_SCALE;
        in_top = ALEA_HIDDEN_CLIP;
    }
    unsigned char *s = out + NET_FILE_SHAPES + kind * NET_FILE_SHAPE_SIZE;
    put(s, (uint64_t)n->shape.width, 2);
    put(s + 2, (uint64_t)n->shape.hidden2, 2);
    put(s + 4, (uint64_t)n->shape.hidden3, 2);
    put(s + 6, (uint64_t)n->shape.output_buckets, 2);
    for (int i = 0; i < NET_PLACES; i++) put(s + 8 + i, (uint64_t)places[i], 1);
    return ALEA_OK;
}

size_t alea_net_pack_size(const alea_net_params params[ALEA_NET_KINDS])
{
    size_t end = NET_FILE_HEADER;
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        if (net_shape_fault((alea_net_kind)k, &params[k].shape)) return 0;
        end = net_layout_at((alea_net_kind)k, &params[k].shape, end).end;
    }
    return end;
}

alea_status alea_net_pack(const alea_net_params params[ALEA_NET_KINDS], void *out,
                          size_t size, alea_error *error)
{
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        const char *fault = net_shape_fault((alea_net_kind)k, &params[k].shape);
        if (fault) return refuse(error, k, fault);
    }
    if (size != alea_net_pack_size(params))
        return refuse(error, 0, "the buffer is not alea_net_pack_size() long");
    unsigned char *p = out;
    memset(p, 0, size);
    memcpy(p, net_file_magic, sizeof net_file_magic);
    put(p + 8, NET_FILE_VERSION, 4);
    put(p + 12, alea_encode_hash(), 4);
    put(p + 16, size, 8);
    size_t start = NET_FILE_HEADER;
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        alea_net_kind kind = (alea_net_kind)k;
        alea_status status = pack_one(&params[k], kind, start, p, error);
        if (status != ALEA_OK) return status;
        start = net_layout_at(kind, &params[k].shape, start).end;
    }
    put(p + 24, alea_checksum(p + 32, size - 32), 8);
    return ALEA_OK;
}
