#include "smile.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum {
    MOST_NODES = 600000,
    DEPTH = 48,
    SHARED = 1024,
    LONGEST_SHARED = 64,
    END = 0xFC
};

typedef struct shared_text {
    const char *text;
    uint32_t length;
} shared_text;

typedef struct shared_table {
    shared_text text[SHARED];
    int count;
} shared_table;

typedef struct reader {
    const uint8_t *start, *at, *end;
    smile_tree *tree;
    int32_t capacity;
    bool share_keys, share_values, bad, no_memory;
    shared_table *keys, *values;
} reader;

static uint8_t next(reader *r)
{
    if (r->at >= r->end) {
        r->bad = true;
        return 0;
    }
    return *r->at++;
}

/* A full table is emptied, as the format requires. */
static void share(shared_table *table, shared_text text)
{
    if (text.length > LONGEST_SHARED) return;
    if (table->count == SHARED) table->count = 0;
    table->text[table->count++] = text;
}

static shared_text shared(reader *r, const shared_table *table, int index)
{
    if (index >= table->count) {
        r->bad = true;
        return (shared_text){"", 0};
    }
    return table->text[index];
}

static shared_text take(reader *r, size_t length)
{
    shared_text text = {(const char *)r->at, (uint32_t)length};
    if ((size_t)(r->end - r->at) < length) {
        r->bad = true;
        return (shared_text){"", 0};
    }
    r->at += length;
    return text;
}

/* Takes a long text up to its end marker. */
static shared_text take_long(reader *r)
{
    const uint8_t *end =
        r->at < r->end ? memchr(r->at, END, (size_t)(r->end - r->at)) : NULL;
    if (!end) {
        r->bad = true;
        return (shared_text){"", 0};
    }
    shared_text text = take(r, (size_t)(end - r->at));
    r->at++;
    return text;
}

/* Seven bits per byte, the highest first; the last byte has six and its top bit set. */
static double read_integer(reader *r)
{
    uint64_t value = 0;
    for (int i = 0; i < 10 && !r->bad; i++) {
        uint8_t byte = next(r);
        if (byte & 0x80) {
            value = value << 6 | (byte & 0x3F);
            bool negative = value & 1;
            return negative ? -(double)(value >> 1) - 1 : (double)(value >> 1);
        }
        value = value << 7 | byte;
    }
    r->bad = true;
    return 0;
}

