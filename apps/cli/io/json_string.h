/* A JSON string, written. */
#ifndef ALEA_CLI_IO_JSON_STRING_H
#define ALEA_CLI_IO_JSON_STRING_H

#include <stddef.h>

/* Writes `text` as a JSON string into `out`, which has room for 6 bytes a byte and the
 * quotes; returns the length. No NUL is added. */
size_t json_write_string(const char *text, char *out);

#endif
