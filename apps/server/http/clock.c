#include "clock.h"

#include <string.h>

enum {
    DAY_S = 24 * 3600,
    STEP_USUAL_S = 12,
    DAYS_MOST = 14,
    DAYS_USUAL = 3,
    BUDGET_MOST = 24, /* days; a record keeps clocks in 32 bits of ms */
    BUDGET_USUAL = 7
};

/* A whole number of `clock`, `absent` if it names none; false: it is no such number. */
static bool read_number(const json_t *clock, const char *name, int64_t least,
                        int64_t most, int64_t absent, int64_t *out)
{
    const json_t *given = json_object_get(clock, name);
    const json_int_t value = json_integer_value(given);
    *out = absent;
    if (!given || json_is_null(given)) return true;
    *out = value;
    return json_is_integer(given) && value >= least && value <= most;
}

static const char *read_days(const json_t *clock, bool with_machine, asked_clock *out)
{
    int64_t days, budget;
    if (!read_number(clock, "days", 1, DAYS_MOST, DAYS_USUAL, &days) ||
        !read_number(clock, "budget_days", 0, BUDGET_MOST, BUDGET_USUAL, &budget))
        return "'days' is 1 to 14 and 'budget_days' 0 to 24, whole days.";
    if (with_machine) return "A clock of days is for games between people.";
    out->step_ms = days * DAY_S * 1000;
    out->reserve_ms = budget * DAY_S * 1000;
    return NULL;
}

static const char *read_seconds(const json_t *clock, int64_t reserve_s,
                                asked_clock *out)
{
    int64_t reserve, step;
    if (!read_number(clock, "reserve_s", 0, DAY_S, reserve_s, &reserve) ||
        !read_number(clock, "step_s", 0, DAY_S, STEP_USUAL_S, &step))
        return "'reserve_s' and 'step_s' are whole seconds, at most a day.";
    /* Its seconds come after a turn, the first of which would be lost at once. */
    if (out->kind == ASKED_FISCHER && reserve < 1)
        return "A clock that adds time after each turn needs some to begin with: "
               "a reserve ('reserve_s') of at least 1 second.";
    if (reserve + step < 1) return "The clock gives less than one second.";
    out->reserve_ms = reserve * 1000;
    out->step_ms = step * 1000;
    return NULL;
}

const char *asked_clock_read(const json_t *clock, int64_t reserve_s, bool with_machine,
                             asked_clock *out)
{
    static const char *const kinds[] = {"", "delay", "fischer", "days"};
    const char *kind = json_string_value(json_object_get(clock, "kind"));
    int found = ASKED_DELAY;
    *out = (asked_clock){ASKED_NO_CLOCK, 0, 0};
    if (!clock || json_is_null(clock)) return NULL;
    while (found <= ASKED_DAYS && (!kind || strcmp(kinds[found], kind) != 0)) found++;
    if (found > ASKED_DAYS) return "The clock's 'kind' is delay, fischer or days.";
    out->kind = (asked_clock_kind)found;
    return found == ASKED_DAYS ? read_days(clock, with_machine, out)
                               : read_seconds(clock, reserve_s, out);
}
