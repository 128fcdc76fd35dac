/* SGF by properties: shared by the reader's two halves. */
#ifndef ALEA_FORMATS_MATCHES_SGF_SGF_H
#define ALEA_FORMATS_MATCHES_SGF_SGF_H

#include "formats/matches/reconstruct.h"

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

/* White is the first player of the record, as the left column of match text is. */
static inline bool sgf_player(char c, alea_player *out)
{
    *out = c == 'B' || c == 'b' ? ALEA_B : ALEA_A;
    return c == 'B' || c == 'b' || c == 'W' || c == 'w';
}

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

/* The number in CV: false if there is none, or one that no cube shows (a warning). */
bool sgf_cube(importer *in, const sgf_node *node, int *log2);
bool sgf_first_value(const sgf_node *node, const char *name, sgf_span *value);
/* PL, AE/AW/AB, CV, CP, DI. */
bool sgf_is_setup(sgf_span name);
/* The comment of a node, or of the root: with what was last told, or before it all. */
alea_status sgf_keep_comment(importer *in, const sgf_node *node);
/* A position set by hand: board, cube, dice. */
alea_status sgf_read_setup(importer *in, const sgf_node *node);

/* One game: its root, then the other nodes, then the result of the root. */
alea_status sgf_begin_game(importer *in, const sgf_node *root, int game, bool *over);
alea_status sgf_apply_node(importer *in, const sgf_node *node);
alea_status sgf_end_game(importer *in, const sgf_node *root, size_t line);

#endif
