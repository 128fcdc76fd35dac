#include "meeting.h"

#include "deadline.h"

#include <stddef.h>

static const int64_t hour_ms = 3600 * 1000;

/* The side of who proposes, agrees or calls off; -1: neither. */
static int side_of(const tournament_match *m, int who)
{
    return m->player[0] == who ? 0 : m->player[1] == who ? 1 : -1;
}

/* The latest time that may be agreed on at `now`. */
static int64_t latest(const tournament *t, const tournament_match *m, int64_t now)
{
    const int64_t opened = m->opened ? m->opened : now;
    if (!deadline_is_given(&t->plan)) return now + TOURNAMENT_AHEAD_DAYS * 24 * hour_ms;
    return deadline_planned(t, m, opened) + TOURNAMENT_EXTRA_DAYS * 24 * hour_ms;
}

static const char *proposal_fault(const tournament *t, const tournament_match *m,
                                  const tournament_event *e, const char **code)
{
    const int side = side_of(m, e->who);
    *code = "bad_time";
    if (e->meets <= e->time) return "The time of a match lies ahead.";
    if (e->meets > latest(t, m, e->time))
        return deadline_is_given(&t->plan)
                   ? "A match is played at most 14 days after its last moment."
                   : "A match is played within a year.";
    *code = "too_often";
    if (side >= 0 && m->meeting.proposals[side] >= TOURNAMENT_PROPOSALS)
        return "You have proposed as many times for this match as one may.";
    return NULL;
}

static const char *agreement_fault(const tournament_match *m, const tournament_event *e,
                                   const char **code)
{
    const tournament_meeting *meeting = &m->meeting;
    const bool is_theirs =
        meeting->time && !meeting->is_agreed && meeting->by == 1 - side_of(m, e->who);
    *code = "not_proposed";
    if (!is_theirs || meeting->time != e->meets)
        return "The other player does not propose this time.";
    *code = "past";
    return e->meets > e->time ? NULL : "This time is past: propose another.";
}

const char *meeting_fault(const tournament *t, const tournament_match *m,
                          const tournament_event *e, const char **code)
{
    const bool is_director = e->who == PLAYER_NOBODY;
    *code = "not_now";
    if (t->plan.kind != TOURNAMENT_LEAGUE || t->stage != TOURNAMENT_RUNNING)
        return "One agrees on times in a league that is running.";
    *code = "not_yours";
    if (!is_director && side_of(m, e->who) < 0)
        return "Only its two players agree when they meet.";
    if (e->kind == TOURNAMENT_PROPOSED) return proposal_fault(t, m, e, code);
    if (e->kind == TOURNAMENT_AGREED && !is_director)
        return agreement_fault(m, e, code);
    *code = "no_time";
    return m->meeting.time && e->kind == TOURNAMENT_CALLED_OFF
               ? NULL
               : "No time is proposed for this match.";
}

void meeting_change(tournament_match *m, const tournament_event *e)
{
    tournament_meeting *meeting = &m->meeting;
    const int side = side_of(m, e->who);
    if (e->kind == TOURNAMENT_CALLED_OFF) {
        meeting->time = 0;
        meeting->by = 0;
        meeting->is_agreed = false;
        return;
    }
    if (e->kind == TOURNAMENT_PROPOSED) {
        meeting->time = e->meets;
        meeting->by = side;
        if (side >= 0) meeting->proposals[side]++;
    }
    meeting->is_agreed = e->kind == TOURNAMENT_AGREED || side < 0;
    if (meeting->is_agreed && meeting->last_time < meeting->time)
        meeting->last_time = meeting->time;
}
