/* A whole session of the referee protocol from any bytes, split at newlines: the first
 * line the rules (the defaults where they cannot be read), the rest events. The state
 * must stay possible and its JSON must be JSON. */
#include "cli/protocols/referee_json.h"
#include "cli/question/answers.h"

#include <jansson.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) abort();
}

static void check_state(const alea_match *match)
{
    char state[REFEREE_STATE_SIZE];
    size_t length = referee_write_state(match, state);
    require(length <= sizeof state);
    json_t *read = json_loadb(state, length, 0, NULL);
    require(json_is_object(read));
    require(json_string_length(json_object_get(read, "board")) == 26);
    require(json_integer_value(json_object_get(read, "cube")) ==
            alea_match_cube(match));
    json_decref(read);
    require(alea_board_check(&match->board, alea_setup_checkers(match->rules.setup),
                             NULL) == ALEA_OK);
}

static void run_line(alea_match *match, const char *line, size_t length)
{
    referee_request request;
    referee_read_request(line, length, match, &request);
    require(memchr(request.message, '\0', sizeof request.message));
    if (request.kind != REQUEST_EVENT) return;
    alea_match before;
    memcpy(&before, match, sizeof before);
    alea_play_error error;
    alea_refusal refusal = alea_match_apply(match, &request.event, &error);
    if (refusal != ALEA_ACCEPTED) require(memcmp(&before, match, sizeof before) == 0);
    check_state(match);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    alea_match match;
    bool started = false;
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (data + at)) : size - at;
        const char *line = (const char *)(data + at);
        if (!started) {
            alea_rules rules = alea_rules_default();
            char message[REFEREE_MESSAGE_SIZE];
            if (!rules_json_read(line, length, true, &rules, message))
                require(memchr(message, '\0', sizeof message));
            require(alea_rules_check(&rules, NULL) == ALEA_OK);
            alea_match_start(&match, &rules);
            started = true;
        } else {
            run_line(&match, line, length);
        }
        at += length + 1;
    }
    return 0;
}
