/* base/rng: the published vectors, independence of order, no bias. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"

/* Known answers of the authors' Random123 distribution, file kat_vectors. */
static void philox_gives_the_published_vectors(void **state)
{
    (void)state;
    static const struct {
        uint32_t counter[4], key[2], out[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint32_t out[4];
        alea_philox(known[i].counter, known[i].key, out);
        for (int j = 0; j < 4; j++) assert_int_equal(out[j], known[i].out[j]);
    }
}

/* The first values of SplitMix64 for the seed 1234567, as its authors' program gives
 * them. */
static void mix_gives_the_published_values(void **state)
{
    (void)state;
    static const uint64_t known[] = {6457827717110365317u, 3203168211198807973u,
                                     9817491932198370423u, 4593380528125082431u,
                                     16408922859458223821u};
    for (uint64_t i = 0; i < 5; i++)
        assert_true(alea_mix(1234567 + (i + 1) * ALEA_MIX_STEP) == known[i]);
}

static void a_value_depends_on_its_place_only(void **state)
{
    (void)state;
    alea_random forward = alea_random_start(7, 3);
    for (uint64_t i = 0; i < 1000; i++)
        assert_true(alea_random_next(&forward) == alea_random_at(7, 3, i));
    assert_true(alea_random_at(7, 3, 5) != alea_random_at(7, 4, 5));
    assert_true(alea_random_at(7, 3, 5) != alea_random_at(8, 3, 5));
    assert_true(alea_random_at(7, 3, 5) != alea_random_at(7, 5, 3));
}

/* 5 degrees of freedom: 25.7 is passed by chance once in 10,000 seeds. */
static void sixths_are_even(void **state)
{
    (void)state;
    enum { THROWS = 600000 };
    alea_random random = alea_random_start(20260101, 0);
    double seen[6] = {0}, chi_square = 0;
    for (int i = 0; i < THROWS; i++) seen[alea_random_below(&random, 6)]++;
    for (int face = 0; face < 6; face++) {
        const double off = seen[face] - THROWS / 6.0;
        chi_square += off * off / (THROWS / 6.0);
    }
    assert_true(chi_square < 25.7);
    assert_true(chi_square > 0.0);
}

static void below_and_unit_stay_in_range(void **state)
{
    (void)state;
    alea_random random = alea_random_start(1, 2);
    for (uint32_t bound = 1; bound < 2000; bound++)
        assert_true(alea_random_below(&random, bound) < bound);
    assert_true(alea_random_below(&random, UINT32_MAX) < UINT32_MAX);
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        const double unit = alea_random_unit(&random);
        assert_true(unit >= 0.0 && unit < 1.0);
        sum += unit;
    }
    assert_true(sum > 4850 && sum < 5150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_gives_the_published_vectors),
        cmocka_unit_test(mix_gives_the_published_values),
        cmocka_unit_test(a_value_depends_on_its_place_only),
        cmocka_unit_test(sixths_are_even),
        cmocka_unit_test(below_and_unit_stay_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
