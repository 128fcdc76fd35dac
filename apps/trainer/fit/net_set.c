#include "net_set.h"
#include "base/file.h"
#include "base/hash.h"
#include "trainer/support/random.h"
#include "trainer/support/reason.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int output_buckets_of[ALEA_NET_KINDS] = {ALEA_OUTPUT_BUCKETS, 1, 1};

int net_set_new(net_set *b, const int width[ALEA_NET_KINDS], int hidden2, uint64_t seed)
{
    memset(b, 0, sizeof *b);
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        model_shape shape = {alea_encode_rows((alea_net_kind)k), width[k],
                             output_buckets_of[k],
                             k == ALEA_NET_CONTACT ? hidden2 : MODEL_LAST};
        b->net[k] = model_new(&shape, seed + (uint64_t)k);
        if (!b->net[k]) {
            net_set_free(b);
            return -1;
        }
    }
    return 0;
}

void net_set_free(net_set *b)
{
    for (int k = 0; k < ALEA_NET_KINDS; k++) model_free(b->net[k]);
    memset(b, 0, sizeof *b);
}

/* One layer of all output buckets, weights[bucket][input][stride] turned to
 * [bucket][output][input]; returns where the next block goes. */
static float *turn_layer(float *to, const float *weights, size_t output_buckets,
                         size_t inputs, size_t outputs, size_t stride)
{
    for (size_t t = 0; t < output_buckets; t++)
        for (size_t j = 0; j < outputs; j++)
            for (size_t i = 0; i < inputs; i++)
                *to++ = weights[(t * inputs + i) * stride + j];
    return to;
}

/* Our layout to the library's: slices joined, the upper layers turned. */
static float *params_fill(const model *m, alea_net_params *out)
{
    size_t rows = (size_t)m->shape.rows, width = (size_t)m->shape.hidden;
    size_t output_buckets = (size_t)m->shape.output_buckets,
           middle = (size_t)m->shape.middle;
    const model_layout *at = &m->at;
    size_t total = rows * width + width + output_buckets * middle * (width + 1) +
                   output_buckets * MODEL_LAST * (middle + 1) +
                   output_buckets * MODEL_OUTPUTS * (MODEL_LAST + 1);
    float *block = malloc(total * sizeof *block), *p = block;
    if (!block) return NULL;
    const float *w = m->average;
    for (size_t r = 0; r < rows; r++)
        for (size_t u = 0; u < width; u++)
            p[r * width + u] =
                w[at->first + (u / MODEL_SLICE * rows + r) * MODEL_SLICE +
                  u % MODEL_SLICE];
    out->w1 = p, p += rows * width;
    memcpy(p, w + at->first_bias, width * sizeof *p);
    out->b1 = p, p += width;
    out->w2 = p,
    p = turn_layer(p, w + at->second, output_buckets, width, middle, middle);
    memcpy(p, w + at->second_bias, output_buckets * middle * sizeof *p);
    out->b2 = p, p += output_buckets * middle;
    out->w3 = p,
    p = turn_layer(p, w + at->third, output_buckets, middle, MODEL_LAST, MODEL_LAST);
    memcpy(p, w + at->third_bias, output_buckets * MODEL_LAST * sizeof *p);
    out->b3 = p, p += output_buckets * MODEL_LAST;
    out->w4 = p, p = turn_layer(p, w + at->last, output_buckets, MODEL_LAST,
                                MODEL_OUTPUTS, MODEL_OUTPUT_PAD);
    for (size_t t = 0; t < output_buckets; t++)
        memcpy(p + t * MODEL_OUTPUTS, w + at->last_bias + t * MODEL_OUTPUT_PAD,
               MODEL_OUTPUTS * sizeof *p);
    out->b4 = p;
    out->shape.width = m->shape.hidden;
    out->shape.hidden2 = m->shape.middle;
    out->shape.hidden3 = MODEL_LAST;
    out->shape.output_buckets = m->shape.output_buckets;
    return block;
}

