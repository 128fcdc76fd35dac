#include "met_cursor.h"

#include "base/error.h"

#include <alea/met.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

alea_status met_fail(met_cursor *in, alea_status status, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    alea_error_fill_values(in->error, status, in->line,
                           (size_t)(in->at - in->line_start) + in->column_base, format,
                           values);
    va_end(values);
    return status;
}

static void step(met_cursor *in)
{
    if (*in->at++ != '\n') return;
    in->line++;
    in->line_start = in->at;
}

bool met_at_end(const met_cursor *in)
{
    return in->at == in->end;
}

bool met_at_line_end(const met_cursor *in)
{
    return met_at_end(in) || *in->at == '\n' || *in->at == '\r';
}

bool met_starts(const met_cursor *in, const char *text)
{
    size_t n = strlen(text);
    return (size_t)(in->end - in->at) >= n && memcmp(in->at, text, n) == 0;
}

void met_skip_spaces(met_cursor *in)
{
    while (!met_at_end(in) && (*in->at == ' ' || *in->at == '\t')) step(in);
}

void met_skip_blank(met_cursor *in)
{
    while (!met_at_end(in) && *in->at && strchr(" \t\r\n", *in->at)) step(in);
}

static alea_status skip_past(met_cursor *in, const char *close)
{
    met_cursor opened = *in;
    while (!met_at_end(in) && !met_starts(in, close)) step(in);
    if (met_at_end(in)) {
        *in = opened;
        return met_fail(in, ALEA_ERROR_SYNTAX, "opened here and never closed by %s",
                        close);
    }
    for (size_t n = strlen(close); n > 0; n--) step(in);
    return ALEA_OK;
}

alea_status met_skip_markup(met_cursor *in)
{
    for (;;) {
        met_skip_blank(in);
        alea_status status = ALEA_OK;
        if (met_starts(in, "<!--"))
            status = skip_past(in, "-->");
        else if (met_starts(in, "<?"))
            status = skip_past(in, "?>");
        else if (met_starts(in, "<!"))
            status = skip_past(in, ">");
        else
            return ALEA_OK;
        if (status != ALEA_OK) return status;
    }
}

alea_status met_expect(met_cursor *in, const char *text)
{
    if (!met_starts(in, text))
        return met_fail(in, ALEA_ERROR_SYNTAX, "%s is missing", text);
    for (size_t n = strlen(text); n > 0; n--) step(in);
    return ALEA_OK;
}

bool met_tag_with(met_cursor *in, const char *name, char *attributes, size_t size)
{
    size_t n = strlen(name);
    if (!met_starts(in, "<") || (size_t)(in->end - in->at) < n + 2 ||
        memcmp(in->at + 1, name, n) != 0 || !strchr("> \t\r\n", in->at[n + 1]) ||
        in->at[n + 1] == 0)
        return false;
    const char *close = memchr(in->at, '>', (size_t)(in->end - in->at));
    if (!close) return false;
    const char *from = in->at + n + 1;
    size_t length = (size_t)(close - from);
    if (length >= size) length = size - 1;
    memcpy(attributes, from, length);
    attributes[length] = 0;
    while (in->at <= close) step(in);
    return true;
}

bool met_tag(met_cursor *in, const char *name)
{
    char attributes[4];
    return met_tag_with(in, name, attributes, sizeof attributes);
}

/* Bytes above ASCII may be Latin-1 or damaged; they occur only in names. */
static char plain(char c)
{
    unsigned char byte = (unsigned char)c;
    if (byte < 0x20) return ' ';
    return byte < 0x7F ? c : '?';
}

void met_text(met_cursor *in, char stop, char *out, size_t size)
{
    size_t n = 0;
    while (!met_at_end(in) && *in->at != stop) {
        char c = plain(*in->at);
        if (n + 1 < size && (n > 0 || c != ' ')) out[n++] = c;
        step(in);
    }
    while (n > 0 && out[n - 1] == ' ') n--;
    out[n] = 0;
}

/* Copies the characters of a number, so that strtod sees no locale or hex form. */
static size_t digits(const met_cursor *in, char *out, size_t size)
{
    size_t n = 0;
    const char *at = in->at;
    while (at < in->end && n + 1 < size && *at && strchr("0123456789.+-eE", *at))
        out[n++] = *at++;
    out[n] = 0;
    return n;
}

/* Decimal digits with one point, as all published tables use. */
static bool parse_chance(const char *text, double *value)
{
    double v = 0, scale = 1;
    int seen = 0;
    bool point = false;
    for (; *text; text++) {
        if (*text == '.' && !point) {
            point = true;
        } else if (*text >= '0' && *text <= '9') {
            seen++;
            v = v * 10 + (*text - '0');
            if (point) scale *= 10;
        } else {
            return false;
        }
    }
    *value = v / scale;
    return seen > 0;
}

alea_status met_number(met_cursor *in, float *value)
{
    char text[32];
    double v;
    size_t n = digits(in, text, sizeof text);
    if (n == 0) return met_fail(in, ALEA_ERROR_SYNTAX, "a chance is expected here");
    if (!parse_chance(text, &v))
        return met_fail(in, ALEA_ERROR_SYNTAX, "\"%s\" is not a decimal chance", text);
    if (v > 1) return met_fail(in, ALEA_ERROR_SYNTAX, "chance %s is not 0 to 1", text);
    in->at += n;
    *value = (float)v;
    return ALEA_OK;
}

alea_status met_length(met_cursor *in, int *value)
{
    char text[32], *rest;
    met_skip_spaces(in);
    size_t n = digits(in, text, sizeof text);
    long length = strtol(text, &rest, 10);
    if (n == 0 || *rest)
        return met_fail(in, ALEA_ERROR_SYNTAX, "a length is expected here");
    if (length == -1)
        return met_fail(in, ALEA_ERROR_UNSUPPORTED,
                        "this table is generated by a formula, not listed; alea met "
                        "--compute makes one from a model");
    if (length < 1 || length > ALEA_MET_SIZE)
        return met_fail(in, ALEA_ERROR_SYNTAX, "length %ld is not 1 to %d", length,
                        ALEA_MET_SIZE);
    in->at += n;
    *value = (int)length;
    return ALEA_OK;
}
