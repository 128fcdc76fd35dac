/* One request of GNU Backgammon's external protocol, answered. No socket here. */
#ifndef ALEA_CLI_PROTOCOLS_EXTERNAL_ANSWER_H
#define ALEA_CLI_PROTOCOLS_EXTERNAL_ANSWER_H

#include <alea/search.h>

#include <stdbool.h>
#include <stddef.h>

enum { EXTERNAL_ANSWER_SIZE = 512 };

typedef struct external_context {
    alea_engine *engine;
    alea_search_settings settings;
    bool jacoby, beavers; /* of money play, which a board line does not tell */
} external_context;

/* `line` without its end; any bytes. Writes the answer without a newline at its end.
 * False: the client wants to go. */
bool external_answer(external_context *context, const char *line, size_t length,
                     char out[EXTERNAL_ANSWER_SIZE]);

#endif
