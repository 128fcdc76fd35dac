/* The journal: everything kept, every damage noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "support/random_match.h"

static random_match dealer;

static void fill(alea_record *record, alea_preset preset, uint64_t seed)
{
    alea_rules rules = alea_rules_preset(preset);
    dealer.state = seed;
    dealer.resignations = true;
    assert_true(random_match_fill(&dealer, record, &rules, 3));
    assert_int_equal(alea_record_set_tag(record, "player_a", "Zo\xC3\xAB \"Z\""),
                     ALEA_OK);
    assert_int_equal(alea_record_set_tag(record, "player_b", "back\\slash\ttab"),
                     ALEA_OK);
    assert_int_equal(alea_record_set_tag(record, "x-empty", ""), ALEA_OK);
    alea_record_add_text(record, "a comment\nof two lines", 22,
                         &record->entry[3].comment);
    alea_record_add_text(record, "XX[1]", 5, &record->entry[4].extra);
    record->entry[2].clock_ms[0] = 120000;
    record->entry[2].clock_ms[1] = -5000;
    record->entry[3].took_ms = 4321;
}

static void export_journal(const alea_record *record, char **bytes, size_t *size)
{
    alea_error error = {0};
    alea_status status =
        alea_export(record, ALEA_FORMAT_JOURNAL, NULL, bytes, size, &error);
    if (status) fail_msg("%s", error.reason);
}

static void test_round_trip(void **state)
{
    (void)state;
    for (int preset = 0; preset < ALEA_PRESETS; preset++) {
        alea_record record, again;
        fill(&record, (alea_preset)preset, 77u + (uint64_t)preset);
        char *bytes, *second;
        size_t size, second_size;
        export_journal(&record, &bytes, &size);
        assert_int_equal(alea_format_sniff(bytes, size), ALEA_FORMAT_JOURNAL);
        alea_error error = {0};
        alea_import_report report;
        if (alea_import(bytes, size, NULL, &again, &report, &error) != ALEA_OK)
            fail_msg("preset %d: line %zu: %s", preset, error.line, error.reason);
        assert_int_equal(report.warnings, 0);
        assert_int_equal(report.good_bytes, size);
        assert_int_equal(again.entries, record.entries);
        for (size_t i = 0; i < record.entries; i++) {
            const alea_record_entry *a = &record.entry[i], *b = &again.entry[i];
            assert_int_equal(a->event.type, b->event.type);
            assert_int_equal(a->event.moves, b->event.moves);
            assert_memory_equal(a->event.move, b->event.move,
                                sizeof a->event.move[0] * a->event.moves);
            assert_memory_equal(a->clock_ms, b->clock_ms, sizeof a->clock_ms);
            assert_int_equal(a->took_ms, i == 3 ? 4321 : ALEA_NO_CLOCK);
            assert_int_equal(a->took_ms, b->took_ms);
            assert_string_equal(alea_record_text(&record, a->comment),
                                alea_record_text(&again, b->comment));
            assert_string_equal(alea_record_text(&record, a->extra),
                                alea_record_text(&again, b->extra));
        }
        assert_true(alea_board_equal(&record.now.board, &again.now.board));
        assert_int_equal(record.now.score[0], again.now.score[0]);
        assert_int_equal(record.now.score[1], again.now.score[1]);
        assert_int_equal(record.rules.preset, again.rules.preset);
        assert_int_equal(record.rules.match_length, again.rules.match_length);
        export_journal(&again, &second, &second_size);
        assert_int_equal(second_size, size);
        assert_memory_equal(second, bytes, size);
        free(bytes);
        free(second);
        alea_record_clear(&record);
        alea_record_clear(&again);
    }
}

static void test_every_flipped_bit_is_noticed(void **state)
{
    (void)state;
    alea_record record, again;
    fill(&record, ALEA_PRESET_MONEY, 5);
    char *bytes;
    size_t size;
    export_journal(&record, &bytes, &size);
    for (size_t at = 0; at < size; at += at < 4000 ? 1 : 37) {
        bytes[at] = (char)(bytes[at] ^ (1 << at % 8));
        alea_import_options options = {.format = ALEA_FORMAT_JOURNAL};
        alea_error error = {0};
        alea_status status = alea_import(bytes, size, &options, &again, NULL, &error);
        if (status == ALEA_OK) fail_msg("byte %zu: damage not noticed", at);
        size_t line = 1;
        for (size_t i = 0; i < at; i++) line += bytes[i] == '\n';
        /* A newline lost or gained is noticed at the line it spoils. */
        assert_true(error.line == line || error.line == line + 1);
        assert_int_equal(again.entries, 0);
        bytes[at] = (char)(bytes[at] ^ (1 << at % 8));
    }
    free(bytes);
    alea_record_clear(&record);
}

