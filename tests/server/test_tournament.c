/* Thousands of random tournaments, played to the end by chance, with forfeits,
 * withdrawals, corrections and pairs made by hand; after every event what must hold.
 * ctest labels: full */
#include "tournament/apply.h"
#include "tournament/deadline.h"
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

enum { EVENTS_MOST = 40000 };

/* A tournament with its journal: the events as text. */
typedef struct played {
    tournament *t;
    alea_random random;
    char **event;
    int events;
    bool wild; /* forfeits, withdrawals, corrections, hand-made pairs */
} played;

static uint32_t chance(played *p, uint32_t below)
{
    return alea_random_below(&p->random, below);
}

/* A match has the number of the last event that changed it. */
static void check_marks(const tournament *t, tournament_match *before, int count)
{
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *now = &t->match[i];
        if (i < count) before[i].seq = now->seq;
        if (i < count && memcmp(&before[i], now, sizeof *now) == 0) continue;
        assert_int_equal(now->seq, t->seq);
    }
}

static bool try_event(played *p, tournament_event *e, tournament_refusal *why)
{
    const int count = p->t->matches;
    const size_t bytes = (size_t)count * sizeof *p->t->match;
    tournament_match *before = malloc(bytes + 1);
    assert_non_null(before);
    if (count) memcpy(before, p->t->match, bytes);
    e->time = p->t->changed + 1;
    const bool is_done = tournament_apply(p->t, e, why) == ALEA_OK;
    if (is_done) check_marks(p->t, before, count);
    free(before);
    if (!is_done) return false;
    json_t *json = tournament_event_json(e);
    assert_true(p->events < EVENTS_MOST);
    p->event[p->events++] = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return true;
}

static void do_event(played *p, tournament_event *e)
{
    tournament_refusal why = {"", ""};
    if (!try_event(p, e, &why)) fail_msg("refused: %s", why.text);
}

static void begin(played *p, uint64_t seed, tournament_kind kind, int players)
{
    *p = (played){.t = tournament_new(), .random = alea_random_start(seed, 1)};
    p->event = calloc(EVENTS_MOST, sizeof *p->event);
    tournament_event e = {.kind = TOURNAMENT_CREATED,
                          .plan = tournament_plan_default()};
    strcpy(e.plan.name, "Event");
    strcpy(e.plan.seed, "1234abcd");
    e.plan.kind = kind;
    e.plan.seeding = (tournament_seeding)chance(p, SEEDINGS);
    if (kind == TOURNAMENT_SINGLE)
        e.plan.consolation = (tournament_consolation)chance(p, CONSOLATION_REST);
    if (kind == TOURNAMENT_GROUPS) {
        e.plan.group_size = 3 + (int)chance(p, 6);
        e.plan.advance = 1 + (int)chance(p, (uint32_t)e.plan.group_size - 1);
        e.plan.consolation = chance(p, 2) ? CONSOLATION_REST : CONSOLATION_NONE;
    }
    if (kind == TOURNAMENT_LEAGUE || kind == TOURNAMENT_GROUPS)
        e.plan.cycles = 1 + (int)chance(p, 2);
    e.plan.length[0] = 1 + (int)chance(p, 9);
    do_event(p, &e);
    for (int i = 0; i < players; i++) {
        e = (tournament_event){.kind = TOURNAMENT_ENTERED};
        snprintf(e.player.name, sizeof e.player.name, "P%d", i);
        e.player.rating = (int)chance(p, 2000);
        do_event(p, &e);
    }
    tournament_draw(p->t, &e);
    do_event(p, &e);
}

static void end(played *p)
{
    for (int i = 0; i < p->events; i++) free(p->event[i]);
    free(p->event);
    tournament_free(p->t);
}

/* ---- what must hold ---- */

static void check_open(const played *p)
{
    const tournament *t = p->t;
    const bool one_each =
        tournament_is_elimination(t) || (t->plan.kind == TOURNAMENT_SWISS && !p->wild);
    int open[TOURNAMENT_PLAYERS] = {0}, undecided[TOURNAMENT_PLAYERS] = {0};
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        for (int side = 0; side < 2; side++) {
            if (m->player[side] < 0) {
                assert_false(m->is_open);
                continue;
            }
            open[m->player[side]] += m->is_open;
            undecided[m->player[side]] += m->outcome == OUTCOME_NONE;
        }
    }
    for (int i = 0; i < t->players; i++) {
        assert_true(open[i] <= 1);
        if (one_each) assert_true(undecided[i] <= 1);
        if (t->player[i].withdrawn) assert_int_equal(open[i], 0);
    }
}

