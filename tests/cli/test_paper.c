/* What is printed is right as geometry: backs lie behind their fronts, men stand on
 * their points, score dots run to the right, a booklet's pages follow each other when
 * it is folded. */
#include "publish/paper/layout.h"
#include "publish/paper/set.h"
#include "publish/picture/diagram.h"
#include "publish/picture/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_backs_lie_behind_fronts(void **state)
{
    (void)state;
    const char *const papers[] = {"a4", "letter"};
    for (int p = 0; p < 2; p++) {
        paper_size paper;
        men_sheet men;
        assert_true(paper_find(papers[p], &paper));
        assert_true(men_sheet_of(paper, 22, &men));
        for (int i = 0; i < MEN; i++) {
            const paper_point front = men.centre[i], back = paper_back(paper, front);
            /* Turned about the long edge, x is counted from the other side. */
            assert_true(fabs((paper.width - back.x) - front.x) < .1);
            assert_true(fabs(back.y - front.y) < .1);
            const double r = men.diameter / 2;
            assert_true(front.x - r >= paper_margin && back.x - r >= paper_margin);
            assert_true(front.x + r <= paper.width - paper_margin);
            assert_true(front.y + r <= paper.height - paper_margin);
            for (int j = 0; j < i; j++)
                assert_true(hypot(front.x - men.centre[j].x,
                                  front.y - men.centre[j].y) > men.diameter + 1);
        }
        assert_false(men_sheet_of(paper, 80, &men));
    }
}

static void test_men_stand_on_their_points(void **state)
{
    (void)state;
    for (int sheets = 2; sheets <= 4; sheets += 2) {
        paper_size paper;
        board_plan plan;
        assert_true(paper_find("a4", &paper));
        assert_true(board_plan_of(paper, sheets, 14, &plan));
        assert_true(plan.half.width <= plan.sheet.width - 2 * paper_margin);
        assert_true(plan.man <= plan.point_width);
        for (int point = 1; point <= 24; point++)
            for (int i = 0; i < 5; i++) {
                bool right, across;
                const paper_point at = board_man(&plan, point, i, &right);
                assert_int_equal(right, point <= 6 || point >= 19);
                assert_true(at.x > plan.man / 2 &&
                            at.x < plan.half.width - plan.man / 2);
                /* Five do not reach over the middle. */
                assert_true((at.y < plan.half.height / 2) == (point > 12));
                assert_true(fabs(at.y - plan.half.height / 2) >= plan.man / 2 - 1e-9);
                /* The same column as the point that it faces. */
                assert_true(fabs(board_man(&plan, 25 - point, i, &across).x - at.x) <
                            1e-9);
            }
    }
    board_plan plan;
    assert_false(board_plan_of((paper_size){60, 80}, 2, 14, &plan));
    paper_size none;
    assert_false(paper_find("a5", &none));
}

/* Each player's dots run to his own right, and nothing touches their numbers. */
static void test_score_dots(void **state)
{
    (void)state;
    static const int tracks[] = {8, 14, 21, 26, 51, BOARD_DOTS};
    for (size_t k = 0; k < 2 * sizeof tracks / sizeof *tracks; k++) {
        paper_size paper;
        board_plan p;
        double last = -1;
        assert_true(paper_find("a4", &paper));
        assert_true(board_plan_of(paper, k % 2 ? 4 : 2, tracks[k / 2], &p));
        for (int i = 0; i < p.dots; i++) {
            bool low_right, up_right;
            const paper_point low = board_dot(&p, false, i, &low_right),
                              up = board_dot(&p, true, i, &up_right);
            const double left = low_right ? p.bar : p.edge;
            const double along = low.x + (low_right ? p.half.width : 0);
            assert_true(low.x > left && low.x < left + 6 * p.point_width);
            assert_true(along - last > 2 * p.dot_radius);
            last = along;
            /* The other player's are these turned by half a turn: about the middle of
             * the board, or of the home board's width. */
            assert_true(fabs(low.y + up.y - p.half.height) < 1e-9);
            const double width = p.half.width - p.edge + p.bar;
            assert_true(fabs(low.x + up.x - (p.long_track ? p.half.width : width)) <
                        1e-9);
            assert_int_equal(up_right, p.long_track ? !low_right : low_right);
            assert_true(up.y + p.dot_radius < p.edge + p.band);
            /* Digits are three quarters of their line high. */
            assert_true(p.number_base + .75 * p.number_size < up.y - p.dot_radius);
        }
    }
}

