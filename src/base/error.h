/* Filling alea_error, the one shape of an error. */
#ifndef ALEA_BASE_ERROR_H
#define ALEA_BASE_ERROR_H

#include <alea/status.h>

#include <stdarg.h>

/* Fills `error` (may be NULL) and returns `status`. The sentence is cut at a whole
 * UTF-8 character; its control characters become '?'. `line` and `column` count from 1;
 * 0 = not known. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
alea_status
alea_error_fill(alea_error *error, alea_status status, size_t line, size_t column,
                const char *format, ...);

/* The same for a function that takes the values itself. */
alea_status alea_error_fill_values(alea_error *error, alea_status status, size_t line,
                                   size_t column, const char *format, va_list values)
    __attribute__((format(printf, 5, 0)));

/* The same with the status left as it is. Prefer alea_error_fill. */
void alea_error_set(alea_error *error, size_t line, size_t column, const char *format,
                    ...) __attribute__((format(printf, 4, 5)));

/* Fills `error` (may be NULL) with "out of memory" and returns ALEA_ERROR_MEMORY. */
alea_status alea_error_no_memory(alea_error *error);

#endif
