/* src/core/rules*.c: every option by name, the presets, their words. */
#include "unit/match_steps.h"

#include <stdio.h>

/* The presets as data: what differs from the defaults, in protocol words. */
static const struct {
    const char *preset, *option, *value;
} departures[] = {
    {"vido", "match_length", "7"},
    {"vido", "cube_limit", "64"},
    {"vido", "dead_cube", "warn"},
    {"vido", "gammon_def", "none_off_or_outside_home"},
    {"vido", "backgammon_def", "bar_or_winner_home"},
    {"compendium", "score_keeping", "loser_pays"},
    {"compendium", "illegal_play", "opponent_option"},
    {"portfolio", "match_length", "20"},
    {"portfolio", "cube_window", "any_time"},
    {"portfolio", "backgammon_def", "winner_home"},
    {"portfolio", "dice_usage", "may_play_higher_only"},
    {"sheet", "bearoff_high", "any_lower"},
    {"sheet", "score_keeping", "both"},
    {"ocastudios", "match_length", "13"},
    {"ocastudios", "jacoby_activation", "stakes_raised"},
    {"ocastudios", "backgammon_def", "none_off_and_bar"},
    {"money", "beavers", "1"},
    {"money", "jacoby", "true"},
    {"money", "score_keeping", "both"},
    {"tournament", "match_length", "7"},
    {"tournament", "crawford", "true"},
    {"nackgammon", "setup", "nackgammon"},
    {"hypergammon", "setup", "hypergammon"},
    {"hypergammon", "jacoby", "true"},
    {"longgammon", "setup", "longgammon"},
};

static const struct {
    const char *option, *value;
} defaults[] = {
    {"preset", "null"},
    {"setup", "backgammon"},
    {"match_length", "0"},
    {"opening", "use_rolloff"},
    {"cube", "true"},
    {"cube_limit", "null"},
    {"cube_window", "before_own_roll"},
    {"auto_doubles", "0"},
    {"beavers", "0"},
    {"jacoby", "false"},
    {"jacoby_activation", "cube_taken"},
    {"crawford", "false"},
    {"dead_cube", "allow"},
    {"gammon_def", "none_off"},
    {"backgammon_def", "none_off_and_bar_or_winner_home"},
    {"dice_usage", "max_then_higher"},
    {"double_moves", "4"},
    {"bearoff_high", "highest"},
    {"resign", "true"},
    {"score_keeping", "winner_gains"},
    {"illegal_play", "refuse"},
};

enum { OPTIONS = sizeof defaults / sizeof *defaults };

static void options_in_protocol_order(void **state)
{
    (void)state;
    alea_rules rules = alea_rules_default();
    for (int i = 0; i < OPTIONS; i++) {
        char value[48];
        assert_string_equal(alea_rules_option(i), defaults[i].option);
        assert_int_equal(
            alea_rules_get(&rules, defaults[i].option, value, sizeof value), ALEA_OK);
        assert_string_equal(value, defaults[i].value);
        assert_int_not_equal(alea_rules_option_kind(defaults[i].option),
                             ALEA_OPTION_UNKNOWN);
    }
    assert_null(alea_rules_option(OPTIONS));
    assert_null(alea_rules_option(-1));
    assert_int_equal(alea_rules_option_kind("cubes"), ALEA_OPTION_UNKNOWN);
    assert_int_equal(alea_rules_option_kind(NULL), ALEA_OPTION_UNKNOWN);
    assert_int_equal(alea_rules_check(&rules, NULL), ALEA_OK);
}

static const char *departure(const char *preset, const char *option)
{
    for (size_t i = 0; i < sizeof departures / sizeof *departures; i++)
        if (strcmp(departures[i].preset, preset) == 0 &&
            strcmp(departures[i].option, option) == 0)
            return departures[i].value;
    return NULL;
}

