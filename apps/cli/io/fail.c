#include "fail.h"
#include "command.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

__attribute__((format(printf, 3, 0))) static void
say(const char *who, const char *name, const char *format, va_list values)
{
    flockfile(stderr);
    fprintf(stderr, "%s %s: ", who, name);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    funlockfile(stderr);
}

void command_say(const char *name, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say("alea", name, format, values);
    va_end(values);
}

int command_refuse(const char *name, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say("alea", name, format, values);
    va_end(values);
    return EXIT_USAGE;
}

int command_fail(const char *name, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say("alea", name, format, values);
    va_end(values);
    return EXIT_SYSTEM;
}

int command_fail_memory(const char *name)
{
    return command_fail(name, "%s", alea_status_text(ALEA_ERROR_MEMORY));
}

int command_fail_file(const char *name, const char *path)
{
    return command_fail(name, "%s: %s", path, strerror(errno));
}

void file_say(const char *path, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say("alea:", path, format, values);
    va_end(values);
}

void file_place(FILE *to, const char *path, const alea_error *where)
{
    fprintf(to, "alea: %s:", path);
    if (where->line) fprintf(to, "%zu:", where->line);
    if (where->line && where->column) fprintf(to, "%zu:", where->column);
}

void file_refuse(FILE *to, const char *path, const alea_error *error)
{
    flockfile(to);
    file_place(to, path, error);
    fprintf(to, " %s\n", error->reason);
    funlockfile(to);
}
