/* The small net of hypergammon: its file, its inputs, and what it says by symmetry. */
#include "engine/evaluate/hyper_net.h"

#include <alea/alea.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_file_is_checked(void **state)
{
    (void)state;
    static hyper_net weights, again, before;
    static unsigned char bytes[HYPER_NET_FILE], copy[HYPER_NET_FILE];
    assert_true(hyper_net_standard(&weights));
    hyper_net_write(&weights, bytes);
    assert_true(hyper_net_read(&again, bytes, HYPER_NET_FILE));
    assert_memory_equal(&again, &weights, sizeof weights);
    assert_false(hyper_net_read(&again, bytes, HYPER_NET_FILE - 1));
    before = again;
    for (int at = 0; at < HYPER_NET_FILE; at += at < 64 ? 1 : 4099) {
        bytes[at] ^= 1;
        assert_false(hyper_net_read(&again, bytes, HYPER_NET_FILE));
        bytes[at] ^= 1;
    }
    assert_memory_equal(&again, &before, sizeof again);
    /* Rounded once, weights stay; none is off by more than half a step of its array. */
    for (int i = 0; i < HYPER_NET_FIRST; i++)
        weights.first_bias[i] = (float)(i - 90) * .0371F + (i == 5 ? 200 : 0);
    hyper_net_write(&weights, bytes);
    assert_true(hyper_net_read(&again, bytes, HYPER_NET_FILE));
    for (int i = 0; i < HYPER_NET_FIRST; i++) {
        const float off = again.first_bias[i] - weights.first_bias[i];
        assert_true(off <= 1 / 256.F && off >= -1 / 256.F);
    }
    hyper_net_write(&again, copy);
    assert_memory_equal(copy, bytes, sizeof bytes);
}

static void test_inputs_tell_positions_apart(void **state)
{
    (void)state;
    int one[HYPER_NET_ACTIVE], two[HYPER_NET_ACTIVE];
    alea_board board = alea_board_start(ALEA_SETUP_HYPERGAMMON);
    assert_true(hyper_net_inputs(&board, one));
    for (int i = 1; i < HYPER_NET_ACTIVE; i++) assert_true(one[i] > one[i - 1]);
    for (int i = 0; i < HYPER_NET_ACTIVE; i++)
        assert_true(one[i] >= 0 && one[i] < HYPER_NET_INPUTS);
    board.point[24]--;
    board.point[23]++;
    assert_true(hyper_net_inputs(&board, two));
    assert_memory_not_equal(one, two, sizeof one);
    board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    assert_false(hyper_net_inputs(&board, one));
}

/* Chances are chances, and a side with a checker off loses no gammon. */
static void test_chances(void **state)
{
    (void)state;
    static hyper_net net;
    uint32_t seed = 5;
    assert_true(hyper_net_standard(&net));
    for (int k = 0; k < 20000; k++) {
        alea_board board = {0};
        for (int i = 0; i < 6; i++) {
            seed = seed * 1664525 + 1013904223;
            const int place = (int)(seed >> 16) % 26;
            if (i < 3 && place > 0) board.point[place]++;
            if (i >= 3 && place > 0 && board.point[25 - place] <= 0)
                board.point[25 - place]--;
        }
        int active[HYPER_NET_ACTIVE];
        alea_probs p;
        assert_true(hyper_net_inputs(&board, active));
        hyper_net_eval(&net, active, &p);
        assert_true(p.win >= 0 && p.win <= 1 && p.win_gammon <= p.win &&
                    p.win_backgammon <= p.win_gammon && p.win_backgammon >= 0);
        assert_true(p.lose_gammon <= 1 - p.win && p.lose_backgammon <= p.lose_gammon &&
                    p.lose_backgammon >= 0);
        if (alea_board_checkers(&board, true) < 3)
            assert_true(p.lose_gammon == 0 && p.lose_backgammon == 0);
        if (alea_board_checkers(&board, false) < 3)
            assert_true(p.win_gammon == 0 && p.win_backgammon == 0);
    }
}

/* Without the table contact is the net's, and the start is near what the table says:
 * +0.1107 without a cube. */
static void test_engine_uses_it(void **state)
{
    (void)state;
    alea_evaluator *evaluator;
    alea_error error;
    const alea_endings endings = {.setup = ALEA_SETUP_HYPERGAMMON};
    const alea_board board = alea_board_start(ALEA_SETUP_HYPERGAMMON);
    alea_probs p, plain;
    assert_int_equal(alea_evaluator_open(&evaluator, &error), ALEA_OK);
    alea_eval(evaluator, &board, &p);
    plain = p;
    alea_endings_apply(&endings, evaluator, &board, &p);
    assert_true(p.win_gammon > .1F && plain.win_gammon == 0);
    const float equity = alea_probs_equity(&p);
    assert_true(equity > .09F && equity < .13F);
    alea_evaluator_close(evaluator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_file_is_checked),
        cmocka_unit_test(test_inputs_tell_positions_apart),
        cmocka_unit_test(test_chances),
        cmocka_unit_test(test_engine_uses_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
