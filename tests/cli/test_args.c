/* Options, operands and what is said of wrong ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "cli/io/args.h"
#include "cli/io/command.h"

enum { MOST_WORDS = 100 };

/* What a command line came to: the values, the operands, and what was said. */
static bool loud, quiet;
static const char *name;
static long long count;
static double share, any;
static option_list files;
static int operands;
static char *words[MOST_WORDS];
static char said[4096];

static const option_spec options[] = {
    FLAG_OPTION("loud", 'l', "more", &loud),
    FLAG_OPTION("quiet", 'q', "less", &quiet),
    TEXT_OPTION("name", 'n', "NAME", "what to call it", &name),
    INTEGER_OPTION("count", 'c', "N", "how many", &count, -3, 10),
    FLAG_OPTION("counted", 0, "a longer name", &quiet),
    NUMBER_OPTION("share", 0, "X", "a part of one", &share, 0, 1),
    NUMBER_OPTION("any", 0, "X", "any number", &any, 0, 0),
    LIST_OPTION("file", 'f', "FILE", "again and again", &files),
    {0}};
static const args_spec spec = {"ID [FILE]...", "Says things.", options, 0, 3};

/* Runs args_parse with a stream's output kept in `said`. */
static int parse_saying(const args_spec *as, FILE *stream, char **argv, int argc)
{
    FILE *kept = tmpfile();
    assert_non_null(kept);
    fflush(stream);
    const int number = fileno(stream), before = dup(number);
    dup2(fileno(kept), number);
    const int status = args_parse(as, argc, argv, &operands);
    fflush(stream);
    dup2(before, number);
    close(before);
    rewind(kept);
    said[fread(said, 1, sizeof said - 1, kept)] = '\0';
    fclose(kept);
    return status;
}

/* Parses words parted by spaces; "_" stands for an empty word. */
static int parse_as(const args_spec *as, FILE *stream, const char *line)
{
    static char text[8192];
    int argc = 0;
    loud = quiet = false;
    name = NULL;
    count = 0;
    share = any = 0;
    files.count = 0;
    operands = -1;
    snprintf(text, sizeof text, "try %s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        assert_true(argc < MOST_WORDS);
        words[argc++] = strcmp(word, "_") == 0 ? word + 1 : word;
    }
    return parse_saying(as, stream, words, argc);
}

static int parse(const char *line)
{
    return parse_as(&spec, stderr, line);
}

static void assert_refused(const char *line, const char *why)
{
    assert_int_equal(parse(line), EXIT_USAGE);
    if (!strstr(said, why)) fail_msg("\"%s\" was refused by: %s", line, said);
    assert_non_null(strstr(said, "alea try: "));
    assert_non_null(strstr(said, "Try 'alea try --help'."));
}

static void test_every_form(void **state)
{
    (void)state;
    assert_int_equal(parse("a --name bob -c 3 b --share=0.5 -fone -f two --file three"),
                     ARGS_RUN);
    assert_string_equal(said, "");
    assert_string_equal(name, "bob");
    assert_int_equal(count, 3);
    assert_true(share == 0.5);
    assert_int_equal(files.count, 3);
    assert_string_equal(files.value[0], "one");
    assert_string_equal(files.value[2], "three");
    assert_int_equal(operands, 2);
    assert_string_equal(words[1], "a");
    assert_string_equal(words[2], "b");

    assert_int_equal(parse("-lqn= --any -1e300"), ARGS_RUN);
    assert_true(loud && quiet);
    assert_string_equal(name, "=");
    assert_true(any == -1e300);
    assert_int_equal(parse("--name="), ARGS_RUN);
    assert_string_equal(name, "");
    assert_int_equal(parse("--name --loud"), ARGS_RUN); /* a value is what follows */
    assert_string_equal(name, "--loud");
    assert_false(loud);
    assert_int_equal(parse("-c -3 --count +10"), ARGS_RUN); /* the last one counts */
    assert_int_equal(count, 10);
}

static void test_cut_short(void **state)
{
    (void)state;
    assert_int_equal(parse("--lo --na x --s 1"), ARGS_RUN);
    assert_true(loud && share == 1);
    assert_string_equal(name, "x");
    assert_int_equal(parse("--count 2"), ARGS_RUN); /* whole, though --counted exists */
    assert_int_equal(count, 2);
    assert_refused("--coun 2", "--coun could be several options");
    assert_refused("--=2", "could be several options");
}

