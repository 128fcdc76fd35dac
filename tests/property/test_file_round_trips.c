/* Random matches under every rule set, written and read again in every format that can
 * be written: the same match comes back. */
#include "support/same_match.h"

#include "support/random_match.h"

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

/* What an identifier says of a position: all but what some of them cannot tell. */
static void same_position(const alea_record *a, const alea_record *b, bool money_rules,
                          const char *what)
{
    alea_position p, q;
    alea_position_of_match(&a->now, &p);
    alea_position_of_match(&b->now, &q);
    bool same = alea_board_equal(&p.board, &q.board) && p.on_roll == q.on_roll &&
                p.to_act == q.to_act && p.cube_log2 == q.cube_log2 &&
                p.roll.die[0] + p.roll.die[1] == q.roll.die[0] + q.roll.die[1] &&
                p.roll.die[0] * p.roll.die[1] == q.roll.die[0] * q.roll.die[1] &&
                p.cube_owner == q.cube_owner && p.offers == q.offers &&
                p.match_length == q.match_length && p.score[0] == q.score[0] &&
                p.score[1] == q.score[1] && p.crawford_game == q.crawford_game;
    if (money_rules) same = same && p.jacoby == q.jacoby && p.beavers == q.beavers;
    if (!same) {
        char x[2][ALEA_XGID_SIZE] = {"?", "?"};
        alea_xgid_write(&p, x[0]);
        alea_xgid_write(&q, x[1]);
        fail_msg("%s: %s became %s", what, x[0], x[1]);
    }
}

/* Whether it came back: a refused one says why. */
static bool position_round_trip(const alea_record *record, alea_format format,
                                const char *what)
{
    char *bytes;
    size_t size;
    alea_error error = {0};
    if (alea_export(record, format, NULL, &bytes, &size, &error) != ALEA_OK) {
        assert_true(error.reason[0] != '\0');
        return false;
    }
    alea_format found = format == ALEA_FORMAT_XG_TEXT ? format : ALEA_FORMAT_ID;
    assert_int_equal(alea_format_sniff(bytes, size), found);
    alea_record again;
    alea_status status = alea_import(bytes, size, NULL, &again, NULL, &error);
    if (status) fail_msg("%s: %s: %s", what, bytes, error.reason);
    same_position(record, &again,
                  format == ALEA_FORMAT_ID || format == ALEA_FORMAT_XG_TEXT, what);
    alea_record_clear(&again);
    free(bytes);
    return true;
}

/* Each state of a match on its way, as an identifier. */
static void identifiers_on_the_way(const alea_record *record, alea_format format,
                                   const char *what, int *told, int *refused)
{
    alea_record way;
    alea_memory heap = alea_memory_heap();
    alea_record_start(&way, &record->rules, heap);
    for (size_t i = 0; i < record->entries; i++) {
        assert_int_equal(alea_record_append(&way, &record->entry[i].event, NULL, NULL),
                         ALEA_OK);
        alea_match_phase phase = way.now.phase;
        if (phase == ALEA_MATCH_GAME_OVER || phase == ALEA_MATCH_MATCH_OVER ||
            phase == ALEA_MATCH_OPENING || alea_match_resign_class(&way.now))
            continue;
        if (position_round_trip(&way, format, what))
            ++*told;
        else
            ++*refused;
    }
    alea_record_clear(&way);
}

static void test_identifiers(void **state)
{
    (void)state;
    static const alea_format formats[] = {ALEA_FORMAT_ID, ALEA_FORMAT_GNUBG_ID,
                                          ALEA_FORMAT_OGID, ALEA_FORMAT_FIBS,
                                          ALEA_FORMAT_XG_TEXT};
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        int told = 0, refused = 0;
        dealer.state = 6 + f;
        dealer.resignations = true;
        for (int preset = 0; preset < ALEA_PRESETS; preset++)
            for (int variant = 0; variant < 3; variant++) {
                char what[64];
                snprintf(what, sizeof what, "%s, preset %d, variant %d",
                         alea_format_name(formats[f]), preset, variant);
                alea_rules rules = file_rules(preset, variant);
                if (rules.setup == ALEA_SETUP_HYPERGAMMON) continue;
                alea_record record;
                assert_true(random_match_fill(&dealer, &record, &rules, 2));
                identifiers_on_the_way(&record, formats[f], what, &told, &refused);
                alea_record_clear(&record);
            }
        print_message("%s: %d told, %d refused\n", alea_format_name(formats[f]), told,
                      refused);
        /* Only beavers and the like have no place in some of them. */
        assert_true(told > 1000 && refused * 100 < told);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_match_text),
        cmocka_unit_test(test_sgf),
        cmocka_unit_test(test_journal),
        cmocka_unit_test(test_identifiers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
