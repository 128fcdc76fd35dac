/* Evenings in an arena, played by chance on a clock of the test: pairs, table, end.
 * ctest labels: full */
#include "tournament/apply.h"
#include "tournament/arena.h"
#include "tournament/draw.h"
#include "tournament/event.h"
#include "tournament/standings.h"

#include "base/rng.h"

#include "support/effort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { EVENTS_MOST = 20000, MINUTES = 20, BEGIN_MS = 1000000 };

typedef struct evening {
    tournament *t;
    alea_random random;
    int64_t now;
    char **event;
    int64_t *time;
    int events;
} evening;

static uint32_t chance(evening *v, uint32_t below)
{
    return alea_random_below(&v->random, below);
}

static bool try_event(evening *v, tournament_event *e, tournament_refusal *why)
{
    e->time = v->now;
    if (tournament_apply(v->t, e, why) != ALEA_OK) return false;
    json_t *json = tournament_event_json(e);
    assert_true(v->events < EVENTS_MOST);
    v->time[v->events] = v->now;
    v->event[v->events++] = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return true;
}

static void do_event(evening *v, tournament_event *e)
{
    tournament_refusal why = {"", ""};
    if (!try_event(v, e, &why)) fail_msg("refused: %s", why.text);
}

static void enter(evening *v, const char *name)
{
    tournament_event e = {.kind = TOURNAMENT_ENTERED};
    strcpy(e.player.name, name);
    do_event(v, &e);
}

static void begin(evening *v, uint64_t seed, int players)
{
    *v = (evening){
        .t = tournament_new(), .random = alea_random_start(seed, 3), .now = BEGIN_MS};
    v->event = calloc(EVENTS_MOST, sizeof *v->event);
    v->time = calloc(EVENTS_MOST, sizeof *v->time);
    tournament_event e = {.kind = TOURNAMENT_CREATED,
                          .plan = tournament_plan_default()};
    strcpy(e.plan.name, "Evening");
    e.plan.kind = TOURNAMENT_ARENA;
    e.plan.minutes = MINUTES;
    e.plan.lengths = 2; /* only the first counts */
    e.plan.length[0] = 3;
    e.plan.length[1] = 9;
    do_event(v, &e);
    for (int i = 0; i < players; i++) {
        char name[12];
        snprintf(name, sizeof name, "P%d", i);
        enter(v, name);
    }
    tournament_draw(v->t, &e);
    do_event(v, &e);
}

static void end(evening *v)
{
    for (int i = 0; i < v->events; i++) free(v->event[i]);
    free(v->event);
    free(v->time);
    tournament_free(v->t);
}

/* ---- the rules, counted again ---- */

static bool is_there(const tournament *t, int player)
{
    const tournament_player *p = &t->player[player];
    return p->seed && !p->withdrawn && !p->paused;
}

static bool is_busy(const tournament *t, int player)
{
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].outcome == OUTCOME_NONE &&
            (t->match[i].player[0] == player || t->match[i].player[1] == player))
            return true;
    return false;
}

/* The opponent of the player's last match; -1 = none. */
static int last_of(const tournament *t, int player)
{
    for (int i = t->matches - 1; i >= 0; i--)
        for (int side = 0; side < 2; side++)
            if (t->match[i].player[side] == player) return t->match[i].player[1 - side];
    return -1;
}

static bool is_again(const tournament *t, int a, int b)
{
    return last_of(t, a) == b || last_of(t, b) == a;
}

static bool may_meet(const tournament *t, int a, int b, int64_t time)
{
    int there = 0;
    for (int i = 0; i < t->players; i++) there += is_there(t, i);
    const int64_t since = t->player[a].free_since > t->player[b].free_since
                              ? t->player[a].free_since
                              : t->player[b].free_since;
    return !is_again(t, a, b) || there == 2 || time - since >= ARENA_PATIENCE_MS;
}

