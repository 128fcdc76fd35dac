#include "error.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 4, 0))) static void
fill(alea_error *error, size_t line, size_t column, const char *format, va_list values)
{
    error->line = line;
    error->column = column;
    int wanted = vsnprintf(error->reason, sizeof error->reason, format, values);
    size_t length = strlen(error->reason);
    if (wanted >= (int)sizeof error->reason) {
        /* A character cut in two: its continuation bytes go, then its lead. */
        while (length > 0 && ((unsigned char)error->reason[length - 1] & 0xC0) == 0x80)
            length--;
        if (length > 0 && (unsigned char)error->reason[length - 1] >= 0xC0) length--;
        error->reason[length] = '\0';
    }
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)error->reason[i] < 32 || error->reason[i] == 127)
            error->reason[i] = '?';
}

alea_status alea_error_fill(alea_error *error, alea_status status, size_t line,
                            size_t column, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    alea_error_fill_values(error, status, line, column, format, values);
    va_end(values);
    return status;
}

alea_status alea_error_fill_values(alea_error *error, alea_status status, size_t line,
                                   size_t column, const char *format, va_list values)
{
    if (!error) return status;
    fill(error, line, column, format, values);
    error->status = status;
    return status;
}

void alea_error_set(alea_error *error, size_t line, size_t column, const char *format,
                    ...)
{
    if (!error) return;
    va_list values;
    va_start(values, format);
    fill(error, line, column, format, values);
    va_end(values);
}

alea_status alea_error_no_memory(alea_error *error)
{
    return alea_error_fill(error, ALEA_ERROR_MEMORY, 0, 0, "%s",
                           alea_status_text(ALEA_ERROR_MEMORY));
}
