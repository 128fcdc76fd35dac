/* SGF text as nodes and their properties. */
#ifndef ALEA_FORMATS_MATCHES_SGF_SCAN_H
#define ALEA_FORMATS_MATCHES_SGF_SCAN_H

#include "formats/toolkit/importer.h"

enum { SGF_PROPERTIES = 64 };

typedef struct sgf_span {
    const char *text;
    size_t length;
} sgf_span;

/* NAME[value][value]...: `raw` is all of it, `values` from the first '[' on. */
typedef struct sgf_property {
    sgf_span name, raw, values;
} sgf_property;

typedef struct sgf_node {
    sgf_property property[SGF_PROPERTIES];
    int count;
    size_t line, column; /* of its ';', from 1 */
} sgf_node;

typedef struct sgf_scanner {
    importer *in;
    const char *at, *end;
    const char *line_start;
    size_t line;
} sgf_scanner;

/* The node whose ';' is next; blanks before its properties are skipped. */
alea_status sgf_read_node(sgf_scanner *s, sgf_node *node);
/* Past the ')' that closes `depth` open trees. */
alea_status sgf_skip_tree(sgf_scanner *s, int depth);
void sgf_skip_blanks(sgf_scanner *s);
/* Past the byte that is next. */
void sgf_step(sgf_scanner *s);
/* Bytes of the line up to and with the one that is next. */
static inline size_t sgf_column(const sgf_scanner *s)
{
    return (size_t)(s->at - s->line_start) + 1;
}

const sgf_property *sgf_find(const sgf_node *node, const char *name);
/* The next value of a property, still escaped; begin with *rest = property->values. */
bool sgf_value(sgf_span *rest, sgf_span *value);
/* A value without its escapes, appended. */
void sgf_unescape(sgf_span value, alea_text *out);
bool sgf_is(sgf_span span, const char *word);
/* "name:value" of an MI-like property. */
bool sgf_named_number(const sgf_property *property, const char *name, int *out);
/* The first value of the property `name`; false if there is none. */
bool sgf_first_value(const sgf_node *node, const char *name, sgf_span *value);

#endif
