/* base/text: bounds kept, nothing half written, UTF-8 judged as RFC 3629 says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "base/utf8.h"

static void pieces_join(void **state)
{
    (void)state;
    char buffer[64];
    alea_text t = alea_text_in(buffer, sizeof buffer);
    alea_text_put(&t, "a");
    alea_text_char(&t, '=');
    alea_text_integer(&t, INT64_MIN);
    alea_text_format(&t, ", %s %d", "b", 7);
    alea_text_pad(&t, '.', 32);
    assert_string_equal(buffer, "a=-9223372036854775808, b 7.....");
    assert_int_equal(alea_text_status(&t), ALEA_OK);
}

static void overflow_is_remembered(void **state)
{
    (void)state;
    char buffer[8];
    alea_text t = alea_text_in(buffer, sizeof buffer);
    alea_text_put(&t, "1234567");
    assert_int_equal(alea_text_status(&t), ALEA_OK);
    alea_text_char(&t, '8');
    assert_int_equal(alea_text_status(&t), ALEA_ERROR_MEMORY);
    alea_text_put(&t, "");
    assert_string_equal(buffer, "1234567");
    alea_text_reset(&t);
    alea_text_format(&t, "%d", 12345678);
    assert_int_equal(alea_text_status(&t), ALEA_ERROR_MEMORY);
    assert_string_equal(buffer, "");
}

static void growing_stops_at_its_cap(void **state)
{
    (void)state;
    alea_text t = alea_text_growing(1000);
    for (int i = 0; i < 999; i++) alea_text_char(&t, 'x');
    assert_int_equal(alea_text_status(&t), ALEA_OK);
    assert_int_equal(strlen(t.start), 999);
    alea_text_char(&t, 'x');
    assert_int_equal(alea_text_status(&t), ALEA_ERROR_MEMORY);
    assert_int_equal(t.length, 999);
    alea_text_free(&t);
    assert_null(t.start);
}

static void utf8_is_judged(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } known[] = {
        {"a", 1},
        {"\xC3\xA9", 2},
        {"\xE2\x82\xAC", 3},
        {"\xF0\x9F\x8E\xB2", 4},
        {"\x80", 0},
        {"\xC0\x80", 0},
        {"\xC3", 0},
        {"\xE0\x80\x80", 0},
        {"\xED\xA0\x80", 0},
        {"\xF4\x90\x80\x80", 0},
        {"\xF5\x80\x80\x80", 0},
        {"\xE2\x82", 0},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(alea_utf8_length(known[i].bytes, strlen(known[i].bytes)),
                         known[i].length);
    assert_int_equal(alea_utf8_length("", 0), 0);
}

static void code_points_round_trip(void **state)
{
    (void)state;
    for (uint32_t c = 1; c < 0x110000; c += c < 0x900 ? 1 : 61) {
        char buffer[8];
        alea_text t = alea_text_in(buffer, sizeof buffer);
        alea_text_code_point(&t, c);
        assert_int_equal(alea_utf8_length(buffer, t.length), t.length);
    }
    char buffer[8];
    alea_text t = alea_text_in(buffer, sizeof buffer);
    alea_text_code_point(&t, 0xD800);
    assert_string_equal(buffer, "\xEF\xBF\xBD");
}

static void errors_are_cut_to_size(void **state)
{
    (void)state;
    alea_error error;
    alea_error_set(&error, 3, 4, "%0300d", 1);
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 4);
    assert_int_equal(strlen(error.reason), sizeof error.reason - 1);
    alea_error_set(NULL, 1, 1, "nowhere to put it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_join),
        cmocka_unit_test(overflow_is_remembered),
        cmocka_unit_test(growing_stops_at_its_cap),
        cmocka_unit_test(utf8_is_judged),
        cmocka_unit_test(code_points_round_trip),
        cmocka_unit_test(errors_are_cut_to_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
