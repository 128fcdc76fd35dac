/* When the two of a match of a league meet: who may propose, agree and call off; what
 * is open then and until when; random leagues with it; and a log from before there was
 * any of this. ctest labels: full */
#include "tournament/apply.h"
#include "tournament/deadline.h"
#include "tournament/draw.h"
#include "tournament/event.h"

#include "base/rng.h"

#include "support/effort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLAYERS = 4, EVENTS_MOST = 2000 };
static const int64_t minute = 60000, hour = 3600000, day = 24 * 3600000LL;

/* A league with its journal. */
typedef struct league {
    tournament *t;
    int64_t now;
    char *event[EVENTS_MOST];
    int64_t time[EVENTS_MOST];
    int events;
    tournament_refusal why;
} league;

static bool try_event(league *l, tournament_event *e)
{
    e->time = l->now;
    l->why = (tournament_refusal){"", ""};
    json_t *json = tournament_event_json(e);
    const bool is_done = tournament_apply(l->t, e, &l->why) == ALEA_OK;
    if (is_done) {
        assert_true(l->events < EVENTS_MOST);
        l->time[l->events] = e->time;
        l->event[l->events++] = json_dumps(json, JSON_COMPACT);
    }
    json_decref(json);
    return is_done;
}

static void do_event(league *l, tournament_event *e)
{
    if (!try_event(l, e)) fail_msg("refused: %s", l->why.text);
}

static league *begin_plan(int players, const tournament_plan *plan)
{
    league *l = calloc(1, sizeof *l);
    l->t = tournament_new();
    l->now = 1000000;
    tournament_event e = {.kind = TOURNAMENT_CREATED,
                          .plan = tournament_plan_default()};
    e.plan = *plan;
    strcpy(e.plan.name, "Event");
    do_event(l, &e);
    for (int i = 0; i < players; i++) {
        e = (tournament_event){.kind = TOURNAMENT_ENTERED};
        snprintf(e.player.name, sizeof e.player.name, "P%d", i);
        do_event(l, &e);
    }
    tournament_draw(l->t, &e);
    do_event(l, &e);
    return l;
}

static league *begin(tournament_kind kind, int players, int deadline_h)
{
    tournament_plan plan = tournament_plan_default();
    plan.kind = kind;
    plan.deadline_h = deadline_h;
    return begin_plan(players, &plan);
}

static void end(league *l)
{
    for (int i = 0; i < l->events; i++) free(l->event[i]);
    tournament_free(l->t);
    free(l);
}

/* The same tournament from the same events, as text. */
static void check_replay(const league *l)
{
    tournament *t = tournament_new();
    tournament_event *e = malloc(sizeof *e);
    for (int i = 0; i < l->events; i++) {
        json_t *json = json_loads(l->event[i], 0, NULL);
        assert_true(tournament_event_read(json, e));
        e->time = l->time[i];
        assert_int_equal(tournament_apply(t, e, NULL), ALEA_OK);
        json_decref(json);
    }
    assert_int_equal(t->matches, l->t->matches);
    for (int i = 0; i < t->matches; i++)
        assert_memory_equal(&t->match[i], &l->t->match[i], sizeof t->match[i]);
    assert_int_equal(t->stage, l->t->stage);
    free(e);
    tournament_free(t);
}

static bool propose(league *l, int match, int who, int64_t meets)
{
    tournament_event e = {
        .kind = TOURNAMENT_PROPOSED, .match = match, .who = who, .meets = meets};
    return try_event(l, &e);
}

static bool agree(league *l, int match, int who, int64_t meets)
{
    tournament_event e = {
        .kind = TOURNAMENT_AGREED, .match = match, .who = who, .meets = meets};
    return try_event(l, &e);
}

static bool call_off(league *l, int match, int who)
{
    tournament_event e = {.kind = TOURNAMENT_CALLED_OFF, .match = match, .who = who};
    return try_event(l, &e);
}

static void refused(const league *l, bool is_done, const char *code)
{
    assert_false(is_done);
    assert_string_equal(l->why.code, code);
}

/* A match of the last round: its two have others to play first. */
static int last_match(const league *l)
{
    return l->t->matches - 1;
}

