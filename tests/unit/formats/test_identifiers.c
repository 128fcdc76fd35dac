/* XGID, Position ID, Match ID: the worked examples of docs/formats.md (checked against
 * GNU Backgammon 1.07.001 and real eXtreme Gammon 2.19 exports), and what must be
 * refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include <alea/notation.h>

static alea_position read_xgid(const char *text)
{
    alea_position p;
    alea_error error = {0};
    alea_status status = alea_xgid_read(text, strlen(text), &p, &error);
    if (status) fail_msg("%s: %s (column %zu)", text, error.reason, error.column);
    return p;
}

static alea_position read_gnubg(const char *text)
{
    alea_position p;
    alea_error error = {0};
    alea_status status = alea_gnubg_id_read(text, strlen(text), &p, &error);
    if (status) fail_msg("%s: %s (column %zu)", text, error.reason, error.column);
    return p;
}

/* The XGID and the two GNU identifiers say the same and are written back exactly. */
static void check_pair(const char *xgid, const char *gnubg)
{
    alea_position p = read_xgid(xgid), q = read_gnubg(gnubg);
    char text[ALEA_XGID_SIZE], position[ALEA_POSITION_ID_SIZE],
        match[ALEA_MATCH_ID_SIZE];
    char both[64];
    assert_int_equal(alea_xgid_write(&p, text), ALEA_OK);
    assert_string_equal(text, xgid);
    assert_int_equal(alea_gnubg_id_write(&p, position, match), ALEA_OK);
    snprintf(both, sizeof both, "%s:%s", position, match);
    assert_string_equal(both, gnubg);
    assert_int_equal(alea_xgid_write(&q, text), ALEA_OK);
    assert_string_equal(text, xgid);
    assert_int_equal(alea_gnubg_id_write(&q, position, match), ALEA_OK);
    snprintf(both, sizeof both, "%s:%s", position, match);
    assert_string_equal(both, gnubg);
}

static void test_worked_examples(void **state)
{
    (void)state;
    check_pair("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
               "4HPwATDgc/ABMA:cInlAAAAAAAE");
    check_pair("XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10",
               "b9sBCIC5bYDQAA:QQnlAGAAGAAE");
    check_pair("XGID=-CDB------------------cdc-:1:-1:1:52:3:1:0:5:10",
               "9w4AALg3AAAAAA:QYmqABAAGAAE");
    check_pair("XGID=-A--B-DCC----A------bbbcdA:1:1:-1:41:6:2:0:13:10",
               "Me8OAkDvtgEAAA:EQGmASAAMAAE");
}

static void test_dice_stored_as_rolled(void **state)
{
    (void)state;
    alea_position p = read_gnubg("b9sBCIC5bYDQAA:QYnoAGAAGAAE");
    assert_int_equal(p.roll.die[0], 2);
    assert_int_equal(p.roll.die[1], 1);
    assert_int_equal(p.score[ALEA_A], 3);
    assert_int_equal(p.score[ALEA_B], 6);
    assert_int_equal(p.cube_owner, ALEA_B);
}

static void test_board_pairs(void **state)
{
    (void)state;
    static const char *const pair[][2] = {
        {"-b----E-C---eE---c-e----B-", "4HPwATDgc/ABMA"},
        {"-aa---E-C---dE---d-e----B-", "4PPgASjgc/ABMA"},
        {"a-aAaBCAB---bCA--b-ec---B-", "cJ/BAElk1+ACMA"},
        {"-DBBBC-------------b-cccbB", "uzsDAMDbdgAAGA"},
        {"-A---A---------------ba---", "NAAAEAIAAAAAAA"},
    };
    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++) {
        alea_board a, b;
        char text[ALEA_BOARD_TEXT_SIZE], id[ALEA_POSITION_ID_SIZE];
        assert_int_equal(alea_board_text_read(pair[i][0], 26, &a, NULL), ALEA_OK);
        assert_int_equal(alea_position_id_read(pair[i][1], 14, &b, NULL), ALEA_OK);
        assert_true(alea_board_equal(&a, &b));
        alea_board_text_write(&b, text);
        alea_position_id_write(&a, id);
        assert_string_equal(text, pair[i][0]);
        assert_string_equal(id, pair[i][1]);
    }
}

