/* Match files as programs and servers write them, written from the descriptions in
 * docs/formats.md: one match in many dialects is one record, and each file converts to
 * its golden match text. */
#include "support/same_match.h"

#include <stdlib.h>
#include <string.h>

#define FOLDER "tests/golden/formats/"

static char *load(const char *name, size_t *size)
{
    char path[256];
    snprintf(path, sizeof path, FOLDER "%s", name);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is missing", path);
    char *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void import(const char *name, alea_record *record, alea_import_report *report)
{
    size_t size;
    char *bytes = load(name, &size);
    alea_error error = {0};
    if (alea_import(bytes, size, NULL, record, report, &error) != ALEA_OK)
        fail_msg("%s:%zu:%zu: %s", name, error.line, error.column, error.reason);
    free(bytes);
}

static void test_one_match_in_many_dialects(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t warnings;
        const char *player_a, *player_b;
    } dialects[] = {
        {"studio_bom_crlf.txt", 1, "Al Left", "Bea Right"},
        {"gnubg.txt", 0, "Ann_Lee", "Bob"},
        {"galaxy_unmarked.txt", 0, "player one", "player:two"},
        {"latin1_old_mac.txt", 0, "J\xC3\xBCrgen", "Fran\xC3\xA7ois"},
        {"utf16.txt", 0, "Zo\xC3\xAB", "\xE5\xB1\xB1\xE7\x94\xB0"},
        {"utf16_big.txt", 0, "Zo\xC3\xAB", "\xE5\xB1\xB1\xE7\x94\xB0"},
        {"expanded.txt", 0, "name_(USA)", "B"},
        {"no_results.txt", 1, "A", "B"},
    };
    alea_record base, other;
    alea_import_report report;
    import("base.mat", &base, &report);
    assert_int_equal(report.warnings, 0);
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        const char *name = dialects[i].name;
        import(name, &other, &report);
        assert_int_equal(report.format, ALEA_FORMAT_MAT);
        assert_int_equal(report.warnings, dialects[i].warnings);
        assert_string_equal(alea_record_tag_value(&other, "player_a"),
                            dialects[i].player_a);
        assert_string_equal(alea_record_tag_value(&other, "player_b"),
                            dialects[i].player_b);
        /* A result told by the score alone ends a game by resignation or drop. */
        same_match_check(&base, &other, name);
        alea_record_clear(&other);
    }
    /* Swapped header names: the ratings follow the names, not the order. */
    import("studio_bom_crlf.txt", &other, &report);
    assert_string_equal(alea_record_tag_value(&other, "rating_b"), "1600.00/0");
    assert_string_equal(alea_record_tag_value(&other, "rating_a"), "1712,50/35");
    assert_string_equal(alea_record_tag_value(&other, "date"), "2022-12-24");
    assert_string_equal(alea_record_tag_value(&other, "x-Unrated"), "Off");
    assert_string_equal(alea_record_tag_value(&other, "comment"),
                        "a remark of the transcriber");
    alea_record_clear(&other);
    alea_record_clear(&base);
}

/* UTF-16 that lost its mark, and a byte of 0 among the letters. */
static void test_zeros(void **state)
{
    (void)state;
    for (int big = 0; big < 2; big++) {
        size_t size;
        char *bytes = load(big ? "utf16_big.txt" : "utf16.txt", &size);
        alea_record marked, bare;
        alea_import_report report;
        assert_int_equal(alea_import(bytes, size, NULL, &marked, &report, NULL),
                         ALEA_OK);
        assert_int_equal(alea_import(bytes + 2, size - 2, NULL, &bare, &report, NULL),
                         ALEA_OK);
        assert_int_equal(report.format, ALEA_FORMAT_MAT);
        assert_int_equal(report.warnings, 0);
        assert_string_equal(alea_record_tag_value(&bare, "player_b"),
                            alea_record_tag_value(&marked, "player_b"));
        same_match_check(&marked, &bare, "without its mark");
        alea_record_clear(&marked);
        alea_record_clear(&bare);
        free(bytes);
    }
    static const char text[] = " 5 point match\n\n Game 1\n A : 0   B : 0\n"
                               "; no\0tes\n  1) 31:\0 8/5 6/5\n";
    alea_record record;
    alea_import_report report;
    assert_int_equal(alea_import(text, sizeof text - 1, NULL, &record, &report, NULL),
                     ALEA_OK);
    assert_int_equal(report.warnings, 1);
    assert_string_equal(alea_record_text(&record, record.entry[0].comment), "no tes");
    assert_int_equal(record.entry[record.entries - 1].event.type, ALEA_EVENT_PLAY);
    alea_record_clear(&record);
}