static void meet_early(void **state)
{
    (void)state;
    league *l = begin(TOURNAMENT_LEAGUE, PLAYERS, 168);
    const int match = last_match(l);
    const tournament_match *m = &l->t->match[match];
    const int a = m->player[0], b = m->player[1];
    const int64_t when = l->now + day;
    tournament_event told = {.kind = TOURNAMENT_REPORTED, .match = match, .who = a};
    assert_false(m->is_open);
    assert_false(try_event(l, &told));
    refused(l, agree(l, match, b, when), "not_proposed");
    refused(l, call_off(l, match, b), "no_time");
    assert_true(propose(l, match, a, when));
    assert_true(m->meeting.time == when && !m->meeting.is_agreed && !m->is_open);
    refused(l, agree(l, match, a, when), "not_proposed"); /* his own */
    refused(l, agree(l, match, b, when + 1), "not_proposed");
    for (int i = 0; i < PLAYERS; i++) {
        if (i == a || i == b) continue;
        refused(l, agree(l, match, i, when), "not_yours");
        refused(l, propose(l, match, i, when), "not_yours");
        refused(l, call_off(l, match, i), "not_yours");
    }
    assert_true(agree(l, match, b, when));
    assert_true(m->meeting.is_agreed && m->is_open && m->opened == l->now);
    refused(l, agree(l, match, b, when), "not_proposed"); /* twice */
    /* Called off it stays open, and another time can be found. */
    assert_true(call_off(l, match, b));
    assert_true(!m->meeting.time && !m->meeting.is_agreed && m->is_open);
    assert_true(propose(l, match, b, when + hour) && agree(l, match, a, when + hour));
    l->now = when + hour;
    do_event(l, &told);
    told.who = b;
    do_event(l, &told);
    assert_int_equal(m->outcome, OUTCOME_PLAYED);
    refused(l, propose(l, match, a, l->now + hour), "decided");
    /* Taken back, it is open still, and nothing is agreed. */
    tournament_event undone = {.kind = TOURNAMENT_UNDONE, .match = match};
    do_event(l, &undone);
    assert_true(m->is_open && !m->meeting.time && m->meeting.proposals[0] == 0);
    check_replay(l);
    end(l);
}

static void limit_times(void **state)
{
    (void)state;
    for (int deadline = 0; deadline <= 48; deadline += 48) {
        league *l = begin(TOURNAMENT_LEAGUE, PLAYERS, deadline);
        const tournament_match *m = &l->t->match[0];
        const int a = m->player[0], b = m->player[1];
        const int64_t latest = l->now + (deadline ? 2 * day + 14 * day : 366 * day);
        l->now += minute; /* counted from when it opened, with a deadline */
        const int64_t last = deadline ? latest : latest + minute;
        refused(l, propose(l, 0, a, l->now), "bad_time");
        refused(l, propose(l, 0, a, -1), "bad_time");
        refused(l, propose(l, 0, a, INT64_MAX), "bad_time");
        refused(l, propose(l, 0, PLAYER_NOBODY, last + 1), "bad_time");
        refused(l, propose(l, 0, a, last + 1), "bad_time");
        assert_true(propose(l, 0, a, last));
        for (int i = 1; i < TOURNAMENT_PROPOSALS; i++)
            assert_true(propose(l, 0, a, last - i));
        refused(l, propose(l, 0, a, last), "too_often");
        assert_true(call_off(l, 0, b));
        refused(l, propose(l, 0, a, last), "too_often");
        assert_true(propose(l, 0, b, l->now + minute));
        l->now += minute;
        refused(l, agree(l, 0, a, l->now), "past");
        assert_true(propose(l, 0, PLAYER_NOBODY, last)); /* the director has no limit */
        assert_true(m->meeting.is_agreed && m->meeting.by == -1);
        assert_true(call_off(l, 0, PLAYER_NOBODY));
        check_replay(l);
        end(l);
    }
    league *l = begin(TOURNAMENT_SWISS, PLAYERS, 0);
    tournament_event e;
    assert_int_equal(tournament_pair(l->t, &e), ALEA_OK);
    do_event(l, &e);
    refused(l, propose(l, 0, l->t->match[0].player[0], l->now + day), "not_now");
    end(l);
}

