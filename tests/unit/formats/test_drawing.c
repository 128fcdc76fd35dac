/* A drawing is a list of shapes; its SVG shows each of them once, in order. */
#include <alea/diagram.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static int shapes_of(const alea_drawing *d, alea_shape_style style)
{
    int count = 0;
    for (int i = 0; i < d->count; i++) count += d->shape[i].style == style;
    return count;
}

static int occurrences(const char *text, const char *what)
{
    int count = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what)) count++;
    return count;
}

static alea_position opening(void)
{
    return (alea_position){.board = alea_board_start(ALEA_SETUP_BACKGAMMON),
                           .checkers = ALEA_CHECKERS,
                           .cube = true,
                           .cube_owner = ALEA_NOBODY,
                           .roll = {{6, 5}}};
}

static void the_board_is_whole(void **state)
{
    (void)state;
    const alea_position p = opening();
    const alea_move moves[] = {{24, 18, false}, {18, 13, false}};
    const alea_diagram options = {.moves = moves, .move_count = 2};
    alea_drawing d;
    alea_diagram_draw(&p, &options, &d);
    assert_int_equal(shapes_of(&d, ALEA_STYLE_POINT_ODD), 12);
    assert_int_equal(shapes_of(&d, ALEA_STYLE_POINT_EVEN), 12);
    assert_int_equal(shapes_of(&d, ALEA_STYLE_CHECKER_A), 15);
    assert_int_equal(shapes_of(&d, ALEA_STYLE_CHECKER_B), 15);
    assert_int_equal(shapes_of(&d, ALEA_STYLE_CUBE), 1);
    assert_int_equal(shapes_of(&d, ALEA_STYLE_SPOT), 11);
    assert_int_equal(shapes_of(&d, ALEA_STYLE_ARROW), 2);
    for (int i = 0; i < d.count; i++) {
        const alea_shape *s = &d.shape[i];
        assert_in_range(s->v[0], 0, ALEA_DRAWING_WIDTH);
        assert_in_range(s->v[1], 0, ALEA_DRAWING_HEIGHT);
    }
}

/* Each shape is one element of its class. */
static void the_svg_has_each_shape(void **state)
{
    (void)state;
    static const char *const classes[ALEA_STYLES] = {
        "fr",   "bd",   "pt-a", "pt-b", "no",     "ck-a", "ck-b",
        "ct-a", "ct-b", "cube", "die",  "cubeno", "spot", "arrow"};
    const alea_position p = opening();
    alea_drawing d;
    char svg[ALEA_DRAWING_SVG_SIZE], want[32];
    alea_diagram_draw(&p, NULL, &d);
    assert_in_range(alea_drawing_svg(&d, "a < b", NULL, svg, sizeof svg), 1000,
                    sizeof svg - 1);
    assert_non_null(strstr(svg, "<title>a &lt; b</title><style>"));
    for (int i = 0; i < ALEA_STYLES; i++) {
        snprintf(want, sizeof want, " class=\"%s\"", classes[i]);
        assert_int_equal(occurrences(svg, want), shapes_of(&d, (alea_shape_style)i));
    }
    assert_null(strstr(svg, "alea-tip"));
}

static void a_full_drawing_takes_no_more(void **state)
{
    (void)state;
    alea_drawing d = {.count = 0};
    for (int i = 0; i < ALEA_DRAWING_SHAPES + 3; i++)
        alea_drawing_add(&d,
                         (alea_shape){ALEA_SHAPE_CIRCLE, ALEA_STYLE_SPOT, {i, i, 1}});
    assert_int_equal(d.count, ALEA_DRAWING_SHAPES);
    assert_int_equal(d.shape[ALEA_DRAWING_SHAPES - 1].v[0], ALEA_DRAWING_SHAPES - 1);
}

static void a_short_buffer_says_what_it_lacks(void **state)
{
    (void)state;
    const alea_position p = opening();
    alea_drawing d;
    char svg[ALEA_DRAWING_SVG_SIZE], part[100];
    alea_diagram_draw(&p, NULL, &d);
    const size_t whole = alea_drawing_svg(&d, "t", "w", svg, sizeof svg);
    assert_int_equal(whole, strlen(svg));
    assert_int_equal(alea_drawing_svg(&d, "t", "w", part, sizeof part), whole);
    assert_in_range(strlen(part), 1, sizeof part - 1);
    assert_memory_equal(part, svg, strlen(part));
    assert_int_equal(alea_drawing_svg(&d, "t", "w", NULL, 0), whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_is_whole),
        cmocka_unit_test(the_svg_has_each_shape),
        cmocka_unit_test(a_full_drawing_takes_no_more),
        cmocka_unit_test(a_short_buffer_says_what_it_lacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