static void test_golden_conversions(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        alea_format format;
    } files[] = {
        {"gam.txt", ALEA_FORMAT_GAM},
        {"oldmoves.txt", ALEA_FORMAT_OLDMOVES},
        {"oldmoves_fibs.txt", ALEA_FORMAT_OLDMOVES},
        {"oldmoves_whole.txt", ALEA_FORMAT_OLDMOVES},
        {"replay.match", ALEA_FORMAT_BGAMMON},
        {"set_pos.txt", ALEA_FORMAT_MAT},
        {"snowie.txt", ALEA_FORMAT_SNOWIE},
        {"snowie_second.txt", ALEA_FORMAT_SNOWIE},
        {"studio.txt", ALEA_FORMAT_MAT},
        {"xg_german.txt", ALEA_FORMAT_XG_TEXT},
        {"bgblitz.txt", ALEA_FORMAT_BGBLITZ},
        {"studio_bom_crlf.txt", ALEA_FORMAT_MAT},
        {"no_results.txt", ALEA_FORMAT_MAT},
        {"wrong_wins.txt", ALEA_FORMAT_MAT},
        {"long_name.txt", ALEA_FORMAT_MAT},
        {"early_comment.txt", ALEA_FORMAT_MAT},
        {"hidden_hit.txt", ALEA_FORMAT_MAT},
        {"bearoff_order.sgf", ALEA_FORMAT_SGF},
        {"free_gammons.txt", ALEA_FORMAT_MAT},
        {"broken_off.txt", ALEA_FORMAT_MAT},
        {"winston.txt", ALEA_FORMAT_MAT},
        {"danced.txt", ALEA_FORMAT_MAT},
        {"steps_told.txt", ALEA_FORMAT_MAT},
        {"wins_behind_roll.txt", ALEA_FORMAT_MAT},
        {"marked_hit.txt", ALEA_FORMAT_MAT},
        {"overshoot.txt", ALEA_FORMAT_MAT},
        {"wins_far.txt", ALEA_FORMAT_MAT},
        {"gam_names.txt", ALEA_FORMAT_GAM},
        {"preface.txt", ALEA_FORMAT_MAT},
        {"doubleday.txt", ALEA_FORMAT_MAT},
        {"next_comment.txt", ALEA_FORMAT_MAT},
        {"fibs_money.txt", ALEA_FORMAT_OLDMOVES},
        {"headed_names.txt", ALEA_FORMAT_MAT},
        {"tabs.txt", ALEA_FORMAT_MAT},
        {"balance.txt", ALEA_FORMAT_MAT},
        {"no_position.txt", ALEA_FORMAT_MAT},
        {"wins_right.txt", ALEA_FORMAT_MAT},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        alea_record record;
        alea_import_report report;
        import(files[i].name, &record, &report);
        assert_int_equal(report.format, files[i].format);
        char *bytes, golden_name[64];
        size_t size, golden_size;
        assert_int_equal(
            alea_export(&record, ALEA_FORMAT_MAT, NULL, &bytes, &size, NULL), ALEA_OK);
        snprintf(golden_name, sizeof golden_name, "%s.golden", files[i].name);
        char *golden = load(golden_name, &golden_size);
        assert_int_equal(size, golden_size);
        assert_memory_equal(bytes, golden, size);
        free(golden);
        free(bytes);
        alea_record_clear(&record);
    }
}