/* Nobody loses a match before the time that was agreed, nor by calling it off. */
static void keep_the_last_moment(void **state)
{
    (void)state;
    for (int off = 0; off < 2; off++) {
        league *l = begin(TOURNAMENT_LEAGUE, 2, 24);
        const int a = l->t->match[0].player[0], b = l->t->match[0].player[1];
        const int64_t opened = l->now, later = opened + 3 * day;
        tournament_event e;
        assert_int_equal(deadline_last(l->t, &l->t->match[0]), opened + day);
        assert_true(propose(l, 0, a, later));
        assert_int_equal(deadline_last(l->t, &l->t->match[0]), opened + day);
        assert_true(agree(l, 0, b, later));
        tournament_event told = {
            .kind = TOURNAMENT_REPORTED, .match = 0, .who = a, .winner = 0};
        do_event(l, &told);
        l->now = opened + 2 * day;
        if (off) assert_true(call_off(l, 0, a));
        assert_int_equal(deadline_last(l->t, &l->t->match[0]), later);
        assert_int_equal(deadline_due(l->t), later + 1);
        assert_false(deadline_decide(l->t, later, &e));
        assert_true(deadline_decide(l->t, later + 1, &e));
        /* A time before the deadline moves nothing. */
        assert_true(propose(l, 0, b, l->now + minute) &&
                    agree(l, 0, a, l->now + minute));
        assert_int_equal(deadline_last(l->t, &l->t->match[0]), later);
        end(l);
    }
}

static league *begin_weeks(int players, int week_h)
{
    tournament_plan plan = tournament_plan_default();
    plan.kind = TOURNAMENT_LEAGUE;
    plan.week_h = week_h;
    return begin_plan(players, &plan);
}

static void win(league *l, int match)
{
    tournament_event e = {.kind = TOURNAMENT_RESULT, .match = match};
    do_event(l, &e);
}

/* The week is the round's, whenever a match of it opens; one that opens late has two
 * days. */
static void keep_the_weeks(void **state)
{
    (void)state;
    league *l = begin_weeks(PLAYERS, 168);
    const int64_t start = l->now, week = 7 * day;
    const int round_3 = last_match(l);
    tournament_event e;
    assert_int_equal(l->t->match[round_3].round, 3);
    assert_int_equal(deadline_last(l->t, &l->t->match[0]), start + week);
    assert_int_equal(deadline_last(l->t, &l->t->match[round_3]), 0);
    assert_int_equal(deadline_planned(l->t, &l->t->match[round_3], 0),
                     start + 3 * week);
    /* Sooner by agreement: the last moment is the round's still. */
    const int a = l->t->match[round_3].player[0], b = l->t->match[round_3].player[1];
    assert_true(propose(l, round_3, a, start + day));
    assert_true(agree(l, round_3, b, start + day));
    assert_int_equal(deadline_last(l->t, &l->t->match[round_3]), start + 3 * week);
    /* Later, too, up to 14 days. */
    refused(l, propose(l, round_3, a, start + 5 * week + 1), "bad_time");
    assert_true(propose(l, round_3, a, start + 5 * week));
    assert_true(agree(l, round_3, b, start + 5 * week));
    assert_int_equal(deadline_last(l->t, &l->t->match[round_3]), start + 5 * week);
    /* Round 2 opens on the first day, and ends as announced. */
    win(l, 0);
    l->now = start + day;
    win(l, 1);
    assert_int_equal(l->t->match[2].round, 2);
    assert_int_equal(l->t->match[2].opened, start + day);
    assert_int_equal(deadline_last(l->t, &l->t->match[2]), start + 2 * week);
    tournament_event told = {.kind = TOURNAMENT_REPORTED,
                             .match = 2,
                             .who = l->t->match[2].player[0],
                             .winner = 0};
    do_event(l, &told);
    assert_int_equal(deadline_due(l->t), start + 2 * week + 1);
    assert_false(deadline_decide(l->t, start + 2 * week, &e));
    assert_true(deadline_decide(l->t, start + 2 * week + 1, &e) && e.match == 2);
    check_replay(l);
    end(l);
    for (int week_h = 24; week_h <= 168; week_h += 144) { /* opened in week 3 */
        l = begin_weeks(PLAYERS, week_h);
        l->now += 3 * week_h * hour - hour;
        win(l, 0);
        win(l, 1);
        assert_int_equal(deadline_last(l->t, &l->t->match[2]),
                         l->now + (week_h == 24 ? 24 : 48) * hour);
        end(l);
    }
    tournament_plan plan = tournament_plan_default();
    strcpy(plan.name, "Event");
    plan.kind = TOURNAMENT_LEAGUE;
    plan.week_h = 2160;
    assert_null(tournament_plan_fault(&plan));
    plan.deadline_h = 1;
    assert_non_null(tournament_plan_fault(&plan));
    plan.deadline_h = 0;
    plan.week_h = 2161;
    assert_non_null(tournament_plan_fault(&plan));
    plan.week_h = -1;
    assert_non_null(tournament_plan_fault(&plan));
    plan.week_h = 1;
    plan.kind = TOURNAMENT_SWISS;
    assert_non_null(tournament_plan_fault(&plan));
}