static bool is_same(const tournament *a, const tournament *b)
{
    if (a->seq != b->seq || a->stage != b->stage || a->players != b->players ||
        a->matches != b->matches || a->round != b->round || a->rounds != b->rounds ||
        a->changed != b->changed ||
        memcmp(a->player, b->player, sizeof a->player) != 0 ||
        memcmp(&a->plan, &b->plan, sizeof a->plan) != 0)
        return false;
    for (int i = 0; i < a->matches; i++) {
        const tournament_match *x = &a->match[i], *y = &b->match[i];
        if (x->part != y->part || x->round != y->round || x->place != y->place ||
            x->length != y->length || x->outcome != y->outcome ||
            x->winner != y->winner || x->is_open != y->is_open ||
            x->opened != y->opened || x->seq != y->seq ||
            x->has_score != y->has_score ||
            memcmp(x->player, y->player, sizeof x->player) != 0 ||
            memcmp(x->score, y->score, sizeof x->score) != 0 ||
            strcmp(x->game, y->game) != 0)
            return false;
    }
    return true;
}

static void check_replay(const played *p)
{
    tournament *again = tournament_new();
    tournament_event *e = malloc(sizeof *e);
    for (int i = 0; i < p->events; i++) {
        json_t *json = json_loads(p->event[i], 0, NULL);
        assert_true(tournament_event_read(json, e));
        e->time = i == 0 ? 1 : again->changed + 1;
        assert_int_equal(tournament_apply(again, e, NULL), ALEA_OK);
        json_decref(json);
    }
    assert_true(is_same(p->t, again));
    free(e);
    tournament_free(again);
}

/* ---- playing ---- */

static int pick_open(played *p)
{
    const tournament *t = p->t;
    int count = 0, chosen = -1;
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].is_open && chance(p, (uint32_t)++count) == 0) chosen = i;
    return chosen;
}

static void play(played *p, int match)
{
    const int winner = (int)chance(p, 2);
    tournament_event e = {
        .kind = TOURNAMENT_RESULT, .match = match, .winner = winner, .has_score = true};
    e.score[winner] = p->t->match[match].length;
    e.score[1 - winner] = (int)chance(p, (uint32_t)p->t->match[match].length);
    if (p->wild && chance(p, 6) == 0) { /* by both players */
        e.kind = TOURNAMENT_REPORTED;
        e.who = p->t->match[match].player[0];
        do_event(p, &e);
        assert_int_equal(p->t->match[match].outcome, OUTCOME_NONE);
        e.who = p->t->match[match].player[1];
    } else if (p->wild && chance(p, 12) == 0) {
        e.kind = TOURNAMENT_FORFEIT;
        e.has_score = false;
        if (chance(p, 4) == 0) e.winner = -1;
    }
    do_event(p, &e);
}

static void do_something_wild(played *p)
{
    const tournament *t = p->t;
    tournament_event e = {.kind = TOURNAMENT_UNDONE};
    tournament_refusal why;
    const uint32_t what = chance(p, 20);
    if (what < 2) {
        e.kind = TOURNAMENT_WITHDREW;
        e.who = (int)chance(p, (uint32_t)t->players);
        try_event(p, &e, &why);
    } else if (what < 6 && t->matches) {
        e.match = (int)chance(p, (uint32_t)t->matches);
        const tournament before = *t;
        const tournament_match was = t->match[e.match];
        if (!try_event(p, &e, &why)) {
            assert_memory_equal(&before, t, sizeof before);
            assert_memory_equal(&was, &t->match[e.match], sizeof was);
        }
    } else if (what == 6) {
        e.kind = TOURNAMENT_UNPAIRED;
        try_event(p, &e, &why);
    } else if (what == 7 && t->players < 200) {
        e.kind = TOURNAMENT_ENTERED;
        snprintf(e.player.name, sizeof e.player.name, "Late %d", t->players);
        try_event(p, &e, &why);
    }
}

static bool is_of(const tournament_match *m, int player)
{
    return m->player[0] == player || m->player[1] == player;
}

/* One more comes late, if the draw has room. Results, and the matches of round 1, stay
 * as they are; he has a match now, or is left out of round 1. */