static void presets_depart_only_where_they_say(void **state)
{
    (void)state;
    for (int p = 1; p < ALEA_PRESETS; p++) {
        const char *name = alea_preset_name((alea_preset)p);
        assert_int_equal(alea_preset_find(name), p);
        assert_string_equal(alea_rules_choice("preset", p - 1), name);
        assert_true(strlen(alea_preset_title((alea_preset)p)) > 10);
        alea_rules rules = alea_rules_preset((alea_preset)p),
                   set = alea_rules_default();
        assert_int_equal(alea_rules_check(&rules, NULL), ALEA_OK);
        for (int i = 1; i < OPTIONS; i++) {
            char value[48];
            alea_rules_get(&rules, defaults[i].option, value, sizeof value);
            const char *wanted = departure(name, defaults[i].option);
            assert_string_equal(value, wanted ? wanted : defaults[i].value);
        }
        assert_int_equal(alea_rules_set(&set, "preset", name, NULL), ALEA_OK);
        assert_memory_equal(&set, &rules, sizeof set);
        char value[48];
        alea_rules_get(&set, "preset", value, sizeof value);
        assert_string_equal(value, name);
        assert_int_equal(alea_rules_set(&set, "preset", "null", NULL), ALEA_OK);
        alea_rules none = alea_rules_default();
        assert_memory_equal(&set, &none, sizeof set);
    }
    assert_null(alea_rules_choice("preset", ALEA_PRESETS - 1));
    assert_null(alea_preset_name(ALEA_PRESET_NONE));
    assert_null(alea_preset_name(ALEA_PRESETS));
    assert_null(alea_preset_name((alea_preset)-1));
    assert_string_equal(alea_preset_title((alea_preset)-1), "");
    assert_int_equal(alea_preset_find("vid"), ALEA_PRESET_NONE);
    assert_int_equal(alea_preset_find(NULL), ALEA_PRESET_NONE);
    alea_rules out_of_range = alea_rules_preset((alea_preset)99);
    assert_int_equal(out_of_range.preset, ALEA_PRESET_NONE);
}

/* Every word of every choice, both switches, the numbers at their ends: set, read
 * back. */
static void every_value_goes_in_and_comes_out(void **state)
{
    (void)state;
    static const struct {
        const char *option, *value;
    } numbers[] = {
        {"match_length", "0"},    {"match_length", "32767"},  {"cube_limit", "1"},
        {"cube_limit", "2"},      {"cube_limit", "16777216"}, {"cube_limit", "null"},
        {"auto_doubles", "1000"}, {"auto_doubles", "null"},   {"beavers", "3"},
        {"beavers", "null"},      {"double_moves", "2"},      {"double_moves", "4"},
        {"cube", "false"},        {"cube", "true"},           {"resign", "false"},
        {"jacoby", "true"},       {"crawford", "true"},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char value[48];
        alea_rules rules = alea_rules_default();
        assert_int_equal(
            alea_rules_set(&rules, numbers[i].option, numbers[i].value, NULL), ALEA_OK);
        alea_rules_get(&rules, numbers[i].option, value, sizeof value);
        assert_string_equal(value, numbers[i].value);
        assert_int_equal(alea_rules_check(&rules, NULL), ALEA_OK);
    }
    int words = 0;
    for (int i = 1; i < OPTIONS; i++) {
        const char *option = defaults[i].option, *word;
        for (int j = 0; (word = alea_rules_choice(option, j)); j++, words++) {
            char value[48];
            alea_rules rules = alea_rules_default();
            if (j == 0) assert_string_equal(word, defaults[i].value);
            assert_int_equal(alea_rules_set(&rules, option, word, NULL), ALEA_OK);
            alea_rules_get(&rules, option, value, sizeof value);
            assert_string_equal(value, word);
            assert_int_equal(alea_rules_check(&rules, NULL), ALEA_OK);
        }
    }
    assert_int_equal(words, 4 + 2 + 2 + 2 + 3 + 3 + 5 + 3 + 3 + 3 + 2);
    alea_rules rules = alea_rules_default();
    assert_int_equal(alea_rules_set(&rules, "cube", "off", NULL), ALEA_OK);
    assert_false(rules.cube);
    assert_int_equal(alea_rules_set(&rules, "cube", "on", NULL), ALEA_OK);
    assert_int_equal(alea_rules_set(&rules, "beavers", "unlimited", NULL), ALEA_OK);
    assert_int_equal(rules.beavers, ALEA_UNLIMITED);
    char tiny[4];
    assert_int_equal(alea_rules_get(&rules, "setup", tiny, sizeof tiny),
                     ALEA_ERROR_MEMORY);
    assert_int_equal(alea_rules_get(&rules, "nothing", tiny, sizeof tiny),
                     ALEA_ERROR_ARGUMENT);
}

