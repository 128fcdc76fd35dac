/* The cube's worth against formulas worked out by hand, at the ends, and mirrored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <alea/cube.h>
#include <alea/search.h>

#include "engine/cube/frame.h"

static alea_met met;
static const alea_cube_efficiency dead = {0, 0, 0, 0}, live = {1, 1, 1, 1},
                                  usual = {0.68F, 0.68F, 0.68F, 0.68F};

static void near(double a, double b, double within)
{
    if (!(fabs(a - b) <= within)) fail_msg("%.7f is not %.7f", a, b);
}

static alea_probs plain(float win)
{
    return (alea_probs){.win = win};
}

static float leaf(const alea_cube *cube, alea_probs p, alea_cube_efficiency x)
{
    return alea_cube_leaf_equity(cube, &met, &p, &x);
}

static alea_cube match(int mine, int theirs)
{
    alea_cube cube = alea_cube_money();
    cube.match_length = mine > theirs ? mine : theirs;
    cube.away[0] = mine;
    cube.away[1] = theirs;
    cube.post_crawford = mine == 1 || theirs == 1;
    return cube;
}

/* Without gammons: take points .25 dead, .2 live; straight lines between. */
static void money_without_gammons(void **state)
{
    (void)state;
    alea_cube cube = alea_cube_money();
    alea_cube_points points;
    alea_probs p = plain(0.5F);
    alea_cube_points_of(&cube, &met, &p, &points);
    near((double)points.take_dead, 0.25, 1e-6);
    near((double)points.take_live, 0.20, 1e-6);
    near((double)points.my_take_live, 0.20, 1e-6);
    near((double)points.cash_live, 0.80, 1e-6);
    near((double)points.gammon_value_mine, 0.5, 1e-6);
    near((double)leaf(&cube, plain(0.6F), dead), 0.2, 1e-6);
    near((double)leaf(&cube, plain(0.5F), live), 0, 1e-6);
    near((double)leaf(&cube, plain(0.8F), live), 1, 1e-6);
    near((double)leaf(&cube, plain(0.65F), live), 0.5, 1e-6);
    near((double)leaf(&cube, plain(0.65F), usual), 0.32 * 0.3 + 0.68 * 0.5, 1e-6);
    cube.owner = ALEA_CUBE_MINE;
    near((double)leaf(&cube, plain(0.4F), live), 0, 1e-6);
    cube.owner = ALEA_CUBE_THEIRS;
    near((double)leaf(&cube, plain(0.2F), live), -1, 1e-6);
    near((double)leaf(&cube, plain(0.6F), live), 0, 1e-6);
}

/* Near the cash point and beyond with many gammons: what cubeful rollouts of 576 trials
 * say of not doubling, by a centred cube and by one's own (standard errors .010). The
 * straight line to winning all is too high by .10 on average with a centred cube. */
static void on_the_way_to_a_gammon(void **state)
{
    (void)state;
    static const struct {
        alea_probs probs;
        float centred, mine;
    } rolled[] = {
        {{0.6905F, 0.4967F, 0.0179F, 0.0621F, 0.0023F}, 0.8841F, 0.9577F},
        {{0.7826F, 0.3993F, 0.0582F, 0.0158F, 0.0008F}, 1.0249F, 1.0853F},
        {{0.7773F, 0.4134F, 0.0509F, 0.0689F, 0.0035F}, 0.9982F, 1.0541F},
        {{0.7006F, 0.3790F, 0.0202F, 0.0603F, 0.0033F}, 0.9412F, 0.9837F},
        {{0.7330F, 0.3908F, 0.0230F, 0.0496F, 0.0020F}, 1.0186F, 1.0424F},
        {{0.7880F, 0.5908F, 0.1373F, 0.0004F, 0.0F}, 1.2998F, 1.3774F},
        {{0.8715F, 0.6718F, 0.1635F, 0.0F, 0.0F}, 1.5982F, 1.6370F},
        {{0.7344F, 0.3557F, 0.0210F, 0.0279F, 0.0011F}, 0.8963F, 0.9751F},
        {{0.7604F, 0.3552F, 0.0519F, 0.0153F, 0.0005F}, 0.9948F, 1.0611F},
        {{0.7829F, 0.7136F, 0.0178F, 0.0421F, 0.0013F}, 1.2402F, 1.3062F},
        {{0.7080F, 0.4619F, 0.0151F, 0.0566F, 0.0019F}, 0.9341F, 0.9880F},
    };
    const alea_cube_efficiency x = {
        .mine = 0.745F, .theirs = 0.743F, .centred = 0.75F, .against = 0.815F};
    const size_t count = sizeof rolled / sizeof *rolled;
    alea_cube cube = alea_cube_money();
    double off = 0, off_mine = 0;
    for (size_t i = 0; i < count; i++) {
        cube.owner = ALEA_CUBE_CENTRED;
        double centred = (double)leaf(&cube, rolled[i].probs, x);
        near(centred, (double)rolled[i].centred, 0.09);
        cube.owner = ALEA_CUBE_MINE;
        double mine = (double)leaf(&cube, rolled[i].probs, x);
        near(mine, (double)rolled[i].mine, 0.07);
        off += centred - (double)rolled[i].centred;
        off_mine += mine - (double)rolled[i].mine;
    }
    near(off / (double)count, 0, 0.03);
    near(off_mine / (double)count, 0, 0.03);
}