static void test_operands(void **state)
{
    (void)state;
    assert_int_equal(parse("- -5 -.5"), ARGS_RUN);
    assert_int_equal(operands, 3);
    assert_string_equal(words[1], "-");
    assert_string_equal(words[3], "-.5");
    assert_int_equal(parse("-l -- -l --name --"), ARGS_RUN);
    assert_int_equal(operands, 3);
    assert_string_equal(words[1], "-l");
    assert_string_equal(words[3], "--");
    assert_int_equal(parse("_ a"), ARGS_RUN);
    assert_string_equal(words[1], "");
    assert_refused("a b c d", "unexpected argument \"d\"");

    bool two = false;
    const option_spec digit[] = {FLAG_OPTION("two", '2', "", &two), {0}};
    const args_spec digits = {"N", "", digit, 1, -1};
    assert_int_equal(parse_as(&digits, stderr, "-2 -1 0"), ARGS_RUN);
    assert_true(two);
    assert_int_equal(operands, 2);
    assert_int_equal(parse_as(&digits, stderr, "-2"), EXIT_USAGE);
    assert_non_null(strstr(said, "missing argument: N (usage: alea try N"));
    const args_spec bare = {"", "", NULL, 0, 0};
    assert_int_equal(parse_as(&bare, stderr, ""), ARGS_RUN);
    assert_int_equal(operands, 0);
    assert_int_equal(parse_as(&bare, stderr, "--x"), EXIT_USAGE);
}

static void test_refused(void **state)
{
    (void)state;
    assert_refused("--colour", "no option --colour");
    assert_refused("--nmae x", "did you mean --name?");
    assert_refused("--hlep", "did you mean --help?");
    assert_refused("--loud=yes", "--loud takes no value");
    assert_refused("a --name", "--name needs a value (NAME)");
    assert_refused("-n", "-n needs a value (NAME)");
    assert_refused("-lx", "no option -x");
    assert_refused("-\x01", "no option -?");
    assert_refused("--count 11", "--count wants a whole number -3..10, not \"11\"");
    assert_refused("-c-4", "--count wants");
    assert_refused("-c 3x", "--count wants");
    assert_refused("-c 0x3", "--count wants");
    assert_refused("-c _", "--count wants");
    assert_refused("-c 99999999999999999999", "--count wants");
    assert_refused("--share 1.01", "--share wants a number 0..1, not \"1.01\"");
    assert_refused("--share nan", "--share wants");
    assert_refused("--any inf", "--any wants a number, not \"inf\"");
    assert_refused("--any 1e999", "--any wants");
    assert_refused("--any 1,5", "--any wants");
}

/* A very long option is cut in what is said; nothing is written past the end. */
static void test_long_words(void **state)
{
    (void)state;
    char line[3000];
    memset(line, 'x', sizeof line);
    memcpy(line, "--", 2);
    line[sizeof line - 1] = '\0';
    assert_refused(line, "no option --xxx");
    assert_true(strlen(said) < 200);
    memcpy(line, "--count=", 8);
    assert_refused(line, "--count wants");
    assert_true(strlen(said) < 200);
}

static void test_too_many_of_a_list(void **state)
{
    (void)state;
    char line[4 * (OPTION_LIST_SIZE + 1) + 1] = "";
    for (int i = 0; i < OPTION_LIST_SIZE; i++) strcat(line, "-fx ");
    assert_int_equal(parse(line), ARGS_RUN);
    assert_int_equal(files.count, OPTION_LIST_SIZE);
    strcat(line, "-fx ");
    assert_refused(line, "--file is given more than 64 times");
}

static void test_help(void **state)
{
    (void)state;
    static const char *const asks[] = {"--help", "-h", "a --loud --help --nonsense",
                                       "-lh"};
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        assert_int_equal(parse_as(&spec, stdout, asks[i]), EXIT_DONE);
        assert_non_null(strstr(said, "Usage: alea try [OPTION]... ID [FILE]...\n"));
        assert_non_null(strstr(said, "\nSays things.\n"));
        assert_non_null(strstr(said, "\n  -c, --count N            how many\n"));
        assert_non_null(strstr(said, "\n      --help               this text\n"));
    }
}

static void test_nearest(void **state)
{
    (void)state;
    const char *const names[] = {"analyse", NULL, "move", "cube"};
    assert_string_equal(alea_nearest("analyze", names, 4), "analyse");
    assert_string_equal(alea_nearest("mvoe", names, 4), "move");
    assert_string_equal(alea_nearest("moves", names, 4), "move");
    assert_null(alea_nearest("backgammon", names, 4));
    assert_null(alea_nearest("", names, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_form), cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_operands),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_long_words), cmocka_unit_test(test_too_many_of_a_list),
        cmocka_unit_test(test_help),       cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
