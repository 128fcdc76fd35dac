#include "lines.h"
#include "command.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { CHUNK = 65536 };

void line_reader_start(line_reader *reader, int fd, size_t cap)
{
    *reader = (line_reader){.fd = fd, .cap = cap};
}

void line_reader_finish(line_reader *reader)
{
    free(reader->buffer);
    *reader = (line_reader){.fd = -1, .at_end = true};
}

const char *line_result_text(line_result result)
{
    switch (result) {
    case LINE_READ: return "read";
    case LINE_END: return "end of input";
    case LINE_TOO_LONG: return "the line is too long";
    case LINE_HAS_NUL: return "the line has a NUL byte in it";
    case LINE_INTERRUPTED: return "interrupted";
    case LINE_FAILED: return "reading failed";
    }
    return "unknown";
}

/* Makes room for CHUNK / 2 more bytes behind `end`: first by moving what is left to the
 * front, then by growing. */
static bool make_room(line_reader *reader)
{
    if (reader->size - reader->end >= CHUNK / 2) return true;
    if (reader->start > 0) {
        const size_t left = reader->end - reader->start;
        memmove(reader->buffer, reader->buffer + reader->start, left);
        reader->start = 0;
        reader->end = left;
        if (reader->size - left >= CHUNK / 2) return true;
    }
    const size_t size = reader->size ? reader->size * 2 : CHUNK;
    char *buffer = realloc(reader->buffer, size + 1);
    if (!buffer) return false;
    reader->buffer = buffer;
    reader->size = size;
    return true;
}

/* Reads once more; LINE_READ unless it failed. */
static line_result fill(line_reader *reader)
{
    if (!make_room(reader)) {
        errno = ENOMEM;
        return LINE_FAILED;
    }
    const ssize_t got =
        read(reader->fd, reader->buffer + reader->end, reader->size - reader->end);
    if (got < 0) return errno == EINTR ? LINE_INTERRUPTED : LINE_FAILED;
    if (got == 0) reader->at_end = true;
    reader->end += (size_t)got;
    return LINE_READ;
}

/* Hands out buffer[start..stop) and goes on behind it. */
static line_result take(line_reader *reader, size_t stop, size_t next)
{
    reader->number++;
    reader->line = reader->buffer + reader->start;
    reader->length = stop - reader->start;
    reader->start = next;
    if (reader->skipping) {
        reader->skipping = false;
        return LINE_TOO_LONG;
    }
    if (reader->length > 0 && reader->line[reader->length - 1] == '\r')
        reader->length--;
    reader->line[reader->length] = '\0';
    if (reader->length > reader->cap) return LINE_TOO_LONG;
    return memchr(reader->line, '\0', reader->length) ? LINE_HAS_NUL : LINE_READ;
}

/* Over the cap: keeps none of it while looking for its end. */
static void bound_line(line_reader *reader)
{
    if (!reader->skipping && reader->end - reader->start <= reader->cap + 1) return;
    reader->skipping = true;
    reader->start = reader->end = 0;
}

line_result line_reader_fill(line_reader *reader)
{
    bound_line(reader);
    return fill(reader);
}

line_result line_reader_next(line_reader *reader)
{
    size_t searched = 0;
    for (;;) {
        const size_t have = reader->end - reader->start;
        const char *newline = NULL; /* an empty buffer may be none */
        if (have > searched)
            newline = memchr(reader->buffer + reader->start + searched, '\n',
                             have - searched);
        if (newline) {
            const size_t stop = (size_t)(newline - reader->buffer);
            return take(reader, stop, stop + 1);
        }
        if (reader->at_end) {
            if (have == 0 && !reader->skipping) return LINE_END;
            return take(reader, reader->end, reader->end);
        }
        bound_line(reader);
        searched = reader->end - reader->start;
        const line_result result = fill(reader);
        if (result != LINE_READ) return result;
    }
}

bool line_reader_has_line(const line_reader *reader)
{
    size_t have = reader->end - reader->start;
    return reader->at_end ||
           (have > 0 && memchr(reader->buffer + reader->start, '\n', have));
}

const char *line_reader_ask(line_reader *reader, const char *prompt, bool *unreadable,
                            line_result *end)
{
    for (;;) {
        if (prompt) printf("%s?\n", prompt);
        fflush(stdout);
        const line_result result = line_reader_next(reader);
        if (result == LINE_INTERRUPTED) continue;
        if (result == LINE_TOO_LONG || result == LINE_HAS_NUL) {
            *unreadable = true;
            printf("%s\n", line_result_text(result));
            continue;
        }
        *end = LINE_END;
        if (result == LINE_END) return NULL;
        if (result != LINE_READ || !output_works()) {
            *end = LINE_FAILED;
            return NULL;
        }
        char *line = reader->line + strspn(reader->line, " \t");
        for (size_t n = strlen(line); n > 0 && strchr(" \t", line[n - 1]);)
            line[--n] = '\0';
        return strcasecmp(line, "quit") != 0 && strcasecmp(line, "q") != 0 ? line
                                                                           : NULL;
    }
}

bool output_works(void)
{
    return !ferror(stdout);
}

/* A pipe whose reader is gone reports POLLERR to its writer. */
static bool reader_is_gone(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP));
}

int output_flush(void)
{
    const bool failed_before = ferror(stdout);
    errno = 0;
    const bool flushed = fflush(stdout) == 0;
    if (!failed_before && flushed) return EXIT_DONE;
    const int reason = errno;
    if (reason == EPIPE || reader_is_gone()) return EXIT_SYSTEM;
    fprintf(stderr, "alea: the output could not be written%s%s\n", reason ? ": " : "",
            reason ? strerror(reason) : "; is the disk full?");
    return EXIT_SYSTEM;
}
