#include "json.h"

#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "formats/toolkit/parse.h"

typedef struct scanner {
    js_document *document;
    size_t at, length;
    alea_error *error;
} scanner;

static alea_status fail(const scanner *s, const char *reason)
{
    return alea_error_fill(s->error, ALEA_ERROR_SYNTAX, 0, s->at + 1, "%s", reason);
}

static char peek(const scanner *s)
{
    return s->at < s->length ? s->document->text[s->at] : '\0';
}

static void skip_blanks(scanner *s)
{
    for (; s->at < s->length; s->at++) {
        char c = s->document->text[s->at];
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
    }
}

static int hex_digit(char c)
{
    if (parse_is_digit(c)) return c - '0';
    c = parse_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Four hexadecimal digits at `at`, or -1. */
static int32_t hex4(const char *text, size_t at, size_t end)
{
    int32_t value = 0;
    if (at + 4 > end) return -1;
    for (size_t i = at; i < at + 4; i++) {
        int digit = hex_digit(text[i]);
        if (digit < 0) return -1;
        value = value << 4 | digit;
    }
    return value;
}

static alea_status scan_escape(scanner *s)
{
    const char *text = s->document->text;
    char c = ++s->at < s->length ? text[s->at] : '\0';
    if (c && strchr("\"\\/bfnrt", c)) {
        s->at++;
        return ALEA_OK;
    }
    int32_t unit = c == 'u' ? hex4(text, s->at + 1, s->length) : -1;
    if (unit < 0) return fail(s, "unknown escape in a string");
    s->at += 5;
    if (unit == 0) return fail(s, "a NUL character in a string");
    if (unit < 0xD800 || unit > 0xDFFF) return ALEA_OK;
    int32_t low =
        s->at + 2 <= s->length && text[s->at] == '\\' && text[s->at + 1] == 'u'
            ? hex4(text, s->at + 2, s->length)
            : -1;
    if (unit > 0xDBFF || low < 0xDC00 || low > 0xDFFF)
        return fail(s, "half a surrogate pair in a string");
    s->at += 6;
    return ALEA_OK;
}

static alea_status scan_string(scanner *s, js_token *token)
{
    const char *text = s->document->text;
    token->type = JSON_STRING;
    token->start = (uint32_t)++s->at;
    while (s->at < s->length && text[s->at] != '"') {
        unsigned char c = (unsigned char)text[s->at];
        if (c < 32) return fail(s, "a control character in a string");
        if (c == '\\') {
            alea_status status = scan_escape(s);
            if (status) return status;
        } else if (c < 128) {
            s->at++;
        } else {
            size_t n = alea_utf8_length(text + s->at, s->length - s->at);
            if (n == 0) return fail(s, "bytes that are not UTF-8");
            s->at += n;
        }
    }
    if (s->at >= s->length) return fail(s, "a string without its closing quote");
    token->end = (uint32_t)s->at++;
    return ALEA_OK;
}

static bool scan_digits(scanner *s)
{
    size_t start = s->at;
    while (parse_is_digit(peek(s))) s->at++;
    return s->at > start;
}

static alea_status scan_number(scanner *s, js_token *token)
{
    token->type = JSON_NUMBER;
    token->start = (uint32_t)s->at;
    if (peek(s) == '-') s->at++;
    bool zero = peek(s) == '0';
    size_t start = s->at;
    bool good = scan_digits(s) && (!zero || s->at == start + 1);
    if (good && peek(s) == '.') {
        s->at++;
        good = scan_digits(s);
    }
    if (good && (peek(s) == 'e' || peek(s) == 'E')) {
        s->at++;
        if (peek(s) == '+' || peek(s) == '-') s->at++;
        good = scan_digits(s);
    }
    token->end = (uint32_t)s->at;
    return good ? ALEA_OK : fail(s, "a malformed number");
}

static alea_status scan_word(scanner *s, js_token *token)
{
    static const struct {
        const char *word;
        js_type type;
    } words[] = {{"true", JSON_TRUE}, {"false", JSON_FALSE}, {"null", JSON_NULL}};
    for (size_t i = 0; i < 3; i++) {
        size_t n = strlen(words[i].word);
        if (s->length - s->at < n ||
            memcmp(s->document->text + s->at, words[i].word, n))
            continue;
        token->type = words[i].type;
        token->start = (uint32_t)s->at;
        s->at += n;
        token->end = (uint32_t)s->at;
        return ALEA_OK;
    }
    return fail(s,
                s->at < s->length ? "a value is expected" : "the text ends too early");
}

static alea_status scan_value(scanner *s, int depth);

/* The members of an object or an array, after its opening bracket. */
static alea_status scan_members(scanner *s, bool object, int depth)
{
    char close = object ? '}' : ']';
    s->at++;
    skip_blanks(s);
    if (peek(s) == close) {
        s->at++;
        return ALEA_OK;
    }
    for (;;) {
        alea_status status;
        skip_blanks(s);
        if (object) {
            if (peek(s) != '"') return fail(s, "a name in quotes is expected");
            if ((status = scan_value(s, depth))) return status;
            skip_blanks(s);
            if (peek(s) != ':') return fail(s, "':' is expected after a name");
            s->at++;
        }
        if ((status = scan_value(s, depth))) return status;
        skip_blanks(s);
        char c = peek(s);
        if (c != ',' && c != close)
            return fail(s,
                        object ? "',' or '}' is expected" : "',' or ']' is expected");
        s->at++;
        if (c == close) return ALEA_OK;
    }
}

static alea_status scan_value(scanner *s, int depth)
{
    js_document *d = s->document;
    skip_blanks(s);
    if (depth > JSON_DEPTH) return fail(s, "nested too deep");
    if (d->tokens == JSON_TOKENS) return fail(s, "too many values");
    int index = d->tokens++;
    js_token *token = &d->token[index];
    alea_status status;
    char c = peek(s);
    if (c == '{' || c == '[') {
        token->type = c == '{' ? JSON_OBJECT : JSON_ARRAY;
        token->start = (uint32_t)s->at;
        status = scan_members(s, c == '{', depth + 1);
        token->end = (uint32_t)s->at;
    } else if (c == '"') {
        status = scan_string(s, token);
    } else if (c == '-' || parse_is_digit(c)) {
        status = scan_number(s, token);
    } else {
        status = scan_word(s, token);
    }
    token->next = d->tokens;
    return status;
}

alea_status js_read(js_document *document, const char *text, size_t length,
                    alea_error *error)
{
    scanner s = {document, 0, length, error};
    document->text = text;
    document->tokens = 0;
    if (length > UINT32_MAX / 2) return fail(&s, "too long");
    alea_status status = scan_value(&s, 0);
    if (status) return status;
    skip_blanks(&s);
    return s.at == length ? ALEA_OK : fail(&s, "something follows the value");
}

bool js_is(const js_document *document, int value, const char *word)
{
    if (value < 0 || document->token[value].type != JSON_STRING) return false;
    const js_token *t = &document->token[value];
    size_t n = strlen(word);
    return t->end - t->start == n && memcmp(document->text + t->start, word, n) == 0;
}

int js_member(const js_document *document, int object, const char *key)
{
    if (object < 0 || document->token[object].type != JSON_OBJECT) return JSON_NONE;
    int end = document->token[object].next;
    for (int i = object + 1; i < end; i = document->token[i + 1].next)
        if (js_is(document, i, key)) return i + 1;
    return JSON_NONE;
}

bool js_integer(const js_document *document, int value, int64_t *out)
{
    if (value < 0 || document->token[value].type != JSON_NUMBER) return false;
    const js_token *t = &document->token[value];
    bool negative = document->text[t->start] == '-';
    size_t i = t->start + (negative ? 1 : 0);
    if (t->end - i > 18) return false;
    int64_t result = 0;
    for (; i < t->end; i++) {
        if (!parse_is_digit(document->text[i])) return false;
        result = result * 10 + (document->text[i] - '0');
    }
    *out = negative ? -result : result;
    return true;
}

bool js_string(const js_document *document, int value, alea_text *out)
{
    if (value < 0 || document->token[value].type != JSON_STRING) return false;
    const char *text = document->text;
    size_t at = document->token[value].start, end = document->token[value].end;
    alea_text_bytes(out, "", 0); /* an empty string is a string, too */
    while (at < end) {
        size_t plain = at;
        while (plain < end && text[plain] != '\\') plain++;
        alea_text_bytes(out, text + at, plain - at);
        if ((at = plain) == end) break;
        char c = text[at + 1];
        at += 2;
        if (c != 'u') {
            static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
            const char *found = strchr(from, c);
            alea_text_char(out, found ? to[found - from] : c);
            continue;
        }
        uint32_t unit = (uint32_t)hex4(text, at, end);
        at += 4;
        if (unit >= 0xD800 && unit <= 0xDBFF) {
            uint32_t low = (uint32_t)hex4(text, at + 2, end);
            at += 6;
            unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        }
        alea_text_code_point(out, unit);
    }
    return true;
}

void js_put_string(alea_text *out, const char *string)
{
    static const char digits[] = "0123456789abcdef";
    alea_text_char(out, '"');
    const char *at = string;
    while (*at) {
        const char *plain = at;
        while ((unsigned char)*plain >= 32 && *plain != '"' && *plain != '\\' &&
               (unsigned char)*plain < 127)
            plain++;
        alea_text_bytes(out, at, (size_t)(plain - at));
        at = plain;
        unsigned char c = (unsigned char)*at;
        if (!c) break;
        size_t n = c > 127 ? alea_utf8_length(at, strnlen(at, 4)) : 0;
        if (n) {
            alea_text_bytes(out, at, n);
            at += n;
            continue;
        }
        at++;
        if (c == '"' || c == '\\') {
            alea_text_char(out, '\\');
            alea_text_char(out, (char)c);
        } else if (c == '\n') {
            alea_text_put(out, "\\n");
        } else if (c > 127) {
            alea_text_put(out, "\\ufffd"); /* never write what cannot be read */
        } else {
            alea_text_put(out, "\\u00");
            alea_text_char(out, digits[c >> 4]);
            alea_text_char(out, digits[c & 15]);
        }
    }
    alea_text_char(out, '"');
}