static void bad_values_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        const char *option, *value, *in_reason;
    } rows[] = {
        {"cubes", "true", "cubes is not an option"},
        {"", "true", "is not an option"},
        {NULL, "true", "is not an option"},
        {"cube", NULL, "cube needs a value"},
        {"cube", "yes", "cube must be true or false"},
        {"cube", "", "cube must be true or false"},
        {"cube", "null", "cube must be true or false"},
        {"match_length", "-1", "match_length must be 0"},
        {"match_length", "32768", "match_length must be 0"},
        {"match_length", "99999999999999999999", "match_length must be"},
        {"match_length", "", "match_length must be"},
        {"match_length", "7 ", "match_length must be"},
        {"match_length", "null", "match_length must be"},
        {"match_length", "7.0", "match_length must be"},
        {"cube_limit", "0", "power of two"},
        {"cube_limit", "3", "power of two"},
        {"cube_limit", "33554432", "power of two"},
        {"beavers", "-1", "beavers must be"},
        {"double_moves", "3", "double_moves must be 4 or 2"},
        {"double_moves", "0", "double_moves must be 4 or 2"},
        {"setup", "chess", "setup must be one of backgammon, nackgammon"},
        {"backgammon_def", "bar", "backgammon_def must be one of"},
        {"setup", "null", "setup must be one of"},
        {"preset", "vidoo", "vidoo is not a preset"},
        {"preset", "a\nb\xff", "a?b? is not a preset"},
        {"preset", "", "is not a preset"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        alea_rules rules = alea_rules_preset(ALEA_PRESET_VIDO), before = rules;
        alea_error error;
        memset(&error, 1, sizeof error);
        assert_int_equal(alea_rules_set(&rules, rows[i].option, rows[i].value, &error),
                         ALEA_ERROR_ARGUMENT);
        assert_memory_equal(&rules, &before, sizeof rules);
        if (!strstr(error.reason, rows[i].in_reason))
            fail_msg("\"%s\" is not in \"%s\"", rows[i].in_reason, error.reason);
        assert_int_equal(alea_rules_set(&rules, rows[i].option, rows[i].value, NULL),
                         ALEA_ERROR_ARGUMENT);
    }
    /* A stranger's long word is cut, never overflows. */
    char longest[500];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    alea_rules rules = alea_rules_default();
    alea_error error;
    assert_int_equal(alea_rules_set(&rules, longest, "1", &error), ALEA_ERROR_ARGUMENT);
    assert_true(strlen(error.reason) < 100);
}

static void out_of_range_fields_are_found(void **state)
{
    (void)state;
    alea_rules rules[] = {alea_rules_default(), alea_rules_default(),
                          alea_rules_default(), alea_rules_default(),
                          alea_rules_default(), alea_rules_default(),
                          alea_rules_default(), alea_rules_default()};
    rules[0].match_length = -1;
    rules[1].cube_limit_log2 = 25;
    rules[2].beavers = -2;
    rules[3].play.double_moves = 3;
    rules[4].setup = (alea_setup)4;
    rules[5].preset = ALEA_PRESETS;
    rules[6].gammon_def = (alea_gammon_def)-1;
    rules[7].auto_doubles = ALEA_MAX_AUTO_DOUBLES + 1;
    const char *names[] = {"match_length", "cube_limit", "beavers",    "double_moves",
                           "setup",        "preset",     "gammon_def", "auto_doubles"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        alea_error error;
        assert_int_equal(alea_rules_check(&rules[i], &error), ALEA_ERROR_ARGUMENT);
        assert_non_null(strstr(error.reason, names[i]));
    }
    char value[48];
    assert_int_equal(alea_rules_get(&rules[4], "setup", value, sizeof value), ALEA_OK);
    assert_string_equal(value, "?");
}

/* Each departure has a note; each rulebook's has its source, or says that the book is
 * silent. */
static void every_departure_has_a_note(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof departures / sizeof *departures; i++) {
        alea_preset preset = alea_preset_find(departures[i].preset);
        bool told = false;
        const alea_rule_note *note;
        for (int n = 0; (note = alea_preset_note(preset, n)); n++)
            told |= note->option && strcmp(note->option, departures[i].option) == 0;
        if (!told)
            fail_msg("%s says nothing of %s", departures[i].preset,
                     departures[i].option);
    }
    for (int p = 0; p < ALEA_PRESETS; p++) {
        const alea_rule_note *note;
        int n = 0;
        for (; (note = alea_preset_note((alea_preset)p, n)); n++) {
            size_t length = strlen(note->text);
            assert_true(length > 10 && note->text[length - 1] == '.');
            // Players read it: options are named in words.
            assert_null(strpbrk(note->text, "=_"));
            if (note->option)
                assert_int_not_equal(alea_rules_option_kind(note->option),
                                     ALEA_OPTION_UNKNOWN);
            if (note->source) assert_non_null(strchr(note->source, '"'));
        }
        assert_true(n > 0);
    }
    assert_null(alea_preset_note(ALEA_PRESETS, 0));
    assert_null(alea_preset_note((alea_preset)-1, 0));
    assert_null(alea_preset_note(ALEA_PRESET_VIDO, -1));
    assert_null(alea_preset_note(ALEA_PRESET_VIDO, 1000));
}

