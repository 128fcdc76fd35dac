/* .xg files by the published layout: read as the match they were made of; damaged in
 * every byte that matters, refused. */
#include "support/same_match.h"

#include <time.h>

#include "support/random_match.h"
#include "support/xg_writer.h"

static random_match dealer;

static void fill(alea_record *record, int preset, int length, uint64_t seed, int games)
{
    alea_rules rules = alea_rules_preset((alea_preset)preset);
    rules.match_length = length;
    rules.crawford = length > 1;
    rules.opening = ALEA_OPENING_USE_ROLLOFF;
    rules.auto_doubles = 0;
    rules.play = alea_play_rules_standard();
    rules.score_keeping = ALEA_SCORE_WINNER_GAINS;
    if (rules.beavers) rules.beavers = 1;
    if (length) rules.jacoby = false, rules.beavers = 0;
    dealer.state = seed;
    assert_true(random_match_fill(&dealer, record, &rules, games));
    alea_record_set_tag(record, "player_a", "Ann");
    alea_record_set_tag(record, "player_b", "Bob Two");
}

static void test_whole_matches(void **state)
{
    (void)state;
    static const int presets[] = {ALEA_PRESET_TOURNAMENT, ALEA_PRESET_MONEY,
                                  ALEA_PRESET_NACKGAMMON, ALEA_PRESET_HYPERGAMMON};
    for (int i = 0; i < 16; i++) {
        alea_record record, again;
        fill(&record, presets[i % 4], i % 4 == 1 ? 0 : 1 + i, 100 + (uint64_t)i, 4);
        size_t play = 0;
        while (record.entry[play].event.type != ALEA_EVENT_PLAY) play++;
        alea_record_add_text(&record, "A comment", 9, &record.entry[play].comment);
        xg_output file = xgw_file(&record);
        assert_int_equal(alea_format_sniff(file.bytes, file.size), ALEA_FORMAT_XG);
        alea_error error = {0};
        alea_import_report report;
        if (alea_import(file.bytes, file.size, NULL, &again, &report, &error) !=
            ALEA_OK)
            fail_msg("match %d: %s", i, error.reason);
        same_match_check(&record, &again, "xg");
        assert_int_equal(report.warnings, 0);
        assert_string_equal(alea_record_tag_value(&again, "player_b"), "Bob Two");
        assert_string_equal(alea_record_tag_value(&again, "date"), "2022-12-24");
        play = 0;
        while (again.entry[play].event.type != ALEA_EVENT_PLAY) play++;
        assert_string_equal(alea_record_text(&again, again.entry[play].comment),
                            "A comment");
        alea_record_clear(&again);
        alea_record_clear(&record);
        free(file.bytes);
    }
}

/* Any bit of the archive or its trailer changed is noticed; nothing is half-read. */
static void test_flipped_bits(void **state)
{
    (void)state;
    alea_record record, again;
    fill(&record, ALEA_PRESET_TOURNAMENT, 3, 9, 4);
    xg_output file = xgw_file(&record);
    alea_import_options options = {.format = ALEA_FORMAT_XG};
    for (size_t at = XGW_HEADER; at < file.size; at += 1 + at % 13) {
        if (at >= file.size - XGW_TRAILER + 8 && at < file.size - XGW_TRAILER + 12)
            continue; /* the version of the archive */
        if (at >= file.size - 16)
            continue; /* reserved, and "compressed" as any non-zero */
        file.bytes[at] ^= (uint8_t)(1u << at % 8);
        alea_error error = {0};
        if (alea_import(file.bytes, file.size, &options, &again, NULL, &error) ==
            ALEA_OK)
            fail_msg("byte %zu of %zu: damage not noticed", at, file.size);
        assert_true(strlen(error.reason) > 5);
        file.bytes[at] ^= (uint8_t)(1u << at % 8);
    }
    for (size_t size = 0; size < file.size; size += 1 + size / 50)
        assert_int_not_equal(
            alea_import(file.bytes, size, &options, &again, NULL, NULL), ALEA_OK);
    free(file.bytes);
    alea_record_clear(&record);
}

/* A registry that lies: sizes, offsets; its checksum mended, so that only the checks of
 * the values themselves can refuse it. */
static void test_hostile_archives(void **state)
{
    (void)state;
    alea_record record, again;
    fill(&record, ALEA_PRESET_TOURNAMENT, 1, 10, 1);
    static const struct {
        size_t offset;
        uint32_t value;
    } lies[] = {{512, 0xFFFFFFFF}, {512, 0x7FFFFFFF}, {516, 0xFFFFFFFF},
                {520, 0xFFFFFFF0}, {520, 0x7FFFFFFF}, {512, 1 << 30},
                {516, 1},          {512, 2561}};
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        xg_output file = xgw_file(&record);
        uint8_t *trailer = file.bytes + file.size - XGW_TRAILER;
        uint32_t packed = (uint32_t)trailer[12] | (uint32_t)trailer[13] << 8;
        size_t registry = file.size - XGW_TRAILER - packed;
        uint8_t entries[2 * XGW_ENTRY];
        uLongf plain = sizeof entries;
        assert_int_equal(uncompress(entries, &plain, file.bytes + registry, packed),
                         Z_OK);
        xgw_i32(entries + lies[i].offset, (int32_t)lies[i].value);
        /* The registry stored as it is, so that its size is free. */
        xg_output other = {0};
        memcpy(xgw_more(&other, registry), file.bytes, registry);
        memcpy(xgw_more(&other, sizeof entries), entries, sizeof entries);
        uint32_t sum = (uint32_t)crc32(0, other.bytes + XGW_HEADER,
                                       (uInt)(other.size - XGW_HEADER));
        uint8_t *end = xgw_more(&other, XGW_TRAILER);
        xgw_i32(end, (int32_t)sum);
        xgw_i32(end + 4, 2);
        xgw_i32(end + 12, (int32_t)sizeof entries);
        xgw_i32(end + 16, (int32_t)(registry - XGW_HEADER));
        alea_error error = {0};
        assert_int_not_equal(
            alea_import(other.bytes, other.size, NULL, &again, NULL, &error), ALEA_OK);
        assert_true(strlen(error.reason) > 5);
        free(other.bytes);
        free(file.bytes);
    }
    alea_record_clear(&record);
}

static void test_speed(void **state)
{
    (void)state;
    alea_record record, again;
    fill(&record, ALEA_PRESET_TOURNAMENT, 25, 11, 60);
    xg_output file = xgw_file(&record);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    assert_int_equal(alea_import(file.bytes, file.size, NULL, &again, NULL, NULL),
                     ALEA_OK);
    clock_gettime(CLOCK_MONOTONIC, &b);
    double ms =
        (double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) / 1e6;
    print_message("%zu bytes, %zu entries: %.1f ms\n", file.size, record.entries, ms);
    alea_record_clear(&again);
    alea_record_clear(&record);
    free(file.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_matches),
        cmocka_unit_test(test_flipped_bits),
        cmocka_unit_test(test_hostile_archives),
        cmocka_unit_test(test_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