/* Points and wins in a row: three in a row are 1 + 1 + 2. */
static void recount(const tournament *t, int player, int *points, int *row)
{
    *points = *row = 0;
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->player[0] != player && m->player[1] != player) continue;
        if (m->outcome == OUTCOME_NONE) continue;
        if (m->winner < 0 || m->player[m->winner] != player)
            *row = 0;
        else
            *points += ++*row > 2 ? 2 : 1;
    }
}

/* What a pairing is worth: pairs, then few that meet again, then seconds waited. */
typedef struct worth {
    int pairs, again;
    int64_t rest;
} worth;

static bool is_better(worth a, worth b)
{
    if (a.pairs != b.pairs) return a.pairs > b.pairs;
    if (a.again != b.again) return a.again < b.again;
    return a.rest > b.rest;
}

static worth with_pair(const tournament *t, worth w, int a, int b, int64_t time)
{
    int points[2], row;
    recount(t, a, &points[0], &row);
    recount(t, b, &points[1], &row);
    const int apart = points[0] - points[1];
    w.pairs++;
    w.again += is_again(t, a, b);
    w.rest += (time - t->player[a].free_since) / 1000 +
              (time - t->player[b].free_since) / 1000 - 15 * apart * apart;
    return w;
}

/* The best of all pairings of these players. */
static worth best_of_all(const tournament *t, const int *player, int count,
                         int64_t time)
{
    if (count < 2) return (worth){0};
    int rest[TOURNAMENT_PLAYERS];
    memcpy(rest, player + 1, (size_t)(count - 1) * sizeof *rest);
    worth best = best_of_all(t, rest, count - 1, time); /* the first is left out */
    for (int i = 1; i < count; i++) {
        if (!may_meet(t, player[0], player[i], time)) continue;
        int others = 0;
        for (int j = 1; j < count; j++)
            if (j != i) rest[others++] = player[j];
        const worth w = with_pair(t, best_of_all(t, rest, others, time), player[0],
                                  player[i], time);
        if (is_better(w, best)) best = w;
    }
    return best;
}

static void check_wave(const evening *v, const tournament_event *e)
{
    enum { BRUTE_MOST = 8 };
    const tournament *t = v->t;
    int free[TOURNAMENT_PLAYERS], count = 0;
    bool seen[TOURNAMENT_PLAYERS] = {false};
    worth found = {0};
    assert_true(v->now < BEGIN_MS + MINUTES * 60000);
    for (int i = 0; i < t->players; i++) {
        const bool is_free = is_there(t, i) && !is_busy(t, i);
        assert_int_equal(is_free, t->player[i].free_since != 0);
        if (is_free) free[count++] = i;
    }
    for (int i = 0; i < e->count; i++) {
        const int a = e->order[2 * i], b = e->order[2 * i + 1];
        assert_true(is_there(t, a) && !is_busy(t, a) && !seen[a]);
        assert_true(is_there(t, b) && !is_busy(t, b) && !seen[b] && a != b);
        assert_true(may_meet(t, a, b, v->now));
        seen[a] = seen[b] = true;
        found = with_pair(t, found, a, b, v->now);
    }
    for (int i = 0; i < count; i++) /* nobody who could meet is left over */
        for (int j = i + 1; j < count; j++)
            assert_false(!seen[free[i]] && !seen[free[j]] &&
                         may_meet(t, free[i], free[j], v->now));
    if (count > BRUTE_MOST) return;
    const worth best = best_of_all(t, free, count, v->now);
    assert_int_equal(found.pairs, best.pairs);
    assert_int_equal(found.again, best.again);
    assert_int_equal(found.rest, best.rest);
}

