/* Reading a net file: bytes from anywhere, so nothing is believed before it is
 * checked. */
#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"

const char net_file_magic[8] = {'a', 'l', 'e', 'a', ' ', 'n', 'e', 't'};

static const char *const kind_name[ALEA_NET_KINDS] = {"contact", "race", "prune"};

const char *net_shape_fault(alea_net_kind kind, const alea_net_shape *shape)
{
    if (shape->width < 32 || shape->width > NET_MAX_WIDTH || shape->width % 32)
        return "its width is not a multiple of 32 up to 1024";
    if (shape->hidden2 != 0 && shape->hidden2 != NET_HIDDEN &&
        shape->hidden2 != NET_MAX_HIDDEN)
        return "its second layer is neither absent nor 32 or 64 wide";
    if (shape->hidden3 != 0 && (shape->hidden3 != NET_HIDDEN || shape->hidden2 == 0))
        return "its third layer is neither absent nor 32 wide behind a second";
    if (shape->output_buckets != 1 &&
        !(shape->output_buckets == ALEA_OUTPUT_BUCKETS && kind == ALEA_NET_CONTACT))
        return "its number of output buckets is neither 1 nor, for contact, 8";
    return NULL;
}

static size_t block(size_t *end, size_t size)
{
    size_t start = *end;
    *end = (start + size + NET_FILE_ALIGN - 1) / NET_FILE_ALIGN * NET_FILE_ALIGN;
    return start;
}

net_layout net_layout_at(alea_net_kind kind, const alea_net_shape *shape, size_t start)
{
    net_layout l = {0};
    size_t width = (size_t)shape->width, output_buckets = (size_t)shape->output_buckets;
    l.end = start;
    l.w1 = block(&l.end, (size_t)alea_encode_rows(kind) * width * sizeof(int16_t));
    l.b1 = block(&l.end, width * sizeof(int16_t));
    int outputs[3] = {shape->hidden2, shape->hidden3, NET_LOGITS};
    int last = shape->width;
    for (int i = 0; i < 3; i++) {
        if (outputs[i] == 0) continue;
        l.inputs[i] = last;
        l.outputs[i] = outputs[i];
        size_t out = (size_t)outputs[i];
        l.weights[i] =
            block(&l.end, output_buckets * (size_t)last * out * sizeof(int16_t));
        l.bias[i] = block(&l.end, output_buckets * out * sizeof(int32_t));
        last = outputs[i];
    }
    return l;
}

static uint64_t little(const unsigned char *p, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) value = value << 8 | p[i];
    return value;
}

static alea_status refuse(alea_error *error, alea_status status, const char *reason)
{
    return alea_error_fill(error, status, 0, 0, "net file: %s", reason);
}

static alea_status check_header(const unsigned char *p, size_t size, alea_error *error)
{
    char text[120];
    if (size < sizeof net_file_magic ||
        memcmp(p, net_file_magic, sizeof net_file_magic))
        return refuse(error, ALEA_ERROR_SYNTAX, "it does not begin with \"alea net\"");
    if (size < NET_FILE_HEADER)
        return refuse(error, ALEA_ERROR_SYNTAX, "it is cut off inside its header");
    uint64_t version = little(p + 8, 4), hash = little(p + 12, 4),
             stated = little(p + 16, 8);
    if (version != NET_FILE_VERSION) {
        snprintf(text, sizeof text, "it has version %llu, this program reads %d",
                 (unsigned long long)version, NET_FILE_VERSION);
        return refuse(error, ALEA_ERROR_VERSION, text);
    }
    if (hash != alea_encode_hash())
        return refuse(error, ALEA_ERROR_VERSION,
                      "it was trained for other inputs than this program computes");
    if (stated != size) {
        snprintf(text, sizeof text, "it has %zu bytes where its header says %llu", size,
                 (unsigned long long)stated);
        return refuse(error, ALEA_ERROR_SYNTAX, text);
    }
    if (alea_checksum(p + 32, size - 32) != little(p + 24, 8))
        return refuse(error, ALEA_ERROR_CHECKSUM,
                      "it is damaged: its checksum differs");
    for (size_t i = NET_FILE_SHAPES + 3 * NET_FILE_SHAPE_SIZE; i < NET_FILE_HEADER; i++)
        if (p[i])
            return refuse(error, ALEA_ERROR_SYNTAX,
                          "reserved header bytes are not zero");
    return ALEA_OK;
}

static bool is_little_endian(void)
{
    static const uint16_t one = 1;
    return *(const unsigned char *)&one == 1;
}

/* Only a big-endian machine converts the blocks. */
static void to_native(unsigned char *block, size_t size, size_t item)
{
    for (size_t i = 0; i + item <= size; i += item)
        for (size_t k = 0; k < item / 2; k++) {
            unsigned char byte = block[i + k];
            block[i + k] = block[i + item - 1 - k];
            block[i + item - 1 - k] = byte;
        }
}