/* Nothing half-imported, unless asked for: then it says where it stopped. */
static void test_partial(void **state)
{
    (void)state;
    static const char text[] = " 3 point match\n\n Game 1\n A : 0      B : 0\n"
                               "  1) 31: 8/5 6/5     42: 8/4 6/4\n"
                               "  2) 65: 24/12       61: 8/7 13/7\n";
    alea_record record;
    alea_error error = {0};
    alea_import_report report;
    alea_import_options options = {.strict = true};
    assert_int_equal(
        alea_import(text, sizeof text - 1, &options, &record, &report, &error),
        ALEA_ERROR_REFUSED);
    assert_int_equal(error.line, 6);
    assert_int_equal(error.status, ALEA_ERROR_REFUSED);
    assert_int_equal(record.entries, 0);
    assert_null(record.entry);
    options.partial = true;
    assert_int_equal(
        alea_import(text, sizeof text - 1, &options, &record, &report, &error),
        ALEA_OK);
    assert_true(report.stopped);
    assert_int_equal(report.where.line, 6);
    assert_int_equal(record.now.turn, ALEA_A);
    alea_record_clear(&record);
}

static void test_unknown_bytes(void **state)
{
    (void)state;
    static const char *const texts[] = {"",    "\n\n",     "hello",   "{\"a\": 1}",
                                        "RGM", "(;GM[1])", "%PDF-1.4"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        alea_record record;
        alea_error error = {0};
        assert_int_not_equal(
            alea_import(texts[i], strlen(texts[i]), NULL, &record, NULL, &error),
            ALEA_OK);
        assert_true(strlen(error.reason) > 5);
        assert_null(record.entry);
    }
}

/* Analysis and unknown properties of a node come back in the same node. */
static void test_sgf_keeps_what_it_does_not_know(void **state)
{
    (void)state;
    static const char text[] =
        "(;FF[4]GM[6]CA[UTF-8]AP[GNU "
        "Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]"
        "PW[Ann]PB[Bob]RU[Crawford]GS[M:0 0]\n"
        ";W[31hehg]A[0][hehg E ver 3 0.5 0.1 0 0.1 0 0.05 0C 1 0 1]LU[0.01]"
        "C[a \\] bracket]\n;B[42qusu]BM[1](;W[65xrrm])(;W[11hghgfefe]))\n";
    alea_record record, again;
    alea_error error = {0};
    if (alea_import(text, sizeof text - 1, NULL, &record, NULL, &error) != ALEA_OK)
        fail_msg("line %zu: %s", error.line, error.reason);
    char *bytes;
    size_t size;
    assert_int_equal(alea_export(&record, ALEA_FORMAT_SGF, NULL, &bytes, &size, NULL),
                     ALEA_OK);
    static const char *const kept[] = {
        "A[0][hehg E ver 3 0.5 0.1 0 0.1 0 0.05 0C 1 0 1]LU[0.01]", "C[a \\] bracket]",
        "BM[1]", "GS[M:0 0]", "W[65"};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (!strstr(bytes, kept[i])) fail_msg("lost %s in %s", kept[i], bytes);
    assert_int_equal(alea_import(bytes, size, NULL, &again, NULL, &error), ALEA_OK);
    same_match_check(&record, &again, "sgf");
    free(bytes);
    alea_record_clear(&record);
    alea_record_clear(&again);
}