static void check_table(const tournament *t)
{
    tournament_row row[TOURNAMENT_PLAYERS];
    const int count = tournament_standings(t, row);
    int drawn = 0;
    for (int i = 0; i < t->players; i++) drawn += t->player[i].seed != 0;
    assert_int_equal(count, drawn);
    for (int i = 0; i < count; i++) {
        int points, streak, won = 0, played = 0;
        recount(t, row[i].player, &points, &streak);
        for (int k = 0; k < t->matches; k++) {
            const tournament_match *m = &t->match[k];
            const bool is_in =
                m->player[0] == row[i].player || m->player[1] == row[i].player;
            played += is_in && m->outcome != OUTCOME_NONE;
            won += is_in && m->winner >= 0 && m->player[m->winner] == row[i].player;
        }
        assert_int_equal(row[i].score, points);
        assert_int_equal(row[i].streak, streak);
        assert_int_equal(row[i].won, won);
        assert_int_equal(row[i].won + row[i].lost, played);
        if (i == 0) continue;
        assert_true(row[i - 1].score >= row[i].score);
        assert_true(row[i - 1].score > row[i].score || row[i - 1].won >= row[i].won);
    }
}

/* The events give the same tournament, and the pairs of a wave are found again. */
static void check_replay(const evening *v)
{
    tournament *again = tournament_new();
    tournament_event *e = malloc(sizeof *e), *found = malloc(sizeof *found);
    for (int i = 0; i < v->events; i++) {
        json_t *json = json_loads(v->event[i], 0, NULL);
        assert_true(tournament_event_read(json, e));
        e->time = v->time[i];
        if (e->kind == TOURNAMENT_PAIRED && !e->by_hand) {
            assert_int_equal(arena_pair(again, e->time, found), ALEA_OK);
            assert_int_equal(found->count, e->count);
            assert_memory_equal(found->order, e->order,
                                2 * (size_t)e->count * sizeof *e->order);
        }
        assert_int_equal(tournament_apply(again, e, NULL), ALEA_OK);
        json_decref(json);
    }
    assert_int_equal(again->matches, v->t->matches);
    assert_int_equal(again->stage, v->t->stage);
    assert_memory_equal(again->player, v->t->player, sizeof again->player);
    for (int i = 0; i < again->matches; i++)
        assert_memory_equal(again->match[i].player, v->t->match[i].player,
                            sizeof again->match[i].player);
    free(e);
    free(found);
    tournament_free(again);
}

/* ---- evenings ---- */

static void pair_if_due(evening *v)
{
    const int64_t due = arena_due(v->t, v->now);
    tournament_event e;
    if (!due || due > v->now) return;
    if (v->now >= v->t->ends) {
        e = (tournament_event){.kind = TOURNAMENT_CLOSED};
        do_event(v, &e);
        assert_int_equal(v->t->stage, TOURNAMENT_OVER);
        return;
    }
    assert_int_equal(arena_pair(v->t, v->now, &e), ALEA_OK);
    check_wave(v, &e);
    do_event(v, &e);
    assert_true(arena_due(v->t, v->now) == 0 || arena_due(v->t, v->now) > v->now);
}

static void finish_one(evening *v)
{
    int open = -1, count = 0;
    for (int i = 0; i < v->t->matches; i++)
        if (v->t->match[i].is_open && chance(v, (uint32_t)++count) == 0) open = i;
    if (open < 0) return;
    const int winner = (int)chance(v, 2);
    tournament_event e = {
        .kind = TOURNAMENT_RESULT, .match = open, .winner = winner, .has_score = true};
    assert_int_equal(v->t->match[open].length, 3);
    e.score[winner] = 3;
    if (chance(v, 10) == 0) {
        e.kind = TOURNAMENT_FORFEIT;
        e.winner = (int)chance(v, 3) - 1;
    }
    do_event(v, &e);
}

static void come_or_go(evening *v)
{
    tournament_refusal why;
    tournament_event e = {.who = (int)chance(v, (uint32_t)v->t->players)};
    switch (chance(v, 5)) {
    case 0:
    case 1: e.kind = TOURNAMENT_PAUSED; break;
    case 2: e.kind = TOURNAMENT_BACK; break;
    case 3: e.kind = TOURNAMENT_WITHDREW; break;
    default:
        e.kind = TOURNAMENT_ENTERED;
        snprintf(e.player.name, sizeof e.player.name, "Late %d", v->t->players);
        if (v->t->players >= 40) return;
    }
    try_event(v, &e, &why);
}

