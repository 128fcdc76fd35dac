#include "model.h"
#include "kernels.h"
#include "trainer/support/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *floats_new(size_t count)
{
    size_t bytes = (count * sizeof(float) + 63) / 64 * 64;
    void *p = aligned_alloc(64, bytes ? bytes : 64);
    if (p) memset(p, 0, bytes);
    return p;
}

model_layout model_layout_of(const model_shape *s)
{
    size_t rows = (size_t)s->rows, hidden = (size_t)s->hidden,
           output_buckets = (size_t)s->output_buckets;
    size_t middle = (size_t)s->middle;
    model_layout at;
    at.first = 0;
    at.first_bias = at.first + rows * hidden;
    at.second = at.first_bias + hidden;
    at.second_bias = at.second + output_buckets * hidden * middle;
    at.third = at.second_bias + output_buckets * middle;
    at.third_bias = at.third + output_buckets * middle * MODEL_LAST;
    at.last = at.third_bias + output_buckets * MODEL_LAST;
    at.last_bias = at.last + output_buckets * MODEL_LAST * MODEL_OUTPUT_PAD;
    at.total = at.last_bias + output_buckets * MODEL_OUTPUT_PAD;
    return at;
}

static void draw(float *weight, size_t count, double deviation, float limit,
                 random_stream *r)
{
    for (size_t i = 0; i < count; i++) {
        float x = random_bell(r) * (float)deviation;
        weight[i] = fmaxf(-limit, fminf(limit, x));
    }
}

static void draw_all(model *m, uint64_t seed)
{
    const model_shape *s = &m->shape;
    const model_layout *at = &m->at;
    random_stream r = random_open(seed, 0x4d4f44454cu);
    /* About forty rows are active at once: this keeps most units off their clips. */
    draw(m->weight, (size_t)s->rows * (size_t)s->hidden, 0.05, MODEL_LIMIT_FIRST, &r);
    for (size_t i = at->first_bias; i < at->second; i++) m->weight[i] = 0.1f;
    size_t middle = (size_t)s->middle, second = (size_t)s->hidden * middle;
    draw(m->weight + at->second, second, sqrt(4.0 / s->hidden), MODEL_LIMIT_UPPER, &r);
    draw(m->weight + at->third, middle * MODEL_LAST, sqrt(2.0 / s->middle),
         MODEL_LIMIT_UPPER, &r);
    for (size_t i = at->second_bias; i < at->third; i++) m->weight[i] = 0.1f;
    for (size_t i = at->third_bias; i < at->last; i++) m->weight[i] = 0.1f;
    for (int i = 0; i < MODEL_LAST; i++)
        draw(m->weight + at->last + i * MODEL_OUTPUT_PAD, MODEL_OUTPUTS, 0.1,
             MODEL_LIMIT_UPPER, &r);
    /* All output buckets start alike: they part as their positions do. */
    for (int t = 1; t < s->output_buckets; t++) {
        size_t k = (size_t)t;
        memcpy(m->weight + at->second + k * second, m->weight + at->second,
               second * sizeof(float));
        size_t third = middle * MODEL_LAST;
        memcpy(m->weight + at->third + k * third, m->weight + at->third,
               third * sizeof(float));
        size_t last = MODEL_LAST * MODEL_OUTPUT_PAD;
        memcpy(m->weight + at->last + k * last, m->weight + at->last,
               last * sizeof(float));
    }
}

model *model_new(const model_shape *shape, uint64_t seed)
{
    model *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->shape = *shape;
    m->at = model_layout_of(shape);
    m->weight = floats_new(m->at.total);
    m->mean = floats_new(m->at.total);
    m->square = floats_new(m->at.total);
    m->average = floats_new(m->at.total);
    if (!m->weight || !m->mean || !m->square || !m->average) {
        model_free(m);
        return NULL;
    }
    draw_all(m, seed);
    memcpy(m->average, m->weight, m->at.total * sizeof(float));
    return m;
}

void model_free(model *m)
{
    if (!m) return;
    free(m->weight);
    free(m->mean);
    free(m->square);
    free(m->average);
    free(m);
}

static float clip(float x, float top)
{
    return x < 0.0f ? 0.0f : x > top ? top : x;
}