static bool enter_late(played *p)
{
    const tournament *t = p->t;
    const int player = t->players, count = t->matches;
    const bool has_room = tournament_may_enter(t, t->changed + 1);
    tournament_match *before = malloc((size_t)count * sizeof *before);
    assert_non_null(before);
    memcpy(before, t->match, (size_t)count * sizeof *before);
    tournament_event e = {.kind = TOURNAMENT_ENTERED};
    tournament_refusal why = {"", ""};
    snprintf(e.player.name, sizeof e.player.name, "Late %d", t->players);
    assert_int_equal(try_event(p, &e, &why), has_room);
    if (!has_room) {
        assert_string_equal(why.code, "begun");
        assert_int_equal(t->players, player);
        assert_int_equal(t->matches, count);
        assert_memory_equal(before, t->match, (size_t)count * sizeof *before);
    }
    for (int i = 0; i < count; i++) {
        const tournament_match *was = &before[i], *now = &t->match[i];
        const tournament_part drawn =
            t->plan.kind == TOURNAMENT_GROUPS ? PART_GROUP : PART_MAIN;
        const bool is_first = was->round == 1 && was->part == drawn;
        if (was->outcome != OUTCOME_PLAYED && !is_first) continue;
        if (was->outcome == OUTCOME_BYE && is_of(now, player)) {
            assert_int_equal(now->part, PART_MAIN);
            continue;
        }
        assert_int_equal(was->outcome, now->outcome);
        assert_int_equal(was->winner, now->winner);
        assert_memory_equal(was->player, now->player, sizeof was->player);
        assert_memory_equal(was->score, now->score, sizeof was->score);
    }
    int first = 0;
    for (int i = 0; i < t->matches; i++)
        first += t->match[i].round == 1 && is_of(&t->match[i], player);
    if (has_room && tournament_is_elimination(t)) assert_int_equal(first, 1);
    assert_true(first <= 1);
    free(before);
    return has_room;
}

/* Plays to the end; false if a Swiss round could not be paired. */
static bool play_all(played *p)
{
    tournament_event e;
    for (int step = 0; p->t->stage == TOURNAMENT_RUNNING; step++) {
        if (p->wild && step < 2000 && chance(p, 4) == 0) do_something_wild(p);
        check_open(p);
        if (p->t->stage != TOURNAMENT_RUNNING) break;
        const int match = pick_open(p);
        if (match >= 0) {
            play(p, match);
            continue;
        }
        assert_true(tournament_may_pair(p->t));
        if (tournament_pair(p->t, &e) != ALEA_OK) {
            e = (tournament_event){.kind = TOURNAMENT_CLOSED};
            do_event(p, &e);
            return false;
        }
        do_event(p, &e);
    }
    return true;
}

static int count_played(const tournament *t, tournament_part part)
{
    int count = 0;
    for (int i = 0; i < t->matches; i++)
        count += t->match[i].part == part && t->match[i].outcome == OUTCOME_PLAYED;
    return count;
}

static void count_losses(const tournament *t, int *lost)
{
    memset(lost, 0, sizeof *lost * TOURNAMENT_PLAYERS);
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        for (int side = 0; side < 2; side++)
            if (m->player[0] >= 0 && m->player[1] >= 0 && m->winner != side)
                lost[m->player[side]]++;
    }
}

static void check_elimination(const tournament *t)
{
    int lost[TOURNAMENT_PLAYERS], lives = t->plan.kind == TOURNAMENT_DOUBLE ? 2 : 1;
    tournament_row row[TOURNAMENT_PLAYERS];
    count_losses(t, lost);
    const int winner = tournament_winner(t);
    assert_true(winner >= 0);
    for (int i = 0; i < t->players; i++) {
        if (t->plan.consolation == CONSOLATION_NONE) {
            assert_true(lost[i] <= lives);
            assert_int_equal(lost[i] < lives, i == winner);
        }
        assert_true(lost[i] <= 2);
    }
    const int main = count_played(t, PART_MAIN);
    if (lives == 1) {
        assert_int_equal(main, t->players - 1);
    } else {
        const int all =
            main + count_played(t, PART_SECOND) + count_played(t, PART_FINAL);
        assert_int_equal(all, 2 * t->players - 2 + lost[winner]);
    }
    if (t->plan.consolation == CONSOLATION_PROGRESSIVE && t->players > 3)
        assert_true(tournament_consolation_winner(t) >= 0);
    assert_int_equal(tournament_standings(t, row), t->players);
    assert_int_equal(row[0].player, winner);
    assert_int_equal(row[0].rank, 1);
    assert_int_equal(row[1].rank, 2);
}

static void check_swiss(const tournament *t, bool by_rules)
{
    static bool met[TOURNAMENT_PLAYERS][TOURNAMENT_PLAYERS];
    int byes[TOURNAMENT_PLAYERS] = {0};
    memset(met, 0, sizeof met);
    for (int i = 0; i < t->matches && by_rules; i++) {
        const tournament_match *m = &t->match[i];
        const int a = m->player[0], b = m->player[1];
        if (m->outcome == OUTCOME_BYE) {
            assert_int_equal(++byes[m->player[m->winner]], 1);
            continue;
        }
        assert_false(met[a][b]);
        met[a][b] = met[b][a] = true;
    }
}