/* Averaged weights to a net file in memory (malloc'd; NULL with a reason). */
static void *net_set_pack(const net_set *b, size_t *size, char *reason,
                          size_t reason_size)
{
    alea_net_params params[ALEA_NET_KINDS];
    float *block[ALEA_NET_KINDS] = {NULL};
    void *file = NULL;
    int ok = 1;
    for (int k = 0; k < ALEA_NET_KINDS; k++)
        ok = ok && (block[k] = params_fill(b->net[k], &params[k])) != NULL;
    if (ok) {
        *size = alea_net_pack_size(params);
        file = malloc(*size);
    }
    if (!file) {
        reason_no_memory(reason, reason_size);
    } else {
        alea_error error = {0};
        if (alea_net_pack(params, file, *size, &error) != ALEA_OK) {
            snprintf(reason, reason_size, "packing: %s", error.reason);
            free(file);
            file = NULL;
        }
    }
    for (int k = 0; k < ALEA_NET_KINDS; k++) free(block[k]);
    return file;
}

alea_evaluator *net_set_evaluator(const net_set *b, char *reason, size_t size)
{
    size_t length;
    void *file = net_set_pack(b, &length, reason, size);
    if (!file) return NULL;
    alea_evaluator *e = NULL;
    alea_error error = {0};
    if (alea_evaluator_open_memory(&e, file, length, &error) != ALEA_OK)
        snprintf(reason, size, "the packed net is refused: %s", error.reason);
    free(file);
    return e;
}

static int write_whole(const char *path, const void *data, size_t length, char *reason,
                       size_t size)
{
    alea_error error;
    if (alea_file_replace(path, data, length, 0666, &error) == ALEA_OK) return 0;
    snprintf(reason, size, "%s: %s", path, error.reason);
    return -1;
}

int net_set_export(const net_set *b, const char *path, char *reason, size_t size)
{
    size_t length;
    void *file = net_set_pack(b, &length, reason, size);
    if (!file) return -1;
    int status = write_whole(path, file, length, reason, size);
    free(file);
    return status;
}

/* Weights file: "ALEAWTS2", hash of the encoding, hash of the body, then a net each:
 * rows, hidden, output_buckets, middle, floats. Native byte order: it moves between
 * like machines only. */
typedef struct weights_header {
    char magic[8];
    uint32_t encoding, reserved;
    uint64_t body;
} weights_header;

static uint64_t body_hash(const unsigned char *data, size_t length)
{
    return alea_hash_bytes(ALEA_HASH_START, data, length);
}

int net_set_save(const net_set *b, const char *path, char *reason, size_t size)
{
    size_t length = sizeof(weights_header);
    for (int k = 0; k < ALEA_NET_KINDS; k++)
        length += 4 * sizeof(int32_t) + b->net[k]->at.total * sizeof(float);
    unsigned char *file = malloc(length), *p;
    if (!file) return reason_no_memory(reason, size);
    p = file + sizeof(weights_header);
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        const model *m = b->net[k];
        int32_t shape[4] = {m->shape.rows, m->shape.hidden, m->shape.output_buckets,
                            m->shape.middle};
        memcpy(p, shape, sizeof shape);
        p += sizeof shape;
        memcpy(p, m->average, m->at.total * sizeof(float));
        p += m->at.total * sizeof(float);
    }
    weights_header h = {
        {'A', 'L', 'E', 'A', 'W', 'T', 'S', '2'}, alea_encode_hash(), 0, 0};
    h.body = body_hash(file + sizeof h, length - sizeof h);
    memcpy(file, &h, sizeof h);
    int status = write_whole(path, file, length, reason, size);
    free(file);
    return status;
}

static int load_body(net_set *b, const unsigned char *p, size_t left, const char *path,
                     char *reason, size_t size)
{
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        int32_t shape[4];
        int rows = alea_encode_rows((alea_net_kind)k);
        if (left < sizeof shape) {
            snprintf(reason, size, "%s: net %d is cut off", path, k);
            return -1;
        }
        memcpy(shape, p, sizeof shape);
        p += sizeof shape;
        left -= sizeof shape;
        if (shape[0] != rows || shape[1] < 32 || shape[1] > 1024 || shape[1] % 32 ||
            shape[2] != output_buckets_of[k] ||
            (shape[3] != 32 && shape[3] != MODEL_MIDDLE_MAX)) {
            snprintf(reason, size, "%s: net %d has an impossible shape", path, k);
            return -1;
        }
        model_shape s = {shape[0], shape[1], shape[2], shape[3]};
        size_t bytes = model_layout_of(&s).total * sizeof(float);
        if (left < bytes) {
            snprintf(reason, size, "%s: net %d is cut off", path, k);
            return -1;
        }
        b->net[k] = model_new(&s, 1);
        if (!b->net[k]) return reason_no_memory(reason, size);
        memcpy(b->net[k]->average, p, bytes);
        memcpy(b->net[k]->weight, p, bytes);
        p += bytes;
        left -= bytes;
    }
    if (left == 0) return 0;
    snprintf(reason, size, "%s: %zu bytes too many", path, left);
    return -1;
}

