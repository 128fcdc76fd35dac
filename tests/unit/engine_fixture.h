/* An engine for tests: one thread, a small cache, the built-in net and tables. The
 * setup and teardown of a group: cmocka_run_group_tests(tests, open_engine,
 * close_engine). */
#ifndef ALEA_TESTS_UNIT_ENGINE_FIXTURE_H
#define ALEA_TESTS_UNIT_ENGINE_FIXTURE_H

#include <alea/search.h>

static alea_evaluator *evaluator;
static alea_engine *engine;

static int open_engine(void **state)
{
    (void)state;
    alea_engine_options options = {.threads = 1, .cache_bytes = 1 << 20};
    return alea_evaluator_open(&evaluator, NULL) != ALEA_OK ||
           alea_engine_open(&engine, evaluator, NULL, &options, NULL) != ALEA_OK;
}

static int close_engine(void **state)
{
    (void)state;
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    return 0;
}

#endif
