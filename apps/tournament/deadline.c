#include "deadline.h"

/* The one side whose time is set and not after `last`; -1 = neither, or both. */
static int only_side(int64_t first, int64_t second, int64_t last)
{
    const bool has_first = first && first <= last,
               has_second = second && second <= last;
    return has_first == has_second ? -1 : has_first ? 0 : 1;
}

static bool has_no_show(const tournament *t)
{
    return t->plan.kind == TOURNAMENT_ARENA && t->plan.no_show > 0;
}

bool deadline_is_given(const tournament_plan *plan)
{
    return plan->deadline_h || plan->week_h;
}

int64_t deadline_planned(const tournament *t, const tournament_match *m, int64_t opened)
{
    const int64_t hour_ms = 3600 * 1000, week_h = t->plan.week_h;
    if (!week_h) return opened + t->plan.deadline_h * hour_ms;
    const int64_t week = t->started + m->round * week_h * hour_ms;
    const int64_t least_h = week_h < TOURNAMENT_LEAST_H ? week_h : TOURNAMENT_LEAST_H;
    const int64_t least = opened + least_h * hour_ms;
    return week > least ? week : least;
}

int64_t deadline_last(const tournament *t, const tournament_match *m)
{
    const bool is_arena = has_no_show(t);
    if (is_arena && !*m->game) return 0; /* at a real board */
    if (!is_arena && !deadline_is_given(&t->plan)) return 0;
    if (!m->is_open || !m->opened) return 0;
    const int64_t last = is_arena ? m->opened + (int64_t)t->plan.no_show * 60 * 1000
                                  : deadline_planned(t, m, m->opened);
    return last > m->meeting.last_time ? last : m->meeting.last_time;
}

/* Who has not come to the game of an arena; false: both are there, or say how it
 * ended. */
static bool decide_absent(const tournament *t, int match, int64_t last,
                          tournament_event *out)
{
    const tournament_match *m = &t->match[match];
    const bool came[2] = {m->came[0] && m->came[0] <= last,
                          m->came[1] && m->came[1] <= last};
    if (m->report[0].count || m->report[1].count || (came[0] && came[1])) return false;
    *out = (tournament_event){.kind = TOURNAMENT_FORFEIT,
                              .match = match,
                              .winner = came[0]   ? 0
                                        : came[1] ? 1
                                                  : -1,
                              .absent = true};
    return true;
}

/* Neither has come, or told anything, even later. */
static bool came_nobody(const tournament_match *m)
{
    return !m->came[0] && !m->came[1] && !m->report[0].count && !m->report[1].count;
}

/* Fills the event that decides the match; false: the director does. */
static bool decide(const tournament *t, int match, int64_t last, tournament_event *out)
{
    const tournament_match *m = &t->match[match];
    if (has_no_show(t)) return decide_absent(t, match, last, out);
    const int64_t *came = m->came;
    const int64_t told[2] = {m->report[0].time, m->report[1].time};
    const int teller = only_side(told[0], told[1], last);
    const int comer = only_side(came[0], came[1], last);
    if (teller >= 0) {
        const tournament_report *r = &m->report[teller];
        *out = (tournament_event){.kind = TOURNAMENT_RESULT,
                                  .match = match,
                                  .winner = r->winner,
                                  .has_score = r->has_score,
                                  .score = {r->score[0], r->score[1]}};
        return true;
    }
    const bool is_off =
        t->plan.nobody == ABSENCE_NONE && came_nobody(m) && !m->is_undone;
    if ((told[0] && told[0] <= last) || (comer < 0 && !is_off)) return false;
    *out =
        (tournament_event){.kind = TOURNAMENT_FORFEIT, .match = match, .winner = comer};
    return true;
}

/* The match that is decided first, and its last moment; -1 = none. */
static int first_of(const tournament *t, int64_t *time, tournament_event *out)
{
    int first = -1;
    for (int i = 0; i < t->matches; i++) {
        const int64_t last = deadline_last(t, &t->match[i]);
        if (!last || (first >= 0 && last >= *time) || !decide(t, i, last, out))
            continue;
        first = i;
        *time = last;
    }
    return first;
}

int64_t deadline_due(const tournament *t)
{
    tournament_event e;
    int64_t last = 0;
    if ((!deadline_is_given(&t->plan) && !has_no_show(t)) ||
        t->stage != TOURNAMENT_RUNNING)
        return 0;
    return first_of(t, &last, &e) < 0 ? 0 : last + 1;
}

bool deadline_decide(const tournament *t, int64_t time, tournament_event *out)
{
    const int64_t due = deadline_due(t);
    int64_t last = 0;
    if (!due || due > time) return false;
    return decide(t, first_of(t, &last, out), due - 1, out);
}
