/* The error of one input, as a line of JSON. */
#ifndef ALEA_CLI_QUESTION_ERROR_LINE_H
#define ALEA_CLI_QUESTION_ERROR_LINE_H

#include <alea/status.h>

/* Prints {"id", "error"} as one line on stdout; `id` is what was asked, NULL = null. */
void question_print_error(const char *id, const char *code, const alea_error *error);

#endif