/* The turn field of OGID both ways; a ply number settles it. */
static void test_ogid(void **state)
{
    (void)state;
    static const char *const worked[][2] = {
        {"OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:31:W:R:0:0:7:0",
         "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"},
        {"OGID=akkkllmmnnoooo:11333445566eijj:W1N:21:W:R:6:3:7:0",
         "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10"},
        {"OGID=mmmnnnnooo:111222233:W1N:52:W:R:1:3:5:0",
         "XGID=-CDB------------------cdc-:1:-1:1:52:3:1:0:5:10"},
        {"12cccchhhhjjjjj:66666888dddddoo:N0N",
         "XGID=-aa---E-C---dE---d-e----B-:0:0:1:00:"
         "0:0:0:0:10"},
        {"OGID=11ccccchhhjjjjj:66666888dddddoo:N0O::B:D:0:0:7:4",
         "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10"},
    };
    for (size_t i = 0; i < sizeof worked / sizeof worked[0]; i++) {
        alea_position p, q;
        alea_error error = {0};
        char xgid[ALEA_XGID_SIZE], ogid[ALEA_OGID_SIZE];
        if (alea_position_read(worked[i][0], strlen(worked[i][0]), &p, &error) !=
            ALEA_OK)
            fail_msg("%s: %s (column %zu)", worked[i][0], error.reason, error.column);
        assert_int_equal(alea_xgid_write(&p, xgid), ALEA_OK);
        assert_string_equal(xgid, worked[i][1]);
        assert_int_equal(alea_ogid_write(&p, ogid), ALEA_OK);
        assert_int_equal(alea_ogid_read(ogid, strlen(ogid), true, &q, &error), ALEA_OK);
        assert_int_equal(q.on_roll, p.on_roll);
        assert_true(alea_board_equal(&p.board, &q.board));
    }
    static const char old[] = "11ccccchhhjjjjj:66666888dddddoo:N0N:31:B:R:0:0:7";
    alea_position p;
    assert_int_equal(alea_ogid_read(old, sizeof old - 1, true, &p, NULL), ALEA_OK);
    assert_int_equal(p.on_roll, ALEA_A);
    assert_int_equal(alea_ogid_read(old, sizeof old - 1, false, &p, NULL), ALEA_OK);
    assert_int_equal(p.on_roll, ALEA_B);
    static const char *const bad[] = {"OGID=11:22",
                                      "OGID=11x:22:N0N",

                                      "OGID=1:p:N0N:71",
                                      "OGID=5:5:N0N",
                                      "OGID=p:1:N0N",
                                      "OGID=1111111111111111:2:N0N",
                                      "OGID=1:2:X0N",
                                      "OGID=1:2:N0N:31:Q",
                                      "OGID=1:2:N0N:31:W:R:9:0:7",
                                      "OGID=::N0N",
                                      "OGID=1:2:B1O::W:D:0:0:7"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        alea_error error = {0};
        if (alea_ogid_read(bad[i], strlen(bad[i]), false, &p, &error) == ALEA_OK)
            fail_msg("accepted: %s", bad[i]);
        assert_true(strlen(error.reason) > 5);
    }
}

/* Thousands of remarks behind one play are one comment, and cost their length. */
static void test_many_remarks(void **state)
{
    (void)state;
    enum { LINES = 200000 };
    static const char head[] = " 0 point match\n\n Game 1\n A : 0  B : 0\n"
                               "  1) 31: 8/5 6/5\n",
                      remark[] = "; a remark\n", tail[] = "  2) 64: 24/14\n; end\n";
    size_t size = strlen(head) + LINES * strlen(remark) + strlen(tail);
    char *text = malloc(size + 1), *at = text + sprintf(text, "%s", head);
    assert_non_null(text);
    for (int i = 0; i < LINES; i++) at += sprintf(at, "%s", remark);
    memcpy(at, tail, sizeof tail);
    alea_record record;
    assert_int_equal(alea_import(text, size, NULL, &record, NULL, NULL), ALEA_OK);
    const char *comment = alea_record_text(&record, record.entry[1].comment);
    assert_int_equal(strlen(comment), LINES * strlen("a remark\n") - 1);
    assert_memory_equal(comment + 9 * (LINES - 2), "a remark\na remark", 18);
    assert_string_equal(
        alea_record_text(&record, record.entry[record.entries - 1].comment), "end");
    alea_record_clear(&record);
    free(text);
}

/* Imports a text that must be read, with this many warnings. */
static void import_text(const char *text, size_t size, size_t warnings,
                        alea_record *record)
{
    alea_error error = {0};
    alea_import_report report;
    if (alea_import(text, size, NULL, record, &report, &error) != ALEA_OK)
        fail_msg("%zu: %s in %s", error.line, error.reason, text);
    assert_int_equal(report.warnings, warnings);
}

