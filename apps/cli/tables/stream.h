/* Questions on standard input, one per line, and their JSON answers. */
#ifndef ALEA_CLI_TABLES_STREAM_H
#define ALEA_CLI_TABLES_STREAM_H

#include "cli/io/lines.h"

#include <alea/status.h>

#include <stdbool.h>

/* Prints the answer to reader->line, one line of JSON; false: it was an error. */
typedef bool tables_answer(void *context, const line_reader *reader);
/* Prints an error with its code and the number of the line; returns false. */
bool tables_refuse(const char *code, alea_error *error, const line_reader *reader);
/* Answers every line of standard input; `name`: the command, for messages on standard
 * error. Returns the exit status: EXIT_SOME_BAD after any error. */
int tables_stream(const char *name, tables_answer *answer, void *context);

#endif
