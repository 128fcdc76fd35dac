/* Clocks of tables: the seconds of a turn, then a reserve (Fischer: a reserve, to which
 * each play adds those seconds), by Unix time. A row keeps when the time of whoever is
 * to act is used up, so that a table needs no memory for it. */
#ifndef ALEA_SERVER_TABLES_CLOCK_H
#define ALEA_SERVER_TABLES_CLOCK_H

#include "parts.h"

enum {
    FAMILY_PAUSE = 2 /* instead of a seat: a throw or a game that anybody begins */
};

/* Whose clock runs: a seat, FAMILY_PAUSE or -1. */
int family_clock_awaits(const storage_family *row, const alea_tables_match *match);
/* The clock at `now` passes from one of these to the other: charges the reserve of the
 * one and begins the turn of the other. `has_played`: the one has made a play.
 * A vacation of the other is none of it. */
void family_clock_after(storage_family *row, int was, int is, bool has_played,
                        int64_t now);

typedef struct family_time {
    int64_t reserve_ms[2], step_ms; /* the latter of the turn */
} family_time;

/* What is left at `now`. */
family_time family_clock_left(const storage_family *row, int awaited, int64_t now);

#endif