/* Either score order where X and O changed hands; names in front of the score. */
static void test_oldmoves_scores_and_names(void **state)
{
    (void)state;
    static const char *const seconds[] = {
        "Score is 1-0 in a 5 point match.\nBob is X - Ann is O\nX: (3 1) 17-20 19-20\n",
        "Score is 0-1 in a 5 point match.\nBob is X - Ann is O\nX: (3 1) 17-20 19-20\n",
        "O is Ann-X is Bob.\nScore is 1-0 in a 5 point match.\nX: (3 1) 8-5 6-5\n"};
    for (size_t i = 0; i < sizeof seconds / sizeof seconds[0]; i++) {
        alea_record record;
        char text[512];
        snprintf(text, sizeof text,
                 "Ann is X - Bob is O\nScore is 0-0 in a 5 point match.\n"
                 "X: (3 1) 17-20 19-20\nO: (2 1) 13-11 6-5\nX: wants to resign\n"
                 "X: doubles\nO: rejects\nX: wins 1 point\n%s",
                 seconds[i]);
        import_text(text, strlen(text), 0, &record);
        assert_string_equal(alea_record_tag_value(&record, "player_a"), "Ann");
        assert_string_equal(alea_record_tag_value(&record, "player_b"), "Bob");
        assert_int_equal(record.now.score[0], 1);
        assert_int_equal(record.now.score[1], 0);
        assert_int_equal(record.now.turn, ALEA_A);
        alea_record_clear(&record);
    }
}

#define SNOWIE_FIELDS ";0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;"

/* GNU Backgammon's order: name and score of the player on roll first. */
static void test_snowie_second_player_and_encodings(void **state)
{
    (void)state;
    static const char latin1[] = "\r\n7;0;0;0;1;J\xFCrgen;Al;0;2;3;1" SNOWIE_FIELDS
                                 "\r\n\r\nmore\r\nand more\r\n";
    static const char utf8[] = "\xEF\xBB\xBF"
                               "7;0;0;0;1;J\xC3\xBCrgen;Al;0;2;3;1" SNOWIE_FIELDS;
    static const char ascii[] = "7;0;0;0;1;Jurgen;Al;0;2;3;1" SNOWIE_FIELDS "\n";
    char wide[2 * sizeof ascii] = "\xFF\xFE";
    for (size_t i = 0; i + 1 < sizeof ascii; i++) wide[2 + 2 * i] = ascii[i];
    const struct {
        const char *text;
        size_t size, warnings;
        const char *name;
    } files[] = {{latin1, sizeof latin1 - 1, 1, "J\xC3\xBCrgen"},
                 {utf8, sizeof utf8 - 1, 0, "J\xC3\xBCrgen"},
                 {wide, 2 * sizeof ascii, 0, "Jurgen"}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        alea_record record;
        import_text(files[i].text, files[i].size, files[i].warnings, &record);
        assert_string_equal(alea_record_tag_value(&record, "player_b"), files[i].name);
        assert_string_equal(alea_record_tag_value(&record, "player_a"), "Al");
        assert_int_equal(record.now.score[1], 2);
        assert_int_equal(record.now.score[0], 3);
        assert_int_equal(record.now.turn, ALEA_B);
        alea_record_clear(&record);
    }
}

#define SMALL_MATCH " 3 point match\n\n Game 1\n A : 0  B : 0\n  1) 31: 8/5 6/5\n"
#define SOME_XGID   "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n"

