/* base/thread: each index once, scratch memory of one's own, many jobs in a row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "base/thread.h"

enum { INDICES = 5000, THREADS = 4 };

typedef struct job {
    int visits[INDICES];
    size_t done_by[THREADS];
    atomic_int inside[THREADS];
    atomic_bool clash;
} job;

static void visit(void *context, size_t index, int thread)
{
    job *j = context;
    if (atomic_fetch_add(&j->inside[thread], 1) != 0) atomic_store(&j->clash, true);
    j->visits[index]++;
    j->done_by[thread]++;
    atomic_fetch_sub(&j->inside[thread], 1);
}

static void every_index_runs_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= THREADS; threads++) {
        static job j;
        alea_pool *pool;
        j = (job){0};
        assert_int_equal(alea_pool_open(&pool, threads), ALEA_OK);
        assert_int_equal(alea_pool_threads(pool), threads);
        for (int round = 1; round <= 50; round++) {
            if (round % 3 != 0) alea_pool_wake(pool);
            if (round % 5 == 0) alea_pool_wake(pool);
            alea_pool_run(pool, INDICES, visit, &j);
            for (int i = 0; i < INDICES; i++) assert_int_equal(j.visits[i], round);
        }
        size_t total = 0;
        for (int t = 0; t < THREADS; t++) total += j.done_by[t];
        assert_int_equal(total, 50 * INDICES);
        assert_false(atomic_load(&j.clash));
        alea_pool_run(pool, 0, visit, &j);
        alea_pool_wake(pool);
        alea_pool_close(pool);
    }
}

static void bad_counts_are_refused(void **state)
{
    (void)state;
    alea_pool *pool = NULL;
    assert_int_equal(alea_pool_open(&pool, 0), ALEA_ERROR_ARGUMENT);
    assert_null(pool);
    alea_pool_close(NULL);
}

static void the_processor_is_described(void **state)
{
    (void)state;
    const unsigned features = alea_cpu_features();
    assert_true(alea_cpu_count() >= 1);
    assert_int_equal(features, alea_cpu_features());
    if (features & ALEA_CPU_AVX512_VNNI) assert_true(features & ALEA_CPU_AVX512);
    assert_false((features & ALEA_CPU_NEON) && (features & ALEA_CPU_AVX2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_index_runs_once),
        cmocka_unit_test(bad_counts_are_refused),
        cmocka_unit_test(the_processor_is_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