static void play_evenings(void **state)
{
    (void)state;
    for (int game = 0; game < EFFORT(60, 8); game++) {
        evening v;
        begin(&v, (uint64_t)game, 2 + game % 15);
        for (int step = 0; v.t->stage == TOURNAMENT_RUNNING; step++) {
            assert_true(step < EVENTS_MOST);
            v.now += chance(&v, 6000);
            if (chance(&v, 3) == 0) finish_one(&v);
            if (game % 2 && chance(&v, 12) == 0) come_or_go(&v);
            if (v.t->stage == TOURNAMENT_RUNNING) pair_if_due(&v);
            if (step % 16 == 0) check_table(v.t);
        }
        assert_true(v.now >= BEGIN_MS + MINUTES * 60000);
        for (int i = 0; i < v.t->matches; i++)
            assert_int_not_equal(v.t->match[i].outcome, OUTCOME_NONE);
        check_table(v.t);
        check_replay(&v);
        end(&v);
    }
}

/* ---- one by one ---- */

static void win(evening *v, int match, int side)
{
    tournament_event e = {.kind = TOURNAMENT_RESULT, .match = match, .winner = side};
    do_event(v, &e);
}

static bool wave_at(evening *v, int64_t after_ms)
{
    v->now = BEGIN_MS + after_ms;
    const int before = v->t->matches;
    pair_if_due(v);
    return v->t->matches > before;
}

/* The first wave at once; two who have just met wait for somebody else. */
static void wait_for_another(void **state)
{
    (void)state;
    evening v;
    begin(&v, 1, 4);
    assert_true(wave_at(&v, 0));
    assert_int_equal(v.t->matches, 2);
    v.now += 100000;
    win(&v, 0, 0);
    const int64_t free = v.now - BEGIN_MS;
    assert_int_equal(arena_due(v.t, v.now), v.now + ARENA_PATIENCE_MS);
    assert_false(wave_at(&v, free + ARENA_PATIENCE_MS - 1));
    assert_true(wave_at(&v, free + ARENA_PATIENCE_MS)); /* nobody else came free */
    win(&v, 2, 0);
    v.now += 1000;
    win(&v, 1, 0); /* now all four are free: those two do not meet again */
    assert_true(wave_at(&v, v.now - BEGIN_MS + ARENA_WAVE_MS));
    assert_int_equal(v.t->matches, 5);
    assert_false(is_again(v.t, v.t->match[3].player[0], v.t->match[2].player[1]) &&
                 v.t->match[3].player[1] == v.t->match[2].player[1]);
    end(&v);
}

/* Two alone meet again and again, five seconds after each match. */
static void meet_again_alone(void **state)
{
    (void)state;
    evening v;
    begin(&v, 2, 2);
    assert_true(wave_at(&v, 0));
    v.now += 60000;
    win(&v, 0, 1);
    assert_false(wave_at(&v, 60000 + ARENA_WAVE_MS - 1));
    assert_true(wave_at(&v, 60000 + ARENA_WAVE_MS));
    end(&v);
}