static void test_lost_and_exchanged_lines(void **state)
{
    (void)state;
    alea_record record, again;
    fill(&record, ALEA_PRESET_MONEY, 6);
    char *bytes;
    size_t size;
    export_journal(&record, &bytes, &size);
    char *second = strchr(bytes, '\n') + 1, *third = strchr(second, '\n') + 1;
    char *lost = malloc(size);
    size_t head = (size_t)(second - bytes), tail = size - (size_t)(third - bytes);
    memcpy(lost, bytes, head);
    memcpy(lost + head, third, tail);
    alea_error error = {0};
    assert_int_equal(alea_import(lost, head + tail, NULL, &again, NULL, &error),
                     ALEA_ERROR_CHECKSUM);
    assert_int_equal(error.line, 2);
    free(lost);
    free(bytes);
    alea_record_clear(&record);
}

static void test_cut_short(void **state)
{
    (void)state;
    alea_record record, again;
    fill(&record, ALEA_PRESET_TOURNAMENT, 8);
    char *bytes;
    size_t size;
    export_journal(&record, &bytes, &size);
    alea_import_options resume = {.resume = true};
    size_t header = (size_t)(strchr(bytes, '\n') - bytes) + 1;
    for (size_t cut = header; cut < size; cut += cut < header + 300 ? 1 : 41) {
        bool whole = bytes[cut - 1] == '\n';
        alea_error error = {0};
        alea_status strict = alea_import(bytes, cut, NULL, &again, NULL, &error);
        assert_int_equal(strict, whole ? ALEA_OK : ALEA_ERROR_SYNTAX);
        alea_record_clear(&again);
        alea_import_report report;
        assert_int_equal(alea_import(bytes, cut, &resume, &again, &report, &error),
                         ALEA_OK);
        assert_int_equal(report.warnings, whole ? 0 : 1);
        assert_true(report.good_bytes <= cut && bytes[report.good_bytes - 1] == '\n');
        alea_record_clear(&again);
    }
    /* A header cut short is no journal to resume. */
    assert_int_not_equal(alea_import(bytes, header - 1, &resume, &again, NULL, NULL),
                         ALEA_OK);
    free(bytes);
    alea_record_clear(&record);
}

/* A play that the source did not tell is kept as such. */
static void test_unknown_play(void **state)
{
    (void)state;
    alea_rules rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT);
    alea_record record, again;
    alea_record_start(&record, &rules, alea_memory_heap());
    alea_event opening = {.type = ALEA_EVENT_OPENING, .roll = {{3, 1}}};
    alea_event resign = {.type = ALEA_EVENT_RESIGN, .by = ALEA_A, .win_class = 1};
    assert_int_equal(alea_record_append(&record, &opening, NULL, NULL), ALEA_OK);
    assert_int_equal(alea_record_append_unknown(&record, ALEA_A, NULL), ALEA_OK);
    assert_int_equal(alea_record_append(&record, &resign, NULL, NULL), ALEA_OK);
    char *bytes;
    size_t size;
    export_journal(&record, &bytes, &size);
    alea_error error = {0};
    if (alea_import(bytes, size, NULL, &again, NULL, &error) != ALEA_OK)
        fail_msg("line %zu: %s", error.line, error.reason);
    assert_int_equal(again.entries, 3);
    assert_true(again.entry[1].unknown_play);
    free(bytes);
    alea_record_clear(&record);
    alea_record_clear(&again);
}