static void refusals_cite_the_booklet(void **state)
{
    (void)state;
    for (int p = 0; p < ALEA_PRESETS; p++) {
        bool booklet = p >= ALEA_PRESET_VIDO && p <= ALEA_PRESET_OCASTUDIOS;
        char number[24];
        snprintf(number, sizeof number, "Rulebook %03d", p - ALEA_PRESET_VIDO);
        for (int e = 0; e <= ALEA_PLAY_CANNOT_PASS; e++) {
            const char *cite = alea_rules_cite_play((alea_preset)p, (alea_play_error)e);
            if (!booklet || e == ALEA_PLAY_LEGAL) assert_null(cite);
            if (cite) assert_int_equal(strncmp(cite, number, strlen(number)), 0);
        }
        if (booklet)
            assert_non_null(alea_rules_cite_play((alea_preset)p, ALEA_PLAY_ON_BAR));
    }
    /* 000 says nothing of having to use both dice. */
    assert_null(alea_rules_cite_play(ALEA_PRESET_VIDO, ALEA_PLAY_MUST_USE_BOTH));
    /* 002 has no sentence on it either; its sentence on the higher die is another
     * rule. */
    assert_null(alea_rules_cite_play(ALEA_PRESET_PORTFOLIO, ALEA_PLAY_MUST_USE_BOTH));
    /* What a booklet says of doubles is cited for doubles only. */
    for (int p = ALEA_PRESET_VIDO; p <= ALEA_PRESET_OCASTUDIOS; p++) {
        const char *two = alea_rules_cite_play((alea_preset)p, ALEA_PLAY_TOO_MANY);
        const char *four =
            alea_rules_cite_play((alea_preset)p, ALEA_PLAY_TOO_MANY_DOUBLE);
        assert_non_null(two);
        assert_non_null(four);
        assert_null(strstr(two, "four"));
        assert_null(strstr(two, "double"));
        assert_true(strstr(four, "double") || strstr(four, "5-5-5-5"));
    }
    assert_null(alea_rules_cite_play(ALEA_PRESETS, ALEA_PLAY_ON_BAR));
    assert_null(alea_rules_cite_play(ALEA_PRESET_VIDO, (alea_play_error)99));
    assert_null(alea_rules_cite_play(ALEA_PRESET_VIDO, (alea_play_error)-1));
}

static void set_ups(void **state)
{
    (void)state;
    static const struct {
        const char *setup;
        int point[5], count[5], checkers;
    } rows[] = {
        {"backgammon", {24, 13, 8, 6, 1}, {2, 5, 3, 5, -2}, 15},
        {"nackgammon", {24, 23, 13, 8, 6}, {2, 2, 4, 3, 4}, 15},
        {"hypergammon", {24, 23, 22, 1, 3}, {1, 1, 1, -1, -1}, 3},
        {"longgammon", {24, 1, 13, 8, 6}, {15, -15, 0, 0, 0}, 15},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        alea_match m = match_under(RULES("setup", rows[i].setup));
        for (int j = 0; j < 5; j++)
            assert_int_equal(m.board.point[rows[i].point[j]], rows[i].count[j]);
        assert_int_equal(alea_board_checkers(&m.board, true), rows[i].checkers);
        assert_int_equal(alea_board_checkers(&m.board, false), rows[i].checkers);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_in_protocol_order),
        cmocka_unit_test(presets_depart_only_where_they_say),
        cmocka_unit_test(every_value_goes_in_and_comes_out),
        cmocka_unit_test(bad_values_are_refused_with_a_reason),
        cmocka_unit_test(out_of_range_fields_are_found),
        cmocka_unit_test(every_departure_has_a_note),
        cmocka_unit_test(refusals_cite_the_booklet),
        cmocka_unit_test(set_ups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