/* A match that runs at the end counts; a result taken back opens the evening again. */
static void end_by_the_clock(void **state)
{
    (void)state;
    evening v;
    tournament_refusal why;
    begin(&v, 3, 2);
    assert_true(wave_at(&v, 0));
    assert_int_equal(v.t->ends, BEGIN_MS + MINUTES * 60000);
    v.now = v.t->ends + 5;
    assert_int_equal(arena_due(v.t, v.now), 0);
    tournament_event e = {.kind = TOURNAMENT_ENTERED};
    strcpy(e.player.name, "Too late");
    assert_false(try_event(&v, &e, &why));
    assert_string_equal(why.code, "over");
    win(&v, 0, 0);
    assert_int_equal(v.t->stage, TOURNAMENT_OVER);
    assert_int_equal(tournament_winner(v.t), v.t->match[0].player[0]);
    e = (tournament_event){.kind = TOURNAMENT_UNDONE, .match = 0};
    do_event(&v, &e);
    assert_int_equal(v.t->stage, TOURNAMENT_RUNNING);
    win(&v, 0, 1);
    assert_int_equal(v.t->stage, TOURNAMENT_OVER);
    check_table(v.t);
    check_replay(&v);
    end(&v);
}

static void end_early(void **state)
{
    (void)state;
    evening v;
    begin(&v, 4, 3);
    assert_true(wave_at(&v, 0));
    v.now += 1000;
    tournament_event e = {.kind = TOURNAMENT_CLOSED};
    do_event(&v, &e);
    assert_int_equal(v.t->stage, TOURNAMENT_RUNNING);
    assert_int_equal(arena_due(v.t, v.now), 0);
    win(&v, 0, 0);
    assert_int_equal(v.t->stage, TOURNAMENT_OVER);
    end(&v);
}

static void pause_and_come_back(void **state)
{
    (void)state;
    evening v;
    tournament_refusal why;
    tournament_event e = {.kind = TOURNAMENT_BACK, .who = 2};
    begin(&v, 5, 3);
    assert_false(try_event(&v, &e, &why));
    for (int i = 0; i < ARENA_PAUSES; i++) {
        e.kind = TOURNAMENT_PAUSED;
        do_event(&v, &e);
        assert_int_equal(v.t->player[2].free_since, 0);
        assert_false(try_event(&v, &e, &why));
        assert_string_equal(why.code, "not_now");
        e.kind = TOURNAMENT_BACK;
        do_event(&v, &e);
        assert_int_equal(v.t->player[2].free_since, v.now);
    }
    e.kind = TOURNAMENT_PAUSED;
    assert_false(try_event(&v, &e, &why));
    assert_string_equal(why.code, "too_often");
    e.who = 9;
    assert_false(try_event(&v, &e, &why));
    assert_string_equal(why.code, "no_such_player");
    end(&v);
}

static void refuse_bad_pairs(void **state)
{
    (void)state;
    evening v;
    tournament_refusal why;
    begin(&v, 6, 4);
    tournament_event e = {.kind = TOURNAMENT_PAIRED, .count = 1, .by_hand = true};
    static const int bad[][2] = {{0, 0}, {0, 4}, {0, PLAYER_NOBODY}, {-1, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        memcpy(e.order, bad[i], sizeof bad[i]);
        assert_false(try_event(&v, &e, &why));
        assert_string_equal(why.code, "bad_pairs");
    }
    e.order[0] = 2;
    e.order[1] = 3;
    do_event(&v, &e);
    assert_false(try_event(&v, &e, &why)); /* they play */
    v.now = v.t->ends;
    e.order[0] = 0;
    e.order[1] = 1;
    assert_false(try_event(&v, &e, &why));
    assert_string_equal(why.code, "not_now");
    tournament_plan plan = v.t->plan;
    plan.minutes = 0;
    assert_non_null(tournament_plan_fault(&plan));
    plan.minutes = ARENA_MINUTES_MOST + 1;
    assert_non_null(tournament_plan_fault(&plan));
    plan.kind = TOURNAMENT_SINGLE;
    plan.minutes = 10;
    assert_non_null(tournament_plan_fault(&plan));
    end(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_evenings),    cmocka_unit_test(wait_for_another),
        cmocka_unit_test(meet_again_alone), cmocka_unit_test(end_by_the_clock),
        cmocka_unit_test(end_early),        cmocka_unit_test(pause_and_come_back),
        cmocka_unit_test(refuse_bad_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