static unsigned char *read_whole(const char *path, size_t *length, char *reason,
                                 size_t size)
{
    const size_t most = 64u << 20;
    FILE *file = fopen(path, "rb");
    unsigned char *data = file ? malloc(most) : NULL;
    *length = data ? fread(data, 1, most, file) : 0;
    int ok = data && !ferror(file);
    if (!ok) snprintf(reason, size, "%s: %s", path, strerror(errno ? errno : ENOMEM));
    if (file) fclose(file);
    if (ok) return data;
    free(data);
    return NULL;
}

int net_set_load(net_set *b, const char *path, char *reason, size_t size)
{
    size_t length;
    memset(b, 0, sizeof *b);
    unsigned char *file = read_whole(path, &length, reason, size);
    if (!file) return -1;
    weights_header h;
    int status = -1;
    if (length < sizeof h || memcmp(file, "ALEAWTS2", 8) != 0) {
        snprintf(reason, size, "%s: not a weights file", path);
    } else {
        memcpy(&h, file, sizeof h);
        if (h.encoding != alea_encode_hash())
            snprintf(reason, size, "%s: made for another encoding of positions", path);
        else if (h.body != body_hash(file + sizeof h, length - sizeof h))
            snprintf(reason, size, "%s: damaged (its hash does not fit)", path);
        else
            status =
                load_body(b, file + sizeof h, length - sizeof h, path, reason, size);
    }
    free(file);
    if (status != 0) net_set_free(b);
    return status;
}

/* The second layer of one output bucket. If it has doubled, each unit becomes two units
 * that are shifted apart by the same amount and weighted by half: together they give
 * the old output, except near the kinks of the clip, and each has a gradient from the
 * start. */
static void grow_second(const model *to, const model *from, size_t output_bucket,
                        float *w, random_stream *r)
{
    const float apart = 0.3f, least = 0.01f;
    size_t old = (size_t)from->shape.hidden, now = (size_t)to->shape.hidden;
    size_t before = (size_t)from->shape.middle, after = (size_t)to->shape.middle;
    size_t both = old < now ? old : now;
    const float *f = from->average;
    float *second = w + to->at.second + output_bucket * now * after;
    float *bias = w + to->at.second_bias + output_bucket * after;
    float *third = w + to->at.third + output_bucket * after * MODEL_LAST;
    memset(second, 0, now * after * sizeof(float));
    f += from->at.second + output_bucket * old * before;
    for (size_t u = 0; u < both; u++)
        for (size_t j = 0; j < before; j++) {
            float x = f[u * before + j], lean = 0;
            if (after > before) {
                lean = x * apart * random_bell(r) + least * random_bell(r);
                second[u * after + before + j] = x - lean;
            }
            second[u * after + j] = x + lean;
        }
    for (size_t j = 0; j < after; j++) {
        size_t was = j % before;
        bias[j] = from->average[from->at.second_bias + output_bucket * before + was];
        f = from->average + from->at.third +
            (output_bucket * before + was) * MODEL_LAST;
        for (size_t k = 0; k < MODEL_LAST; k++)
            third[j * MODEL_LAST + k] = f[k] * (float)before / (float)after;
    }
}

static void grow(model *to, const model *from, random_stream *r)
{
    size_t rows = (size_t)to->shape.rows;
    size_t old = (size_t)from->shape.hidden, now = (size_t)to->shape.hidden;
    size_t both = old < now ? old : now;
    const float *f = from->average;
    float *w = to->weight;
    memcpy(w + to->at.first, f + from->at.first, rows * both * sizeof(float));
    memcpy(w + to->at.first_bias, f + from->at.first_bias, both * sizeof(float));
    for (size_t t = 0; t < (size_t)to->shape.output_buckets; t++)
        grow_second(to, from, t, w, r);
    memcpy(w + to->at.third_bias, f + from->at.third_bias,
           (to->at.total - to->at.third_bias) * sizeof(float));
    memcpy(to->average, w, to->at.total * sizeof(float));
}

int net_set_grow(net_set *b, const net_set *from)
{
    random_stream r = random_open(1, 0x53504c4954u);
    for (int k = 0; k < ALEA_NET_KINDS; k++)
        if (b->net[k]->shape.middle < from->net[k]->shape.middle) return -1;
    for (int k = 0; k < ALEA_NET_KINDS; k++) grow(b->net[k], from->net[k], &r);
    return 0;
}

