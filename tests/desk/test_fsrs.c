/* The scheduler against the test vectors that the FSRS project publishes with py-fsrs
 * 6.3 (tests/test_basic.py). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "desk/schedule/fsrs.h"

#include <math.h>

static const int64_t DAY = 86400000, START = INT64_C(1669725000000);

static void intervals(void **state)
{
    (void)state;
    static const int grades[] = {3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3};
    static const int wanted[] = {0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21};
    const fsrs_settings s = fsrs_default();
    fsrs_card card = {0};
    int64_t now = START;
    for (int i = 0; i < 13; i++) {
        card = fsrs_review(&s, &card, (fsrs_grade)grades[i], now);
        assert_int_equal((card.due - card.last) / DAY, wanted[i]);
        now = card.due;
    }
}

static void memory(void **state)
{
    (void)state;
    static const int grades[] = {1, 3, 3, 3, 3, 3}, days[] = {0, 0, 1, 3, 8, 21};
    const fsrs_settings s = fsrs_default();
    fsrs_card card = {0};
    int64_t now = START;
    for (int i = 0; i < 6; i++) {
        now += days[i] * DAY;
        card = fsrs_review(&s, &card, (fsrs_grade)grades[i], now);
    }
    assert_true(fabs(card.stability - 53.62691) < 1e-4);
    assert_true(fabs(card.difficulty - 6.3574867) < 1e-4);
}

static void easy_cards(void **state)
{
    (void)state;
    const fsrs_settings s = fsrs_default();
    fsrs_card card = {0};
    for (int i = 0; i < 10; i++) card = fsrs_review(&s, &card, FSRS_EASY, START);
    assert_true(card.difficulty == 1.0);
}

static void steps(void **state)
{
    (void)state;
    const fsrs_settings s = fsrs_default();
    const fsrs_card new = {0};
    assert_int_equal(fsrs_review(&s, &new, FSRS_AGAIN, START).due - START, 60000);
    assert_int_equal(fsrs_review(&s, &new, FSRS_HARD, START).due - START, 330000);
    assert_int_equal(fsrs_review(&s, &new, FSRS_GOOD, START).due - START, 600000);
    assert_true(fsrs_review(&s, &new, FSRS_EASY, START).due - START >= DAY);
    fsrs_card card = fsrs_review(&s, &new, FSRS_EASY, START);
    const int64_t due = card.due;
    card = fsrs_review(&s, &card, FSRS_AGAIN, due);
    assert_int_equal(card.state, FSRS_RELEARNING);
    assert_int_equal(card.due - due, 600000);
}

static void known(void **state)
{
    (void)state;
    const fsrs_settings s = fsrs_default();
    fsrs_card card = {0};
    assert_true(fsrs_retrievability(&s, &card, START) == 0);
    card = (fsrs_card){.state = FSRS_REVIEW, .stability = 10, .last = START};
    /* Stability is the time after which nine of ten are known. */
    assert_true(fabs(fsrs_retrievability(&s, &card, START + 10 * DAY) - 0.9) < 1e-12);
}

static void bounds(void **state)
{
    (void)state;
    fsrs_settings s = fsrs_default();
    assert_true(fsrs_valid(&s));
    s.w[20] = 0;
    assert_false(fsrs_valid(&s));
    s = fsrs_default();
    s.retention = (double)NAN;
    assert_false(fsrs_valid(&s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals),  cmocka_unit_test(memory),
        cmocka_unit_test(easy_cards), cmocka_unit_test(steps),
        cmocka_unit_test(known),      cmocka_unit_test(bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
