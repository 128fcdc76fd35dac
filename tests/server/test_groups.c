/* Groups, then a knock-out, and one of the rest: random tournaments played to the end,
 * with and without withdrawals. Who meets whom, who goes on and who does not is counted
 * again here. */
#include "tournament/apply.h"
#include "tournament/draw.h"
#include "tournament/event.h"
#include "tournament/groups.h"
#include "tournament/standings.h"

#include "base/rng.h"

#include "support/effort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void apply(tournament *t, tournament_event *e)
{
    tournament_refusal why = {"", ""};
    e->time = t->changed + 1;
    if (tournament_apply(t, e, &why) != ALEA_OK) fail_msg("refused: %s", why.text);
}

static tournament *begin(int players, int group_size, int advance, int cycles,
                         tournament_consolation consolation)
{
    tournament *t = tournament_new();
    tournament_event e = {.kind = TOURNAMENT_CREATED,
                          .plan = tournament_plan_default()};
    strcpy(e.plan.name, "Event");
    e.plan.kind = TOURNAMENT_GROUPS;
    e.plan.group_size = group_size;
    e.plan.advance = advance;
    e.plan.cycles = cycles;
    e.plan.consolation = consolation;
    e.plan.lengths = 3;
    e.plan.length[0] = 3;
    e.plan.length[1] = 5;
    e.plan.length[2] = 7;
    apply(t, &e);
    for (int i = 0; i < players; i++) {
        e = (tournament_event){.kind = TOURNAMENT_ENTERED};
        snprintf(e.player.name, sizeof e.player.name, "P%d", i);
        apply(t, &e);
    }
    tournament_draw(t, &e);
    apply(t, &e);
    return t;
}

static int group_of(const tournament *t, int player)
{
    return t->player[player].group;
}

/* All meet all of their own group, and nobody else. */
static void check_draw(const tournament *t)
{
    static int met[TOURNAMENT_PLAYERS][TOURNAMENT_PLAYERS];
    int size[TOURNAMENT_PLAYERS + 1] = {0}, groups = 0, least = TOURNAMENT_PLAYERS,
                                  most = 0;
    memset(met, 0, sizeof met);
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->part != PART_GROUP) continue;
        assert_int_equal(m->length, 3);
        met[m->player[0]][m->player[1]]++;
        met[m->player[1]][m->player[0]]++;
    }
    for (int i = 0; i < t->players; i++) {
        size[group_of(t, i)]++;
        if (group_of(t, i) > groups) groups = group_of(t, i);
        for (int j = 0; j < t->players; j++) {
            const bool meet = i != j && group_of(t, i) == group_of(t, j);
            assert_int_equal(met[i][j], meet ? t->plan.cycles : 0);
        }
    }
    assert_int_equal(size[0], 0);
    for (int g = 1; g <= groups; g++) {
        if (size[g] < least) least = size[g];
        if (size[g] > most) most = size[g];
        assert_int_equal(group_of(t, g - 1), g); /* seeds 1, 2, 3 are of 1, 2, 3 */
    }
    assert_true(most - least <= 1 && most <= t->plan.group_size && least >= 2);
    assert_int_equal(groups, groups_count(&t->plan, t->players));
}

/* ---- who goes on, counted again ---- */

typedef struct counted {
    int player, wins, met, sonneborn, difference;
} counted;

static int key_order(const counted *a, const counted *b)
{
    if (a->wins != b->wins) return b->wins - a->wins;
    if (a->met != b->met) return b->met - a->met;
    if (a->sonneborn != b->sonneborn) return b->sonneborn - a->sonneborn;
    if (a->difference != b->difference) return b->difference - a->difference;
    return a->player - b->player; /* entered in the order of the seeds */
}

static int compare_counted(const void *a, const void *b)
{
    return key_order(a, b);
}