static void check_league(const tournament *t)
{
    int met[TOURNAMENT_PLAYERS][TOURNAMENT_PLAYERS] = {{0}};
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        met[m->player[0]][m->player[1]]++;
        met[m->player[1]][m->player[0]]++;
    }
    for (int i = 0; i < t->players; i++)
        for (int j = 0; j < t->players; j++)
            assert_int_equal(met[i][j], i == j ? 0 : t->plan.cycles);
}

static void check_groups(const tournament *t)
{
    static int met[TOURNAMENT_PLAYERS][TOURNAMENT_PLAYERS];
    int second = 0, left = 0, of[TOURNAMENT_PLAYERS + 1] = {0};
    memset(met, 0, sizeof met);
    for (int i = 0; i < t->matches; i++) second += t->match[i].part == PART_SECOND;
    for (int i = 0; i < t->players; i++)
        left += ++of[t->player[i].group] > t->plan.advance;
    assert_int_equal(second > 0, t->plan.consolation && left > 1);
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->part != PART_GROUP) continue;
        met[m->player[0]][m->player[1]]++;
        met[m->player[1]][m->player[0]]++;
    }
    for (int i = 0; i < t->players; i++) {
        int size = 0;
        for (int j = 0; j < t->players; j++) {
            const bool meet = i != j && t->player[i].group == t->player[j].group;
            assert_int_equal(met[i][j], meet ? t->plan.cycles : 0);
            size += t->player[i].group == t->player[j].group;
        }
        assert_true(size <= t->plan.group_size);
    }
}

static tournament_kind kind_of(uint64_t seed)
{
    static const tournament_kind kinds[] = {TOURNAMENT_SINGLE, TOURNAMENT_DOUBLE,
                                            TOURNAMENT_SWISS, TOURNAMENT_LEAGUE,
                                            TOURNAMENT_GROUPS};
    return kinds[seed / 2 % (sizeof kinds / sizeof *kinds)];
}

static int random_size(uint64_t seed, tournament_kind kind)
{
    alea_random random = alea_random_start(seed, 2);
    const uint32_t most = kind == TOURNAMENT_LEAGUE ? 24 : 199;
    /* Small ones are the special cases. */
    return 2 + (int)alea_random_below(&random, seed % 2 ? 12 : most);
}

static void play_tamely(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < EFFORT(2000, 200); seed++) {
        played p;
        const tournament_kind kind = kind_of(seed);
        begin(&p, seed, kind, random_size(seed, kind));
        assert_true(play_all(&p));
        assert_int_equal(p.t->stage, TOURNAMENT_OVER);
        if (tournament_is_elimination(p.t)) check_elimination(p.t);
        if (kind == TOURNAMENT_SWISS) check_swiss(p.t, true);
        if (kind == TOURNAMENT_LEAGUE) check_league(p.t);
        if (seed % 8 < 4) check_replay(&p);
        end(&p);
    }
}

/* Some come late, at any time: all rules hold as if they had been there. */
static void come_late(void **state)
{
    (void)state;
    int late[TOURNAMENT_KINDS] = {0}, refused[TOURNAMENT_KINDS] = {0};
    for (uint64_t seed = 30000; seed < 30000 + EFFORT(1500, 300); seed++) {
        played p;
        const tournament_kind kind = kind_of(seed);
        if (kind == TOURNAMENT_SWISS) continue;
        begin(&p, seed, kind, random_size(seed, kind) * 2 / 3 + 1);
        const uint32_t rarely = 1 + chance(&p, 6);
        for (int tries = 0; p.t->stage == TOURNAMENT_RUNNING && tries < 60; tries++) {
            if (p.t->players < 200 && chance(&p, rarely) == 0)
                *(enter_late(&p) ? &late[kind] : &refused[kind]) += 1;
            check_open(&p);
            play(&p, pick_open(&p));
        }
        play_all(&p);
        assert_int_equal(p.t->stage, TOURNAMENT_OVER);
        if (tournament_is_elimination(p.t)) check_elimination(p.t);
        if (kind == TOURNAMENT_LEAGUE) check_league(p.t);
        if (kind == TOURNAMENT_GROUPS) check_groups(p.t);
        check_replay(&p);
        end(&p);
    }
    for (int kind = 0; kind < TOURNAMENT_KINDS; kind++) {
        if (kind == TOURNAMENT_SWISS || kind == TOURNAMENT_ARENA) continue;
        assert_true(late[kind] > 20 && refused[kind] > 20);
    }
}