/* W = 1.5, L = 1.25: take point (L - 1/2) / (W + L + 1/2). */
static void money_with_gammons(void **state)
{
    (void)state;
    alea_cube cube = alea_cube_money();
    alea_cube_points points;
    alea_probs p = {.win = 0.6F, .win_gammon = 0.3F, .lose_gammon = 0.1F};
    alea_cube_points_of(&cube, &met, &p, &points);
    near((double)points.cash_live, 2.25 / 3.25, 1e-5);
    near((double)points.cash_dead, 1.75 / 2.75, 1e-5);
    near((double)points.my_take_live, 0.75 / 3.25, 1e-5);
    near((double)alea_cube_dead_equity(&cube, &met, &p), 0.4, 1e-6);
    cube.jacoby = true; /* undoubled: gammons are void */
    near((double)alea_cube_dead_equity(&cube, &met, &p), 0.2, 1e-6);
    cube.owner = ALEA_CUBE_MINE;
    near((double)alea_cube_dead_equity(&cube, &met, &p), 0.4, 1e-6);
}

static void ends(void **state)
{
    (void)state;
    for (int owner = -1; owner <= 1; owner++)
        for (int score = 0; score < 4; score++) {
            alea_cube cube = score == 0   ? alea_cube_money()
                             : score == 1 ? match(3, 5)
                             : score == 2 ? match(1, 4)
                                          : match(2, 2);
            cube.owner = owner;
            near((double)leaf(&cube, plain(1), usual), 1, 1e-5);
            near((double)leaf(&cube, plain(0), usual), -1, 1e-5);
        }
}

/* What one side gains the other loses, at every score, cube and holder. */
static void mirrored(void **state)
{
    (void)state;
    alea_probs p = {0.61F, 0.22F, 0.02F, 0.09F, 0.005F};
    alea_probs q = alea_probs_flip(&p);
    for (int a = 1; a <= 9; a++)
        for (int b = 1; b <= 9; b++)
            for (int log2 = 0; log2 < 4; log2++)
                for (int owner = -1; owner <= 1; owner++) {
                    alea_cube cube = match(a, b);
                    cube.cube_log2 = log2;
                    cube.owner = owner;
                    alea_cube other = alea_cube_flip(&cube);
                    double e = (double)leaf(&cube, p, usual);
                    near(e, -(double)leaf(&other, q, usual), 2e-5);
                    near(
                        (double)alea_cube_equity_of_chance(
                            &cube, &met, alea_cube_chance_of_equity(&cube, &met, 0.3F)),
                        0.3, 1e-4);
                }
}

/* Owning the cube is worth no less than a centred one, and that no less than his. */
static void owning_is_better(void **state)
{
    (void)state;
    for (int a = 1; a <= 9; a++)
        for (int b = 1; b <= 9; b++)
            for (int w = 2; w <= 18; w++) {
                alea_cube cube = match(a, b);
                float e[3];
                for (int owner = -1; owner <= 1; owner++) {
                    cube.owner = owner;
                    e[owner + 1] = leaf(&cube, plain((float)w / 20), usual);
                }
                assert_true(e[0] <= e[1] + 1e-5F && e[1] <= e[2] + 1e-5F);
            }
}

static void double_match_point(void **state)
{
    (void)state;
    alea_cube cube = match(1, 1);
    alea_probs p = {0.7F, 0.5F, 0.1F, 0.1F, 0.0F};
    near((double)leaf(&cube, p, usual), 0.4, 1e-6); /* gammons and cube count nothing */
    assert_true(alea_cube_is_dead(&cube));
    cube =
        match(2, 2); /* 2-away 2-away: the doubled cube is dead, take point .30/.70 */
    alea_cube_points points;
    p = plain(0.5F);
    alea_cube_points_of(&cube, &met, &p, &points);
    double drop = (double)alea_met_chance(&met, 2, 1, false);
    near((double)points.take_dead, drop, 1e-5);
    near((double)points.take_live, drop, 1e-5);
}

