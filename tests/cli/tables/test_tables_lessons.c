/* The exercises of `alea learn GAME`: sound positions, each with an answer, whatever
 * the options of the game. */
#include "family/lessons.h"

#include <alea/tables.h>

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static alea_tables_turns turns;

/* Checks every exercise of `rules`; returns how many there are. */
static int check(const alea_tables_rules *rules)
{
    tables_lesson lesson;
    int count = 0;
    for (; tables_lesson_at(rules, count, &lesson); count++) {
        alea_tables_move move[ALEA_TABLES_MAX_STEPS];
        alea_error error = {0};
        int right = 0;
        if (alea_tables_board_check(rules, &lesson.board, &error) != ALEA_OK)
            fail_msg("%s, exercise %d: %s", rules->name, count, error.reason);
        alea_tables_turns_list(rules, &lesson.board, lesson.dice, lesson.first, &turns);
        for (int i = 0; i < turns.count; i++) {
            const int moves = alea_tables_turns_moves(&turns, i, move);
            right += tables_lesson_meets(rules, lesson.aim, move, moves);
        }
        if (right == 0)
            fail_msg("%s, exercise \"%s\": no answer", rules->name, lesson.text);
        assert_true(strlen(lesson.text) > 20 && strlen(lesson.after) > 10);
    }
    return count;
}

static void every_game_has_exercises(void **state)
{
    (void)state;
    for (int g = 0; alea_tables_game(g); g++) {
        alea_tables_rules rules;
        assert_int_equal(alea_tables_find(alea_tables_game(g), &rules, NULL), ALEA_OK);
        if (check(&rules) < 2) fail_msg("%s: too few", rules.name);
    }
}

/* Exercises fit the switches: all rules that pass their check have sound ones. */
static void other_options_have_sound_ones(void **state)
{
    (void)state;
    alea_random random = alea_random_start(43, 9);
    int options = 0, games = 0, sound = 0;
    while (alea_tables_option(options)) options++;
    while (alea_tables_game(games)) games++;
    for (int i = 0; i < 2000; i++) {
        alea_tables_rules rules;
        const char *game =
            alea_tables_game((int)alea_random_below(&random, (uint32_t)games));
        const char *option =
            alea_tables_option((int)alea_random_below(&random, (uint32_t)options));
        int words = 0;
        while (alea_tables_choice(option, words)) words++;
        if (words == 0) continue;
        assert_int_equal(alea_tables_find(game, &rules, NULL), ALEA_OK);
        const char *word = alea_tables_choice(
            option, (int)alea_random_below(&random, (uint32_t)words));
        if (alea_tables_set(&rules, option, word, NULL) != ALEA_OK ||
            alea_tables_rules_check(&rules, NULL) != ALEA_OK)
            continue;
        check(&rules);
        sound++;
    }
    assert_true(sound > 800);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_exercises),
        cmocka_unit_test(other_options_have_sound_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
