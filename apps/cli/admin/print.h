/* Output of `alea admin`: text written by strangers, and JSON. */
#ifndef ALEA_CLI_ADMIN_PRINT_H
#define ALEA_CLI_ADMIN_PRINT_H

#include <jansson.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The text with everything that could steer a terminal or hide the order of its
 * characters as \u{HEX}, cut to the size at a whole character. Returns `out`. */
const char *print_plain(const char *text, char *out, size_t size);
/* Prints it as one line and releases it (NULL: out of memory). Returns the exit
 * status. */
int print_json(json_t *value);
/* The folder that was made, for a script. */
void print_folder(const char *name, bool json);
/* "2026-11-25 16:02" in UTC of a Unix time in milliseconds. */
enum { PRINT_TIME = 24 };
const char *print_time(int64_t time_ms, char out[PRINT_TIME]);

#endif