/* Who was in the draw and has left does not come in again; withdrawals stay decided. */
static void come_late_after_withdrawals(void **state)
{
    (void)state;
    played p;
    tournament_refusal why;
    begin(&p, 1, TOURNAMENT_LEAGUE, 5);
    tournament_event e = {.kind = TOURNAMENT_WITHDREW, .who = 2};
    do_event(&p, &e);
    e = (tournament_event){.kind = TOURNAMENT_ENTERED};
    strcpy(e.player.name, "P2");
    assert_false(try_event(&p, &e, &why));
    assert_string_equal(why.code, "withdrawn");
    strcpy(e.player.name, "Late");
    do_event(&p, &e);
    for (int i = 0; i < p.t->matches; i++) {
        const tournament_match *m = &p.t->match[i];
        if (!is_of(m, 2)) continue;
        assert_int_equal(m->outcome, OUTCOME_FORFEIT);
        assert_int_equal(m->winner, m->player[0] == 2 ? 1 : 0);
    }
    assert_int_equal(p.t->rounds, 5 * p.t->plan.cycles);
    check_league(p.t);
    check_replay(&p);
    end(&p);
}

static void play_wildly(void **state)
{
    (void)state;
    for (uint64_t seed = 10000; seed < 10000 + EFFORT(1500, 150); seed++) {
        played p;
        const tournament_kind kind = kind_of(seed);
        begin(&p, seed, kind, random_size(seed, kind));
        p.wild = true;
        play_all(&p);
        assert_int_equal(p.t->stage, TOURNAMENT_OVER);
        if (kind == TOURNAMENT_SWISS) check_swiss(p.t, true);
        tournament_row row[TOURNAMENT_PLAYERS];
        tournament_standings(p.t, row);
        if (seed % 8 < 4) check_replay(&p);
        end(&p);
    }
}

/* Everybody meets everybody in as many Swiss rounds as there can be at all, as long as
 * a pairing exists: whether it does is decided by trying all of them. */
static bool exists(bool met[12][12], const bool *had_bye, int count, int used)
{
    int first = 0;
    while (first < count && used >> first & 1) first++;
    if (first == count) return true;
    int left = 0;
    for (int i = 0; i < count; i++) left += !(used >> i & 1);
    if (left % 2 && !had_bye[first] && exists(met, had_bye, count, used | 1 << first))
        return true;
    for (int i = first + 1; i < count; i++)
        if (!(used >> i & 1) && !met[first][i] &&
            exists(met, had_bye, count, used | 1 << first | 1 << i))
            return true;
    return false;
}

static void pair_whenever_possible(void **state)
{
    (void)state;
    int dead_ends = 0;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        played p;
        tournament_event e;
        const int players = 2 + (int)(seed % 9);
        begin(&p, seed, TOURNAMENT_SWISS, players);
        p.t->rounds = 12;
        for (;;) {
            bool met[12][12] = {{false}}, had_bye[12] = {false};
            for (int i = 0; i < p.t->matches; i++) {
                const tournament_match *m = &p.t->match[i];
                const int a = m->player[0], b = m->player[1];
                if (b >= 0)
                    met[a][b] = met[b][a] = true;
                else
                    had_bye[a] = true;
            }
            const bool possible = exists(met, had_bye, players, 0);
            const alea_status status = tournament_pair(p.t, &e);
            assert_int_equal(status, possible ? ALEA_OK : ALEA_ERROR_REFUSED);
            if (!possible) break;
            do_event(&p, &e);
            for (int match; (match = pick_open(&p)) >= 0;) play(&p, match);
        }
        dead_ends += p.t->round < players - 1 + players % 2;
        end(&p);
    }
    assert_true(dead_ends > 0); /* the search had something to find */
}

/* ---- matching ---- */

static int64_t best_by_trying(int nodes, const int64_t *weight, int used)
{
    int first = 0;
    while (first < nodes && used >> first & 1) first++;
    if (first == nodes) return 0;
    int64_t best = best_by_trying(nodes, weight, used | 1 << first);
    for (int i = first + 1; i < nodes; i++) {
        const int64_t w = weight[first * nodes + i];
        if (used >> i & 1 || w == 0) continue;
        const int64_t with =
            w + best_by_trying(nodes, weight, used | 1 << first | 1 << i);
        if (with > best) best = with;
    }
    return best;
}