/* Both forfeit where nobody came or told anything; what is taken back waits. */
static void keep_nobody_waiting(void **state)
{
    (void)state;
    for (int none = 0; none < 2; none++) {
        tournament_plan plan = tournament_plan_default();
        tournament_event e;
        plan.kind = TOURNAMENT_LEAGUE;
        plan.deadline_h = 24;
        plan.nobody = none ? ABSENCE_NONE : ABSENCE_WAIT;
        league *l = begin_plan(PLAYERS, &plan);
        const tournament_match *m = l->t->match;
        const int64_t last = deadline_last(l->t, m);
        /* The second match was disputed: the director's, in any case. */
        for (int side = 0; side < 2; side++) {
            e = (tournament_event){.kind = TOURNAMENT_REPORTED,
                                   .match = 1,
                                   .who = m[1].player[side],
                                   .winner = side};
            do_event(l, &e);
        }
        assert_int_equal(deadline_due(l->t), none ? last + 1 : 0);
        assert_int_equal(deadline_decide(l->t, last + 1, &e), none);
        assert_false(deadline_decide(l->t, last, &e));
        if (none) {
            deadline_decide(l->t, last + 1, &e);
            assert_true(e.kind == TOURNAMENT_FORFEIT && e.match == 0 && e.winner == -1);
            l->now = last + 1;
            do_event(l, &e);
            assert_true(m[0].outcome == OUTCOME_FORFEIT && m[0].winner == -1);
            e = (tournament_event){.kind = TOURNAMENT_UNDONE, .match = 0};
            do_event(l, &e);
            assert_int_equal(deadline_due(l->t), 0);
        }
        check_replay(l);
        end(l);
    }
    tournament_plan plan = tournament_plan_default();
    strcpy(plan.name, "Event");
    plan.nobody = ABSENCE_NONE;
    assert_non_null(tournament_plan_fault(&plan));
    plan.deadline_h = 1;
    assert_null(tournament_plan_fault(&plan));
}

/* A late player turns the sides of a match to come: what is agreed goes along. */
static void agree_before_a_late_entry(void **state)
{
    (void)state;
    int turned = 0;
    for (int step = 0; step < 60; step++) {
        const int match = step / 6, players = 5 + step % 6;
        league *l = begin(TOURNAMENT_LEAGUE, players, 0);
        const int a = l->t->match[match].player[0], b = l->t->match[match].player[1];
        const int64_t when = l->now + day;
        assert_true(propose(l, match, a, when));
        if (match % 2) assert_true(agree(l, match, b, when));
        tournament_event e = {.kind = TOURNAMENT_ENTERED};
        strcpy(e.player.name, "Late");
        do_event(l, &e);
        int found = 0;
        for (int i = 0; i < l->t->matches; i++) {
            const tournament_match *m = &l->t->match[i];
            if (!m->meeting.time) continue;
            const int side = m->player[0] == a ? 0 : 1;
            found++;
            turned += side;
            assert_true(m->player[side] == a && m->player[1 - side] == b);
            assert_int_equal(m->meeting.by, side);
            assert_int_equal(m->meeting.proposals[side], 1);
            assert_int_equal(m->meeting.proposals[1 - side], 0);
            assert_int_equal(m->meeting.is_agreed, match % 2);
            if (match % 2) assert_true(m->is_open);
        }
        assert_int_equal(found, 1);
        check_replay(l);
        end(l);
    }
    assert_true(turned > 0);
}

/* By chance, to the end: only what was agreed once is open beside the first undecided
 * match of both, and the same events give the same league. */
