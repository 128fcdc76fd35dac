/* An analysis that was made elsewhere comes as text: numbers that no analysis has are
 * an error, and change nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "desk/add.h"
#include "desk/analyse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char match[] = " 1 point match\n\n Game 1\n Ann : 0     Ben : 0\n"
                            "  1) 31: 8/5 6/5             42: 8/4 6/4\n"
                            "  2) 53: 8/3 6/3\n";

/* The text with `part` between two others. */
static alea_status keep(desk *d, const char *const around[2], const char *part)
{
    char text[512];
    alea_error error = {0};
    snprintf(text, sizeof text, "%s%s%s", around[0], part, around[1]);
    const alea_status status =
        desk_keep_written(d, 1, text, strlen(text), false, &error);
    if (status != ALEA_OK) assert_string_equal(error.reason, "the analysis is damaged");
    return status;
}

static int count(desk *d)
{
    sqlite3_stmt *st = NULL;
    assert_int_equal(
        sqlite3_prepare_v2(d->db, "SELECT count(*) FROM analyses", -1, &st, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    const int n = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return n;
}

static char path[] = "/tmp/alea-kept-XXXXXX";

static void close_desk(desk *d)
{
    desk_close(d);
    unlink(path);
}

static void open_desk(desk *d)
{
    memcpy(path + sizeof path - 7, "XXXXXX", 6);
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    desk_addition done;
    alea_error error = {0};
    const alea_import_options options = {0};
    assert_int_equal(desk_open(d, path, true, &error), ALEA_OK);
    assert_int_equal(
        desk_add(d, "a.mat", match, sizeof match - 1, &options, NULL, &done, &error),
        ALEA_OK);
}

static const char *const whole[2] = {"{\"level\":\"2-ply\",\"judged\":[[",
                                     "]],\"luck\":[]}"};
/* What later versions added to a judgement. */
static const char *const beside[2] = {
    "{\"level\":\"2-ply\",\"judged\":[[1,1,0.1,0.2,0.5,0.1,0.1,\"\",",
    "]],\"luck\":[]}"};
static const char *const rolls[2] = {"{\"level\":\"2-ply\",\"judged\":[],\"luck\":[[",
                                     "]]}"};

static void test_what_an_analysis_has(void **state)
{
    static const char *const good[] = {"[0,0.01,0.01,8,5,6,5]", "[7,0,0]", "[]",
                                       "[0,0,0,25,20,6,0,6,0,6,0]"};
    (void)state;
    desk d;
    open_desk(&d);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(keep(&d, beside, good[i]), ALEA_OK);
    assert_int_equal(keep(&d, whole, "1,1,0.1,0.2,0.5,0.1,0.1,\"\""), ALEA_OK);
    assert_int_equal(keep(&d, rolls, "2,0.25"), ALEA_OK);
    assert_int_equal(count(&d), 1);
    close_desk(&d);
}

static void test_what_none_has(void **state)
{
    static const char *const wrong_beside[] = {"[8,0,0]",
                                               "[-1,0,0]",
                                               "[4294967297,0,0]",
                                               "[1e300,0,0]",
                                               "[0.5,0,0]",
                                               "[0,0,0,26,5]",
                                               "[0,0,0,-1,5]",
                                               "[0,0,0,8,261]",
                                               "[0,0,0,8,1e99]",
                                               "[0,0,0,\"8\",5]",
                                               "[0,\"x\",0]",
                                               "[0,0,null]",
                                               "{}",
                                               "\"[]\"",
                                               "[0,0,0,1,1,1,1,1,1,1,1,1]"};
    static const char *const wrong_whole[] = {
        "-1,1,0.1,0.2,0.5,0.1,0.1,\"\"",   "2,8,0.1,0.2,0.5,0.1,0.1,\"\"",
        "2,1,-0.1,0.2,0.5,0.1,0.1,\"\"",   "2,1,1e300,0.2,0.5,0.1,0.1,\"\"",
        "2,1,0.1,-1e300,0.5,0.1,0.1,\"\"", "2,1,0.1"};
    (void)state;
    desk d;
    open_desk(&d);
    for (size_t i = 0; i < sizeof wrong_beside / sizeof *wrong_beside; i++)
        assert_int_equal(keep(&d, beside, wrong_beside[i]), ALEA_ERROR_SYNTAX);
    for (size_t i = 0; i < sizeof wrong_whole / sizeof *wrong_whole; i++)
        assert_int_equal(keep(&d, whole, wrong_whole[i]), ALEA_ERROR_SYNTAX);
    assert_int_equal(keep(&d, rolls, "2,1e300"), ALEA_ERROR_SYNTAX);
    assert_int_equal(keep(&d, rolls, "-1,0"), ALEA_ERROR_SYNTAX);
    assert_int_equal(count(&d), 0);
    close_desk(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_an_analysis_has),
        cmocka_unit_test(test_what_none_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
