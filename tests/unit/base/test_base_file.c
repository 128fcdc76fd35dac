/* base/file: caps, reasons, and a replacement that is whole or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"

static char directory[64];

static int make_directory(void **state)
{
    (void)state;
    strcpy(directory, "/tmp/alea-file-XXXXXX");
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
    (void)state;
    return rmdir(directory); /* fails if a test left a temporary file behind */
}

static void path_of(char out[128], const char *name)
{
    snprintf(out, 128, "%s/%s", directory, name);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    char path[128], *bytes = NULL;
    size_t length = 0;
    struct stat about;
    path_of(path, "a");
    for (size_t size = 0; size < 300000; size = size * 3 + 1) {
        char *data = malloc(size + 1);
        assert_non_null(data);
        for (size_t i = 0; i < size; i++) data[i] = (char)(i * 7);
        assert_int_equal(alea_file_replace(path, data, size, 0600, NULL), ALEA_OK);
        assert_int_equal(alea_file_read(path, size, &bytes, &length, NULL), ALEA_OK);
        assert_int_equal(length, size);
        if (size) assert_memory_equal(bytes, data, size);
        assert_int_equal(bytes[length], 0);
        free(bytes);
        free(data);
    }
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_int_equal(unlink(path), 0);
}

static void beginnings_are_compared(void **state)
{
    (void)state;
    char path[128];
    path_of(path, "a");
    assert_int_equal(alea_file_replace(path,
                                       "ab\xff"
                                       "d",
                                       4, 0600, NULL),
                     ALEA_OK);
    assert_true(alea_file_begins(path, "", 0));
    assert_true(alea_file_begins(path, "ab\xff", 3));
    assert_true(alea_file_begins(path,
                                 "ab\xff"
                                 "d",
                                 4));
    assert_false(alea_file_begins(path, "ac", 2));
    assert_false(alea_file_begins(path,
                                  "ab\xff"
                                  "d\xff",
                                  5)); /* the file is shorter */
    assert_int_equal(unlink(path), 0);
    assert_false(alea_file_begins(path, "", 0));
    assert_false(alea_file_begins(directory, "a", 1));
}

static void a_size_is_filled_exactly(void **state)
{
    (void)state;
    char path[128], out[4] = "";
    alea_error error;
    path_of(path, "sized");
    assert_false(alea_file_fill(path, out, 3));
    assert_int_equal(alea_file_touch(path, &error), ALEA_OK);
    assert_true(alea_file_fill(path, out, 0));
    assert_int_equal(alea_file_replace(path, "abc", 3, 0644, &error), ALEA_OK);
    assert_int_equal(alea_file_touch(path, &error), ALEA_OK);
    assert_false(alea_file_fill(path, out, 2));
    assert_false(alea_file_fill(path, out, 4));
    assert_true(alea_file_fill(path, out, 3));
    assert_memory_equal(out, "abc", 3);
    unlink(path);
    path_of(path, "no/folder");
    assert_int_equal(alea_file_touch(path, &error), ALEA_ERROR_FILE);
    assert_non_null(strstr(error.reason, "No such file"));
}

static void too_long_is_refused(void **state)
{
    (void)state;
    char path[128], *bytes = NULL;
    size_t length = 0;
    alea_error error = {0};
    path_of(path, "b");
    assert_int_equal(alea_file_replace(path, "12345", 5, 0644, NULL), ALEA_OK);
    assert_int_equal(alea_file_read(path, 4, &bytes, &length, &error),
                     ALEA_ERROR_ARGUMENT);
    assert_non_null(strstr(error.reason, "longer than 4 bytes"));
    assert_null(bytes);
    /* A file without an end. */
    assert_int_equal(alea_file_read("/dev/zero", 100000, &bytes, &length, &error),
                     ALEA_ERROR_ARGUMENT);
    assert_null(bytes);
    assert_int_equal(unlink(path), 0);
}

static void failures_say_why(void **state)
{
    (void)state;
    char path[128], *bytes = NULL;
    size_t length = 0;
    alea_error error = {0};
    path_of(path, "absent/c");
    assert_int_equal(alea_file_read(path, 9, &bytes, &length, &error), ALEA_ERROR_FILE);
    assert_non_null(strstr(error.reason, "No such file"));
    assert_int_equal(alea_file_replace(path, "x", 1, 0644, &error), ALEA_ERROR_FILE);
    assert_int_equal(alea_file_read(directory, 9, &bytes, &length, &error),
                     ALEA_ERROR_FILE);
    assert_int_equal(alea_file_replace(directory, "x", 1, 0644, &error),
                     ALEA_ERROR_FILE);
    assert_null(bytes);
}

static void links_and_modes_are_kept(void **state)
{
    (void)state;
    char path[128], link_path[128], *bytes = NULL;
    size_t length = 0;
    struct stat about;
    path_of(path, "d");
    path_of(link_path, "e");
    assert_int_equal(alea_file_replace(path, "old", 3, 0644, NULL), ALEA_OK);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink(path, link_path), 0);
    assert_int_equal(alea_file_replace(link_path, "new", 3, 0600, NULL), ALEA_OK);
    assert_int_equal(lstat(link_path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    assert_int_equal(alea_file_read(path, 9, &bytes, &length, NULL), ALEA_OK);
    assert_string_equal(bytes, "new");
    free(bytes);
    assert_int_equal(unlink(link_path), 0);
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(beginnings_are_compared),
        cmocka_unit_test(a_size_is_filled_exactly),
        cmocka_unit_test(too_long_is_refused),
        cmocka_unit_test(failures_say_why),
        cmocka_unit_test(links_and_modes_are_kept),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