static void convert(const net *n, const net_layout *l, unsigned char *base)
{
    size_t output_buckets = (size_t)n->shape.output_buckets;
    to_native(base + l->w1, l->b1 - l->w1, sizeof(int16_t));
    to_native(base + l->b1, (size_t)n->shape.width * sizeof(int16_t), sizeof(int16_t));
    for (int i = 0; i < 3; i++) {
        if (!l->inputs[i]) continue;
        to_native(base + l->weights[i], l->bias[i] - l->weights[i], sizeof(int16_t));
        to_native(base + l->bias[i],
                  output_buckets * (size_t)l->outputs[i] * sizeof(int32_t),
                  sizeof(int32_t));
    }
}

static void point_into(net *n, const net_layout *l, const unsigned char *places,
                       const unsigned char *base)
{
    n->one = 1 << places[0];
    n->w1 = (const int16_t *)(const void *)(base + l->w1);
    n->b1 = (const int16_t *)(const void *)(base + l->b1);
    net_layer *layers[3] = {&n->hidden2, &n->hidden3, &n->out};
    int in_scale = places[0];
    for (int i = 0; i < 3; i++) {
        *layers[i] = (net_layer){0};
        if (!l->inputs[i]) continue;
        int scale = in_scale + places[i + 1];
        layers[i]->weights = (const int16_t *)(const void *)(base + l->weights[i]);
        layers[i]->bias = (const int32_t *)(const void *)(base + l->bias[i]);
        layers[i]->inputs = l->inputs[i];
        layers[i]->outputs = l->outputs[i];
        layers[i]->shift = i < 2 ? scale - NET_HIDDEN_SCALE : 0;
        n->logit_scale = 1.0F / (float)(1U << scale);
        in_scale = NET_HIDDEN_SCALE;
    }
}

static void fill_row(int16_t *to, const net *n, unsigned row)
{
    if (row != ENCODE_NO_ROW)
        memcpy(to, n->w1 + row * NET_NARROW, NET_NARROW * sizeof *to);
}

/* `rows` is all zeros. */
static void fill_narrow(narrow_rows *rows, const net *n)
{
    for (int p = 0; p < ENCODE_NOWHERE; p++)
        for (int i = 0; i < 32; i++)
            fill_row(rows->point[p][i], n, encode_point_row[p][i]);
    for (int off = 0; off <= ALEA_CHECKERS; off++)
        fill_row(rows->off[off], n, encode_off_row(n->kind, off));
}

static const char *places_fault(const unsigned char *places)
{
    if (places[0] < NET_FIRST_MIN_PLACES || places[0] > NET_FIRST_MAX_PLACES)
        return "the scale of its first layer is out of range";
    for (int i = 1; i < NET_PLACES; i++)
        if (places[i] > NET_MAX_PLACES || (i < 3 && places[i] < 4))
            return "the scale of a later layer is out of range";
    return NULL;
}

alea_status net_file_read(net_file *file, const void *bytes, size_t size, bool in_place,
                          alea_error *error)
{
    const unsigned char *p = bytes;
    alea_status status = check_header(p, size, error);
    if (status != ALEA_OK) return status;

    net_file read = {0};
    net_layout layout[ALEA_NET_KINDS];
    unsigned char places[ALEA_NET_KINDS][NET_PLACES];
    size_t end = NET_FILE_HEADER;
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        const unsigned char *s = p + NET_FILE_SHAPES + k * NET_FILE_SHAPE_SIZE;
        net *n = &read.nets[k];
        n->kind = (alea_net_kind)k;
        n->shape = (alea_net_shape){(int)little(s, 2), (int)little(s + 2, 2),
                                    (int)little(s + 4, 2), (int)little(s + 6, 2)};
        memcpy(places[k], s + 8, NET_PLACES);
        const char *fault = net_shape_fault(n->kind, &n->shape);
        if (!fault) fault = places_fault(places[k]);
        if (fault) {
            char text[120];
            snprintf(text, sizeof text, "the %s net: %s", kind_name[k], fault);
            return refuse(error, ALEA_ERROR_SYNTAX, text);
        }
        layout[k] = net_layout_at(n->kind, &n->shape, end);
        end = layout[k].end;
    }
    if (end != size)
        return refuse(error, ALEA_ERROR_SYNTAX,
                      "its size does not fit the nets it names");

    const size_t copied =
        in_place && is_little_endian() && (uintptr_t)bytes % NET_FILE_ALIGN == 0 ? 0
                                                                                 : size;
    read.block = aligned_alloc(NET_FILE_ALIGN, copied + sizeof(narrow_rows));
    if (!read.block) return refuse(error, ALEA_ERROR_MEMORY, "no memory for it");
    unsigned char *block = read.block;
    memcpy(block, bytes, copied);
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        if (!is_little_endian()) convert(&read.nets[k], &layout[k], block);
        point_into(&read.nets[k], &layout[k], places[k], copied ? block : p);
    }
    net *prune = &read.nets[ALEA_NET_PRUNE];
    if (prune->shape.width == NET_NARROW && prune->shape.hidden2 <= NET_HIDDEN) {
        narrow_rows *rows = (void *)(block + copied);
        memset(rows, 0, sizeof *rows);
        fill_narrow(rows, prune);
        prune->narrow = rows;
    }
    *file = read;
    return ALEA_OK;
}

void net_file_clear(net_file *file)
{
    free(file->block);
    *file = (net_file){0};
}
