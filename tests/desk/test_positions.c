/* The shelf of middle-game positions: each is there once, with contact and dice; every
 * play is legal, the best one clearly ahead, and the reason speaks of two. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "desk/shelves/positions.h"

#include <alea/play.h>

#include <string.h>

enum { SHELF_LEAST = 50, SHELF_MOST = 200 };

static void check_plays(const shelf_position *e, const alea_position *p)
{
    const alea_play_rules rules = alea_play_rules_standard();
    const alea_board board =
        p->to_act == ALEA_A ? p->board : alea_board_swap(&p->board);
    int named = 0;
    assert_int_equal(alea_board_phase(&board), ALEA_PHASE_CONTACT);
    assert_in_range(e->plays, 3, SHELF_PLAYS);
    for (int i = 0; i < e->plays; i++) {
        const char *text = e->play[i].move;
        alea_move moves[ALEA_MAX_MOVES];
        alea_play play;
        int count;
        assert_int_equal(alea_moves_read(text, strlen(text), moves, &count, NULL),
                         ALEA_OK);
        assert_int_equal(
            alea_play_judge(&board, p->roll, &rules, moves, count, &play, NULL),
            ALEA_PLAY_LEGAL);
        assert_true(i == 0 || e->play[i].equity <= e->play[i - 1].equity);
        named += strstr(e->why, text) != NULL;
    }
    assert_true(e->play[0].equity - e->play[1].equity >= 0.0299);
    assert_true(e->play[0].equity - e->play[1].equity <= 0.3001);
    assert_true(named >= 2);
    assert_non_null(strstr(e->why, e->play[0].move));
}

static void every_position(void **state)
{
    (void)state;
    static char seen[SHELF_MOST][ALEA_XGID_SIZE];
    shelf_position e;
    int count = 0;
    for (size_t at = 0; shelf_position_next(&at, &e); count++) {
        alea_position p;
        assert_true(count < SHELF_MOST);
        assert_string_equal(e.level, "standard");
        assert_int_equal(alea_position_read(e.position, strlen(e.position), &p, NULL),
                         ALEA_OK);
        assert_true(alea_roll_valid(p.roll));
        check_plays(&e, &p);
        for (int i = 0; i < count; i++) assert_string_not_equal(seen[i], e.position);
        memcpy(seen[count], e.position, sizeof seen[count]);
    }
    assert_in_range(count, SHELF_LEAST, SHELF_MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_position)};
    return cmocka_run_group_tests_name("positions of the shelf", tests, NULL, NULL);
}
