/* <alea/report.h>: an analysis in each form, what is listed, what is refused. That the
 * bytes are those of `alea analyse` is tested by tests/install/test_wheel.py. */
#include <alea/report.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "unit/engine_fixture.h"

static const char match[] = " 3 point match\n\n Game 1\n Ann : 0      Ben <b> : 0\n"
                            "  1) 41: 24/20 8/7      53: 24/16\n"
                            "  2) 51: 8/3 7/6        65: 16/5*\n"
                            "  3) 32: bar/23 24/21   31: 24/20\n"
                            "  4) 51: 21/16 3/2      51: 6/5 6/1\n";

typedef struct judged {
    alea_record record;
    alea_import_report import;
    alea_analysis *analysis;
} judged;

static int open_judged(void **state)
{
    judged *j = calloc(1, sizeof *j);
    alea_analysis_settings settings = alea_analysis_settings_default();
    settings.plies = 0;
    *state = j;
    return !j || open_engine(NULL) != 0 ||
           alea_import(match, sizeof match - 1, NULL, &j->record, &j->import, NULL) !=
               ALEA_OK ||
           alea_analyse(engine, &j->record, &settings, &j->analysis, NULL) != ALEA_OK;
}

static int close_judged(void **state)
{
    judged *j = *state;
    alea_analysis_free(j->analysis);
    alea_record_clear(&j->record);
    free(j);
    return close_engine(NULL);
}

static json_t *as_json(const judged *j, const alea_report_options *options)
{
    char *bytes = NULL;
    size_t size = 0;
    assert_int_equal(
        alea_analysis_write_json(j->analysis, &j->record, options, &bytes, &size, NULL),
        ALEA_OK);
    assert_int_equal(strlen(bytes), size);
    assert_ptr_equal(strchr(bytes, '\n'), bytes + size - 1);
    json_t *o = json_loads(bytes, 0, NULL);
    assert_non_null(o);
    free(bytes);
    return o;
}

static size_t listed(const judged *j, const alea_report_options *options)
{
    json_t *o = as_json(j, options);
    const size_t count = json_array_size(json_object_get(o, "decisions"));
    json_decref(o);
    return count;
}

static void test_json(void **state)
{
    const judged *j = *state;
    json_t *o = as_json(j, NULL);
    assert_string_equal(json_string_value(json_object_get(o, "file")), "");
    assert_int_equal(json_integer_value(json_object_get(o, "match_length")), 3);
    json_decref(o);
    o = as_json(j, &(alea_report_options){
                       .file = "a.mat", .import = &j->import, .engine = engine});
    assert_string_equal(json_string_value(json_object_get(o, "file")), "a.mat");
    assert_string_equal(json_string_value(json_object_get(o, "format")), "mat");
    json_decref(o);
}

static void test_what_is_listed(void **state)
{
    const judged *j = *state;
    const size_t all = listed(j, NULL);
    size_t costly = 0;
    assert_int_equal(all, j->analysis->judgements);
    for (size_t i = 0; i < all; i++)
        costly += (double)j->analysis->judgement[i].loss >= .1;
    assert_true(costly > 0 && costly < all);
    assert_int_equal(listed(j, &(alea_report_options){.min_loss = .1}), costly);
    assert_int_equal(listed(j, &(alea_report_options){.player = "Ann"}) +
                         listed(j, &(alea_report_options){.player = "B"}),
                     all);
    json_t *o = as_json(j, &(alea_report_options){.by_loss = true}), *one;
    double last = 10;
    size_t i;
    json_array_foreach(json_object_get(o, "decisions"), i, one)
    {
        const double loss = json_number_value(json_object_get(one, "loss"));
        assert_true(loss <= last);
        last = loss;
    }
    json_decref(o);
}

static void test_page_and_text(void **state)
{
    const judged *j = *state;
    char *page = NULL, *text = NULL, *whole = NULL;
    size_t sizes[3];
    const alea_report_options all = {.all = true};
    assert_int_equal(
        alea_analysis_write_html(j->analysis, &j->record, NULL, &page, &sizes[0], NULL),
        ALEA_OK);
    assert_non_null(strstr(page, "</html>"));
    assert_non_null(strstr(page, "Ben &lt;b&gt;"));
    assert_null(strstr(page, "Ben <b>"));
    assert_int_equal(
        alea_analysis_write_text(j->analysis, &j->record, NULL, &text, &sizes[1], NULL),
        ALEA_OK);
    assert_int_equal(alea_analysis_write_text(j->analysis, &j->record, &all, &whole,
                                              &sizes[2], NULL),
                     ALEA_OK);
    assert_non_null(strstr(text, "Ann"));
    assert_true(sizes[2] > sizes[1] && strlen(whole) == sizes[2]);
    free(page);
    free(text);
    free(whole);
}

static void test_nobody_has_that_name(void **state)
{
    const judged *j = *state;
    char *bytes = NULL;
    size_t size = 7;
    alea_error error;
    const alea_report_options options = {.player = "Eve"};
    assert_int_equal(alea_analysis_write_html(j->analysis, &j->record, &options, &bytes,
                                              &size, &error),
                     ALEA_ERROR_ARGUMENT);
    assert_string_equal(error.reason, "no player Eve: Ann and Ben <b> played");
    assert_null(bytes);
    assert_int_equal(size, 7);
}

static void test_into_record(void **state)
{
    judged *j = *state;
    char *bytes = NULL;
    size_t size;
    alea_record copy;
    assert_int_equal(alea_analysis_into_record(j->analysis, &j->record), ALEA_OK);
    assert_int_equal(
        alea_export(&j->record, ALEA_FORMAT_SGF, NULL, &bytes, &size, NULL), ALEA_OK);
    assert_int_equal(alea_import(bytes, size, NULL, &copy, NULL, NULL), ALEA_OK);
    assert_true(copy.fileds > 0);
    alea_record_clear(&copy);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_what_is_listed),
        cmocka_unit_test(test_page_and_text),
        cmocka_unit_test(test_nobody_has_that_name),
        cmocka_unit_test(test_into_record),
    };
    return cmocka_run_group_tests(tests, open_judged, close_judged);
}
