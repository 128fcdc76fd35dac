/* The outlook of the next exchange of rolls: the same whatever the threads, and lost
 * markets as counted one exchange after the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <alea/notation.h>
#include <alea/search.h>

/* Contact, prime against prime, race, the last three checkers of both sides, a blot to
 * be hit, one on the bar. */
static const char *const ids[] = {"4HPwATDgc/ABMA", "ed8OAABs2woAHA", "tgEAQM4GAAAAAA",
                                  "4AAAAA4AAAAAAA", "4HPhASLgc/ABMA", "sGfwATDgc/ABUA"};
enum { IDS = sizeof ids / sizeof *ids };

static alea_evaluator *evaluator;

static int start(void **state)
{
    (void)state;
    return alea_evaluator_open(&evaluator, NULL) == ALEA_OK ? 0 : -1;
}

static int finish(void **state)
{
    (void)state;
    alea_evaluator_close(evaluator);
    return 0;
}

static alea_engine *engine_of(int threads)
{
    alea_engine *engine;
    const alea_engine_options options = {threads, 1 << 16};
    assert_int_equal(alea_engine_open(&engine, evaluator, NULL, &options, NULL),
                     ALEA_OK);
    return engine;
}

static alea_decision decision_of(const char *id)
{
    alea_decision d = {.cube = alea_cube_money(), .rules = alea_play_rules_standard()};
    assert_int_equal(alea_position_id_read(id, strlen(id), &d.board, NULL), ALEA_OK);
    return d;
}

/* What the rolls bring does not depend on who looks at them. */
static void outlook_with_any_threads(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < IDS; i++) {
        alea_decision d = decision_of(ids[i]);
        alea_roll_outlook first[ALEA_ROLLS];
        float lost = -1;
        for (int threads = 1; threads <= 3; threads++) {
            alea_engine *engine = engine_of(threads);
            alea_roll_outlook out[ALEA_ROLLS];
            float now;
            assert_int_equal(alea_search_outlook(engine, &d, out, &now, NULL), ALEA_OK);
            if (threads == 1) lost = now;
            if (threads == 1) memcpy(first, out, sizeof first);
            assert_true(now == lost && now >= 0 && now <= 1);
            for (int r = 0; r < ALEA_ROLLS; r++) {
                assert_true(out[r].equity == first[r].equity);
                assert_int_equal(out[r].market_lost, first[r].market_lost);
            }
            alea_engine_close(engine);
        }
    }
}

static alea_board best_reply(alea_engine *engine, const alea_decision *decision)
{
    const alea_search_settings s = alea_search_settings_default(0);
    alea_candidate best;
    int count;
    assert_int_equal(alea_search_play(engine, decision, &s, &best, 1, &count, NULL),
                     ALEA_OK);
    return alea_board_swap(&best.play.board);
}

/* The 1296 exchanges one by one: both make their best play, then I double and the other
 * side drops. */
static float market_by_hand(alea_engine *engine, const alea_decision *now)
{
    const alea_search_settings s = alea_search_settings_default(0);
    int lost = 0;
    for (int r = 0; r < ALEA_ROLLS; r++)
        for (int q = 0; q < ALEA_ROLLS; q++) {
            const alea_roll first = alea_roll_at(r), second = alea_roll_at(q);
            const int weight = alea_roll_weight(first) * alea_roll_weight(second);
            alea_decision d = *now;
            alea_cube_result then;
            d.roll = first;
            d.board = best_reply(engine, &d);
            d.cube = alea_cube_flip(&d.cube);
            if (alea_board_phase(&d.board) == ALEA_PHASE_OVER) {
                lost += weight;
                continue;
            }
            d.roll = second;
            d.board = best_reply(engine, &d);
            d.cube = now->cube;
            d.roll = (alea_roll){{0, 0}};
            if (alea_board_phase(&d.board) == ALEA_PHASE_OVER) continue;
            assert_int_equal(alea_search_cube(engine, &d, &s, &then, NULL), ALEA_OK);
            if (then.verdict.action == ALEA_CUBE_DOUBLE_DROP) lost += weight;
        }
    return (float)lost / 1296;
}

/* The share of lost markets that explanations name. */
static void market_lost_in_1296_exchanges(void **unused)
{
    (void)unused;
    static const int stakes[][3] = {{0}, {7, 4, 5}};
    bool some = false;
    alea_engine *engine = engine_of(1);
    for (size_t i = 0; i < IDS; i++)
        for (int k = 0; k < 2; k++) {
            alea_decision d = decision_of(ids[i]);
            alea_roll_outlook out[ALEA_ROLLS];
            float lost;
            d.cube.match_length = stakes[k][0];
            d.cube.away[0] = stakes[k][1];
            d.cube.away[1] = stakes[k][2];
            assert_int_equal(alea_search_outlook(engine, &d, out, &lost, NULL),
                             ALEA_OK);
            const float by_hand = market_by_hand(engine, &d);
            some = some || (lost > 0 && lost < 1);
            assert_true(fabsf(lost - by_hand) <= 0.02F);
        }
    assert_true(some);
    alea_engine_close(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlook_with_any_threads),
        cmocka_unit_test(market_lost_in_1296_exchanges),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