void model_evaluate(const model *m, int averaged, const uint16_t *row, int row_count,
                    int output_bucket, unsigned possible, float out[MODEL_OUTPUTS])
{
    const float *w = averaged ? m->average : m->weight;
    const model_shape *s = &m->shape;
    const model_layout *at = &m->at;
    size_t t = (size_t)output_bucket, middle = (size_t)s->middle;
    float second[MODEL_MIDDLE_MAX], third[MODEL_LAST], logit[MODEL_OUTPUTS],
        unit[MODEL_SLICE];
    memcpy(second, w + at->second_bias + t * middle, middle * sizeof *second);
    for (int slice = 0; slice < s->hidden / MODEL_SLICE; slice++) {
        size_t block = (size_t)slice * (size_t)s->rows * MODEL_SLICE;
        memcpy(unit, w + at->first_bias + slice * MODEL_SLICE, sizeof unit);
        for (int i = 0; i < row_count; i++) {
            const float *column = w + at->first + block + (size_t)row[i] * MODEL_SLICE;
            for (int k = 0; k < MODEL_SLICE; k++) unit[k] += column[k];
        }
        for (int k = 0; k < MODEL_SLICE; k++) {
            size_t input = t * (size_t)s->hidden + (size_t)(slice * MODEL_SLICE + k);
            const float *column = w + at->second + input * middle;
            float x = clip(unit[k], 1.0f);
            if (x == 0.0f) continue;
            for (size_t j = 0; j < middle; j++) second[j] += x * column[j];
        }
    }
    memcpy(third, w + at->third_bias + t * MODEL_LAST, sizeof third);
    const float *up = w + at->third + t * middle * MODEL_LAST;
    for (size_t i = 0; i < middle; i++)
        for (size_t j = 0; j < MODEL_LAST; j++)
            third[j] += clip(second[i], ALEA_HIDDEN_CLIP) * up[i * MODEL_LAST + j];
    const float *last = w + at->last + t * MODEL_LAST * MODEL_OUTPUT_PAD;
    memcpy(logit, w + at->last_bias + t * MODEL_OUTPUT_PAD, sizeof logit);
    for (int i = 0; i < MODEL_LAST; i++)
        for (int j = 0; j < MODEL_OUTPUTS; j++)
            logit[j] +=
                clip(third[i], ALEA_HIDDEN_CLIP) * last[i * MODEL_OUTPUT_PAD + j];
    float top = -1e30f, sum = 0;
    for (int j = 0; j < MODEL_OUTPUTS; j++)
        if (possible >> j & 1) top = fmaxf(top, logit[j]);
    for (int j = 0; j < MODEL_OUTPUTS; j++)
        sum += out[j] = possible >> j & 1 ? expf(logit[j] - top) : 0.0f;
    for (int j = 0; j < MODEL_OUTPUTS; j++) out[j] /= sum;
}

/* A run of samples of one output bucket that one task takes through the upper
 * layers. */
typedef struct stretch {
    int output_bucket, from, count;
} stretch;

enum { STRETCH = 32, TAILS_MAX = 32 };

struct optimizer {
    model *m;
    int capacity;
    example *examples;
    const example **ordered;
    kernel_batch batch;
    float *turned; /* the second layer with its two axes swapped, a slice at a time */
    uint32_t *row_start; /* [rows + 1]: where each row's samples start in row_sample */
    uint16_t *row_sample;
    stretch *stretches;
    int stretch_count;
    int tail_start[TAILS_MAX + 1];
    kernel_adam first, upper; /* they differ in the bound of the weights */
    int *place;               /* where the batch holds each example */
    float scale, between;
};

static int optimizer_allocate(optimizer *f)
{
    size_t n = (size_t)f->capacity, hidden = (size_t)f->m->shape.hidden;
    kernel_batch *b = &f->batch;
    const size_t width[2] = {(size_t)b->middle_width, MODEL_LAST};
    f->examples = calloc(n, sizeof *f->examples);
    f->ordered = calloc(n, sizeof *f->ordered);
    f->place = calloc(n, sizeof *f->place);
    f->row_start = calloc((size_t)f->m->shape.rows + 2, sizeof *f->row_start);
    f->row_sample = malloc(n * MODEL_ROWS_MAX * sizeof *f->row_sample);
    f->stretches = calloc(n / STRETCH + TAILS_MAX + 1, sizeof *f->stretches);
    f->turned = floats_new((size_t)f->m->shape.output_buckets * hidden * width[0]);
    b->hidden = floats_new(n * hidden);
    b->hidden_slope = floats_new(n * hidden);
    for (int i = 0; i < 2; i++) {
        b->middle[i] = floats_new(n * width[i]);
        b->middle_slope[i] = floats_new(n * width[i]);
    }
    b->slope = floats_new(n * MODEL_OUTPUT_PAD);
    b->loss = floats_new(n);
    return f->examples && f->ordered && f->place && f->row_start && f->row_sample &&
           f->stretches && f->turned && b->hidden && b->hidden_slope && b->middle[0] &&
           b->middle[1] && b->middle_slope[0] && b->middle_slope[1] && b->slope &&
           b->loss;
}

