/* The version that the library names is the one it is built as. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version),
        cmocka_unit_test(test_record_on_the_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
