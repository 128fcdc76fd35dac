#include "clock.h"

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
    if (was == is && !adds) return;
    if (was == 0 || was == 1) {
        const int64_t left = row->due - now;
        if (left < row->reserve_ms[was]) row->reserve_ms[was] = left > 0 ? left : 0;
        if (adds) row->reserve_ms[was] += row->step_ms;
    }
    if (is == 0 || is == 1)
        row->due = now + step_of(row) + row->reserve_ms[is];
    else if (is == FAMILY_PAUSE)
        row->due = now + (row->clock == FAMILY_DAYS ? row->step_ms : PAUSE_MS);
    else
        row->due = 0;
}

family_time family_clock_left(const storage_family *row, int awaited, int64_t now)
{
    family_time time = {{row->reserve_ms[0], row->reserve_ms[1]}, step_of(row)};
    if (awaited != 0 && awaited != 1) return time;
    const int64_t left = row->due > now ? row->due - now : 0;
    if (left < row->reserve_ms[awaited]) time.reserve_ms[awaited] = left;
    time.step_ms = left - time.reserve_ms[awaited];
    return time;
}