/* Keeps the turned copy of one slice of the second layer in step. */
static void turn_slice(optimizer *f, int slice)
{
    const model *m = f->m;
    const size_t middle = (size_t)m->shape.middle;
    for (int output_bucket = 0; output_bucket < m->shape.output_buckets;
         output_bucket++) {
        size_t at = ((size_t)output_bucket * (size_t)m->shape.hidden +
                     (size_t)slice * MODEL_SLICE) *
                    middle;
        const float *from = m->weight + m->at.second + at;
        float *to = f->turned + at;
        for (size_t i = 0; i < MODEL_SLICE; i++)
            for (size_t j = 0; j < middle; j++)
                to[j * MODEL_SLICE + i] = from[i * middle + j];
    }
}

optimizer *optimizer_new(model *m, int batch_max)
{
    optimizer *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->m = m;
    f->capacity = batch_max;
    f->batch.capacity = batch_max;
    f->batch.slices = m->shape.hidden / MODEL_SLICE;
    f->batch.middle_width = m->shape.middle;
    if (!optimizer_allocate(f)) {
        optimizer_free(f);
        return NULL;
    }
    f->batch.sample = f->ordered;
    return f;
}

void optimizer_free(optimizer *f)
{
    if (!f) return;
    free(f->examples);
    free(f->ordered);
    free(f->place);
    free(f->row_start);
    free(f->row_sample);
    free(f->stretches);
    free(f->turned);
    free(f->batch.hidden);
    free(f->batch.hidden_slope);
    for (int i = 0; i < 2; i++) {
        free(f->batch.middle[i]);
        free(f->batch.middle_slope[i]);
    }
    free(f->batch.slope);
    free(f->batch.loss);
    free(f);
}

example *optimizer_examples(optimizer *f)
{
    return f->examples;
}

/* Sorts the batch by output bucket, stably, and cuts it into stretches. */
static void order_batch(optimizer *f, int count)
{
    int output_buckets = f->m->shape.output_buckets, fill[TAILS_MAX];
    memset(f->tail_start, 0, sizeof f->tail_start);
    for (int i = 0; i < count; i++) f->tail_start[f->examples[i].output_bucket + 1]++;
    for (int t = 0; t < output_buckets; t++) f->tail_start[t + 1] += f->tail_start[t];
    memcpy(fill, f->tail_start, sizeof fill);
    for (int i = 0; i < count; i++) {
        f->place[i] = fill[f->examples[i].output_bucket]++;
        f->ordered[f->place[i]] = &f->examples[i];
    }
    f->stretch_count = 0;
    for (int t = 0; t < output_buckets; t++)
        for (int at = f->tail_start[t]; at < f->tail_start[t + 1]; at += STRETCH) {
            int left = f->tail_start[t + 1] - at;
            stretch s = {t, at, left < STRETCH ? left : STRETCH};
            f->stretches[f->stretch_count++] = s;
        }
}

/* For each row the samples that hold it, in batch order. */
static void index_rows(optimizer *f)
{
    uint32_t *start = f->row_start;
    int rows = f->m->shape.rows;
    memset(start, 0, ((size_t)rows + 2) * sizeof *start);
    for (int s = 0; s < f->batch.count; s++)
        for (int i = 0; i < f->ordered[s]->row_count; i++)
            start[f->ordered[s]->row[i] + 2]++;
    for (int r = 0; r < rows; r++) start[r + 2] += start[r + 1];
    for (int s = 0; s < f->batch.count; s++)
        for (int i = 0; i < f->ordered[s]->row_count; i++)
            f->row_sample[start[f->ordered[s]->row[i] + 1]++] = (uint16_t)s;
}

static void forward_task(void *context, size_t index, int thread)
{
    optimizer *f = context;
    (void)thread;
    if (index == 0) {
        index_rows(f);
        return;
    }
    const int slice = (int)index - 1;
    const model *m = f->m;
    size_t block = (size_t)slice * (size_t)m->shape.rows * MODEL_SLICE;
    kernel_first_forward(&f->batch, slice, m->weight + m->at.first + block,
                         m->weight + m->at.first_bias + slice * MODEL_SLICE);
}

