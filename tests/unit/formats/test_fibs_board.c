/* The FIBS board line: worked examples, both dialects there and back, bad lines. */
#include <alea/notation.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* The same positions as XGIDs; GNU Backgammon 1.07 answered these lines. */
static const struct {
    const char *line, *xgid;
} examples[] = {
    {"board:You:Opp:7:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:"
     "1:0:0:"
     "1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
     "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"},
    {"board:You:Opp:7:3:6:0:2:0:3:2:2:2:0:0:0:-1:0:0:0:1:0:0:0:1:2:-3:-2:-2:-2:-4:0:1:"
     "2:1:0:"
     "0:2:0:1:0:1:-1:0:25:0:1:0:0:2:0:0:0",
     "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10"},
    {"board:You:Opp:5:3:1:0:3:4:2:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-3:-4:-3:0:1:5:2:"
     "0:0:2:"
     "0:1:0:1:-1:0:25:6:5:0:0:2:0:0:0",
     "XGID=-CDB------------------cdc-:1:-1:1:52:3:1:0:5:10"},
};

static void to_xgid(const alea_position *position, char out[ALEA_XGID_SIZE])
{
    alea_position plain = *position;
    plain.cube_limit_log2 = 10;
    assert_int_equal(alea_xgid_write(&plain, out), ALEA_OK);
}

static void test_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        alea_position p;
        alea_error error;
        char xgid[ALEA_XGID_SIZE], names[2][ALEA_FIBS_NAME_SIZE];
        if (alea_fibs_board_read(examples[i].line, strlen(examples[i].line),
                                 ALEA_FIBS_PLAIN, &p, names, &error) != ALEA_OK)
            fail_msg("%s", error.reason);
        to_xgid(&p, xgid);
        assert_string_equal(xgid, examples[i].xgid);
        assert_string_equal(names[0], "You");
        assert_string_equal(names[1], "Opp");
    }
}

static const char *const positions[] = {
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:-1:64:2:4:0:7:10",
    "XGID=aBB--BDB---a----c-bbbaA--A:1:1:1:00:3:2:0:7:10",
    "XGID=aBB--BDB---a----c-bbbaA--A:2:-1:-1:D:3:2:0:7:10",
    "XGID=-B-CBBB---a---A---ABcbbbd-:0:0:1:D:0:0:0:0:10",
    "XGID=-CDB------------------cdc-:0:0:1:00:4:1:1:5:10",
    "XGID=-CDB------------------cdc-:0:0:-1:52:4:1:0:5:10",
};

static void test_there_and_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++)
        for (int d = 0; d < 2; d++) {
            alea_position p, q;
            alea_error error = {0};
            char line[ALEA_FIBS_BOARD_SIZE], a[ALEA_XGID_SIZE], b[ALEA_XGID_SIZE];
            const char *const given[2] = {"Anna B", "x:y"};
            char names[2][ALEA_FIBS_NAME_SIZE];
            assert_int_equal(
                alea_xgid_read(positions[i], strlen(positions[i]), &p, NULL), ALEA_OK);
            assert_int_equal(
                alea_fibs_board_write(&p, (alea_fibs_dialect)d, given, line), ALEA_OK);
            /* FIBS tells a double only to the player who must answer: A. */
            if (d == ALEA_FIBS_PLAIN && p.offers > 0 && p.to_act == ALEA_B) continue;
            if (alea_fibs_board_read(line, strlen(line), (alea_fibs_dialect)d, &q,
                                     names, &error) != ALEA_OK)
                fail_msg("%s: %s", line, error.reason);
            to_xgid(&p, a);
            to_xgid(&q, b);
            assert_string_equal(a, b);
            assert_int_equal(p.to_act, q.to_act);
            assert_string_equal(names[0], "Anna_B");
            assert_string_equal(names[1], "x_y");
        }
}

/* The score of the decider's opponent comes first on GNU Backgammon's sockets. */
static void test_gnubg_score_order(void **state)
{
    (void)state;
    alea_position p;
    char line[ALEA_FIBS_BOARD_SIZE];
    const char *id = positions[1];
    assert_int_equal(alea_xgid_read(id, strlen(id), &p, NULL), ALEA_OK);
    p.on_roll = p.to_act = ALEA_A;
    assert_int_equal(alea_fibs_board_write(&p, ALEA_FIBS_GNUBG, NULL, line), ALEA_OK);
    assert_memory_equal(line, "board:Opponent:You:7:4:2:", 25);
}

