#include "clock.h"

#include "server/support/days.h"

enum { PAUSE_MS = 20000 /* before the server begins what anybody may */ };

int family_clock_awaits(const storage_family *row, const alea_tables_match *match)
{
    if (row->clock == FAMILY_NO_CLOCK || row->stage != FAMILY_PLAYS) return -1;
    if (match->phase == ALEA_TABLES_PHASE_OPENING ||
        match->phase == ALEA_TABLES_PHASE_GAME_OVER)
        return FAMILY_PAUSE;
    if (row->seats == FAMILY_MACHINE && match->to_act == ALEA_TABLES_B) return -1;
    return match->to_act;
}

/* The seconds of each turn; of a Fischer clock they are in the reserve. */
static int64_t step_of(const storage_family *row)
{
    return row->clock == FAMILY_FISCHER ? 0 : row->step_ms;
}

void family_clock_after(storage_family *row, int was, int is, bool has_played,
                        int64_t now)
{
    const bool adds = row->clock == FAMILY_FISCHER && has_played;
    days_turn turn = {row->due, row->stood};
    if (was == is && !adds) return;
    if (was == 0 || was == 1) {
        row->reserve_ms[was] =
            days_reserve(row->reserve_ms[was], days_left(&turn, now));
        if (adds) row->reserve_ms[was] += row->step_ms;
    }
    if (is == 0 || is == 1)
        turn = days_begin(now, 0, step_of(row) + row->reserve_ms[is]);
    else if (is == FAMILY_PAUSE)
        turn = days_begin(now, 0, row->clock == FAMILY_DAYS ? row->step_ms : PAUSE_MS);
    else
        turn = (days_turn){0, 0};
    row->due = turn.deadline;
    row->stood = turn.stood;
}

family_time family_clock_left(const storage_family *row, int awaited, int64_t now)
{
    family_time time = {{row->reserve_ms[0], row->reserve_ms[1]}, step_of(row)};
    if (awaited != 0 && awaited != 1) return time;
    const int64_t left = days_left(&(days_turn){row->due, row->stood}, now);
    time.reserve_ms[awaited] = days_reserve(row->reserve_ms[awaited], left);
    time.step_ms = left > 0 ? left - time.reserve_ms[awaited] : 0;
    return time;
}
