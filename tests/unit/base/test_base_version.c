/* The version that the library names is the one it is built as. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include <alea/analysis.h>
#include <alea/file.h>
#include <alea/status.h>

static void test_version(void **state)
{
    (void)state;
    FILE *file = fopen("CMakeLists.txt", "r");
    assert_non_null(file);
    char line[300], version[40] = "";
    while (fgets(line, sizeof line, file) && !version[0])
        (void)sscanf(line, "project(alea VERSION %39[0-9.]", version);
    fclose(file);
    assert_string_equal(alea_version(), version);
    assert_string_equal(ALEA_VERSION, version);
}

static void test_record_on_the_heap(void **state)
{
    (void)state;
    static const char text[] = " 3 point match\n\n Game 1\n A : 0    B : 0\n"
                               "  1) 31: 8/5 6/5     42: 8/4 6/4\n";
    alea_record *record = alea_record_new();
    assert_non_null(record);
    assert_int_equal(alea_import(text, sizeof text - 1, NULL, record, NULL, NULL),
                     ALEA_OK);
    assert_true(record->entries > 0);
    alea_record_free(record);
    alea_record_free(NULL);
}

/* NULL where the defaults will do, and values from the heap. */
static void test_defaults_and_heap(void **state)
{
    (void)state;
    static const char id[] = "4HPwATDgc/ABMA";
    alea_evaluator *evaluator;
    alea_engine *engine;
    alea_analysis *analysis;
    alea_position *position = alea_position_new();
    alea_rules *rules = alea_rules_new();
    alea_record *record = alea_record_new();
    assert_true(position && rules && record);
    assert_int_equal(alea_position_read(id, sizeof id - 1, position, NULL), ALEA_OK);
    const alea_rules usual = alea_rules_default();
    assert_int_equal(rules->match_length, usual.match_length);
    assert_int_equal(rules->crawford, usual.crawford);
    assert_int_equal(alea_evaluator_open(&evaluator, NULL), ALEA_OK);
    assert_int_equal(alea_engine_open(&engine, evaluator, NULL, NULL, NULL), ALEA_OK);
    const int threads = alea_engine_threads(engine);
    assert_int_equal(threads, alea_engine_options_default().threads);
    static const char text[] = " 3 point match\n\n Game 1\n A : 0    B : 0\n"
                               "  1) 31: 8/5 6/5     42: 8/4 6/4\n";
    assert_int_equal(alea_import(text, sizeof text - 1, NULL, record, NULL, NULL),
                     ALEA_OK);
    assert_int_equal(alea_analyse(engine, record, NULL, &analysis, NULL), ALEA_OK);
    assert_int_equal(analysis->settings.plies, alea_analysis_settings_default().plies);
    assert_true(analysis->judgements > 0);
    alea_analysis_free(analysis);
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    alea_record_free(record);
    alea_rules_free(rules);
    alea_position_free(position);
    alea_rules_free(NULL);
    alea_position_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version),
        cmocka_unit_test(test_record_on_the_heap),
        cmocka_unit_test(test_defaults_and_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