static void match_best(void **state)
{
    (void)state;
    alea_random random = alea_random_start(77, 0);
    for (int round = 0; round < 20000; round++) {
        const int nodes = 2 + (int)alea_random_below(&random, 8);
        const uint32_t range = 1 + alea_random_below(&random, 40);
        const uint32_t density = 1 + alea_random_below(&random, 4);
        int64_t weight[100] = {0}, total = 0;
        int mate[10];
        for (int i = 0; i < nodes; i++)
            for (int j = i + 1; j < nodes; j++)
                if (alea_random_below(&random, 4) < density)
                    weight[i * nodes + j] = weight[j * nodes + i] =
                        1 + alea_random_below(&random, range);
        assert_int_equal(matching_best(nodes, weight, mate), ALEA_OK);
        for (int i = 0; i < nodes; i++) {
            if (mate[i] < 0) continue;
            assert_int_equal(mate[mate[i]], i);
            assert_true(weight[i * nodes + mate[i]] > 0);
            if (mate[i] > i) total += weight[i * nodes + mate[i]];
        }
        assert_int_equal(total, best_by_trying(nodes, weight, 0));
    }
}

/* ---- single rules ---- */

static void draw_by_seed(void **state)
{
    (void)state;
    int line[8];
    bracket_lines(8, line);
    const int expected[8] = {1, 8, 4, 5, 2, 7, 3, 6};
    int place[8], meetings[8][8] = {{0}};
    assert_memory_equal(line, expected, sizeof line);
    for (int i = 0; i < 8; i += 2) assert_int_equal(line[i] + line[i + 1], 9);
    for (int round = 0; round < 7; round++) {
        int seen = 0;
        assert_int_equal(league_round(8, round, place), 4);
        for (int i = 0; i < 4; i++) {
            meetings[place[2 * i]][place[2 * i + 1]]++;
            seen |= 1 << place[2 * i] | 1 << place[2 * i + 1];
        }
        assert_int_equal(seen, 255);
    }
    tournament_event first, again, other;
    played p;
    begin(&p, 5, TOURNAMENT_SINGLE, 40);
    p.t->plan.seeding = SEEDING_RANDOM;
    tournament_draw(p.t, &first);
    tournament_draw(p.t, &again);
    strcpy(p.t->plan.seed, "1234abce");
    tournament_draw(p.t, &other);
    assert_memory_equal(&first, &again, sizeof first);
    assert_true(memcmp(first.order, other.order, sizeof first.order) != 0);
    end(&p);
}

