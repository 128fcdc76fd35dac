#include <alea/dice.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void rolls_in_order(void **state)
{
    (void)state;
    int index = 0, throws = 0;
    for (int high = 1; high <= 6; high++)
        for (int low = 1; low <= high; low++, index++) {
            alea_roll roll = alea_roll_at(index);
            assert_int_equal(roll.die[0], high);
            assert_int_equal(roll.die[1], low);
            assert_int_equal(alea_roll_index(roll), index);
            alea_roll other = {{(uint8_t)low, (uint8_t)high}};
            assert_int_equal(alea_roll_index(other), index);
            assert_int_equal(alea_roll_is_double(roll), high == low);
            assert_int_equal(alea_roll_weight(roll), high == low ? 1 : 2);
            throws += alea_roll_weight(roll);
        }
    assert_int_equal(index, ALEA_ROLLS);
    assert_int_equal(throws, 36);
}

static void valid_dice(void **state)
{
    (void)state;
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++) {
            alea_roll roll = {{(uint8_t)a, (uint8_t)b}};
            bool valid = a >= 1 && a <= 6 && b >= 1 && b <= 6;
            assert_int_equal(alea_roll_valid(roll), valid);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rolls_in_order),
        cmocka_unit_test(valid_dice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