static int recount(const tournament *t, int group, counted *out)
{
    int wins[TOURNAMENT_PLAYERS] = {0}, count = 0;
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->part == PART_GROUP && m->winner >= 0) wins[m->player[m->winner]]++;
    }
    for (int p = 0; p < t->players; p++) {
        if (group_of(t, p) != group) continue;
        counted c = {.player = p, .wins = wins[p]};
        for (int i = 0; i < t->matches; i++) {
            const tournament_match *m = &t->match[i];
            const int side = m->player[1] == p;
            if (m->part != PART_GROUP || m->player[side] != p) continue;
            const int other = m->player[1 - side];
            c.sonneborn += m->winner == side ? wins[other] : 0;
            c.met += m->winner == side && wins[other] == wins[p];
            c.difference += m->has_score ? m->score[side] - m->score[1 - side] : 0;
        }
        out[count++] = c;
    }
    qsort(out, (size_t)count, sizeof *out, compare_counted);
    return count;
}

static int first_of(const tournament *t, tournament_part part)
{
    int count;
    return groups_bracket(t, part, &count);
}

/* place[player]: from 1 among those of the group who are in the bracket; 0 = is not. */
static int recount_all(const tournament *t, tournament_part part, int *place)
{
    counted row[TOURNAMENT_PLAYERS];
    const int before = part == PART_MAIN ? 0 : t->plan.advance;
    const int most = part == PART_MAIN ? t->plan.advance : TOURNAMENT_PLAYERS;
    int on = 0;
    memset(place, 0, TOURNAMENT_PLAYERS * sizeof *place);
    for (int group = 1; group <= groups_count(&t->plan, t->players); group++) {
        const int count = recount(t, group, row);
        for (int i = 0, next = 1 - before; i < count && next <= most; i++)
            if (!t->player[row[i].player].withdrawn) {
                if (next > 0) place[row[i].player] = next;
                on += next++ > 0;
            }
    }
    return on;
}

/* `place` is of the moment at which the last group match was decided. */
static void check_first_round(const tournament *t, tournament_part part,
                              const int *place, int on)
{
    int seen[TOURNAMENT_PLAYERS] = {0}, of_group[TOURNAMENT_PLAYERS + 1] = {0};
    int found = 0, meeting = 0, clashes = 0, most = 0;
    for (int i = first_of(t, part); i < t->matches; i++) {
        const int a = t->match[i].player[0], b = t->match[i].player[1];
        if (t->match[i].part != part || t->match[i].round != 1) continue;
        assert_int_equal(t->match[i].length, 5);
        for (int side = 0; side < 2; side++)
            if (t->match[i].player[side] >= 0)
                seen[t->match[i].player[side]]++, found++;
        if (a < 0 || b < 0) continue;
        meeting += 2;
        of_group[group_of(t, a)]++;
        of_group[group_of(t, b)]++;
        clashes += group_of(t, a) == group_of(t, b);
        if (on >= 2 * groups_count(&t->plan, t->players))
            assert_false(place[a] == 1 && place[b] == 1);
    }
    assert_int_equal(found, on);
    for (int i = 0; i < t->players; i++) assert_int_equal(seen[i], place[i] > 0);
    for (int g = 1; g <= TOURNAMENT_PLAYERS; g++)
        if (of_group[g] > most) most = of_group[g];
    /* Avoidable as long as no group has more than half of those who play. */
    if (2 * most <= meeting) assert_int_equal(clashes, 0);
}

static tournament_match *first_with(tournament *t, int player)
{
    for (int i = first_of(t, PART_MAIN);
         t->match[i].part == PART_MAIN && t->match[i].round == 1; i++)
        if (t->match[i].player[0] == player || t->match[i].player[1] == player)
            return &t->match[i];
    return NULL;
}

/* With two of each of 2, 4 or 8 groups a group's second is in the other half. */
static void check_halves(tournament *t, const int *place, int on)
{
    const int groups = groups_count(&t->plan, t->players);
    if (t->plan.advance != 2 || on != 2 * groups || (groups & (groups - 1))) return;
    if (groups < 2) return;
    for (int a = 0; a < t->players; a++)
        for (int b = 0; b < t->players; b++)
            if (place[a] == 1 && place[b] == 2 && group_of(t, a) == group_of(t, b))
                assert_true((first_with(t, a)->place < groups / 2) !=
                            (first_with(t, b)->place < groups / 2));
}

static bool is_filled(const tournament *t)
{
    return t->match[first_of(t, PART_MAIN)].player[0] != PLAYER_UNKNOWN;
}