static kernel_tail tail_of(const optimizer *f, const stretch *s)
{
    const model *m = f->m;
    size_t t = (size_t)s->output_bucket, middle = (size_t)m->shape.middle;
    size_t second = (size_t)m->shape.hidden * middle;
    kernel_tail output_bucket = {
        .second = m->weight + m->at.second + t * second,
        .second_bias = m->weight + m->at.second_bias + t * middle,
        .second_turned = f->turned + t * second,
        .third = m->weight + m->at.third + t * middle * MODEL_LAST,
        .third_bias = m->weight + m->at.third_bias + t * MODEL_LAST,
        .last = m->weight + m->at.last + t * MODEL_LAST * MODEL_OUTPUT_PAD,
        .last_bias = m->weight + m->at.last_bias + t * MODEL_OUTPUT_PAD,
    };
    return output_bucket;
}

/* A stretch through the upper layers, or back through them. */
static void through_tail(optimizer *f, size_t index, int back)
{
    const stretch *s = &f->stretches[index];
    kernel_tail output_bucket = tail_of(f, s);
    for (int at = 0; at < s->count; at += KERNEL_BLOCK) {
        int left = s->count - at, count = left < KERNEL_BLOCK ? left : KERNEL_BLOCK;
        if (back)
            kernel_tail_back(&f->batch, &output_bucket, s->from + at, count);
        else
            kernel_tail_forward(&f->batch, &output_bucket, s->from + at, count,
                                f->scale);
    }
}

static void tail_task(void *context, size_t index, int thread)
{
    (void)thread;
    through_tail(context, index, 0);
}

static void back_task(void *context, size_t index, int thread)
{
    (void)thread;
    through_tail(context, index, 1);
}

/* Equity error of one example; its gradient by each output in *by. */
static float equity_error(const optimizer *f, int at, float by[MODEL_OUTPUTS])
{
    static const float points[MODEL_OUTPUTS] = {1, 2, 3, -1, -2, -3};
    const float *slope = f->batch.slope + (size_t)at * MODEL_OUTPUT_PAD;
    const example *e = f->ordered[at];
    float share[MODEL_OUTPUTS], equity = 0, wanted = 0;
    for (int i = 0; i < MODEL_OUTPUTS; i++) {
        share[i] = e->possible >> i & 1 ? slope[i] / f->scale + e->target[i] : 0.0F;
        equity += points[i] * share[i];
        wanted += points[i] * e->target[i];
    }
    for (int i = 0; i < MODEL_OUTPUTS; i++) by[i] = share[i] * (points[i] - equity);
    return equity - wanted;
}

/* A play is chosen wrongly if its error differs from those of its siblings. Adds
 * `between` / 2 times the square of each error less the siblings' mean. */
static void siblings_task(void *context, size_t index, int thread)
{
    optimizer *f = context;
    (void)thread;
    const int first = (int)index * MODEL_RUN;
    int end = first + MODEL_RUN;
    if (end > f->batch.count) end = f->batch.count;
    for (int from = first, to; from < end; from = to) {
        float error[MODEL_RUN], by[MODEL_RUN][MODEL_OUTPUTS], mean = 0;
        for (to = from + 1; to < end && f->examples[to].sibling;) to++;
        if (to - from < 2) continue;
        for (int i = from; i < to; i++)
            mean += error[i - from] = equity_error(f, f->place[i], by[i - from]);
        mean /= (float)(to - from);
        for (int i = from; i < to; i++) {
            float *slope = f->batch.slope + (size_t)f->place[i] * MODEL_OUTPUT_PAD;
            float weight = f->scale * f->between * (error[i - from] - mean);
            for (int k = 0; k < MODEL_OUTPUTS; k++)
                slope[k] += weight * by[i - from][k];
        }
    }
}

static kernel_weights weights_at(const model *m, size_t at)
{
    kernel_weights w = {m->weight + at, m->mean + at, m->square + at, m->average + at};
    return w;
}

