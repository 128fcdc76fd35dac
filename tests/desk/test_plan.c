/* The figures of a study plan where the truth is planted: what is there is found, what
 * is not there is not, and the losses of the families add up to the whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "desk/plan/biases.h"
#include "desk/plan/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DESKS = 200,
    PEOPLE = 1000,
    PLAYERS = 30,
    GAMES = 40,
    TURNS = 22,
    FOUND_LEAST = 85
};

/* What is planted: family `family` costs the player `factor` times as much. */
typedef struct truth {
    plan_family family;
    double factor;
    double skill; /* of the player, beside the others' from 0.6 to 1.5 */
    int games;    /* of the player */
} truth;

typedef struct desk_of {
    plan_decision *decision;
    size_t count;
    uint32_t clusters;
} desk_of;

/* Families differ in how often they come and in how hard they are. */
static double weight_of(int family)
{
    return family < FAMILY_MISSED_DOUBLE ? 4 + family % 5 : 1;
}

static double hardness_of(int family)
{
    return 0.05 + 0.02 * (family % 6);
}

static plan_family draw_family(alea_random *random)
{
    double sum = 0;
    for (int f = 0; f < FAMILIES; f++) sum += weight_of(f);
    double at = alea_random_unit(random) * sum;
    int f = 0;
    while (f + 1 < FAMILIES && (at -= weight_of(f)) > 0) f++;
    return (plan_family)f;
}

/* Losses have a long tail: one error in twelve is a large blunder. */
static float draw_loss(alea_random *random, double chance)
{
    if (alea_random_unit(random) >= chance) return 0;
    const double size = alea_random_below(random, 12) == 0 ? 0.25 : 0.05;
    return (float)(0.02 - size * log(1 - alea_random_unit(random)));
}

static desk_of make_desk(uint64_t seed, const truth *t)
{
    alea_random random = alea_random_start(20261127, seed);
    desk_of d = {0};
    const size_t most = ((size_t)PLAYERS * GAMES + (size_t)t->games) * TURNS;
    d.decision = calloc(most, sizeof *d.decision);
    assert_non_null(d.decision);
    for (uint32_t p = 0; p <= PLAYERS; p++) {
        const double skill = p ? 0.6 + 0.9 * alea_random_unit(&random) : t->skill;
        const int games = p ? GAMES / 4 : t->games;
        for (int g = 0; g < games; g++, d.clusters++)
            for (int n = 0; n < TURNS; n++) {
                const plan_family f = draw_family(&random);
                const double planted = p == 0 && f == t->family ? t->factor : 1;
                d.decision[d.count++] = (plan_decision){
                    .player = p,
                    .cluster = d.clusters,
                    .family = (uint8_t)f,
                    .loss = draw_loss(&random, skill * planted * hardness_of((int)f))};
            }
    }
    return d;
}

static plan_figures figures_of(const desk_of *d)
{
    plan_figures out;
    assert_true(plan_figures_of(d->decision, d->count, PLAYERS + 1, d->clusters, &out));
    return out;
}

static void noise_is_not_named(void **state)
{
    (void)state;
    int named = 0;
    for (uint64_t seed = 0; seed < DESKS; seed++) {
        const truth t = {.family = FAMILIES,
                         .factor = 1,
                         .skill = 0.7 + 0.6 * (double)(seed % 7) / 6,
                         .games = 30 + 10 * (int)(seed % 8)};
        desk_of d = make_desk(seed, &t);
        const plan_figures f = figures_of(&d);
        bool any = false;
        for (int k = 0; k < FAMILIES; k++) any = any || f.family[k].certain;
        named += any;
        free(d.decision);
    }
    print_message("%d of %d desks without a weakness have one named\n", named, DESKS);
    assert_true(named <= DESKS / 20);
}

static void a_weakness_is_found(void **state)
{
    (void)state;
    int found = 0, others = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        const truth t = {
            .family = FAMILY_HOLDING, .factor = 3, .skill = 1, .games = 120};
        desk_of d = make_desk(1000 + seed, &t);
        const plan_figures f = figures_of(&d);
        found += f.family[FAMILY_HOLDING].certain;
        for (int k = 0; k < FAMILIES; k++)
            others += k != FAMILY_HOLDING && f.family[k].certain;
        free(d.decision);
    }
    print_message("found %d of 100, %d others named\n", found, others);
    assert_true(found >= FOUND_LEAST);
    assert_true(others <= 5);
}

