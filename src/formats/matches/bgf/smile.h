/* SMILE, the binary form of JSON (github.com/FasterXML/smile-format-specification),
 * as a tree. Bounded depth and size; numbers with more than 64 bits are not read. */
#ifndef ALEA_FORMATS_MATCHES_BGF_SMILE_H
#define ALEA_FORMATS_MATCHES_BGF_SMILE_H

#include <alea/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum smile_type {
    SMILE_NULL = 0,
    SMILE_FALSE,
    SMILE_TRUE,
    SMILE_NUMBER,
    SMILE_STRING,
    SMILE_ARRAY,
    SMILE_OBJECT
} smile_type;

enum { SMILE_NONE = -1 };

typedef struct smile_node {
    smile_type type;
    const char *key, *text; /* in the bytes read; key NULL outside of objects */
    uint32_t key_length, length;
    double number;
    int32_t first, next; /* child and sibling, or SMILE_NONE */
} smile_node;

typedef struct smile_tree {
    smile_node *node; /* node[0] is the value */
    int32_t nodes;
} smile_tree;

/* The bytes must outlive the tree. Free it in any case. */
alea_status smile_read(smile_tree *tree, const uint8_t *bytes, size_t size,
                       alea_error *error);
void smile_free(smile_tree *tree);
/* A member of an object, or SMILE_NONE; `object` may be SMILE_NONE. */
int32_t smile_member(const smile_tree *tree, int32_t object, const char *key);
/* A whole number; `otherwise` if it is missing or beyond int. */
int smile_int(const smile_tree *tree, int32_t value, int otherwise);
bool smile_true(const smile_tree *tree, int32_t value);
bool smile_is(const smile_tree *tree, int32_t value, const char *word);

#endif
