/* The referee protocol's JSON: lines in, the state out. `alea referee` and the fuzz
 * target of its reader share it. */
#ifndef ALEA_CLI_PROTOCOLS_REFEREE_JSON_H
#define ALEA_CLI_PROTOCOLS_REFEREE_JSON_H

#include <alea/match.h>

enum {
    REFEREE_MESSAGE_SIZE = 320,
    REFEREE_STATE_SIZE = 1024 /* more than any state needs */
};

typedef enum request_kind {
    REQUEST_EVENT = 0, /* `event` is to be applied */
    REQUEST_LEGAL,     /* the legal plays are asked for */
    REQUEST_BAD        /* refuse with bad_event and `message` */
} request_kind;

typedef struct referee_request {
    request_kind kind;
    alea_event event;
    /* If the event is refused as `about`, the reason, more exactly than the general
     * sentence. */
    alea_refusal about;
    char message[REFEREE_MESSAGE_SIZE];
} referee_request;

/* Reads one line, any bytes. `match` fills in what a partial "set" leaves as it is. */
void referee_read_request(const char *line, size_t length, const alea_match *match,
                          referee_request *request);

/* Writes the state's JSON object (no NUL); returns its length. */
size_t referee_write_state(const alea_match *match, char out[REFEREE_STATE_SIZE]);

#endif