alea_net_kind net_set_kind(const alea_board *board)
{
    return alea_board_phase(board) == ALEA_PHASE_CONTACT ? ALEA_NET_CONTACT
                                                         : ALEA_NET_RACE;
}

void net_set_example(alea_net_kind kind, const alea_board *board, const outcomes *label,
                     example *out)
{
    out->row_count = (uint16_t)alea_encode(kind, board, out->row);
    out->output_bucket =
        (uint8_t)(kind == ALEA_NET_CONTACT ? alea_encode_output_bucket(board) : 0);
    out->possible = (uint8_t)alea_encode_possible(board);
    if (label) memcpy(out->target, label->share, sizeof out->target);
}

static outcomes net_set_evaluate_with(const net_set *b, alea_net_kind kind,
                                      const alea_board *board)
{
    example e;
    outcomes o;
    net_set_example(kind, board, NULL, &e);
    model_evaluate(b->net[kind], 1, e.row, e.row_count, e.output_bucket, e.possible,
                   o.share);
    return o;
}

outcomes net_set_evaluate(const net_set *b, const alea_board *board)
{
    return net_set_evaluate_with(b, net_set_kind(board), board);
}

static int ensemble_size(const judge *j)
{
    int count = 1;
    while (count <= JUDGE_MORE && j->more[count - 1]) count++;
    return count;
}

static void probs_add(alea_probs *sum, const alea_probs *p, float weight)
{
    sum->win += weight * p->win;
    sum->win_gammon += weight * p->win_gammon;
    sum->win_backgammon += weight * p->win_backgammon;
    sum->lose_gammon += weight * p->lose_gammon;
    sum->lose_backgammon += weight * p->lose_backgammon;
}

outcomes judge_board(const judge *j, const alea_board *board)
{
    if (!j->fast) return net_set_evaluate(j->slow, board);
    alea_probs p;
    alea_eval(j->fast, board, &p);
    int count = ensemble_size(j);
    if (count == 1) return outcomes_of_probs(&p);
    alea_probs mean = {0, 0, 0, 0, 0};
    for (int k = 0; k < count; k++) {
        if (k > 0) alea_eval(j->more[k - 1], board, &p);
        probs_add(&mean, &p, 1.0F / (float)count);
    }
    return outcomes_of_probs(&mean);
}

alea_probs finished_value(const alea_board *result)
{
    alea_probs p = {1, 0, 0, 0, 0};
    if (alea_board_checkers(result, false) < ALEA_CHECKERS) return p;
    p.win_gammon = 1;
    for (int point = 0; point <= 6; point++)
        if (result->point[point] < 0) p.win_backgammon = 1;
    return p;
}

/* `out` holds what the first net says of each result, and gets the mean of all. */
static void join_ensemble(const judge *j, const alea_board *before,
                          const alea_board *results, int count, alea_probs *out)
{
    enum { CHUNK = 64 };
    alea_probs p[CHUNK], mean[CHUNK];
    int nets = ensemble_size(j);
    float weight = 1.0F / (float)nets;
    for (int from = 0; from < count; from += CHUNK) {
        int n = count - from < CHUNK ? count - from : CHUNK;
        memset(mean, 0, sizeof mean);
        for (int i = 0; i < n; i++) probs_add(&mean[i], &out[from + i], weight);
        for (int k = 0; k < nets - 1; k++) {
            alea_eval_results(j->more[k], before, results + from, n, p);
            for (int i = 0; i < n; i++) probs_add(&mean[i], &p[i], weight);
        }
        memcpy(out + from, mean, (size_t)n * sizeof *mean);
    }
}

void judge_results(const judge *j, const alea_board *before, const alea_board *results,
                   int count, alea_probs *out)
{
    if (j->fast) {
        alea_eval_results(j->fast, before, results, count, out);
        if (j->more[0]) join_ensemble(j, before, results, count, out);
        return;
    }
    for (int i = 0; i < count; i++) {
        if (alea_board_checkers(&results[i], true) == 0) {
            out[i] = finished_value(&results[i]);
            continue;
        }
        alea_board theirs = alea_board_swap(&results[i]);
        outcomes o = net_set_evaluate(j->slow, &theirs);
        o = outcomes_flip(&o);
        out[i] = outcomes_to_probs(&o);
    }
}