/* A player who errs more everywhere is a player of another level, not one with
 * seventeen weaknesses. */
static void a_weak_player_is_no_weakness(void **state)
{
    (void)state;
    int named = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        const truth t = {.family = FAMILIES, .factor = 1, .skill = 3, .games = 80};
        desk_of d = make_desk(5000 + seed, &t);
        const plan_figures f = figures_of(&d);
        for (int k = 0; k < FAMILIES; k++) named += f.family[k].certain;
        free(d.decision);
    }
    assert_true(named <= 3);
}

static void losses_add_up(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        const truth t = {.family = FAMILY_BAR, .factor = 2, .skill = 1, .games = 25};
        desk_of d = make_desk(9000 + seed, &t);
        const plan_figures f = figures_of(&d);
        double own = 0, sum = 0;
        int64_t decisions = 0;
        for (size_t i = 0; i < d.count; i++)
            if (d.decision[i].player == 0) own += (double)d.decision[i].loss;
        for (int k = 0; k < FAMILIES; k++) {
            sum += f.family[k].loss;
            decisions += f.family[k].decisions;
            assert_true(f.family[k].bounds.low <= f.family[k].recoverable &&
                        f.family[k].recoverable <= f.family[k].bounds.high);
        }
        assert_true(fabs(own - sum) < 1e-9 && fabs(own - f.loss) < 1e-9);
        assert_int_equal(decisions, 25 * TURNS);
        assert_int_equal(decisions, f.decisions);
        free(d.decision);
    }
}

static void few_decisions_say_so(void **state)
{
    (void)state;
    const truth t = {.family = FAMILY_BAR, .factor = 8, .skill = 1, .games = 3};
    desk_of d = make_desk(77, &t);
    const plan_figures f = figures_of(&d);
    assert_int_equal(f.missing, PLAN_LEAST - 3 * TURNS);
    for (int k = 0; k < FAMILIES; k++) assert_false(f.family[k].certain);
    const plan_figures nobody = {0};
    plan_figures none;
    assert_true(plan_figures_of(NULL, 0, 1, 0, &none));
    assert_int_equal(none.missing, PLAN_LEAST);
    assert_true(none.loss == nobody.loss);
    free(d.decision);
}

/* Few opponents, and families as unlike as they are. */
static void hard_families_are_no_weakness(void **state)
{
    (void)state;
    static const plan_family families[] = {FAMILY_OPENING, FAMILY_MIDDLE,
                                           FAMILY_WRONG_TAKE, FAMILY_WRONG_DROP};
    enum { MATCHES = 40, ENTRIES = 100, OPPONENTS = 12, GAME = 25 };
    static plan_decision decision[MATCHES * ENTRIES];
    int named = 0;
    for (uint64_t seed = 0; seed < DESKS; seed++) {
        alea_random random = alea_random_start(7, seed);
        for (uint32_t i = 0; i < MATCHES * ENTRIES; i++) {
            const uint32_t match = i / ENTRIES, by = i % 2,
                           drawn = alea_random_below(&random, 20);
            const plan_family f = families[drawn < 17 ? drawn % 2 : drawn % 2 + 2];
            decision[i] =
                (plan_decision){.player = by == 0 ? 0 : 1 + match % OPPONENTS,
                                .cluster = i / GAME * 2 + by,
                                .family = (uint8_t)f,
                                .loss = draw_loss(&random, 0.12 * family_hardness(f))};
        }
        plan_figures f;
        assert_true(plan_figures_of(decision, MATCHES * ENTRIES, OPPONENTS + 1,
                                    MATCHES * ENTRIES / GAME * 2, &f));
        bool any = false;
        for (int k = 0; k < FAMILIES; k++) any = any || f.family[k].certain;
        named += any;
    }
    print_message("%d of %d small desks without a weakness have one named\n", named,
                  DESKS);
    assert_true(named <= DESKS / 20);
}

/* Alone in his desk a player is measured by how hard each family is known to be. */
static void hard_families_are_known(void **state)
{
    (void)state;
    plan_decision decision[FAMILIES * PLAN_LEAST];
    size_t count = 0;
    for (int f = 0; f < FAMILIES; f++)
        for (int n = 0; n < PLAN_LEAST; n++, count++)
            decision[count] = (plan_decision){
                .player = 0,
                .family = (uint8_t)f,
                .loss = (float)(0.05 * family_hardness((plan_family)f))};
    plan_figures f;
    assert_true(plan_figures_of(decision, count, 1, 1, &f));
    for (int k = 0; k < FAMILIES; k++) {
        assert_true(fabs(f.family[k].recoverable) < 1e-5 * PLAN_LEAST);
        assert_false(f.family[k].certain);
    }
    assert_true(family_hardness(FAMILY_RACE) < family_hardness(FAMILY_BACK_GAME));
}

