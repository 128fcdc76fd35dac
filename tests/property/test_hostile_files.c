/* Every file of the golden formats and of the real sample, cut short and with bits
 * flipped: a reader refuses or reads, and what it reads can be written and read again.
 * `test_hostile_files 100` tries 100 places per file; without a number it tries a
 * few. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <alea/file.h>

static int places = 6;
static uint64_t state = 1;

static uint64_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void read_and_write(const char *bytes, size_t size, const char *name)
{
    static const alea_format formats[] = {ALEA_FORMAT_MAT, ALEA_FORMAT_SGF,
                                          ALEA_FORMAT_JOURNAL};
    alea_record record, again;
    alea_error error = {0};
    alea_import_options options = {.strict = next_random() % 4 == 0};
    double before = seconds();
    alea_status status = alea_import(bytes, size, &options, &record, NULL, &error);
    if (seconds() - before > 5) fail_msg("%s: over 5 s", name);
    if (status) {
        assert_true(error.reason[0] && error.status == status);
        return;
    }
    char *out;
    size_t length;
    alea_format format = formats[next_random() % 3];
    status = alea_export(&record, format, NULL, &out, &length, &error);
    if (status == ALEA_OK) {
        if (alea_import(out, length, NULL, &again, NULL, &error))
            fail_msg("%s as %s: line %zu: %s\n%s", name, alea_format_name(format),
                     error.line, error.reason, out);
        alea_record_clear(&again);
        free(out);
    }
    alea_record_clear(&record);
}

static void try_file(const char *path)
{
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode)) {
        if (file) fclose(file);
        return;
    }
    size_t size = (size_t)about.st_size;
    char *bytes = malloc(size + 1), *copy = malloc(size + 1);
    assert_true(bytes && copy && fread(bytes, 1, size, file) == size);
    fclose(file);
    for (int i = 0; i < places && size > 0; i++) {
        /* A copy of exactly that size, so that a sanitizer sees a read behind it. */
        size_t cut = next_random() % size;
        char *part = malloc(cut ? cut : 1);
        memcpy(part, bytes, cut);
        read_and_write(part, cut, path);
        free(part);
        memcpy(copy, bytes, size);
        for (int k = 0; k <= i % 3; k++)
            copy[next_random() % size] ^= (char)(1 << next_random() % 8);
        read_and_write(copy, size, path);
    }
    free(bytes);
    free(copy);
}

static int try_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    int files = 0;
    if (!dir) return 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[600];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        try_file(path);
        files++;
    }
    closedir(dir);
    return files;
}

static void test_hostile_files(void **unused)
{
    (void)unused;
    assert_true(try_folder("tests/golden/formats") > 20);
    int real = try_folder("../shared/real/galaxy") + try_folder("../shared/real/xg");
    if (!real) print_message("skipped: no real match files in ../shared/real\n");
}

int main(int argc, char **argv)
{
    if (argc > 1) places = atoi(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hostile_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