static int pick_open(const tournament *t, alea_random *random)
{
    int count = 0, chosen = -1;
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].is_open && alea_random_below(random, (uint32_t)++count) == 0)
            chosen = i;
    return chosen;
}

static void play_one(tournament *t, alea_random *random)
{
    const int match = pick_open(t, random), winner = (int)alea_random_below(random, 2);
    assert_true(match >= 0);
    tournament_event e = {
        .kind = TOURNAMENT_RESULT, .match = match, .winner = winner, .has_score = true};
    e.score[winner] = t->match[match].length;
    e.score[1 - winner] =
        (int)alea_random_below(random, (uint32_t)t->match[match].length);
    if (alea_random_below(random, 12) == 0) {
        e = (tournament_event){
            .kind = TOURNAMENT_FORFEIT, .match = match, .winner = winner};
        if (alea_random_below(random, 3) == 0) e.winner = -1;
    }
    apply(t, &e);
}

/* The last group match is taken back, as long as nothing of the knock-outs is played,
 * and with it everybody out of them. */
static void take_back(tournament *t)
{
    for (int i = first_of(t, PART_MAIN) - 1; i >= 0; i--) {
        const tournament_match *m = &t->match[i];
        if (m->outcome != OUTCOME_PLAYED || t->player[m->player[0]].withdrawn ||
            t->player[m->player[1]].withdrawn)
            continue;
        const int winner = m->winner;
        tournament_event e = {.kind = TOURNAMENT_UNDONE, .match = i};
        apply(t, &e);
        for (int j = first_of(t, PART_MAIN); j < t->matches; j++) {
            assert_int_equal(t->match[j].player[0], PLAYER_UNKNOWN);
            assert_int_equal(t->match[j].player[1], PLAYER_UNKNOWN);
            assert_int_equal(t->match[j].outcome, OUTCOME_NONE);
        }
        e = (tournament_event){
            .kind = TOURNAMENT_RESULT, .match = i, .winner = 1 - winner};
        apply(t, &e);
        assert_true(is_filled(t));
        return;
    }
}

/* Who goes on stands above who does not, and who is in the consolation above who is in
 * neither. */
static void check_end(const tournament *t, const int *place, const int *rest)
{
    tournament_row row[TOURNAMENT_PLAYERS];
    const int winner = tournament_winner(t), second = tournament_consolation_winner(t);
    assert_int_equal(t->stage, TOURNAMENT_OVER);
    assert_int_equal(tournament_standings(t, row), t->players);
    if (winner >= 0) {
        assert_int_equal(row[0].player, winner);
        assert_int_equal(row[0].rank, 1);
        assert_true(place[winner] > 0);
    }
    for (int i = 0; i < t->players; i++) {
        const int player = row[i].player, before = i ? row[i - 1].player : player;
        assert_false(place[player] > 0 && place[before] == 0);
        assert_false(rest[player] > 0 && place[before] == 0 && rest[before] == 0);
        if (rest[player] && !rest[before]) assert_true(second < 0 || second == player);
    }
    assert_true(second < 0 || (rest[second] > 0 && t->plan.consolation));
}

static void withdraw_one(tournament *t, alea_random *random)
{
    tournament_event e = {.kind = TOURNAMENT_WITHDREW};
    e.who = (int)alea_random_below(random, (uint32_t)t->players);
    if (!t->player[e.who].withdrawn) apply(t, &e);
}

/* How many cannot go on, whoever wins. */
static int sizes_left(const tournament *t)
{
    int size[TOURNAMENT_PLAYERS + 1] = {0}, left = 0;
    for (int i = 0; i < t->players; i++)
        left += ++size[group_of(t, i)] > t->plan.advance;
    return left;
}

