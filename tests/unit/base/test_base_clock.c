/* The clocks go forward in step with each other; FNV-1a gives its published values. */
#include "base/clock.h"
#include "base/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

static void test_clocks(void **state)
{
    (void)state;
    const int64_t before = time(NULL), wall = alea_wall_clock_ms(), after = time(NULL);
    const int64_t ns = alea_clock_ns(), ms = alea_clock_ms();
    const double seconds = alea_clock_seconds();
    const struct timespec pause = {0, 20 * 1000 * 1000};
    nanosleep(&pause, NULL);
    assert_true(ms >= ns / 1000000);
    assert_true(alea_clock_ns() - ns >= 20 * 1000 * 1000);
    assert_true(alea_clock_ms() - ms >= 19);
    assert_true(alea_clock_seconds() - seconds >= .0199);
    assert_true(alea_clock_seconds() - seconds <=
                (double)(alea_clock_ns() - ns) * 1e-9);
    /* time() may lag behind by a tick of the kernel. */
    assert_in_range(wall / 1000, before, after + 1);
}

/* http://www.isthe.com/chongo/tech/comp/fnv: FNV-1a, 64 bits. */
static void test_hash(void **state)
{
    (void)state;
    assert_true(alea_hash_text(ALEA_HASH_START, "") == ALEA_HASH_START);
    assert_true(alea_hash_text(ALEA_HASH_START, "a") == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(alea_hash_text(ALEA_HASH_START, "foobar") ==
                UINT64_C(0x85944171f73967e8));
    assert_true(alea_hash_bytes(alea_hash_text(ALEA_HASH_START, "foo"), "bar", 3) ==
                UINT64_C(0x85944171f73967e8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clocks),
                                       cmocka_unit_test(test_hash)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