/* The layers above the second: small, so one task takes them all. */
static void update_upper(optimizer *f)
{
    const model *m = f->m;
    const kernel_batch *b = &f->batch;
    float g[MODEL_MIDDLE_MAX * MODEL_LAST] __attribute__((aligned(64)));
    const int middle = m->shape.middle, last = MODEL_LAST * MODEL_OUTPUT_PAD;
    const size_t third = (size_t)(middle * MODEL_LAST);
    for (int output_bucket = 0; output_bucket < m->shape.output_buckets;
         output_bucket++) {
        size_t t = (size_t)output_bucket;
        int from = f->tail_start[output_bucket], to = f->tail_start[output_bucket + 1];
        if (from == to) continue;
        memset(g, 0, sizeof g);
        kernel_outer(b->middle[0], middle, b->middle_slope[1], MODEL_LAST, from, to, g);
        kernel_update(g, (int)third, weights_at(m, m->at.third + t * third), &f->upper);
        memset(g, 0, sizeof g);
        kernel_outer(b->middle[1], MODEL_LAST, b->slope, MODEL_OUTPUT_PAD, from, to, g);
        kernel_update(g, last, weights_at(m, m->at.last + t * (size_t)last), &f->upper);
        memset(g, 0, sizeof g);
        kernel_sum(b->middle_slope[0], middle, from, to, g);
        kernel_update(g, middle, weights_at(m, m->at.second_bias + t * (size_t)middle),
                      &f->upper);
        memset(g, 0, sizeof g);
        kernel_sum(b->middle_slope[1], MODEL_LAST, from, to, g);
        kernel_update(g, MODEL_LAST, weights_at(m, m->at.third_bias + t * MODEL_LAST),
                      &f->upper);
        memset(g, 0, sizeof g);
        kernel_sum(b->slope, MODEL_OUTPUT_PAD, from, to, g);
        kernel_update(g, MODEL_OUTPUT_PAD,
                      weights_at(m, m->at.last_bias + t * MODEL_OUTPUT_PAD), &f->upper);
    }
}

static void update_task(void *context, size_t index, int thread)
{
    optimizer *f = context;
    (void)thread;
    if (index == 0) {
        update_upper(f);
        return;
    }
    const model *m = f->m;
    const int slice = (int)index - 1, rows = m->shape.rows;
    size_t block = m->at.first + (size_t)slice * (size_t)rows * MODEL_SLICE;
    for (int r = 0; r < rows; r++) {
        uint32_t from = f->row_start[r], n = f->row_start[r + 1] - from;
        kernel_first_update(&f->batch, slice, f->row_sample + from, (int)n,
                            weights_at(m, block + (size_t)r * MODEL_SLICE), &f->first);
    }
    kernel_first_bias_update(
        &f->batch, slice, weights_at(m, m->at.first_bias + (size_t)slice * MODEL_SLICE),
        &f->first);
    for (int output_bucket = 0; output_bucket < m->shape.output_buckets;
         output_bucket++) {
        int from = f->tail_start[output_bucket], to = f->tail_start[output_bucket + 1];
        if (from == to) continue;
        size_t unit = (size_t)output_bucket * (size_t)m->shape.hidden +
                      (size_t)slice * MODEL_SLICE;
        kernel_second_update(
            &f->batch, slice, from, to,
            weights_at(m, m->at.second + unit * (size_t)m->shape.middle), &f->upper);
    }
}

static void turn_task(void *context, size_t index, int thread)
{
    (void)thread;
    turn_slice(context, (int)index);
}

static void set_adam(optimizer *f, const model_step *how)
{
    const double keep_mean = 0.9, keep_square = 0.999;
    double t = (double)f->m->steps;
    double rate = how->plain ? (double)how->rate
                             : (double)how->rate * sqrt(1 - pow(keep_square, t)) /
                                   (1 - pow(keep_mean, t));
    /* The average follows closely in the first steps, so that it forgets the random
     * start. */
    double average = fmin((double)how->average, (1 + t) / (10 + t));
    kernel_adam a = {(float)rate,    (float)keep_mean,  (float)keep_square, 1e-9f,
                     (float)average, MODEL_LIMIT_UPPER, how->plain};
    f->upper = f->first = a;
    f->first.limit = MODEL_LIMIT_FIRST;
}

double optimizer_step(optimizer *f, alea_pool *p, int count, const model_step *how)
{
    int slices = f->batch.slices;
    f->batch.count = count;
    f->scale = 1.0f / (float)count;
    f->between = how->between;
    f->m->steps++;
    set_adam(f, how);
    order_batch(f, count);
    alea_pool_run(p, (size_t)slices, turn_task, f);
    alea_pool_run(p, (size_t)(slices + 1), forward_task, f);
    alea_pool_run(p, (size_t)f->stretch_count, tail_task, f);
    if (f->between > 0)
        alea_pool_run(p, (size_t)(count + MODEL_RUN - 1) / MODEL_RUN, siblings_task, f);
    alea_pool_run(p, (size_t)f->stretch_count, back_task, f);
    alea_pool_run(p, (size_t)(slices + 1), update_task, f);
    double loss = 0;
    for (int s = 0; s < count; s++) loss += (double)f->batch.loss[s];
    return loss / count;
}