/* Lines that GNU Backgammon 1.07.001 wrote to an external player, names shortened. */
static void test_gnubg_lines(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        alea_player on_roll, to_act;
        int score[2], offers, cube_log2;
    } known[] = {
        /* Player 0, the minus side, leads 3-1 and is to play, or to answer a double. */
        {"board:g:r:7:3:1:-1:-2:0:0:0:0:5:0:3:0:0:0:-5:6:0:0:0:-2:0:-4:0:-1:0:0:1:0:-1:"
         "2:3:2:3:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1",
         ALEA_B,
         ALEA_B,
         {1, 3},
         0,
         0},
        {"board:r:g:7:1:3:0:-1:-1:0:-1:0:5:4:3:0:0:0:-5:2:0:0:0:-2:0:-3:0:0:-2:0:1:0:1:"
         "0:0:0:0:2:1:0:1:1:-1:0:25:0:0:0:0:0:0:0:1",
         ALEA_A,
         ALEA_B,
         {1, 3},
         1,
         1},
        /* Player 1, the plus side, leads 8-4 and has been doubled. */
        {"board:r:g:11:8:4:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:"
         "0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1",
         ALEA_B,
         ALEA_A,
         {8, 4},
         1,
         0},
        /* Player 0 doubled and was beavered. */
        {"board:g:r:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:"
         "0:0:0:0:2:1:0:1:1:-1:0:25:0:0:0:0:0:0:0:1",
         ALEA_B,
         ALEA_B,
         {0, 0},
         2,
         0},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        alea_position p;
        assert_int_equal(alea_fibs_board_read(known[i].line, strlen(known[i].line),
                                              ALEA_FIBS_GNUBG, &p, NULL, NULL),
                         ALEA_OK);
        assert_int_equal(p.on_roll, known[i].on_roll);
        assert_int_equal(p.to_act, known[i].to_act);
        assert_int_equal(p.score[0], known[i].score[0]);
        assert_int_equal(p.score[1], known[i].score[1]);
        assert_int_equal(p.offers, known[i].offers);
        assert_int_equal(p.cube_log2, known[i].cube_log2);
    }
}

static void test_direction_upwards(void **state)
{
    (void)state;
    /* The start seen by O, moving 1 -> 24: the mirror image. */
    const char *line =
        "board:You:Opp:7:0:0:0:2:0:0:0:0:-5:0:-3:0:0:0:5:-5:0:0:0:3:0:5:0:0:0:"
        "0:-2:0:1:3:1:0:0:1:1:1:0:1:1:25:0:0:0:0:0:2:0:0:0";
    alea_position p;
    assert_int_equal(
        alea_fibs_board_read(line, strlen(line), ALEA_FIBS_PLAIN, &p, NULL, NULL),
        ALEA_OK);
    alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON);
    assert_true(alea_board_equal(&p.board, &start));
}

static void test_bad_lines(void **state)
{
    (void)state;
    const char *good = examples[0].line;
    char line[ALEA_FIBS_BOARD_SIZE];
    alea_position p, untouched;
    alea_error error;
    memset(&p, 7, sizeof p);
    untouched = p;
    /* Every prefix that lacks a field, every field made a word. */
    size_t length = strlen(good), refused = 0;
    for (size_t cut = 0; cut + 1 < length; cut++)
        if (alea_fibs_board_read(good, cut, ALEA_FIBS_PLAIN, &p, NULL, &error) !=
            ALEA_OK)
            refused++;
    assert_int_equal(refused, length - 1);
    assert_memory_equal(&p, &untouched, sizeof p);
    for (size_t i = 14; i < length; i++) {
        if (good[i] == ':') continue;
        snprintf(line, sizeof line, "%s", good);
        line[i] = 'z';
        assert_int_not_equal(
            alea_fibs_board_read(line, length, ALEA_FIBS_GNUBG, &p, NULL, &error),
            ALEA_OK);
        assert_true(error.column > 0 && error.reason[0]);
    }
    snprintf(line, sizeof line, "%s:1", good);
    assert_int_not_equal(
        alea_fibs_board_read(line, strlen(line), ALEA_FIBS_PLAIN, &p, NULL, &error),
        ALEA_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),          cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_gnubg_score_order), cmocka_unit_test(test_gnubg_lines),
        cmocka_unit_test(test_direction_upwards), cmocka_unit_test(test_bad_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