static void test_fields(void **state)
{
    (void)state;
    alea_position p = read_xgid("-b----E-C---eE---c-e----B-:2:1:1:13:0:0:3:0:8");
    assert_int_equal(p.cube_log2, 2);
    assert_int_equal(p.cube_owner, ALEA_A);
    assert_int_equal(p.roll.die[0], 3);
    assert_true(p.jacoby && p.beavers && p.cube);
    assert_int_equal(p.cube_limit_log2, 8);
    assert_int_equal(p.match_length, 0);
    p = read_xgid("xgid=-b----E-C---eE---c-e----B-:-1:0:-1:00:4:2:1:5");
    assert_int_equal(p.cube_log2, 0);
    assert_int_equal(p.on_roll, ALEA_B);
    assert_true(p.crawford_game);
    assert_int_equal(p.cube_limit_log2, ALEA_UNLIMITED);
    p = read_xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:0");
    assert_false(p.cube);
    p = read_xgid("-b----E-C---eE---c-e----B-:1:0:1:00:0:0:0:0:0");
    assert_true(p.cube);
    /* Money scores know no bound; somebody already off is a finished game. */
    p = read_xgid("-------------------------A:0:0:1:00:-7:12:0:0:10");
    assert_true(p.game_over);
    assert_int_equal(p.score[0], -7);
}

static void test_offers(void **state)
{
    (void)state;
    const char *board = "-b----E-C---eE---c-e----B-";
    static const struct {
        const char *tail;
        alea_player on_roll, to_act;
        int offers;
    } sample[] = {
        {":0:0:1:D:0:0:0:7:10", ALEA_A, ALEA_B, 1},
        {":1:-1:-1:D:0:0:0:7:10", ALEA_B, ALEA_A, 1},
        {":0:0:1:B:0:0:2:0:10", ALEA_A, ALEA_A, 2},
        {":1:1:1:B:0:0:3:0:10", ALEA_A, ALEA_A, 2},
        {":0:0:-1:R:0:0:2:0:10", ALEA_B, ALEA_A, 3},
    };
    for (size_t i = 0; i < sizeof sample / sizeof sample[0]; i++) {
        char text[ALEA_XGID_SIZE], again[ALEA_XGID_SIZE], both[64];
        char position[ALEA_POSITION_ID_SIZE], match[ALEA_MATCH_ID_SIZE];
        snprintf(text, sizeof text, "XGID=%s%s", board, sample[i].tail);
        alea_position p = read_xgid(text);
        assert_int_equal(p.on_roll, sample[i].on_roll);
        assert_int_equal(p.to_act, sample[i].to_act);
        assert_int_equal(p.offers, sample[i].offers);
        assert_int_equal(alea_xgid_write(&p, again), ALEA_OK);
        assert_string_equal(again, text);
        /* GNU Backgammon's ID does not say whether beavers are on before one is
         * made. */
        assert_int_equal(alea_gnubg_id_write(&p, position, match), ALEA_OK);
        snprintf(both, sizeof both, "%s:%s", position, match);
        alea_position q = read_gnubg(both);
        q.beavers = p.beavers;
        assert_int_equal(alea_xgid_write(&q, again), ALEA_OK);
        assert_string_equal(again, text);
    }
}

static void test_resignation_and_state(void **state)
{
    (void)state;
    alea_position p = read_xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10");
    char position[ALEA_POSITION_ID_SIZE], match[ALEA_MATCH_ID_SIZE], both[64];
    for (int level = 1; level <= 3; level++) {
        p.resign_class = level;
        p.to_act = ALEA_B;
        assert_int_equal(alea_gnubg_id_write(&p, position, match), ALEA_OK);
        snprintf(both, sizeof both, "%s:%s", position, match);
        alea_position q = read_gnubg(both);
        assert_int_equal(q.resign_class, level);
        assert_int_equal(q.to_act, ALEA_B);
        assert_int_equal(q.on_roll, ALEA_A);
    }
    /* Money with and without Jacoby differ in the last character only. */
    assert_true(read_gnubg("4HPwATDgc/ABMA:cAkAAAAAAAAA").jacoby);
    assert_false(read_gnubg("4HPwATDgc/ABMA:cAkAAAAAAAAE").jacoby);
}

typedef struct refusal {
    const char *text;
    size_t column;
    const char *reason;
} refusal;

