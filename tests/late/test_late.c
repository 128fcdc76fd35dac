/* Libraries that are loaded when they are needed: what is there works, what is missing
 * is named, and is named again. */
#include "late/late.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define FUNCTIONS(X)                                                                   \
    X(hypot)                                                                           \
    X(lround)

typedef struct functions {
    FUNCTIONS(LATE_MEMBER)
} functions;

static const char *const names[] = {FUNCTIONS(LATE_NAME)};

static late_library of(const char *file, functions *to)
{
    return (late_library){.file = file, .names = names, .count = 2, .functions = to};
}

static void what_is_there_is_called(void **state)
{
    (void)state;
    functions f = {0};
    late_library library = of("libm.so.6", &f);
    alea_error error = {0};
    assert_int_equal(late_load(&library, &error), ALEA_OK);
    assert_int_equal(late_load(&library, NULL), ALEA_OK);
    assert_true(f.hypot(3, 4) == 5);
    assert_int_equal(f.lround(2.5), 3);
}

static void a_missing_file_is_named(void **state)
{
    (void)state;
    functions f = {0};
    late_library library = of("libalea-none.so.7", &f);
    for (int i = 0; i < 2; i++) {
        alea_error error = {0};
        assert_int_equal(late_load(&library, &error), ALEA_ERROR_FILE);
        assert_non_null(strstr(error.reason, "libalea-none.so.7"));
    }
    assert_int_equal(late_load(&library, NULL), ALEA_ERROR_FILE);
}

static void a_missing_function_is_named(void **state)
{
    (void)state;
    functions f = {0};
    late_library library = of("libz.so.1", &f);
    alea_error error = {0};
    assert_int_equal(late_load(&library, &error), ALEA_ERROR_FILE);
    assert_string_equal(error.reason, "libz.so.1 has no hypot");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_there_is_called),
        cmocka_unit_test(a_missing_file_is_named),
        cmocka_unit_test(a_missing_function_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
