/* Clocks that run by Unix time: days or seconds of a turn, then a reserve. What a
 * player on vacation has left stands. Any thread. */
#ifndef ALEA_SERVER_SUPPORT_DAYS_H
#define ALEA_SERVER_SUPPORT_DAYS_H

#include <stdint.h>

enum {
    /* A turn with less time left does not stand, so that no vacation saves it. */
    DAYS_LEAST_MS = 3600 * 1000
};

typedef struct days_turn {
    int64_t deadline; /* Unix ms */
    int64_t stood;    /* the end of a vacation that the deadline counts; 0 = none */
} days_turn;

/* A turn of `given_ms`, with the reserve, from `now` on, of a player whose vacation
 * ends at `vacation_until`: 0, or before now, if he has none. */
days_turn days_begin(int64_t now, int64_t vacation_until, int64_t given_ms);
/* A turn that runs at `now`, of a player whose vacation ends or has ended then: it may
 * have begun or ended since the turn was computed. */
days_turn days_meet(days_turn turn, int64_t vacation_until, int64_t now);
/* What is left of turn and reserve; below 0: it is late by so much. */
int64_t days_left(const days_turn *turn, int64_t now);
/* The reserve after a turn that has ended with so much left. */
int64_t days_reserve(int64_t reserve_ms, int64_t left);

#endif
