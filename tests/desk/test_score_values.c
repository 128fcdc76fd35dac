/* Take points and gammon values: scores where they follow from the rules alone, and
 * those that the table decides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "desk/shelves/score_values.h"

#include <alea/cube.h>

#include <math.h>

static alea_met met;

static void take_points(void **state)
{
    (void)state;
    double x;
    /* 2-away 2-away: a take plays for the match. */
    assert_true(score_take_point(&met, 2, 2, 1, &x));
    assert_float_equal(x, (double)alea_met_chance(&met, 2, 1, false), 1e-6);
    /* A game far from the end is nearly one for money. */
    assert_true(score_take_point(&met, 25, 25, 1, &x));
    assert_float_equal(x, 0.25, 0.02);
    /* With the cube at 4 a win brings 8, a loss the match. */
    assert_true(score_take_point(&met, 9, 5, 4, &x));
    double drop = (double)alea_met_chance(&met, 9, 1, false);
    double win = (double)alea_met_chance(&met, 1, 5, false);
    assert_true(fabs(x - drop / win) < 1e-6);
}

static void gammon_values(void **state)
{
    (void)state;
    double x;
    assert_true(score_gammon_value(&met, 1, 1, 1, &x));
    assert_float_equal(x, 0, 1e-6);
    /* Crawford, 2-away: a gammon wins the match, a win leads to 1-1. */
    assert_true(score_gammon_value(&met, 2, 1, 1, &x));
    assert_float_equal(x, 1, 1e-3);
    /* The leader in the Crawford game needs no gammon. */
    assert_true(score_gammon_value(&met, 1, 5, 1, &x));
    assert_float_equal(x, 0, 1e-6);
    assert_true(score_gammon_value(&met, 25, 25, 1, &x));
    assert_float_equal(x, 0.5, 0.05);
}

static void out_of_range(void **state)
{
    (void)state;
    double x = 7;
    assert_false(score_take_point(&met, 1, 5, 1, &x));
    assert_false(score_take_point(&met, 5, 1, 1, &x));
    assert_false(score_take_point(&met, ALEA_MET_SIZE + 1, 5, 1, &x));
    assert_false(score_take_point(&met, 5, 5, 0, &x));
    assert_false(score_gammon_value(&met, 0, 5, 1, &x));
    assert_false(score_gammon_value(&met, 5, ALEA_MET_SIZE + 1, 1, &x));
    assert_true(x > 6.9);
}

int main(void)
{
    alea_met_default(&met);
    const struct CMUnitTest tests[] = {cmocka_unit_test(take_points),
                                       cmocka_unit_test(gammon_values),
                                       cmocka_unit_test(out_of_range)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
