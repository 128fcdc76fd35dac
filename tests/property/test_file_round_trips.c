/* Random matches under every rule set, written and read again in every format that can
 * be written: the same match comes back. */
#include "../support/same_match.h"

#include "../support/random_match.h"

static random_match dealer;

static void print_warning(void *context, size_t line, const char *text)
{
    (void)context;
    (void)line;
    print_message("warning: %s\n", text);
}

static void round_trip(const alea_record *record, alea_format format, const char *what)
{
    char *bytes;
    size_t size;
    alea_error error = {0};
    alea_status status = alea_export(record, format, NULL, &bytes, &size, &error);
    if (status) fail_msg("%s: %s", what, error.reason);
    assert_int_equal(alea_format_sniff(bytes, size), format);
    alea_record again;
    alea_import_options options = {.warn = print_warning};
    alea_import_report report;
    status = alea_import(bytes, size, &options, &again, &report, &error);
    if (status) {
        FILE *file = fopen("/tmp/alea_failed_round_trip", "wb");
        if (file) {
            fwrite(bytes, 1, size, file);
            fclose(file);
        }
        fail_msg("%s: line %zu column %zu: %s", what, error.line, error.column,
                 error.reason);
    }
    same_match_check(record, &again, what);
    assert_int_equal(report.warnings, 0);
    alea_record_clear(&again);
    free(bytes);
}

/* Rule sets whose plays every format can tell: only the standard's are in files. */
static alea_rules file_rules(int preset, int variant)
{
    alea_rules rules = alea_rules_preset((alea_preset)preset);
    rules.play = alea_play_rules_standard();
    rules.opening = ALEA_OPENING_USE_ROLLOFF;
    rules.auto_doubles = 0;
    rules.score_keeping = ALEA_SCORE_WINNER_GAINS;
    rules.gammon_def = ALEA_GAMMON_NONE_OFF;
    rules.backgammon_def = ALEA_BACKGAMMON_NONE_OFF_AND_BAR_OR_WINNER_HOME;
    rules.jacoby_activation = ALEA_JACOBY_CUBE_TAKEN;
    rules.cube_window = ALEA_WINDOW_BEFORE_OWN_ROLL;
    if (variant && rules.setup != ALEA_SETUP_HYPERGAMMON) {
        rules.match_length = 1 + 2 * variant;
        rules.crawford = true;
        rules.jacoby = false;
        rules.beavers = 0;
    }
    return rules;
}

static void check_format(alea_format format, bool resignations)
{
    dealer.state = 2026 + (uint64_t)format;
    dealer.resignations = resignations;
    for (int preset = 0; preset < ALEA_PRESETS; preset++) {
        for (int variant = 0; variant < 4; variant++) {
            char what[64];
            snprintf(what, sizeof what, "%s, preset %d, variant %d",
                     alea_format_name(format), preset, variant);
            alea_rules rules = file_rules(preset, variant);
            alea_record record;
            assert_true(random_match_fill(&dealer, &record, &rules, 4));
            alea_record_set_tag(&record, "player_a", "Ann Example");
            alea_record_set_tag(&record, "player_b", "Bob");
            round_trip(&record, format, what);
            alea_record_clear(&record);
        }
    }
}

static void test_match_text(void **state)
{
    (void)state;
    check_format(ALEA_FORMAT_MAT, true);
}

static void test_sgf(void **state)
{
    (void)state;
    check_format(ALEA_FORMAT_SGF, true);
}

static void test_journal(void **state)
{
    (void)state;
    check_format(ALEA_FORMAT_JOURNAL, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_match_text),
        cmocka_unit_test(test_sgf),
        cmocka_unit_test(test_journal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
