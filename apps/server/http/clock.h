/* The clock that a request asks for, of backgammon or of another tables game. */
#ifndef ALEA_SERVER_HTTP_CLOCK_H
#define ALEA_SERVER_HTTP_CLOCK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum asked_clock_kind {
    ASKED_NO_CLOCK = 0,
    ASKED_DELAY,
    ASKED_FISCHER,
    ASKED_DAYS
} asked_clock_kind;

typedef struct asked_clock {
    asked_clock_kind kind;
    int64_t reserve_ms, step_ms;
} asked_clock;

/* Reads `clock` of a request: NULL and null ask for none. `reserve_s` is the reserve of
 * one that names none, `with_machine`: of a game in which no clock of days may run.
 * Returns NULL or, with *out undefined, a sentence that says what is wrong. */
const char *asked_clock_read(const json_t *clock, int64_t reserve_s, bool with_machine,
                             asked_clock *out);

#endif