static void play(uint64_t seed, bool withdrawals)
{
    alea_random random = alea_random_start(seed, 1);
    const int size = 3 + (int)alea_random_below(&random, seed % 3 ? 4 : 14);
    const int advance = 1 + (int)alea_random_below(&random, (uint32_t)size - 1);
    const int players = 2 + (int)alea_random_below(&random, seed % 5 ? 30 : 200);
    const bool has_rest = seed % 4 < 2;
    tournament *t = begin(players, size, advance, seed % 7 ? 1 : 2,
                          has_rest ? CONSOLATION_REST : CONSOLATION_NONE);
    int place[TOURNAMENT_PLAYERS], rest[TOURNAMENT_PLAYERS] = {0}, count;
    check_draw(t);
    while (!groups_are_decided(t)) {
        assert_false(is_filled(t));
        if (withdrawals && alea_random_below(&random, 8) == 0) {
            withdraw_one(t, &random);
        } else {
            play_one(t, &random);
        }
    }
    assert_true(is_filled(t));
    if (t->stage == TOURNAMENT_RUNNING && seed % 2) take_back(t);
    const int on = recount_all(t, PART_MAIN, place);
    check_first_round(t, PART_MAIN, place, on);
    check_halves(t, place, on);
    groups_bracket(t, PART_SECOND, &count);
    if (count)
        check_first_round(t, PART_SECOND, rest, recount_all(t, PART_SECOND, rest));
    assert_int_equal(count > 0, has_rest && sizes_left(t) > 1);
    while (t->stage == TOURNAMENT_RUNNING) {
        if (withdrawals && alea_random_below(&random, 16) == 0)
            withdraw_one(t, &random);
        if (t->stage == TOURNAMENT_RUNNING) play_one(t, &random);
    }
    check_end(t, place, rest);
    tournament_free(t);
}

static void play_in_groups(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < EFFORT(2000, 300); seed++) play(seed, false);
}

static void withdraw_from_groups(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < EFFORT(2000, 300); seed++) play(seed, true);
}

static void snake_the_seeds(void **state)
{
    (void)state;
    const int wanted[] = {1, 2, 3, 3, 2, 1, 1, 2, 3, 3};
    tournament *t = begin(10, 4, 2, 1, CONSOLATION_NONE);
    for (int i = 0; i < 10; i++) assert_int_equal(group_of(t, i), wanted[i]);
    tournament_free(t);
}

static void refuse_plans(void **state)
{
    (void)state;
    const struct {
        tournament_kind kind;
        int size, advance;
        tournament_consolation consolation;
        const char *word; /* NULL: it is a plan */
    } cases[] = {{TOURNAMENT_GROUPS, 4, 2, CONSOLATION_NONE, NULL},
                 {TOURNAMENT_GROUPS, 16, 15, CONSOLATION_REST, NULL},
                 {TOURNAMENT_GROUPS, 2, 1, CONSOLATION_NONE, "group_size"},
                 {TOURNAMENT_GROUPS, 17, 1, CONSOLATION_NONE, "group_size"},
                 {TOURNAMENT_GROUPS, 4, 0, CONSOLATION_NONE, "advance"},
                 {TOURNAMENT_GROUPS, 4, 4, CONSOLATION_NONE, "advance"},
                 {TOURNAMENT_SINGLE, 4, 0, CONSOLATION_NONE, "Only groups"},
                 {TOURNAMENT_LEAGUE, 0, 1, CONSOLATION_NONE, "Only groups"},
                 {TOURNAMENT_GROUPS, 4, 2, CONSOLATION_FIRST, "'rest'"},
                 {TOURNAMENT_GROUPS, 4, 2, CONSOLATION_PROGRESSIVE, "'rest'"},
                 {TOURNAMENT_SINGLE, 0, 0, CONSOLATION_REST, "Only groups"},
                 {TOURNAMENT_SINGLE, 0, 0, CONSOLATION_FIRST, NULL},
                 {TOURNAMENT_SWISS, 0, 0, CONSOLATION_REST, "a consolation"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tournament_plan plan = tournament_plan_default();
        strcpy(plan.name, "Event");
        plan.kind = cases[i].kind;
        plan.group_size = cases[i].size;
        plan.advance = cases[i].advance;
        plan.consolation = cases[i].consolation;
        const char *fault = tournament_plan_fault(&plan);
        if (!cases[i].word) assert_null(fault);
        if (cases[i].word) {
            assert_non_null(fault);
            assert_non_null(strstr(fault, cases[i].word));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_in_groups),
        cmocka_unit_test(withdraw_from_groups),
        cmocka_unit_test(snake_the_seeds),
        cmocka_unit_test(refuse_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
