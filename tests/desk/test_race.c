/* Race formulas: figures worked out by hand, and the published example. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "desk/shelves/race.h"

#include <math.h>
#include <string.h>

static void keith(void **state)
{
    (void)state;
    alea_board board;
    memset(&board, 0, sizeof board);
    /* 3 on the 1 point, 2 on the 2, 4 on the 3, one on the 5: 3 + 4 + 12 + 5 = 24 pips,
     * + 4 + 1 + 1 for stacks, + 1 + 1 for the gaps on 4 and 6: 32, + 4 on roll. */
    board.point[1] = 3;
    board.point[2] = 2;
    board.point[3] = 4;
    board.point[5] = 1;
    /* The opponent: 5 on each of his 4, 5 and 6 points: 75 pips and nothing more. */
    board.point[21] = board.point[20] = board.point[19] = -5;
    const race_keith k = race_keith_of(&board);
    assert_int_equal(k.count[0], 36);
    assert_int_equal(k.count[1], 75);
    assert_true(k.doubles && k.redoubles && !k.takes);
}

/* 70 against 78: the last take of both rules for 70 pips, evenly spread. */
static void last_take(void **state)
{
    (void)state;
    assert_int_equal(race_trice_of(70, 78).last_take, 8);
    assert_true(race_trice_of(70, 78).takes && !race_trice_of(70, 79).takes);
    assert_true(race_trice_of(70, 75).doubles && !race_trice_of(70, 74).doubles);
    assert_true(race_trice_of(70, 76).redoubles && !race_trice_of(70, 75).redoubles);
    assert_int_equal(race_trice_of(62, 62).last_take, 8);
    assert_int_equal(race_trice_of(33, 33).last_take, 4);
    assert_int_equal(race_trice_of(3, 3).last_take, 0);
}

/* K = (D + 4)^2 / (S - 4): Kleinman's last take is K = 1.2, some 78 %. */
static void kleinman(void **state)
{
    (void)state;
    assert_true(fabs(race_kleinman(100, 100) - 0.5 * (1 + erf(2 / 14.0))) < 1e-12);
    const double lead = sqrt(1.2 * 144) - 4;
    assert_true(fabs(0.5 * (1 + erf((lead + 4) / 24)) - 0.7807) < 1e-4);
    /* K = 14^2 / 146 = 1.34 and 13^2 / 145 = 1.17. */
    assert_true(race_kleinman(70, 80) > 0.7807 && race_kleinman(70, 79) < 0.7807);
    assert_true(race_kleinman(1, 1) > 0.999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(keith),
                                       cmocka_unit_test(last_take),
                                       cmocka_unit_test(kleinman)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
