#include "messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int messages_fitting(const char *text, int columns)
{
    int used = 0, bytes = 0, blank = 0;
    while (text[bytes]) {
        if (((unsigned char)text[bytes] & 0xc0) != 0x80 && used++ == columns)
            return blank ? blank : bytes;
        if (text[bytes] == ' ') blank = bytes + 1;
        bytes++;
    }
    return bytes;
}

int messages_rows(const char *text, int columns)
{
    int rows = 1;
    while (*(text += messages_fitting(text, columns))) rows++;
    return rows;
}