/* ---- biases ---- */

static int64_t draw_count(alea_random *random, int n, double share)
{
    int64_t k = 0;
    for (int i = 0; i < n; i++) k += alea_random_unit(random) < share;
    return k;
}

/* Everybody errs in one direction more often than in the other, as all people do. */
static void nobody_is_biased(void **state)
{
    (void)state;
    int named = 0;
    for (uint64_t seed = 0; seed < PEOPLE; seed++) {
        alea_random random = alea_random_start(40, seed);
        bool any = false;
        for (int b = 0; b < BIASES; b++) {
            const double share = 0.3 + 0.4 * alea_random_unit(&random);
            const int own = 10 + (int)alea_random_below(&random, 150),
                      others = 20 + (int)alea_random_below(&random, 800);
            bias_count c = {{0}, {0}, {0}};
            c.toward[0] = draw_count(&random, own, share);
            c.against[0] = own - c.toward[0];
            c.toward[1] = draw_count(&random, others, share);
            c.against[1] = others - c.toward[1];
            any = any || bias_figures_of(&c).sign != 0;
        }
        named += any;
    }
    print_message("%d of %d players without a bias have one named\n", named, PEOPLE);
    assert_true(named <= PEOPLE / 20);
}

static void a_bias_is_named(void **state)
{
    (void)state;
    bias_count c = {.toward = {40, 60}, .against = {6, 60}};
    assert_int_equal(bias_figures_of(&c).sign, 1);
    assert_string_equal(bias_words(BIAS_TAKES, 1), "takes too much");
    c = (bias_count){.toward = {6, 60}, .against = {40, 60}};
    assert_int_equal(bias_figures_of(&c).sign, -1);
    c = (bias_count){.toward = {8, 60}, .against = {0, 60}};
    const bias_figures few = bias_figures_of(&c);
    assert_int_equal(few.sign, 0);
    assert_true(few.missing > 0);
    /* Half and half is no bias, whatever the others do. */
    c = (bias_count){.toward = {100, 100}, .against = {100, 500}};
    assert_int_equal(bias_figures_of(&c).sign, 0);
}

static void directions(void **state)
{
    (void)state;
    int8_t d[BIASES];
    desk_row row = {.kind = ALEA_JUDGED_PLAY, .loss = 0.1F, .dice = {6, 1}};
    row.point[24] = 2;
    row.point[13] = 5;
    row.point[8] = 3;
    row.point[6] = 5;
    row.point[1] = row.point[12] = row.point[17] = row.point[19] = -2;
    row.point[7] = -1;
    bias_directions(&row, "13/7*/6", "24/18 6/5", d);
    assert_int_equal(d[BIAS_HITS], 1);
    assert_int_equal(d[BIAS_ANCHORS], 1);
    assert_int_equal(d[BIAS_BLOTS], 1);
    assert_int_equal(d[BIAS_BACK], -1);
    bias_directions(&row, "24/18 6/5", "13/7*/6", d);
    assert_int_equal(d[BIAS_HITS], -1);
    assert_int_equal(d[BIAS_ANCHORS], -1);
    bias_directions(&row, "no play", "13/7*/6", d);
    for (int b = 0; b < BIASES; b++) assert_int_equal(d[b], 0);
    row.kind = ALEA_JUDGED_TAKE;
    row.action = ALEA_EVENT_TAKE;
    row.equity = -1;
    bias_directions(&row, "", "", d);
    assert_int_equal(d[BIAS_TAKES], 1);
    row.action = ALEA_EVENT_DROP;
    row.equity = -0.6F;
    bias_directions(&row, "", "", d);
    assert_int_equal(d[BIAS_TAKES], -1);
}

