/* What is cut and folded is right as geometry: a net becomes a cube with every face and
 * every edge once, backs lie behind their fronts, men stand on their points, a
 * booklet's pages follow each other when it is folded. */
#include "publish/paper/layout.h"
#include "publish/paper/set.h"
#include "publish/picture/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct vector {
    double x, y, z;
} vector;
/* Where a face is in space: its upper left corner, along its rows, down its columns. */
typedef struct face {
    vector corner, right, down;
} face;

static vector cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                    a.x * b.y - a.y * b.x};
}

static vector plus(vector a, double k, vector b)
{
    return (vector){a.x + k * b.x, a.y + k * b.y, a.z + k * b.z};
}

static double apart(vector a, vector b)
{
    return fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z);
}

/* The face that shares the edge in direction (dx, dy) of `from`, folded back by a right
 * angle. */
static face fold(face from, int dx, int dy, double edge)
{
    const vector in = cross(from.right, from.down); /* into the cube */
    face to = from;
    if (dy > 0) {
        to.corner = plus(from.corner, edge, from.down);
        to.down = in;
    } else if (dy < 0) {
        to.down = plus((vector){0}, -1, in);
        to.corner = plus(from.corner, edge, in);
    } else if (dx > 0) {
        to.corner = plus(from.corner, edge, from.right);
        to.right = in;
    } else {
        to.right = plus((vector){0}, -1, in);
        to.corner = plus(from.corner, edge, in);
    }
    return to;
}

/* A point of the net that lies on the border of face `f`, in space. */
static vector in_space(const cube_net *net, const face *f, int index, paper_point at)
{
    return plus(plus(f->corner, at.x - net->corner[index].x, f->right),
                at.y - net->corner[index].y, f->down);
}

static int face_at(const cube_net *net, paper_point a, paper_point b)
{
    const double x = (a.x + b.x) / 2, y = (a.y + b.y) / 2, e = net->edge;
    for (int i = 0; i < NET_FACES; i++) {
        const paper_point c = net->corner[i];
        const bool across = fabs(x - c.x - e / 2) < 1e-9 &&
                            (fabs(y - c.y) < 1e-9 || fabs(y - c.y - e) < 1e-9);
        const bool down = fabs(y - c.y - e / 2) < 1e-9 &&
                          (fabs(x - c.x) < 1e-9 || fabs(x - c.x - e) < 1e-9);
        if (across || down) return i;
    }
    return -1;
}