/* Folded sheets lie in one another: front and back of each, then the right halves. */
static void test_booklet_is_read_in_order(void **state)
{
    (void)state;
    for (int pages = 1; pages <= 40; pages++) {
        const int sides = booklet_sides(pages);
        int read[200], count = 0;
        assert_true(sides % 2 == 0 && sides * 2 >= pages && sides * 2 < pages + 4);
        for (int side = 0; side < sides; side++) { /* the first half, from outside */
            int left, right;
            booklet_side(pages, side, &left, &right);
            read[count++] = side % 2 == 0 ? right : left;
        }
        for (int side = sides - 1; side >= 0; side--) {
            int left, right;
            booklet_side(pages, side, &left, &right);
            read[count++] = side % 2 == 0 ? left : right;
        }
        for (int i = 0; i < count; i++) assert_int_equal(read[i], i < pages ? i : -1);
    }
}

static void test_what_does_not_fit_is_told(void **state)
{
    (void)state;
    set_options o = {
        alea_rules_preset(ALEA_PRESET_OCASTUDIOS), {210, 297}, 2, 13, NULL};
    assert_null(set_problem(&o));
    o.target = 65;
    assert_non_null(strstr(set_problem(&o), "64"));
    o.target = 64;
    assert_null(set_problem(&o));
    o.target = 13;
    assert_int_equal(set_target(&o.rules), 13);
    o.rules.match_length = 7;
    assert_int_equal(set_target(&o.rules), 7);
    o.rules.match_length = 0;
    assert_int_equal(set_target(&o.rules), 13);
    o.rules.match_length = 1000;
    assert_int_equal(set_target(&o.rules), 64);
    o.paper = (paper_size){74, 105};
    assert_non_null(strstr(set_problem(&o), "too small"));
}

/* Lam and alef become one sign, and what is no UTF-8 is still set. */
static void test_letters_of_other_scripts_join(void **state)
{
    (void)state;
    assert_int_equal(picture_load(NULL), ALEA_OK);
    cairo_surface_t *surface =
        cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, NULL);
    cairo_t *c = cairo_create(surface);
    const double ligature = text_width(c, TEXT_PLAIN, 10, "\u0644\u0627"),
                 alone = text_width(c, TEXT_PLAIN, 10, "\u0644") +
                         text_width(c, TEXT_PLAIN, 10, "\u0627");
    assert_true(ligature > 3 && ligature < .85 * alone);
    assert_true(text_width(c, TEXT_PLAIN, 10, "a\xff\xfe") >
                text_width(c, TEXT_PLAIN, 10, "a"));
    const double small = text_width(c, TEXT_PLAIN, 1, "Player against player");
    const double large = text_width(c, TEXT_PLAIN, 100, "Player against player");
    assert_true(fabs(large / small - 100) < .5);
    assert_true(text_width(c, TEXT_BOLD, 10, "mmmm") >
                text_width(c, TEXT_PLAIN, 10, "mmmm"));
    assert_int_equal(cairo_status(c), CAIRO_STATUS_SUCCESS);
    cairo_destroy(c);
    cairo_surface_destroy(surface);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_score_dots),
        cmocka_unit_test(test_backs_lie_behind_fronts),
        cmocka_unit_test(test_men_stand_on_their_points),
        cmocka_unit_test(test_booklet_is_read_in_order),
        cmocka_unit_test(test_what_does_not_fit_is_told),
        cmocka_unit_test(test_letters_of_other_scripts_join),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
