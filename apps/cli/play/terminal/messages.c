/* wcwidth */
#define _XOPEN_SOURCE 700
#include "messages.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

bool messages_open(messages *m)
{
    *m = (messages){.line = calloc(MESSAGES, MESSAGE_SIZE)};
    return m->line != NULL;
}

void messages_close(messages *m)
{
    free(m->line);
    *m = (messages){0};
}

void messages_add(messages *m, const char *text)
{
    for (;;) {
        const int length = (int)strcspn(text, "\n");
        snprintf(m->line[m->count++ % MESSAGES], MESSAGE_SIZE, "%.*s", length, text);
        text += length;
        if (*text++ != '\n') return;
    }
}

int messages_oldest(const messages *m)
{
    return m->count > MESSAGES ? m->count - MESSAGES : 0;
}

const char *messages_at(const messages *m, int index)
{
    return m->line[index % MESSAGES];
}

/* Columns of the character at `text`, and its bytes; bytes that are no text have one
 * each. */
static int width_of(const char *text, int *bytes)
{
    wchar_t c;
    mbstate_t state;
    memset(&state, 0, sizeof state);
    const size_t n = mbrtowc(&c, text, MB_LEN_MAX, &state);
    if (n == 0 || n == (size_t)-1 || n == (size_t)-2) {
        *bytes = 1;
        return 1;
    }
    *bytes = (int)n;
    const int width = wcwidth(c);
    return width < 0 ? 1 : width;
}

int messages_fitting(const char *text, int columns)
{
    int used = 0, at = 0, blank = 0, bytes = 0;
    while (text[at]) {
        used += width_of(text + at, &bytes);
        if (used > columns && at > 0) return blank ? blank : at;
        if (text[at] == ' ') blank = at + 1;
        at += bytes;
    }
    return at;
}

int messages_rows(const char *text, int columns)
{
    int rows = 1;
    while (*(text += messages_fitting(text, columns))) rows++;
    return rows;
}
