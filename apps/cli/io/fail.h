/* How a command says on stderr what went wrong. Any thread; a message is not torn by
 * those of other threads. */
#ifndef ALEA_CLI_IO_FAIL_H
#define ALEA_CLI_IO_FAIL_H

#include <alea/status.h>

#include <stdio.h>

/* "alea NAME: MESSAGE" and a line's end, the message by printf's rules. For wrong
 * options there is args_refuse, which points to --help, too. */
void command_say(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same; returns EXIT_USAGE. */
int command_refuse(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same; returns EXIT_SYSTEM. */
int command_fail(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "alea NAME: out of memory"; returns EXIT_SYSTEM. */
int command_fail_memory(const char *name);
/* "alea NAME: PATH: why", by errno; returns EXIT_SYSTEM. */
int command_fail_file(const char *name, const char *path);

/* "alea: PATH:LINE:COLUMN: why" and a newline: this input was refused. Parts of the
 * place that are unknown are left out. */
void file_refuse(FILE *to, const char *path, const alea_error *error);
/* "alea: PATH: MESSAGE" on stderr, where no place in it is meant. */
void file_say(const char *path, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "alea: PATH:LINE:COLUMN:", for other words about a place. */
void file_place(FILE *to, const char *path, const alea_error *where);

#endif
