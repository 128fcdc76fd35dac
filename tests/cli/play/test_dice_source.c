/* Dice: the vectors of docs/dice.md, even shares of the faces, dice files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cli/save/dice_source.h"

static dice_secret vector_secret(const char *stir)
{
    dice_secret secret = {{0}, "0123456789abcdef01234567", ""};
    for (int i = 0; i < DICE_SEED_BYTES; i++) secret.seed[i] = (uint8_t)i;
    strcpy(secret.player_entropy, stir);
    return secret;
}

static void need_rolls(const dice_secret *secret, const char *rolls)
{
    for (uint64_t i = 0; *rolls; rolls += 2 + (rolls[2] == ' '), i++) {
        const alea_roll roll = dice_secret_roll(secret, i);
        assert_int_equal(roll.die[0], rolls[0] - '0');
        assert_int_equal(roll.die[1], rolls[1] - '0');
    }
}

static void test_vectors(void **state)
{
    (void)state;
    char hex[DICE_SEED_HEX];
    dice_secret secret = vector_secret("");
    dice_secret_commitment(&secret, hex);
    assert_string_equal(
        hex, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    need_rolls(&secret, "15 63 52 61 52 22 25 35 63 53 62 51");
    assert_int_equal(dice_secret_roll(&secret, 1000).die[0], 3);
    assert_int_equal(dice_secret_roll(&secret, UINT64_MAX).die[0], 6);
    assert_int_equal(dice_secret_roll(&secret, 58).die[0], 3);
    assert_int_equal(dice_secret_roll(&secret, 58).die[1], 3);
    secret = vector_secret("hello, dice");
    need_rolls(&secret, "51 62 35 56 45 32 24 22 41 65 21 34");
    assert_int_equal(dice_secret_roll(&secret, 1000).die[1], 2);
}

static void test_seeded(void **state)
{
    (void)state;
    dice_source source;
    alea_roll roll;
    char spec[64];
    assert_int_equal(dice_source_start(&source, "seed:7", NULL), ALEA_OK);
    dice_source_spec(&source, spec, sizeof spec);
    assert_string_equal(spec, "seed:7");
    need_rolls(&source.secret, "31 61 54 53 43 26 12 14 16 36 65 64");
    assert_int_equal(dice_source_roll(&source, &roll, NULL), ALEA_OK);
    assert_int_equal(roll.die[0], 3);
    dice_source_finish(&source);
    /* A game resumed after three rolls throws the fourth. */
    assert_int_equal(dice_source_resume(&source, "seed:7", 3, NULL), ALEA_OK);
    assert_int_equal(dice_source_roll(&source, &roll, NULL), ALEA_OK);
    assert_int_equal(roll.die[0], 5);
    assert_int_equal(roll.die[1], 3);
    dice_source_finish(&source);
}

static void test_bad_specs(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",      "OS",     "seed:",   "seed:-1", "seed: 1", "seed:18446744073709551616",
        "file:", "file:/", "seed:1x", "loaded",  "os ",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dice_source source;
        alea_error error = {0};
        alea_roll roll;
        alea_status status = dice_source_start(&source, bad[i], &error);
        /* A folder opens as a file, but has no dice. */
        if (status == ALEA_OK) status = dice_source_roll(&source, &roll, &error);
        assert_int_not_equal(status, ALEA_OK);
        assert_true(strlen(error.reason) > 0);
        dice_source_finish(&source);
    }
}

/* Sealed dice: two games differ, and each face has its share. */
static void test_sealed(void **state)
{
    (void)state;
    enum { ROLLS = 30000 };
    dice_source a, b;
    int face[7] = {0}, doubles = 0;
    assert_int_equal(dice_source_start(&a, "os", NULL), ALEA_OK);
    assert_int_equal(dice_source_start(&b, "os", NULL), ALEA_OK);
    assert_memory_not_equal(a.secret.seed, b.secret.seed, DICE_SEED_BYTES);
    assert_string_not_equal(a.secret.game_id, b.secret.game_id);
    for (int i = 0; i < ROLLS; i++) {
        alea_roll roll;
        assert_int_equal(dice_source_roll(&a, &roll, NULL), ALEA_OK);
        face[roll.die[0]]++;
        face[roll.die[1]]++;
        doubles += roll.die[0] == roll.die[1];
    }
    assert_int_equal(a.rolls, ROLLS);
    assert_int_equal(face[0], 0);
    /* Each within 6 standard deviations (about 91, and 65 for the doubles). */
    for (int f = 1; f <= 6; f++) assert_in_range(face[f], 10000 - 550, 10000 + 550);
    assert_in_range(doubles, 5000 - 390, 5000 + 390);
    dice_source_finish(&a);
    dice_source_finish(&b);
}

static void test_hex(void **state)
{
    (void)state;
    dice_secret secret = vector_secret(""), again = {{0}, "", ""};
    char hex[DICE_SEED_HEX];
    dice_secret_hex(&secret, hex);
    assert_true(dice_secret_read_hex(&again, hex));
    assert_memory_equal(secret.seed, again.seed, DICE_SEED_BYTES);
    hex[63] = 'g';
    assert_false(dice_secret_read_hex(&again, hex));
    hex[62] = '\0';
    assert_false(dice_secret_read_hex(&again, hex));
    assert_false(dice_secret_read_hex(&again, ""));
}

static void test_file(void **state)
{
    (void)state;
    char path[] = "/tmp/alea-dice-XXXXXX", spec[64];
    dice_source source;
    alea_roll roll;
    alea_error error = {0};
    const int fd = mkstemp(path);
    FILE *file = fdopen(fd, "w");
    assert_non_null(file);
    fputs("no dice: 7 8 9 0\n3-1, 6\n5 4", file);
    fclose(file);
    snprintf(spec, sizeof spec, "file:%s", path);
    assert_int_equal(dice_source_start(&source, spec, NULL), ALEA_OK);
    assert_int_equal(dice_source_roll(&source, &roll, NULL), ALEA_OK);
    assert_int_equal(roll.die[0] * 10 + roll.die[1], 31);
    assert_int_equal(dice_source_roll(&source, &roll, NULL), ALEA_OK);
    assert_int_equal(roll.die[0] * 10 + roll.die[1], 65);
    assert_int_equal(dice_source_roll(&source, &roll, &error), ALEA_ERROR_FILE);
    assert_non_null(strstr(error.reason, "no more rolls"));
    dice_source_finish(&source);
    assert_int_equal(dice_source_resume(&source, spec, 1, NULL), ALEA_OK);
    assert_int_equal(dice_source_roll(&source, &roll, NULL), ALEA_OK);
    assert_int_equal(roll.die[0], 6);
    dice_source_finish(&source);
    assert_int_equal(dice_source_resume(&source, spec, 3, &error), ALEA_ERROR_FILE);
    dice_source_finish(&source);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),   cmocka_unit_test(test_seeded),
        cmocka_unit_test(test_bad_specs), cmocka_unit_test(test_sealed),
        cmocka_unit_test(test_hex),       cmocka_unit_test(test_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