static void test_net_is_a_cube(void **state)
{
    (void)state;
    const double e = 24;
    const cube_net net = cube_net_of(e);
    face f[NET_FACES] = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    for (int i = 1; i < 4; i++) f[i] = fold(f[i - 1], 0, 1, e);
    f[4] = fold(f[1], -1, 0, e);
    f[5] = fold(f[1], 1, 0, e);
    /* The net's corners stand as the folding takes them for granted. */
    for (int i = 1; i < 4; i++) {
        assert_true(fabs(net.corner[i].x - net.corner[0].x) < 1e-9);
        assert_true(fabs(net.corner[i].y - net.corner[i - 1].y - e) < 1e-9);
    }
    assert_true(fabs(net.corner[4].x + e - net.corner[1].x) < 1e-9);
    assert_true(fabs(net.corner[5].x - e - net.corner[1].x) < 1e-9);
    assert_true(fabs(net.corner[4].y - net.corner[1].y) < 1e-9);
    assert_true(fabs(net.corner[5].y - net.corner[1].y) < 1e-9);
    /* Six planes, each once. */
    for (int i = 0; i < NET_FACES; i++)
        for (int j = 0; j < i; j++)
            assert_true(
                apart(cross(f[i].right, f[i].down), cross(f[j].right, f[j].down)) > .5);
    /* A flap's edge lies, folded, on a free edge of another face without a flap. */
    bool met[NET_FACES][4] = {{false}};
    for (int k = 0; k < NET_FLAPS; k++) {
        const paper_point a = net.flap[k][0], b = net.flap[k][1];
        assert_true(fabs(hypot(a.x - b.x, a.y - b.y) - e) < 1e-9);
        const int own = face_at(&net, a, b);
        assert_true(own >= 0);
        const vector one = in_space(&net, &f[own], own, a),
                     two = in_space(&net, &f[own], own, b);
        int found = 0;
        for (int i = 0; i < NET_FACES; i++) {
            if (i == own) continue;
            const vector c[4] = {f[i].corner, plus(f[i].corner, e, f[i].right),
                                 plus(plus(f[i].corner, e, f[i].right), e, f[i].down),
                                 plus(f[i].corner, e, f[i].down)};
            for (int s = 0; s < 4; s++) {
                const vector p = c[s], q = c[(s + 1) % 4];
                if (apart(one, p) + apart(two, q) > 1e-6 &&
                    apart(one, q) + apart(two, p) > 1e-6)
                    continue;
                assert_false(met[i][s]);
                met[i][s] = true;
                found++;
            }
        }
        assert_int_equal(found, 1);
    }
    /* Nothing reaches out of the net's size. */
    for (int k = 0; k < NET_FLAPS; k++)
        for (int i = 0; i < NET_FLAP_CORNERS; i++) {
            const paper_point at = net.flap[k][i];
            assert_true(at.x > -1e-9 && at.x < net.size.width + 1e-9);
            assert_true(at.y > -1e-9 && at.y < net.size.height + 1e-9);
        }
}

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
        for (int i = 0; i < plan.dots; i++) {
            const paper_point low = board_dot(&plan, false, i),
                              up = board_dot(&plan, true, i);
            assert_true(low.x > plan.bar && low.x < plan.half.width - plan.edge + 1e-9);
            assert_true(fabs(low.y + up.y - plan.half.height) < 1e-9);
            assert_true(up.y < plan.edge + plan.band);
        }
    }
    board_plan plan;
    assert_false(board_plan_of((paper_size){60, 80}, 2, 14, &plan));
    paper_size none;
    assert_false(paper_find("a5", &none));
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

static void test_dice_and_cubes_have_their_faces(void **state)
{
    (void)state;
    const int *usual = set_cube_faces(ALEA_PRESET_VIDO, 0);
    for (int value = 2; value <= 64; value *= 2) {
        int times = 0;
        for (int i = 0; i < NET_FACES; i++) times += usual[i] == value;
        assert_int_equal(times, 1);
    }
    int printed[2 * NET_FACES] = {64, 4, 16, 16, 2, 32, 8, 8, 2, 4, 64, 32};
    for (int cube = 0; cube < 2; cube++)
        assert_memory_equal(set_cube_faces(ALEA_PRESET_OCASTUDIOS, cube),
                            printed + cube * NET_FACES, NET_FACES * sizeof(int));
}

static void test_what_does_not_fit_is_told(void **state)
{
    (void)state;
    set_options o = {ALEA_PRESET_OCASTUDIOS, {210, 297}, 2, 13};
    assert_null(set_problem(&o));
    o.target = 41;
    assert_non_null(strstr(set_problem(&o), "40"));
    o.target = 13;
    o.paper = (paper_size){74, 105};
    assert_non_null(strstr(set_problem(&o), "too small"));
}

/* Lam and alef become one sign, and what is no UTF-8 is still set. */
static void test_letters_of_other_scripts_join(void **state)
{
    (void)state;
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
        cmocka_unit_test(test_net_is_a_cube),
        cmocka_unit_test(test_backs_lie_behind_fronts),
        cmocka_unit_test(test_men_stand_on_their_points),
        cmocka_unit_test(test_booklet_is_read_in_order),
        cmocka_unit_test(test_dice_and_cubes_have_their_faces),
        cmocka_unit_test(test_what_does_not_fit_is_told),
        cmocka_unit_test(test_letters_of_other_scripts_join),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