static void play_by_chance(void **state)
{
    (void)state;
    int early = 0;
    for (uint64_t seed = 0; seed < EFFORT(300, 60); seed++) {
        alea_random random = alea_random_start(seed, 1);
        league *l = begin(TOURNAMENT_LEAGUE, 3 + (int)(seed % 6), seed % 2 ? 48 : 0);
        for (int step = 0; l->t->stage == TOURNAMENT_RUNNING; step++) {
            const int match = (int)alea_random_below(&random, (uint32_t)l->t->matches);
            const tournament_match *m = &l->t->match[match];
            const int side = (int)alea_random_below(&random, 2);
            tournament_event e = {.match = match, .who = m->player[side]};
            l->now += minute;
            if (alea_random_below(&random, 20) == 0) e.who = PLAYER_NOBODY;
            e.meets = l->now + hour * (1 + alea_random_below(&random, 3));
            const uint32_t what = alea_random_below(&random, step < 800 ? 8 : 1);
            e.kind = what == 0   ? TOURNAMENT_RESULT
                     : what < 4  ? TOURNAMENT_PROPOSED
                     : what < 6  ? TOURNAMENT_AGREED
                     : what == 6 ? TOURNAMENT_CALLED_OFF
                                 : TOURNAMENT_UNDONE;
            if (e.kind == TOURNAMENT_AGREED) e.meets = m->meeting.time;
            if (e.kind == TOURNAMENT_RESULT && !m->is_open) continue;
            try_event(l, &e);
            bool busy[TOURNAMENT_PLAYERS] = {false};
            for (int i = 0; i < l->t->matches; i++) {
                const tournament_match *one = &l->t->match[i];
                const int a = one->player[0], b = one->player[1];
                if (one->outcome != OUTCOME_NONE) continue;
                const bool is_first = !busy[a] && !busy[b];
                early += one->is_open && !is_first;
                assert_int_equal(one->is_open, is_first || one->meeting.last_time > 0);
                if (one->meeting.is_agreed)
                    assert_true(one->meeting.last_time >= one->meeting.time);
                busy[a] = busy[b] = true;
            }
        }
        check_replay(l);
        end(l);
    }
    assert_true(early > 1000);
}

/* A league as it was stored before there were times to meet, with a game, a report, a
 * result taken back and a late entry: what was open then is open now. */
static void replay_an_old_log(void **state)
{
    static const char created[] =
        "{\"event\":\"created\",\"plan\":{\"name\":\"O\",\"kind\":\"league\","
        "\"lengths\":[5],\"deadline_h\":48,\"director\":\"d\",\"seed\":\"1a\"}}";
    const char *const stored[] = {
        created,
        "{\"event\":\"entered\",\"name\":\"A\",\"user\":\"a\",\"rating\":0}",
        "{\"event\":\"entered\",\"name\":\"B\",\"user\":\"b\",\"rating\":0}",
        "{\"event\":\"entered\",\"name\":\"C\",\"user\":\"\",\"rating\":1500}",
        "{\"event\":\"entered\",\"name\":\"D\",\"user\":\"\",\"rating\":0}",
        "{\"event\":\"started\",\"order\":[0,1,2,3],\"by_hand\":false}",
        "{\"event\":\"entered\",\"name\":\"E\",\"user\":\"\",\"rating\":0}",
        "{\"event\":\"result\",\"match\":0,\"winner\":0,\"score\":[5,2]}",
        "{\"event\":\"result\",\"match\":1,\"winner\":1}",
        "{\"event\":\"game\",\"match\":2,\"game\":\"g\",\"instead\":\"\",\"player\":0}",
        "{\"event\":\"undone\",\"match\":0}",
        "{\"event\":\"reported\",\"player\":0,\"match\":0,\"winner\":0}",
    };
    static const struct {
        bool is_open;
        int64_t opened, seq;
    } wanted[] = {{true, 6000, 12},  {false, 6000, 9}, {true, 9000, 10},
                  {false, 9000, 11}, {false, 0, 7},    {false, 0, 7},
                  {false, 0, 7},     {false, 0, 7},    {false, 0, 7},
                  {false, 0, 7}};
    (void)state;
    tournament *t = tournament_new();
    tournament_event *e = malloc(sizeof *e);
    for (size_t i = 0; i < sizeof stored / sizeof *stored; i++) {
        json_t *json = json_loads(stored[i], 0, NULL);
        assert_true(tournament_event_read(json, e));
        e->time = 1000 * ((int64_t)i + 1);
        assert_int_equal(tournament_apply(t, e, NULL), ALEA_OK);
        json_decref(json);
    }
    assert_int_equal(t->matches, sizeof wanted / sizeof *wanted);
    for (int i = 0; i < t->matches; i++) {
        assert_int_equal(t->match[i].is_open, wanted[i].is_open);
        assert_int_equal(t->match[i].opened, wanted[i].opened);
        assert_int_equal(t->match[i].seq, wanted[i].seq);
    }
    free(e);
    tournament_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meet_early),
        cmocka_unit_test(limit_times),
        cmocka_unit_test(keep_the_last_moment),
        cmocka_unit_test(keep_the_weeks),
        cmocka_unit_test(keep_nobody_waiting),
        cmocka_unit_test(agree_before_a_late_entry),
        cmocka_unit_test(play_by_chance),
        cmocka_unit_test(replay_an_old_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