/* Written line by line and gone on with after a crash: the same bytes. */
static void test_line_by_line(void **state)
{
    (void)state;
    alea_record record, again;
    fill(&record, ALEA_PRESET_MONEY, 9);
    char *whole, *line;
    size_t size, length, at = 0;
    export_journal(&record, &whole, &size);
    uint32_t check = 0;
    assert_int_equal(alea_journal_header(&record, &check, &line, &length), ALEA_OK);
    for (size_t i = 0;; i++) {
        assert_memory_equal(whole + at, line, length);
        at += length;
        free(line);
        if (i == record.entries) break;
        if (i == record.entries / 2) {
            alea_import_report report;
            assert_int_equal(alea_import(whole, at, NULL, &again, &report, NULL),
                             ALEA_OK);
            assert_int_equal(report.check, check);
            assert_int_equal(again.entries, i);
            check = report.check;
            alea_record_clear(&again);
        }
        assert_int_equal(alea_journal_entry(&record, i, &check, &line, &length),
                         ALEA_OK);
    }
    assert_int_equal(at, size);
    assert_int_equal(alea_journal_tag("dice_seed", "00ff", &check, &line, &length),
                     ALEA_OK);
    char *both = malloc(size + length);
    memcpy(both, whole, size);
    memcpy(both + size, line, length);
    assert_int_equal(alea_import(both, size + length, NULL, &again, NULL, NULL),
                     ALEA_OK);
    assert_string_equal(alea_record_tag_value(&again, "dice_seed"), "00ff");
    alea_record_clear(&again);
    free(both);
    free(line);
    free(whole);
    alea_record_clear(&record);
}

/* What was taken back is dropped, and counted in a tag; a line that takes back more
 * than there is, or nothing, is refused. */
static void test_taken_back(void **state)
{
    (void)state;
    alea_record record, again;
    fill(&record, ALEA_PRESET_TOURNAMENT, 11);
    char *whole, *line;
    size_t size, length;
    alea_import_report report;
    export_journal(&record, &whole, &size);
    assert_int_equal(alea_import(whole, size, NULL, &again, &report, NULL), ALEA_OK);
    alea_record_clear(&again);
    static const size_t counts[] = {1, 5, 0, 100000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint32_t check = report.check;
        alea_error error = {0};
        assert_int_equal(alea_journal_back(counts[i], &check, &line, &length), ALEA_OK);
        char *both = malloc(size + length);
        memcpy(both, whole, size);
        memcpy(both + size, line, length);
        const alea_status status =
            alea_import(both, size + length, NULL, &again, NULL, &error);
        const bool fits = counts[i] >= 1 && counts[i] <= record.entries;
        assert_int_equal(status, fits ? ALEA_OK : ALEA_ERROR_SYNTAX);
        if (fits) {
            alea_match before;
            const size_t left = record.entries - counts[i];
            assert_int_equal(again.entries, left);
            assert_int_equal(alea_record_state(&record, left, &before), ALEA_OK);
            assert_true(alea_board_equal(&again.now.board, &before.board));
            assert_int_equal(again.now.phase, before.phase);
            assert_string_equal(alea_record_tag_value(&again, "x-taken-back"), "1");
            alea_record_clear(&again);
        } else {
            assert_int_equal(error.line, record.entries + 2);
        }
        free(both);
        free(line);
    }
    free(whole);
    alea_record_clear(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_every_flipped_bit_is_noticed),
        cmocka_unit_test(test_lost_and_exchanged_lines),
        cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_line_by_line),
        cmocka_unit_test(test_unknown_play),
        cmocka_unit_test(test_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