static void test_sniffing(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        alea_format format;
    } files[] = {
        {"; from " SOME_XGID SMALL_MATCH, ALEA_FORMAT_MAT},
        {"; [Site \"x\"]\n; from " SOME_XGID " Game 1\n", ALEA_FORMAT_MAT},
        {"; the score is 1-0 and X is first in this match\n" SMALL_MATCH,
         ALEA_FORMAT_MAT},
        {"; from " SOME_XGID, ALEA_FORMAT_XG_TEXT},
        {"a mail\n" SOME_XGID, ALEA_FORMAT_XG_TEXT},
        {";;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;\n" SMALL_MATCH,
         ALEA_FORMAT_MAT},
        {"Score is 0-0 in a 5 point match.\nAnn is X - Bob is O\n",
         ALEA_FORMAT_OLDMOVES},
        {"4HPwATDgc/ABM!:cAkAAAAAAAAE\n", ALEA_FORMAT_ID},
        {"\n 4HPwATDgc/ABM:cAkAAAAAAAAE\n", ALEA_FORMAT_ID},
        {"GNUBGID 4HPwATDgc/ABMA\n", ALEA_FORMAT_ID},
        {"GNUID=what\n", ALEA_FORMAT_ID},
        {"Ann  Bob\n 1) 31: 8/5 6/5\n", ALEA_FORMAT_GAM},
        {"(see 1) and (2)\n", ALEA_FORMAT_UNKNOWN},
        {"\x01\x02 noise\n1) \x03\n", ALEA_FORMAT_UNKNOWN},
        {"a name:another one\n", ALEA_FORMAT_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        alea_format format = alea_format_sniff(files[i].text, strlen(files[i].text));
        if (format != files[i].format)
            fail_msg("%s as: %s", alea_format_name(format), files[i].text);
    }
    assert_int_equal(alea_format_sniff("Ann\0 Bob\n 1) 31:", 17), ALEA_FORMAT_UNKNOWN);
}

/* However long the remarks or the comment in front of what tells the format. */
static void test_sniffing_behind_long_remarks(void **state)
{
    (void)state;
    enum { LONG = 300000 };
    static const struct {
        const char *before, *filling, *after;
        alea_format format;
    } files[] = {
        {"", "; a remark\n", SMALL_MATCH, ALEA_FORMAT_MAT},
        {"", "; a remark\r\n", "Ann  Bob\r\n 1) 31: 8/5 6/5\r\n", ALEA_FORMAT_GAM},
        {"(;FF[4]GC[", "words ", "]GM[6]MI[length:3])", ALEA_FORMAT_SGF},
        {"(;FF[4]GC[", "words ", "]GM[1])", ALEA_FORMAT_UNKNOWN},
        {"Ann  Bob\n", "some words of this game\n", SOME_XGID, ALEA_FORMAT_UNKNOWN},
    };
    char *text = malloc(LONG + 400);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char *at = text + sprintf(text, "%s", files[i].before);
        while (at - text < LONG) at += sprintf(at, "%s", files[i].filling);
        at += sprintf(at, "%s", files[i].after);
        assert_int_equal(alea_format_sniff(text, (size_t)(at - text)), files[i].format);
    }
    free(text);
}

/* The error for a faulty identifier names the fault. */
static void test_bad_identifiers_have_a_reason(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"4HPwATDgc/ABM!:cAkAAAAAAAAE", "'!'"},
        {"4HPwATDgc/ABM:cAkAAAAAAAAE", "14 characters"},
        {"GNUBGID 4HPw", "position"},
        {"4HPwARDwefABMA:cAkAAAAAAAAE", "checkers"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        alea_record record;
        alea_error error = {0};
        assert_int_not_equal(
            alea_import(texts[i][0], strlen(texts[i][0]), NULL, &record, NULL, &error),
            ALEA_OK);
        assert_int_equal(error.line, 1);
        if (!strstr(error.reason, texts[i][1]))
            fail_msg("%s: %s", texts[i][0], error.reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_match_in_many_dialects),
        cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_golden_conversions),
        cmocka_unit_test(test_partial),
        cmocka_unit_test(test_unknown_bytes),
        cmocka_unit_test(test_sgf_keeps_what_it_does_not_know),
        cmocka_unit_test(test_ogid),
        cmocka_unit_test(test_many_remarks),
        cmocka_unit_test(test_oldmoves_scores_and_names),
        cmocka_unit_test(test_snowie_second_player_and_encodings),
        cmocka_unit_test(test_sniffing),
        cmocka_unit_test(test_sniffing_behind_long_remarks),
        cmocka_unit_test(test_bad_identifiers_have_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