static void cube_families(void **state)
{
    (void)state;
    static const struct {
        int kind, action;
        float loss, equity;
        plan_family family;
    } cases[] = {
        {ALEA_JUDGED_DOUBLE, ALEA_EVENT_ROLL, 0.1F, 0.6F, FAMILY_MISSED_DOUBLE},
        {ALEA_JUDGED_DOUBLE, ALEA_EVENT_DOUBLE, 0, 0.9F, FAMILY_MISSED_DOUBLE},
        {ALEA_JUDGED_DOUBLE, ALEA_EVENT_ROLL, 0, 0.3F, FAMILY_EARLY_DOUBLE},
        {ALEA_JUDGED_DOUBLE, ALEA_EVENT_DOUBLE, 0.1F, 0.3F, FAMILY_EARLY_DOUBLE},
        {ALEA_JUDGED_DOUBLE, ALEA_EVENT_DOUBLE, 0.1F, 1.2F, FAMILY_TOO_GOOD},
        {ALEA_JUDGED_TAKE, ALEA_EVENT_TAKE, 0.1F, -1, FAMILY_WRONG_TAKE},
        {ALEA_JUDGED_TAKE, ALEA_EVENT_DROP, 0, -1, FAMILY_WRONG_TAKE},
        {ALEA_JUDGED_TAKE, ALEA_EVENT_DROP, 0.2F, -0.8F, FAMILY_WRONG_DROP},
        {ALEA_JUDGED_TAKE, ALEA_EVENT_TAKE, 0, -0.8F, FAMILY_WRONG_DROP},
        {ALEA_JUDGED_TAKE, ALEA_EVENT_TAKE, 0.2F, 0.3F, FAMILY_BEAVER},
        {ALEA_JUDGED_TAKE, ALEA_EVENT_BEAVER, 0, 0.3F, FAMILY_BEAVER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const desk_row row = {.kind = (uint8_t)cases[i].kind,
                              .action = (uint8_t)cases[i].action,
                              .loss = cases[i].loss,
                              .equity = cases[i].equity};
        assert_int_equal(family_of(&row), cases[i].family);
    }
    for (int f = 0; f < FAMILIES; f++)
        assert_int_equal(family_find(family_key((plan_family)f)), f);
    assert_int_equal(family_find("none"), FAMILIES);
}

/* ---- intervals and progress ---- */

/* Newcombe 1998, table II: 56/70 less 48/80, method 10. */
static void published_interval(void **state)
{
    (void)state;
    const interval d = interval_difference(56, 70, 48, 80, interval_z(0.05));
    assert_true(fabs(d.low - 0.0524) < 1e-4 && fabs(d.high - 0.3339) < 1e-4);
    const interval none = interval_share(0, 10, interval_z(0.05));
    assert_true(none.low == 0 && fabs(none.high - 0.2775) < 1e-4);
    assert_true(fabs(interval_z(0.05) - 1.959964) < 1e-6);
}

static plan_progress progress_of(int before, int errors, int after, int errors_after)
{
    static plan_decision d[4000];
    assert_true(before + after <= 4000);
    for (int i = 0; i < before; i++)
        d[i] = (plan_decision){.family = FAMILY_BAR, .loss = i < errors ? 0.05F : 0};
    for (int i = 0; i < after; i++)
        d[before + i] = (plan_decision){
            .family = FAMILY_BAR, .loss = i < errors_after ? 0.05F : 0, .after = true};
    return plan_progress_of(d, (size_t)(before + after), FAMILY_BAR, 0.08);
}

static void before_and_after(void **state)
{
    (void)state;
    assert_int_equal(progress_of(200, 60, 200, 10).verdict, PLAN_GONE);
    assert_int_equal(progress_of(200, 60, 200, 24).verdict, PLAN_BETTER);
    assert_int_equal(progress_of(200, 20, 200, 60).verdict, PLAN_WORSE);
    const plan_progress few = progress_of(200, 60, 5, 0);
    assert_int_equal(few.verdict, PLAN_NOT_YET_TOLD);
    assert_true(few.missing > 5 && few.missing < 200);
    assert_int_equal(progress_of(10, 1, 0, 0).missing, PLAN_NEVER);
    assert_string_equal(plan_verdict_name(PLAN_NOT_YET_TOLD), "not yet told");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_is_not_named),
        cmocka_unit_test(a_weakness_is_found),
        cmocka_unit_test(a_weak_player_is_no_weakness),
        cmocka_unit_test(losses_add_up),
        cmocka_unit_test(few_decisions_say_so),
        cmocka_unit_test(hard_families_are_no_weakness),
        cmocka_unit_test(hard_families_are_known),
        cmocka_unit_test(nobody_is_biased),
        cmocka_unit_test(a_bias_is_named),
        cmocka_unit_test(directions),
        cmocka_unit_test(cube_families),
        cmocka_unit_test(published_interval),
        cmocka_unit_test(before_and_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