/* The bits of a float, seven per byte: 5 bytes for 32 of them, 10 for 64. */
static double read_float(reader *r, int bytes)
{
    uint64_t bits = 0;
    for (int i = 0; i < bytes; i++) bits = bits << 7 | (next(r) & 0x7F);
    if (bytes == 5) {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return (double)value;
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static shared_text read_key(reader *r, uint8_t token)
{
    shared_text text = {"", 0};
    if (token == 0x20) return text;
    if (token >= 0x40 && token <= 0x7F) return shared(r, r->keys, token & 0x3F);
    if (token >= 0x30 && token <= 0x33)
        return shared(r, r->keys, (token & 3) << 8 | next(r));
    if (token == 0x34) return take_long(r);
    if (token >= 0x80 && token <= 0xBF)
        text = take(r, (size_t)(token & 0x3F) + 1);
    else if (token >= 0xC0 && token <= 0xF7)
        text = take(r, (size_t)(token & 0x3F) + 2);
    else
        r->bad = true;
    if (r->share_keys && !r->bad) share(r->keys, text);
    return text;
}

static bool read_text(reader *r, uint8_t token, shared_text *text)
{
    if (token >= 0x01 && token <= 0x1F)
        *text = shared(r, r->values, token - 1);
    else if (token == 0x20)
        *text = (shared_text){"", 0};
    else if (token >= 0x40 && token <= 0xBF) {
        static const int shortest[4] = {1, 33, 2, 34};
        size_t base = (size_t)shortest[(token - 0x40) >> 5];
        *text = take(r, base + (token & 0x1F));
        if (r->share_values && !r->bad) share(r->values, *text);
    } else if (token == 0xE0 || token == 0xE4)
        *text = take_long(r);
    else if (token >= 0xEC && token <= 0xEF)
        *text = shared(r, r->values, (token & 3) << 8 | next(r));
    else
        return false;
    return true;
}

/* Reads a scalar or the start of an array or object. */
static void read_value(reader *r, uint8_t token, smile_node *node)
{
    shared_text text;
    node->first = node->next = SMILE_NONE;
    if (read_text(r, token, &text)) {
        node->type = SMILE_STRING;
        node->text = text.text;
        node->length = text.length;
        return;
    }
    node->type = SMILE_NUMBER;
    if (token == 0x21)
        node->type = SMILE_NULL;
    else if (token == 0x22 || token == 0x23)
        node->type = token == 0x23 ? SMILE_TRUE : SMILE_FALSE;
    else if (token == 0x24 || token == 0x25)
        node->number = read_integer(r);
    else if (token == 0x28 || token == 0x29)
        node->number = read_float(r, token == 0x28 ? 5 : 10);
    else if (token >= 0xC0 && token <= 0xDF)
        node->number = (token & 1) ? -((token & 0x1F) >> 1) - 1 : (token & 0x1F) >> 1;
    else if (token == 0xF8 || token == 0xFA)
        node->type = token == 0xF8 ? SMILE_ARRAY : SMILE_OBJECT;
    else
        r->bad = true;
}

static int32_t add_node(reader *r)
{
    smile_tree *tree = r->tree;
    if (tree->nodes == r->capacity) {
        int32_t more = r->capacity ? r->capacity * 2 : 4096;
        if (more > MOST_NODES) more = MOST_NODES;
        smile_node *block = more > r->capacity
                                ? realloc(tree->node, (size_t)more * sizeof *block)
                                : NULL;
        if (!block) {
            r->no_memory = true;
            return SMILE_NONE;
        }
        tree->node = block;
        r->capacity = more;
    }
    memset(&tree->node[tree->nodes], 0, sizeof *tree->node);
    return tree->nodes++;
}

/* Reads one value with all its children. */
static void read_tree(reader *r)
{
    int32_t open[DEPTH], last[DEPTH];
    int depth = 0;
    do {
        bool object = depth && r->tree->node[open[depth - 1]].type == SMILE_OBJECT;
        uint8_t token = next(r);
        if (r->bad) return;
        if (depth && token == (object ? 0xFB : 0xF9)) {
            depth--;
            continue;
        }
        shared_text key = {NULL, 0};
        if (object) {
            key = read_key(r, token);
            token = next(r);
        }
        int32_t at = add_node(r);
        if (at == SMILE_NONE || r->bad) return;
        smile_node *node = &r->tree->node[at];
        node->key = key.text;
        node->key_length = key.length;
        read_value(r, token, node);
        if (r->bad) return;
        if (depth) {
            int32_t parent = open[depth - 1], before = last[depth - 1];
            *(before == SMILE_NONE ? &r->tree->node[parent].first
                                   : &r->tree->node[before].next) = at;
            last[depth - 1] = at;
        }
        if (node->type < SMILE_ARRAY) continue;
        if (depth == DEPTH) {
            r->bad = true;
            return;
        }
        open[depth] = at;
        last[depth++] = SMILE_NONE;
    } while (depth > 0);
}

alea_status smile_read(smile_tree *tree, const uint8_t *bytes, size_t size,
                       alea_error *error)
{
    *tree = (smile_tree){NULL, 0};
    reader r = {.start = bytes, .at = bytes, .end = bytes + size, .tree = tree};
    if (size < 5 || memcmp(bytes, ":)\n", 3) != 0)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0, "not SMILE data");
    r.share_keys = bytes[3] & 1;
    r.share_values = bytes[3] & 2;
    r.at += 4;
    r.keys = calloc(2, sizeof *r.keys);
    if (!r.keys)
        return alea_error_fill(error, ALEA_ERROR_MEMORY, 0, 0, "not enough memory");
    r.values = r.keys + 1;
    read_tree(&r);
    free(r.keys);
    if (r.no_memory)
        return alea_error_fill(error, ALEA_ERROR_MEMORY, 0, 0,
                               "the file holds more values than are read");
    if (r.bad)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "byte %zu of the text: damaged",
                               (size_t)(r.at - r.start));
    return ALEA_OK;
}

void smile_free(smile_tree *tree)
{
    free(tree->node);
    *tree = (smile_tree){NULL, 0};
}

int32_t smile_member(const smile_tree *tree, int32_t object, const char *key)
{
    size_t length = strlen(key);
    if (object == SMILE_NONE || tree->node[object].type != SMILE_OBJECT)
        return SMILE_NONE;
    for (int32_t i = tree->node[object].first; i != SMILE_NONE; i = tree->node[i].next)
        if (tree->node[i].key_length == length &&
            memcmp(tree->node[i].key, key, length) == 0)
            return i;
    return SMILE_NONE;
}

int smile_int(const smile_tree *tree, int32_t value, int otherwise)
{
    if (value == SMILE_NONE || tree->node[value].type != SMILE_NUMBER) return otherwise;
    double number = tree->node[value].number;
    return number >= INT_MIN && number <= INT_MAX ? (int)number : otherwise;
}

bool smile_true(const smile_tree *tree, int32_t value)
{
    return value != SMILE_NONE && tree->node[value].type == SMILE_TRUE;
}

bool smile_is(const smile_tree *tree, int32_t value, const char *word)
{
    return value != SMILE_NONE && tree->node[value].type == SMILE_STRING &&
           tree->node[value].length == strlen(word) &&
           memcmp(tree->node[value].text, word, strlen(word)) == 0;
}