static void take_visible_names(void **state)
{
    (void)state;
    static const char *const good[] = {"Zo\xc3\xab", "\xe9\xaa\xb0\xe5\xad\x90",
                                       "O\xe2\x80\x99Neill", "<b>", "a  b"};
    static const char *const bad[] = {"",
                                      " a",
                                      "a ",
                                      "a\nb",
                                      "\xc2\x85",
                                      "a\xe2\x80\xaez",
                                      "\xe2\x80\x8b",
                                      "\xef\xbb\xbfz",
                                      "\xe2\x81\xa6z",
                                      "\xff",
                                      "123456789012345678901234567890123"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(tournament_name_is_good(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(tournament_name_is_good(bad[i]));
}

static void refuse_result(played *p, int match, int winner, int a, int b,
                          const char *code)
{
    tournament_refusal why = {"", ""};
    tournament_event e = {.kind = TOURNAMENT_RESULT,
                          .match = match,
                          .winner = winner,
                          .has_score = true,
                          .score = {a, b}};
    assert_false(try_event(p, &e, &why));
    assert_string_equal(why.code, code);
}

static void refuse_what_cannot_be(void **state)
{
    (void)state;
    played p;
    tournament_refusal why;
    begin(&p, 1, TOURNAMENT_SINGLE, 4);
    p.t->match[0].length = 5;
    refuse_result(&p, 0, 0, 4, 1, "bad_result");
    refuse_result(&p, 0, 0, 5, 5, "bad_result");
    refuse_result(&p, 0, 2, 5, 1, "bad_result");
    refuse_result(&p, 2, 0, 5, 1, "not_open");
    refuse_result(&p, 99, 0, 5, 1, "no_such_match");
    refuse_result(&p, -1, 0, 5, 1, "no_such_match");
    tournament_event e = {.kind = TOURNAMENT_RESULT, .match = 0, .winner = 1};
    do_event(&p, &e);
    refuse_result(&p, 0, 0, 5, 1, "decided");
    e = (tournament_event){.kind = TOURNAMENT_RESULT, .match = 1, .winner = 1};
    do_event(&p, &e);
    e = (tournament_event){.kind = TOURNAMENT_RESULT, .match = 2, .winner = 1};
    do_event(&p, &e);
    e = (tournament_event){.kind = TOURNAMENT_UNDONE, .match = 0};
    assert_false(try_event(&p, &e, &why));
    assert_string_equal(why.code, "depends");
    end(&p);
}

static void say(played *p, int match, int side, int winner, int a, int b)
{
    tournament_event e = {.kind = TOURNAMENT_REPORTED,
                          .match = match,
                          .who = p->t->match[match].player[side],
                          .winner = winner,
                          .has_score = a >= 0,
                          .score = {a, b}};
    do_event(p, &e);
}

/* What the two say differently stands for nobody; what they say alike does, once. */
static void agree_about_a_result(void **state)
{
    (void)state;
    played p;
    tournament_refusal why;
    begin(&p, 3, TOURNAMENT_SINGLE, 4);
    const tournament_match *m = &p.t->match[0];
    for (int i = 0; i < 3; i++) p.t->match[i].length = 5;
    tournament_event e = {.kind = TOURNAMENT_REPORTED, .match = 0, .winner = 0};
    e.who = p.t->match[1].player[0];
    assert_false(try_event(&p, &e, &why));
    assert_string_equal(why.code, "not_yours");
    e.who = m->player[0];
    e.match = 2;
    assert_false(try_event(&p, &e, &why));
    assert_string_equal(why.code, "not_open");
    say(&p, 0, 0, 0, 5, 3);
    say(&p, 0, 0, 0, 5, 2); /* he corrects himself */
    say(&p, 0, 1, 1, 3, 5);
    assert_int_equal(m->outcome, OUTCOME_NONE);
    say(&p, 0, 1, 0, 5, 4);
    assert_int_equal(m->outcome, OUTCOME_NONE);
    say(&p, 0, 1, 0, -1, -1);
    assert_int_equal(m->outcome, OUTCOME_PLAYED);
    assert_int_equal(m->winner, 0);
    assert_true(m->has_score && m->score[0] == 5 && m->score[1] == 2);
    check_replay(&p);
    e = (tournament_event){.kind = TOURNAMENT_UNDONE, .match = 0};
    do_event(&p, &e);
    assert_int_equal(m->report[0].count + m->report[1].count, 0);
    for (int i = 0; i < TOURNAMENT_REPORTS; i++) say(&p, 0, 1, i % 2, -1, -1);
    e = (tournament_event){
        .kind = TOURNAMENT_REPORTED, .match = 0, .who = m->player[1], .winner = 1};
    assert_false(try_event(&p, &e, &why));
    assert_string_equal(why.code, "too_often");
    end(&p);
}

/* Nobody fills the list of events by going in and out. */
static void enter_a_few_times(void **state)
{
    (void)state;
    played p;
    tournament_refusal why;
    begin(&p, 9, TOURNAMENT_SWISS, 4);
    tournament_event e = {.kind = TOURNAMENT_ENTERED};
    strcpy(e.player.name, "Late");
    for (int i = 0; i < TOURNAMENT_ENTRIES; i++) {
        e.kind = TOURNAMENT_ENTERED;
        do_event(&p, &e);
        e.kind = TOURNAMENT_WITHDREW;
        e.who = 4;
        do_event(&p, &e);
    }
    e.kind = TOURNAMENT_ENTERED;
    assert_false(try_event(&p, &e, &why));
    assert_string_equal(why.code, "too_often");
    end(&p);
}

/* A round that was taken back stays so until the director has paired, or there is one
 * more result. */
static void hold_after_unpairing(void **state)
{
    (void)state;
    played p;
    begin(&p, 11, TOURNAMENT_SWISS, 4);
    tournament_event e;
    assert_int_equal(tournament_pair(p.t, &e), ALEA_OK);
    do_event(&p, &e);
    assert_false(p.t->is_held);
    e = (tournament_event){.kind = TOURNAMENT_UNPAIRED};
    do_event(&p, &e);
    assert_true(p.t->is_held && tournament_may_pair(p.t));
    assert_int_equal(tournament_pair(p.t, &e), ALEA_OK);
    do_event(&p, &e);
    assert_false(p.t->is_held);
    end(&p);
}

/* By its last moment: one has told, or come, alone. One ms later it is too late. */
static void decide_by_the_deadline(void **state)
{
    enum { TOLD, CAME, BOTH_CAME, DISPUTED, NONE, CASES, OPENED_MS = 1000000 };
    const int64_t last = OPENED_MS + 3600 * 1000;
    (void)state;
    for (int late = 0; late < 2; late++)
        for (int kind = TOLD; kind < CASES; kind++) {
            tournament *t = tournament_new();
            tournament_event e = {.kind = TOURNAMENT_CREATED,
                                  .plan = tournament_plan_default()};
            strcpy(e.plan.name, "Event");
            e.plan.deadline_h = 1;
            assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            for (int i = 0; i < 2; i++) {
                e = (tournament_event){.kind = TOURNAMENT_ENTERED};
                snprintf(e.player.name, sizeof e.player.name, "P%d", i);
                assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            }
            tournament_draw(t, &e);
            e.time = OPENED_MS;
            assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            e = (tournament_event){.time = last + late, .who = 1, .winner = 0};
            e.kind = TOURNAMENT_REPORTED;
            if (kind == TOLD || kind == DISPUTED)
                assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            e.who = 0;
            e.winner = 1;
            if (kind == DISPUTED)
                assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            e.kind = TOURNAMENT_GAME;
            e.who = 1;
            strcpy(e.game, "g");
            if (kind == CAME || kind == BOTH_CAME)
                assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            e.kind = TOURNAMENT_CAME;
            assert_int_equal(tournament_apply(t, &e, NULL), ALEA_ERROR_REFUSED);
            e.who = 0;
            if (kind == BOTH_CAME)
                assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            const bool decides = !late && (kind == TOLD || kind == CAME);
            assert_int_equal(deadline_due(t), decides ? last + 1 : 0);
            assert_false(deadline_decide(t, last, &e));
            assert_int_equal(deadline_decide(t, last + 1, &e), decides);
            if (decides) {
                e.time = last + 1;
                assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
                assert_int_equal(t->match[0].winner, kind == TOLD ? 0 : 1);
                assert_int_equal(t->match[0].outcome,
                                 kind == TOLD ? OUTCOME_PLAYED : OUTCOME_FORFEIT);
                assert_int_equal(deadline_due(t), 0);
            }
            tournament_free(t);
        }
}

/* A player who is late for a game of an arena loses it and pauses. */
static void decide_absent_of_arena(void **state)
{
    enum { OPENED_MS = 1000000 };
    const int64_t last = OPENED_MS + 2 * 60 * 1000;
    (void)state;
    for (int came = 0; came < 4; came++)
        for (int more = 0; more < 3; more++) { /* 1: no game; 2: a report */
            tournament *t = tournament_new();
            tournament_event e = {.kind = TOURNAMENT_CREATED,
                                  .plan = tournament_plan_default()};
            strcpy(e.plan.name, "Event");
            e.plan.kind = TOURNAMENT_ARENA;
            e.plan.minutes = 60;
            e.plan.no_show = 2;
            e.plan.deadline_h = 1;
            assert_int_equal(tournament_apply(t, &e, NULL), ALEA_ERROR_REFUSED);
            e.plan.deadline_h = 0;
            assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            for (int i = 0; i < 2; i++) {
                e = (tournament_event){.kind = TOURNAMENT_ENTERED};
                snprintf(e.player.name, sizeof e.player.name, "P%d", i);
                assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            }
            tournament_draw(t, &e);
            e.time = 1;
            assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            e = (tournament_event){.kind = TOURNAMENT_PAIRED, .count = 1};
            e.order[1] = 1;
            e.time = OPENED_MS;
            assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            e = (tournament_event){.kind = TOURNAMENT_GAME, .time = OPENED_MS + 1};
            e.who = PLAYER_NOBODY;
            strcpy(e.game, "g");
            if (more != 1) assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            for (int i = 0; i < 2 && more != 1; i++) {
                e = (tournament_event){.kind = TOURNAMENT_CAME, .time = last, .who = i};
                if (came >> i & 1)
                    assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            }
            e = (tournament_event){.kind = TOURNAMENT_REPORTED, .time = last};
            if (more == 2) assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
            const bool decides = !more && came != 3;
            assert_int_equal(deadline_due(t), decides ? last + 1 : 0);
            assert_int_equal(deadline_decide(t, last + 1, &e), decides);
            if (decides) {
                json_t *json = tournament_event_json(&e);
                assert_true(tournament_event_read(json, &e));
                json_decref(json);
                e.time = last + 1;
                assert_int_equal(tournament_apply(t, &e, NULL), ALEA_OK);
                assert_int_equal(t->match[0].winner, came - 1);
                assert_int_equal(t->player[0].paused, !(came & 1));
                assert_int_equal(t->player[1].paused, !(came & 2));
            }
            tournament_free(t);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(match_best),
        cmocka_unit_test(play_tamely),
        cmocka_unit_test(play_wildly),
        cmocka_unit_test(come_late),
        cmocka_unit_test(come_late_after_withdrawals),
        cmocka_unit_test(pair_whenever_possible),
        cmocka_unit_test(draw_by_seed),
        cmocka_unit_test(refuse_what_cannot_be),
        cmocka_unit_test(agree_about_a_result),
        cmocka_unit_test(take_visible_names),
        cmocka_unit_test(enter_a_few_times),
        cmocka_unit_test(hold_after_unpairing),
        cmocka_unit_test(decide_by_the_deadline),
        cmocka_unit_test(decide_absent_of_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
