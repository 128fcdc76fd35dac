/* Lines in and text out, with every failure noticed; shared by all commands. */
#ifndef ALEA_CLI_IO_LINES_H
#define ALEA_CLI_IO_LINES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum line_result {
    LINE_READ = 0,
    LINE_END,
    LINE_TOO_LONG,    /* longer than the cap; skipped up to its end */
    LINE_HAS_NUL,     /* a NUL byte inside; skipped */
    LINE_INTERRUPTED, /* a signal came first; nothing lost, call again */
    LINE_FAILED       /* reading or memory failed: errno says why */
} line_result;

/* Reads a file descriptor line by line, in bounded memory: about twice the cap. */
typedef struct line_reader {
    int fd;
    size_t cap;    /* longest line allowed, without its end */
    char *line;    /* the last line read, NUL-terminated, without LF or CR LF */
    size_t length; /* of `line` */
    size_t number; /* of the last line read or skipped, from 1 */
    /* private */
    char *buffer;
    size_t size, start, end;
    bool at_end, skipping;
} line_reader;

/* Does not take over the descriptor. */
void line_reader_start(line_reader *reader, int fd, size_t cap);
/* The next line into reader->line, valid until the next call. A last line without a
 * newline is a line. */
line_result line_reader_next(line_reader *reader);
/* The next line is already here: asking for it cannot wait. A command that answers line
 * by line flushes its output where this is false. */
bool line_reader_has_line(const line_reader *reader);
/* Reads once, which cannot wait where poll saw input: for callers that must not
 * block until the end of a line. Only where line_reader_has_line is false. LINE_READ
 * (bytes came, or the end), LINE_INTERRUPTED or LINE_FAILED. */
line_result line_reader_fill(line_reader *reader);
/* Frees the buffer. */
void line_reader_finish(line_reader *reader);
/* The sentence for a line that could not be read, for a message with its number. */
const char *line_result_text(line_result result);

/* Asks a person: writes `prompt` (NULL: nothing), a question mark and a newline, and
 * returns the next line without blanks around it. A line that cannot be read is
 * answered with its sentence, sets *unreadable, and the question comes again. NULL at
 * the end of the input and on "quit" or "q" (*end is LINE_END), or when input or output
 * has failed (LINE_FAILED). */
const char *line_reader_ask(line_reader *reader, const char *prompt, bool *unreadable,
                            line_result *end);

/* False once writing to stdout has failed: loops stop there. Does not flush. */
bool output_works(void);
/* Flushes stdout. EXIT_DONE, or EXIT_SYSTEM: silent when the reader of a pipe went
 * away, else with a message on stderr. main() calls it last for every command. */
int output_flush(void);

#endif
