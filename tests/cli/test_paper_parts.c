/* What is cut and folded can be made: every part hangs together at its folds and does
 * not overlap itself, a cube and a pyramid close, the cup's floor fits its wall, and
 * all of it goes into the box. */
#include "publish/paper/set_plan.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

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

static double distance(paper_point a, paper_point b)
{
    return hypot(a.x - b.x, a.y - b.y);
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
    } else if (dx > 0) {
        to.corner = plus(from.corner, edge, from.right);
        to.right = in;
    } else {
        to.right = plus((vector){0}, -1, in);
        to.corner = plus(from.corner, edge, in);
    }
    return to;
}

/* A point of square `index` of a cube, in space. */
static vector in_space(const part *cube, const face *f, int index, paper_point at)
{
    const paper_point corner = cube->face[index].corner[0];
    return plus(plus(f->corner, at.x - corner.x, f->right), at.y - corner.y, f->down);
}

/* The free edges of the squares that the edge `one` to `two` lies on, once folded. */
static int count_edges(const face *f, double edge, int own, vector one, vector two,
                       bool met[CUBE_FACES][4])
{
    int found = 0;
    for (int i = 0; i < CUBE_FACES; i++) {
        if (i == own) continue;
        const vector right = plus(f[i].corner, edge, f[i].right);
        const vector c[4] = {f[i].corner, right, plus(right, edge, f[i].down),
                             plus(f[i].corner, edge, f[i].down)};
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
    return found;
}

static void test_cube_closes(void **state)
{
    (void)state;
    const double e = 24;
    const part cube = part_cube(e);
    static const int column[CUBE_FACES] = {0, 0, 0, 0, -1, 1},
                     row[CUBE_FACES] = {0, 1, 2, 3, 1, 1};
    const paper_point first = cube.face[0].corner[0];
    face f[CUBE_FACES] = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    for (int i = 1; i < 4; i++) f[i] = fold(f[i - 1], 0, 1, e);
    f[4] = fold(f[1], -1, 0, e);
    f[5] = fold(f[1], 1, 0, e);
    assert_int_equal(cube.faces, CUBE_FACES + 7);
    for (int i = 0; i < CUBE_FACES; i++) {
        /* The squares stand as the folding takes them for granted ... */
        const paper_point there = {first.x + column[i] * e, first.y + row[i] * e};
        assert_true(distance(cube.face[i].corner[0], there) < 1e-9);
        /* ... and lie in six planes. */
        for (int j = 0; j < i; j++)
            assert_true(
                apart(cross(f[i].right, f[i].down), cross(f[j].right, f[j].down)) > .5);
    }
    /* A flap's edge lies, folded, on a free edge of another square without a flap. */
    bool met[CUBE_FACES][4] = {{false}};
    for (int k = CUBE_FACES; k < cube.faces; k++) {
        const paper_point a = cube.face[k].corner[0], b = cube.face[k].corner[1];
        const int own = part_neighbour(&cube, k, a, b);
        assert_true(fabs(distance(a, b) - e) < 1e-9);
        assert_in_range(own, 0, CUBE_FACES - 1);
        assert_int_equal(count_edges(f, e, own, in_space(&cube, &f[own], own, a),
                                     in_space(&cube, &f[own], own, b), met),
                         1);
    }
}

/* ---- every part ---- */

/* How far `p` lies outside of the edge a to b of a face whose inner side is `side`. */
static double outside(paper_point a, paper_point b, double side, paper_point p)
{
    const double length = distance(a, b);
    const double d = ((b.y - a.y) * (p.x - a.x) - (b.x - a.x) * (p.y - a.y)) / length;
    return side > 0 ? -d : d;
}

/* Whether an edge of `f` has all of `g` on its outer side. */
static bool is_parted(const part_face *f, const part_face *g)
{
    for (int i = 0; i < f->corners; i++) {
        const paper_point a = f->corner[i], b = f->corner[(i + 1) % f->corners];
        double side = 0, nearest = 1e9;
        for (int k = 0; k < f->corners; k++) {
            const double d = outside(a, b, -1, f->corner[k]);
            if (fabs(d) > fabs(side)) side = d;
        }
        for (int k = 0; k < g->corners; k++)
            nearest = fmin(nearest, outside(a, b, side, g->corner[k]));
        if (nearest > -1e-6) return true;
    }
    return false;
}

/* Marks the faces that hang on the first by folds. */
static void spread(const part *p, int index, bool *joined)
{
    joined[index] = true;
    for (int k = 0; k < p->face[index].corners; k++) {
        const part_face *f = &p->face[index];
        const paper_point a = f->corner[k], b = f->corner[(k + 1) % f->corners];
        const int other = part_neighbour(p, index, a, b);
        assert_true(distance(a, b) > 1); /* something to fold or to cut */
        if (other < 0) continue;
        assert_int_equal(part_neighbour(p, other, b, a), index); /* two, not three */
        if (!joined[other]) spread(p, other, joined);
    }
}

static void check_part(const part *p, paper_size paper)
{
    bool joined[PART_FACES] = {false};
    paper_point corner;
    paper_size size;
    spread(p, 0, joined);
    for (int i = 0; i < p->faces; i++) {
        assert_true(joined[i]);
        for (int j = 0; j < i; j++)
            assert_true(is_parted(&p->face[i], &p->face[j]) ||
                        is_parted(&p->face[j], &p->face[i]));
    }
    part_extent(p, &corner, &size);
    assert_true(size.width <= paper.width - 2 * paper_margin);
    assert_true(size.height <= paper.height - 2 * paper_margin);
}

static void check_pin(const part *p, double high)
{
    const double base = distance(p->face[0].corner[0], p->face[0].corner[1]);
    assert_int_equal(p->faces, 9);
    for (int i = 0; i < 4; i++) {
        const part_face *side = &p->face[1 + i], *flap = &p->face[5 + i];
        const paper_point tip = side->corner[1];
        const double edge = distance(side->corner[0], tip);
        /* The tip stands `high` over the middle of the square: base / sqrt 2 aside. */
        assert_true(fabs(edge * edge - base * base / 2 - high * high) < 1e-6);
        /* The flap reaches from foot to tip, along the edge beside it. */
        assert_true(distance(flap->corner[1], tip) < 1e-9);
        assert_true(fabs(distance(flap->corner[0], tip) - edge) < 1e-6);
        assert_int_equal(part_neighbour(p, 5 + i, flap->corner[0], tip), 1 + i);
    }
}

static void check_cup(const part *p, double radius, double high)
{
    const part_face *wall = &p->face[0];
    assert_int_equal(p->faces, CUP_TEETH + 2);
    assert_true(fabs(distance(wall->corner[0], wall->corner[1]) -
                     2 * 3.14159265358979 * radius) < 1e-6);
    assert_true(fabs(distance(wall->corner[1], wall->corner[2]) - high) < 1e-6);
    for (int i = 1; i < p->faces; i++) {
        const paper_point *c = p->face[i].corner;
        assert_int_equal(part_neighbour(p, i, c[0], c[1]), 0);
        /* No tooth reaches the middle of the floor. */
        if (i <= CUP_TEETH) assert_true(c[2].y - c[1].y < radius);
    }
}

/* The tray holds the folded board, on it the cup lying beside cubes and dice, and the
 * men in six stacks; the lid goes over the tray. */
static void check_box(const board_plan *plan, const part *halves, paper_size paper)
{
    const double radius = 20, high = 60, folded = 5;
    const paper_size board = board_folded(plan), tray = set_box(plan, false),
                     lid = set_box(plan, true);
    men_sheet men;
    assert_true(men_sheet_of(paper, fmin(plan->man, 28), &men));
    assert_true(board.width <= tray.width && board.height <= tray.height);
    assert_true(lid.width > tray.width && lid.width < tray.width + 3);
    assert_true(lid.height > tray.height && lid.height < tray.height + 3);
    assert_true(high + 2 * 24 + 4 * 16 <= tray.width);
    assert_true(6 * men.diameter <= tray.width);
    assert_true(2 * radius + men.diameter <= tray.height);
    for (int i = 0; i < 4; i++) {
        const paper_point *floor = halves[i].face[0].corner,
                          *wall = halves[i].face[1].corner;
        const paper_size whole = i < 2 ? tray : lid;
        assert_true(fabs(2 * distance(floor[0], floor[1]) - whole.width) < 1e-6);
        assert_true(fabs(distance(floor[1], floor[2]) - whole.height) < 1e-6);
        if (i < 2) assert_true(2 * radius + folded <= distance(wall[1], wall[2]));
        assert_int_equal(halves[i].faces, i % 2 ? 6 : 9);
    }
}

static void test_every_part_can_be_made(void **state)
{
    (void)state;
    static const char *const papers[] = {"a4", "letter"};
    for (int run = 0; run < 8; run++) {
        paper_size paper;
        board_plan plan;
        part parts[SET_PARTS];
        assert_true(paper_find(papers[run % 2], &paper));
        assert_true(board_plan_of(paper, run & 2 ? 4 : 2, run & 4 ? 65 : 8, &plan));
        assert_int_equal(set_parts(&plan, parts), SET_PARTS);
        for (int i = 0; i < SET_PARTS; i++) check_part(&parts[i], paper);
        check_cup(&parts[2], 20, 60);
        check_pin(&parts[3], 16);
        check_box(&plan, &parts[4], paper);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cube_closes),
        cmocka_unit_test(test_every_part_can_be_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
