/* SGF (FF[4]): trees, nodes, properties. */
#include <string.h>

#include "formats/toolkit/parse.h"
#include "scan.h"

/* True if the next byte ends a line: LF, CR or the LF of CR LF. */
static void note_line(sgf_scanner *s)
{
    bool cr_lf = *s->at == '\r' && s->at + 1 < s->end && s->at[1] == '\n';
    if (cr_lf || (*s->at != '\n' && *s->at != '\r')) return;
    s->line++;
    s->line_start = s->at + 1;
}

void sgf_step(sgf_scanner *s)
{
    note_line(s);
    s->at++;
}

void sgf_skip_blanks(sgf_scanner *s)
{
    while (s->at < s->end && *s->at && (unsigned char)*s->at <= ' ') sgf_step(s);
}

static alea_status fail(sgf_scanner *s, const char *reason)
{
    return import_fail(s->in, ALEA_ERROR_SYNTAX, s->line, sgf_column(s), "%s", reason);
}

/* From a '[' past its ']'. */
static alea_status skip_value(sgf_scanner *s)
{
    sgf_scanner start = *s;
    for (s->at++; s->at < s->end; s->at++) {
        note_line(s);
        if (*s->at == ']') {
            s->at++;
            return ALEA_OK;
        }
        if (*s->at == '\\' && s->at + 1 < s->end) {
            s->at++;
            note_line(s);
        }
    }
    return fail(&start, "a value that begins here is never closed with ']'");
}

static alea_status read_property(sgf_scanner *s, sgf_node *node)
{
    sgf_property p = {.name = {s->at, 0}, .raw = {s->at, 0}};
    while (s->at < s->end && parse_is_letter(*s->at)) s->at++;
    p.name.length = (size_t)(s->at - p.name.text);
    if (p.name.length == 0)
        return import_fail(s->in, ALEA_ERROR_SYNTAX, s->line, sgf_column(s),
                           "a property name is expected, not '%c'",
                           parse_shown(*s->at));
    sgf_skip_blanks(s);
    if (s->at >= s->end || *s->at != '[') return fail(s, "a property without a value");
    p.values.text = s->at;
    const char *last = s->at;
    while (s->at < s->end && *s->at == '[') {
        alea_status status = skip_value(s);
        if (status) return status;
        last = s->at;
        sgf_skip_blanks(s);
    }
    p.values.length = (size_t)(last - p.values.text);
    p.raw.length = (size_t)(last - p.raw.text);
    if (node->count == SGF_PROPERTIES)
        return fail(s, "a node with too many properties");
    node->property[node->count++] = p;
    return ALEA_OK;
}

alea_status sgf_read_node(sgf_scanner *s, sgf_node *node)
{
    node->count = 0;
    node->line = s->line;
    node->column = sgf_column(s);
    s->at++;
    for (;;) {
        sgf_skip_blanks(s);
        if (s->at >= s->end) return fail(s, "the file ends inside a game");
        if (*s->at == ';' || *s->at == '(' || *s->at == ')') return ALEA_OK;
        alea_status status = read_property(s, node);
        if (status) return status;
    }
}

alea_status sgf_skip_tree(sgf_scanner *s, int depth)
{
    while (depth > 0) {
        sgf_skip_blanks(s);
        if (s->at >= s->end) return fail(s, "the file ends inside a game");
        if (*s->at == '[') {
            alea_status status = skip_value(s);
            if (status) return status;
            continue;
        }
        depth += *s->at == '(';
        depth -= *s->at == ')';
        s->at++;
    }
    return ALEA_OK;
}

bool sgf_is(sgf_span span, const char *word)
{
    return span.length == strlen(word) && memcmp(span.text, word, span.length) == 0;
}

const sgf_property *sgf_find(const sgf_node *node, const char *name)
{
    for (int i = 0; i < node->count; i++)
        if (sgf_is(node->property[i].name, name)) return &node->property[i];
    return NULL;
}

bool sgf_value(sgf_span *rest, sgf_span *value)
{
    size_t at = 0;
    while (at < rest->length && rest->text[at] != '[') at++;
    if (at == rest->length) return false;
    value->text = rest->text + ++at;
    size_t start = at;
    while (at < rest->length && rest->text[at] != ']')
        at += rest->text[at] == '\\' ? 2 : 1;
    if (at > rest->length) at = rest->length;
    value->length = at - start;
    if (at < rest->length) at++;
    rest->text += at;
    rest->length -= at;
    return true;
}

bool sgf_first_value(const sgf_node *node, const char *name, sgf_span *value)
{
    const sgf_property *p = sgf_find(node, name);
    if (!p) return false;
    sgf_span rest = p->values;
    return sgf_value(&rest, value);
}

void sgf_unescape(sgf_span value, alea_text *out)
{
    for (size_t i = 0; i < value.length; i++) {
        char c = value.text[i];
        bool soft = c == '\\' && i + 1 < value.length;
        if (soft) c = value.text[++i];
        bool ends = c == '\n' || c == '\r';
        if (c == '\r' && i + 1 < value.length && value.text[i + 1] == '\n') i++;
        if (soft && ends) continue; /* a line broken by the writer */
        if (c) alea_text_char(out, ends ? '\n' : c);
    }
}

bool sgf_named_number(const sgf_property *property, const char *name, int *out)
{
    if (!property) return false;
    sgf_span rest = property->values, value;
    size_t n = strlen(name);
    while (sgf_value(&rest, &value))
        if (value.length > n + 1 && memcmp(value.text, name, n) == 0 &&
            value.text[n] == ':')
            return parse_int(value.text + n + 1, value.length - n - 1, out);
    return false;
}
