#include "figures.h"

#include <string.h>

#include "formats/toolkit/parse.h"

span line_trim(span s)
{
    while (s.length && (unsigned char)s.text[0] <= ' ') s.text++, s.length--;
    while (s.length && (unsigned char)s.text[s.length - 1] <= ' ') s.length--;
    return s;
}

span line_from(span s, const char *at)
{
    return (span){at, (size_t)(s.text + s.length - at)};
}

const char *line_find(span line, const char *word)
{
    const size_t n = strlen(word);
    const char *at = line.text, *end = line.text + line.length;
    while ((size_t)(end - at) >= n && (at = memchr(at, word[0], (size_t)(end - at)))) {
        if ((size_t)(end - at) < n) return NULL;
        if (memcmp(at, word, n) == 0) return at;
        at++;
    }
    return NULL;
}

bool line_behind(span line, const char *word, span *out)
{
    const char *at = line_find(line, word);
    if (!at) return false;
    const char *end = line.text + line.length;
    at += strlen(word);
    while (at < end && parse_is_blank(*at)) at++;
    out->text = at;
    while (at < end && (unsigned char)*at > ' ' && *at != ',') at++;
    while (at > out->text && at[-1] == '.') at--;
    out->length = (size_t)(at - out->text);
    return out->length > 0;
}

/* Reads a sign of one byte, or of three for U+2212; returns its length, 0 for none. */
static size_t sign_at(const char *at, const char *end, bool *minus)
{
    *minus = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) return 1;
    if (end - at < 3 || memcmp(at, "\xE2\x88\x92", 3) != 0) return 0;
    *minus = true;
    return 3;
}

static void read_figure(const char *at, const char *end, figure *out)
{
    double unit = 1;
    for (; at < end && parse_is_digit(*at); at++)
        if (out->value < 1e12) out->value = out->value * 10 + (*at - '0');
    if (end - at > 1 && (*at == '.' || *at == ',') && parse_is_digit(at[1])) {
        out->has_fraction = true;
        for (at++; at < end && parse_is_digit(*at); at++)
            out->value += (*at - '0') * (unit /= 10);
    }
    out->end = at;
    while (at < end && parse_is_blank(*at)) at++;
    out->percent = at < end && *at == '%';
}

bool figure_next(const char **at, const char *end, figure *out)
{
    for (; *at < end; ++*at) {
        bool minus;
        const size_t sign = sign_at(*at, end, &minus);
        if (end - *at <= (ptrdiff_t)sign || !parse_is_digit((*at)[sign])) continue;
        *out = (figure){.start = *at, .has_sign = sign > 0};
        read_figure(*at + sign, end, out);
        if (minus) out->value = -out->value;
        *at = out->end;
        return true;
    }
    return false;
}

int figures_of(span line, figure *out, int most)
{
    const char *at = line.text;
    int count = 0;
    while (count < most && figure_next(&at, line.text + line.length, &out[count]))
        count += out[count].has_fraction;
    return count;
}

int figure_rank(span line, span *rest)
{
    size_t n = 0;
    int rank = 0;
    while (n < line.length && n < 4 && parse_is_digit(line.text[n]))
        rank = rank * 10 + (line.text[n++] - '0');
    if (!n || n + 1 >= line.length || line.text[n] != '.' ||
        !parse_is_blank(line.text[n + 1]))
        return 0;
    *rest = line_trim(line_from(line, line.text + n + 1));
    return rank;
}