/* Post-Crawford the trailer risks nothing by doubling: his centred cube is worth
 * exactly the doubled game, capped by the drop. */
static void free_double(void **state)
{
    (void)state;
    alea_cube cube = match(3, 1);
    double lose = 0, win2 = (double)alea_met_chance(&met, 1, 1, true);
    double drop = (double)alea_met_chance(&met, 2, 1, true);
    for (int w = 1; w <= 19; w++) {
        double p = w / 20.0, chance = p * win2 + (1 - p) * lose;
        alea_cube holder = cube;
        if (chance > drop) break;
        near((double)alea_cube_chance_of_equity(&holder, &met,
                                                leaf(&holder, plain((float)p), usual)),
             chance, 1e-5);
    }
    cube = match(1, 3); /* the leader's cube is dead */
    assert_true(alea_cube_is_dead(&cube));
}

static void crawford_has_no_cube(void **state)
{
    (void)state;
    alea_cube cube = match(3, 1);
    cube.post_crawford = false;
    cube.crawford_game = true;
    assert_false(alea_cube_may_double(&cube));
    alea_probs p = {0.4F, 0.1F, 0, 0, 0};
    near((double)leaf(&cube, p, live), (double)leaf(&cube, p, dead), 1e-6);
    double chance = 0.3 * (double)alea_met_chance(&met, 2, 1, true) +
                    0.1 * (double)alea_met_chance(&met, 1, 1, true);
    near((double)alea_cube_chance_of_equity(&cube, &met, leaf(&cube, p, dead)), chance,
         1e-5);
}

static void verdicts(void **state)
{
    (void)state;
    alea_cube cube = alea_cube_money();
    alea_cube_verdict v;
    static const struct {
        float none, twice;
        alea_cube_action action;
        bool take;
    } cases[] = {{0.5F, 0.6F, ALEA_CUBE_DOUBLE_TAKE, true},
                 {0.5F, 0.4F, ALEA_CUBE_NO_DOUBLE, true},
                 {0.9F, 1.1F, ALEA_CUBE_DOUBLE_DROP, false},
                 {1.1F, 1.2F, ALEA_CUBE_TOO_GOOD, false},
                 {1.1F, 0.9F, ALEA_CUBE_NO_DOUBLE, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        alea_cube_equities e = {cases[i].none, cases[i].twice, 1, cases[i].twice};
        alea_cube_decide(&cube, &e, &v);
        assert_int_equal(v.action, cases[i].action);
        assert_int_equal(v.take, cases[i].take);
        assert_false(v.beaver);
    }
    cube.beavers = true;
    alea_cube_equities e = {-0.2F, -0.1F, 1, -0.2F};
    alea_cube_decide(&cube, &e, &v);
    assert_true(v.beaver);
    assert_int_equal(v.action, ALEA_CUBE_NO_DOUBLE);
    assert_string_equal(alea_cube_verdict_text(&v), "No double, beaver");
    cube.owner = ALEA_CUBE_THEIRS;
    alea_cube_decide(&cube, &e, &v);
    assert_int_equal(v.action, ALEA_CUBE_NOT_AVAILABLE);
    cube = alea_cube_money();
    cube.cube_limit_log2 = 0;
    assert_false(alea_cube_may_double(&cube));
}

static void refusals(void **state)
{
    (void)state;
    alea_error error;
    alea_cube cube = match(3, 5);
    assert_int_equal(alea_cube_check(&cube, &met, &error), ALEA_OK);
    cube.away[0] = 0;
    assert_int_equal(alea_cube_check(&cube, &met, &error), ALEA_ERROR_ARGUMENT);
    cube = match(65, 5);
    assert_int_equal(alea_cube_check(&cube, &met, &error), ALEA_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.reason, "64"));
    cube = match(3, 5);
    cube.crawford_game = true;
    assert_int_equal(alea_cube_check(&cube, &met, &error), ALEA_ERROR_ARGUMENT);
    cube = alea_cube_money();
    cube.cube_log2 = 25;
    assert_int_equal(alea_cube_check(&cube, &met, &error), ALEA_ERROR_ARGUMENT);
}

static int start(void **state)
{
    (void)state;
    alea_met_default(&met);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(money_without_gammons),
        cmocka_unit_test(money_with_gammons),
        cmocka_unit_test(on_the_way_to_a_gammon),
        cmocka_unit_test(ends),
        cmocka_unit_test(mirrored),
        cmocka_unit_test(owning_is_better),
        cmocka_unit_test(double_match_point),
        cmocka_unit_test(free_double),
        cmocka_unit_test(crawford_has_no_cube),
        cmocka_unit_test(verdicts),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