static void check_refused(const refusal *r, alea_status status, const alea_error *error)
{
    if (status == ALEA_OK) fail_msg("accepted: %s", r->text);
    if (!strstr(error->reason, r->reason))
        fail_msg("%s: \"%s\" does not contain \"%s\"", r->text, error->reason,
                 r->reason);
    if (error->column != r->column)
        fail_msg("%s: column %zu, not %zu", r->text, error->column, r->column);
}

static void test_bad_xgid(void **state)
{
    (void)state;
    static const refusal bad[] = {
        {"", 0, "ten fields"},
        {"garbage", 0, "ten fields"},
        {"a:b:c:d:e:f:g:h:i:j:k", 0, "more than 10"},
        {"-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:7:10", 1, "26 characters"},
        {"XGID=-b----E-C---eE---c-e----BB-:0:0:1:31:0:0:0:7:10", 6, "26 characters"},
        {"Ab----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", 1, "bar of the lower-case"},
        {"-b----E-C---eE---c-e----Bb:0:0:1:31:0:0:0:7:10", 26, "bar of the upper-case"},
        {"-b----E-C---eE---c-e----C-:0:0:1:31:0:0:0:7:10", 25, "more than 15"},
        {"-c----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", 20, "more than 15"},
        {"-P----------------------b-:0:0:1:31:0:0:0:7:10", 2, "more than 15"},
        {"-b--?-E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", 5, "'?'"},
        {"--------------------------:0:0:1:31:0:0:0:7:10", 1, "neither side"},
        {"-b----E-C---eE---c-e----B-:x:0:1:31:0:0:0:7:10", 28, "whole number"},
        {"-b----E-C---eE---c-e----B-:25:0:1:31:0:0:0:7:10", 28, "-1 to 24"},
        {"-b----E-C---eE---c-e----B-:0:2:1:31:0:0:0:7:10", 30, "owner"},
        {"-b----E-C---eE---c-e----B-:0:0:0:31:0:0:0:7:10", 32, "1 or -1"},
        {"-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:7:10", 34, "not a roll"},
        {"-b----E-C---eE---c-e----B-:0:0:1:30:0:0:0:7:10", 34, "not a roll"},
        {"-b----E-C---eE---c-e----B-:0:0:1:d:0:0:0:7:10", 34, "dice must be"},
        {"-b----E-C---eE---c-e----B-:0:0:1:31:7:0:0:7:10", 37, "0 to 6, not 7"},
        {"-b----E-C---eE---c-e----B-:0:0:1:31:0:-1:0:7:10", 39, "0 to 6, not -1"},
        {"-b----E-C---eE---c-e----B-:0:0:1:31:0:0:2:7:10", 41, "0 to 1"},
        {"-b----E-C---eE---c-e----B-:0:0:1:31:0:0:4:0:10", 41, "0 to 3"},
        {"-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:7:10", 41, "Crawford"},
        {"-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:99999:10", 43, "match length"},
        {"-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:1000000000000", 45,
         "whole number"},
        {"-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:-1", 45, "cube limit"},
        {"-b----E-C---eE---c-e----B-:1:-1:1:D:0:0:0:7:10", 35, "does not own"},
        {"-b----E-C---eE---c-e----B-:0:0:1:D:6:0:1:7:10", 34, "Crawford game"},
        {"-b----E-C---eE---c-e----B-:24:0:1:D:0:0:0:0:10", 28, "pass"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        alea_position p = {.match_length = 77};
        alea_error error = {0};
        alea_status s = alea_xgid_read(bad[i].text, strlen(bad[i].text), &p, &error);
        check_refused(&bad[i], s, &error);
        assert_int_equal(p.match_length, 77); /* nothing written on failure */
        assert_int_not_equal(alea_xgid_read(bad[i].text, strlen(bad[i].text), &p, NULL),
                             ALEA_OK);
    }
    char nul[] = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
    size_t length = strlen(nul);
    for (size_t i = 0; i < length; i++) {
        alea_position p;
        alea_error error = {0};
        char kept = nul[i];
        nul[i] = '\0';
        assert_int_not_equal(alea_xgid_read(nul, length, &p, &error), ALEA_OK);
        assert_true(strlen(error.reason) > 5);
        nul[i] = kept;
    }
}

static void test_bad_gnubg(void **state)
{
    (void)state;
    static const refusal bad[] = {
        {"4HPwATDgc/ABMA", 0, "14 characters"},
        {"4HPwATDgc/ABMA-cInlAAAAAAAE", 0, "14 characters"},
        {"4HPwATDgc/ABM=:cInlAAAAAAAE", 14, "'='"},
        {"4HPw\nTDgc/ABMA:cInlAAAAAAAE", 5, "'?'"},
        {"4HPwATDgc/ABMB:cInlAAAAAAAE", 14, "unused bits set"},
        {"/////////////w:cInlAAAAAAAE", 1, "more than 15"},
        {"4HPwATDgc/ABMA:cInlAAAAAA=E", 26, "'='"},
        {"4HPwATDgc/ABMA:cInlAAAAAAAI", 26, "unused bits set"},
        {"4HPwATDgc/ABMA:YInlAAAAAAAE", 16, "owner"},
        {"4HPwATDgc/ABMA:cI3lAAAAAAAE", 17, "state"},
        {"AAAAAAAAAAAAAA:cInlAAAAAAAE", 1, "neither side"},
        {"AAAAAAAAAAAAAQ:cInlAAAAAAAE", 14, "goes on"},
        {"4HPwATDgc/ABMA:cIHlAAAAAAAE", 17, "nothing is offered"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        alea_position p = {.match_length = 77};
        alea_error error = {0};
        alea_status s =
            alea_gnubg_id_read(bad[i].text, strlen(bad[i].text), &p, &error);
        check_refused(&bad[i], s, &error);
        assert_int_equal(p.match_length, 77);
    }
}

static void test_bad_position_id(void **state)
{
    (void)state;
    alea_board board;
    alea_error error;
    /* Side 0 on its point 1 (bit 0); side 1 on its point 24: bit 1 + 25 - 1 + 23 +
     * 1. */
    char id[15] = "AQAAAAAAAQAAAA";
    for (int c = 0; c < 64 * 10; c++) {
        /* Whatever single character changes, it reads or it is refused, and what reads
         * is a possible position. */
        static const char alphabet[] =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        char copy[15];
        memcpy(copy, id, 15);
        copy[c / 64] = alphabet[c % 64];
        if (alea_position_id_read(copy, 14, &board, &error) == ALEA_OK) {
            char again[ALEA_POSITION_ID_SIZE];
            alea_position_id_write(&board, again);
            assert_string_equal(again, copy);
            assert_true(alea_board_checkers(&board, true) <= 15);
            assert_true(alea_board_checkers(&board, false) <= 15);
        }
    }
    /* Side 0 on its point 1 and side 1 on its point 24: one and the same point. */
    assert_int_equal(alea_position_id_read("AQAAAAAAAgAAAA", 14, &board, &error),
                     ALEA_ERROR_POSITION);
    assert_non_null(strstr(error.reason, "both sides stand on point 24"));
}

static void test_any_position(void **state)
{
    (void)state;
    static const char *const good[] = {
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
        "  -b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\r\n",
        "4HPwATDgc/ABMA:cInlAAAAAAAE",
        "GNUID=4HPwATDgc/ABMA:cInlAAAAAAAE",
        "GNUBGID 4HPwATDgc/ABMA:cInlAAAAAAAE",
        "\t4HPwATDgc/ABMA ",
    };
    alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        alea_position p;
        alea_error error = {0};
        if (alea_position_read(good[i], strlen(good[i]), &p, &error) != ALEA_OK)
            fail_msg("%s: %s", good[i], error.reason);
        assert_true(alea_board_equal(&p.board, &start));
        assert_int_equal(p.board_only, strlen(good[i]) < 20);
    }
    static const refusal bad[] = {
        {"", 0, "missing"},
        {"  \n", 0, "missing"},
        {"aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd", 0, "not a position"},
        {"  XGID=-b----E-C---eE---c-e----B-:0:0:9:31:0:0:0:7:10", 39, "turn"},
        {"4HPwATDgc/ABMA:cInl", 0, "Match ID"},
        {" 4HPwATDgc/AB!A", 14, "'!'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        alea_position p;
        alea_error error = {0};
        alea_status s =
            alea_position_read(bad[i].text, strlen(bad[i].text), &p, &error);
        check_refused(&bad[i], s, &error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_examples),
        cmocka_unit_test(test_dice_stored_as_rolled),
        cmocka_unit_test(test_board_pairs),
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_offers),
        cmocka_unit_test(test_resignation_and_state),
        cmocka_unit_test(test_bad_xgid),
        cmocka_unit_test(test_bad_gnubg),
        cmocka_unit_test(test_bad_position_id),
        cmocka_unit_test(test_any_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
