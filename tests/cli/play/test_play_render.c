/* The drawing keeps within the width and shows every checker, whatever the position. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "cli/play/view/layout.h"
#include "cli/play/view/render.h"
#include "cli/play/view/view.h"
#include "cli/play/view/words.h"

static alea_match match_with(alea_preset preset)
{
    const alea_rules rules = alea_rules_preset(preset);
    alea_match match;
    alea_match_start(&match, &rules);
    return match;
}

static play_view view_of(const alea_match *match)
{
    play_view view = {.match = match,
                      .viewer = ALEA_A,
                      .board = alea_match_board(match, ALEA_A),
                      .name = {"you", "a-rather-long-name-of-24"}};
    return view;
}

/* Columns of the longest line: characters, without colour codes. */
static int widest(const char *drawn)
{
    int most = 0, column = 0;
    for (const char *p = drawn; *p; p++) {
        if (*p == '\033') {
            p += strcspn(p, "m");
        } else if (*p == '\n') {
            column = 0;
        } else if (((unsigned char)*p & 0xc0) != 0x80) {
            column++;
        }
        if (column > most) most = column;
    }
    return most;
}

static void test_width(void **state)
{
    (void)state;
    alea_match match = match_with(ALEA_PRESET_TOURNAMENT);
    char drawn[PLAY_VIEW_SIZE];
    match.crawford_game = true;
    match.phase = ALEA_MATCH_TO_PLAY;
    match.turn = ALEA_B;
    match.roll = (alea_roll){{6, 4}};
    match.game = 12;
    match.cube_owner = ALEA_B;
    for (int width = 20; width <= 120; width++)
        for (int caps_bits = 0; caps_bits < 4; caps_bits++)
            for (int spread = 0; spread < 4; spread++) {
                play_view view = view_of(&match);
                const play_caps caps = {width, caps_bits & 1, caps_bits & 2, 0};
                play_text out;
                for (int point = 1; spread && point <= 24; point++) {
                    view.board.point[point] = (int8_t)(point % 2 ? spread : -spread);
                    view.marked[point] = spread == 2;
                }
                if (spread == 3) view.board.point[ALEA_BAR] = 15;
                if (spread == 3) view.board.point[ALEA_OFF] = -1;
                text_start(&out, drawn, sizeof drawn);
                play_render(&view, &caps, &out);
                if (widest(drawn) > width) print_error("width %d:\n%s", width, drawn);
                assert_in_range(widest(drawn), 1, width);
                assert_true((strchr(drawn, '\033') != NULL) == caps.colour);
                assert_true(out.length + 1 < sizeof drawn);
            }
}

static int count_of(const char *drawn, const char *sign)
{
    int n = 0;
    for (const char *p = drawn; (p = strstr(p, sign)); p += strlen(sign)) n++;
    return n;
}

static void test_every_checker(void **state)
{
    (void)state;
    alea_match match = match_with(ALEA_PRESET_TOURNAMENT);
    play_view view = view_of(&match);
    char drawn[PLAY_VIEW_SIZE];
    play_caps caps = {80, true, false, 0};
    play_text out;
    text_start(&out, drawn, sizeof drawn);
    play_render(&view, &caps, &out);
    /* Fifteen a side and one beside each name. */
    assert_int_equal(count_of(drawn, "●"), 16);
    assert_int_equal(count_of(drawn, "○"), 16);
    view.board.point[6] = 12; /* five rows: four signs and the number */
    view.board.point[13] = view.board.point[8] = 0;
    view.board.point[24] = 0;
    view.board.point[ALEA_BAR] = 3;
    text_start(&out, drawn, sizeof drawn);
    play_render(&view, &caps, &out);
    assert_int_equal(count_of(drawn, "●"), 5);
    assert_non_null(strstr(drawn, "│12 "));
    assert_non_null(strstr(drawn, "│ 3 │"));
    caps.width = 30;
    text_start(&out, drawn, sizeof drawn);
    play_render(&view, &caps, &out);
    assert_non_null(strstr(drawn, "bar:3"));
    assert_non_null(strstr(drawn, "6:12"));
}

/* A small buffer is cut, never overrun. */
static void test_small_buffer(void **state)
{
    (void)state;
    alea_match match = match_with(ALEA_PRESET_VIDO);
    const play_view view = view_of(&match);
    const play_caps caps = {80, true, true, 0};
    for (size_t size = 1; size < 400; size++) {
        char drawn[512];
        memset(drawn, 'x', sizeof drawn);
        play_text out;
        text_start(&out, drawn, size);
        play_render(&view, &caps, &out);
        assert_int_equal(strlen(drawn), out.length);
        assert_true(out.length < size);
        assert_int_equal(drawn[size], 'x');
    }
}

/* The cube lies in the middle, or at the edge of its owner; a dot for each point of the
 * match, filled as far as a player has come. */
static void test_cube_and_score(void **state)
{
    (void)state;
    alea_match match = match_with(ALEA_PRESET_OCASTUDIOS);
    const play_caps caps = {80, true, false, 0}, ascii = {80, false, false, 0};
    char drawn[PLAY_VIEW_SIZE];
    play_text out;
    play_view view = view_of(&match);
    match.score[0] = 4;
    text_start(&out, drawn, sizeof drawn);
    play_render(&view, &caps, &out);
    assert_non_null(strstr(drawn, "│64 │"));
    assert_non_null(strstr(drawn, "score 4 ■■■■□□□□□□□□□"));
    assert_non_null(strstr(drawn, "score 0 □□□□□□□□□□□□□"));
    match.cube_log2 = 4;
    match.cube_owner = ALEA_A;
    text_start(&out, drawn, sizeof drawn);
    play_render(&view, &caps, &out);
    const char *value = strstr(drawn, "│16 │"), *middle = strstr(drawn, "BAR");
    assert_true(value && middle && value > middle);
    match.cube_owner = ALEA_B;
    text_start(&out, drawn, sizeof drawn);
    play_render(&view, &ascii, &out);
    value = strstr(drawn, "|16 |");
    middle = strstr(drawn, "BAR");
    assert_true(value && middle && value < middle);
    assert_non_null(strstr(drawn, "score 4 ####........."));
    /* Every value has three columns. */
    for (int log2 = 0; log2 <= ALEA_MAX_CUBE_LOG2; log2++)
        for (int owner = ALEA_NOBODY; owner <= ALEA_B; owner++) {
            match.cube_log2 = log2;
            match.cube_owner = (alea_player)owner;
            text_start(&out, drawn, sizeof drawn);
            play_render(&view, &ascii, &out);
            int row = 0;
            for (const char *line = drawn; *line && row < 13; row++) {
                assert_int_equal(line[1] == '+' ? '+' : line[1], row % 12 ? '|' : '+');
                assert_true(line[20] == '|' || row % 12 == 0);
                assert_true(line[24] == '|' || row % 12 == 0);
                line = strchr(line, '\n') + 1;
            }
        }
    match.rules.match_length = 1; /* a match to 1 has no cube */
    match.cube_owner = ALEA_NOBODY;
    text_start(&out, drawn, sizeof drawn);
    play_render(&view, &caps, &out);
    assert_non_null(strstr(drawn, "│BAR│"));
    assert_non_null(strstr(drawn, "No cube."));
    match.rules.match_length = 13;
    match.rules.cube = false;
    text_start(&out, drawn, sizeof drawn);
    play_render(&view, &caps, &out);
    assert_non_null(strstr(drawn, "│BAR│"));
    /* A long match has numbers alone. */
    match.rules.match_length = 50;
    text_start(&out, drawn, sizeof drawn);
    play_render(&view, &caps, &out);
    assert_null(strstr(drawn, "□"));
}

/* Checkers are borne off wherever one clicks right of the viewer's half. */
static void test_places(void **state)
{
    (void)state;
    int row, column, width;
    for (int way = 0; way < 4 * PLAY_SCALES; way++) {
        const play_face face = {.turned = way & 1, .home_left = way & 2};
        const int scale = way / 4;
        const play_layout *at = play_layout_of(scale);
        const int rows = play_board_rows(at), edge = play_board_columns(at);
        for (int point = 0; point <= 25; point++) {
            assert_true(play_label_of(&face, scale, point, &row, &column, &width));
            if (point > 0 && point < 25) row += row == 0 ? 1 : -1;
            for (int k = 0; k < width; k++)
                assert_int_equal(play_point_at(&face, scale, row, column + k), point);
        }
        for (int x = edge; x < edge + 36; x++) {
            assert_int_equal(play_point_at(&face, scale, face.turned ? 3 : rows - 4, x),
                             0);
            assert_int_equal(play_point_at(&face, scale, face.turned ? rows - 4 : 3, x),
                             -1);
        }
        assert_int_equal(play_point_at(&face, scale, rows, 60), -1);
        assert_int_equal(play_point_at(&face, scale, rows / 2, 8), -1);
    }
}

/* The larger boards fill just their columns and rows, whatever stands on them, and show
 * every checker and the dice. */
static void test_large(void **state)
{
    (void)state;
    alea_match match = match_with(ALEA_PRESET_TOURNAMENT);
    static char drawn[PLAY_VIEW_SIZE];
    match.phase = ALEA_MATCH_TO_PLAY;
    match.roll = (alea_roll){{6, 3}};
    assert_int_equal(play_scale_for(80, 24), 0);
    assert_int_equal(play_scale_for(500, 24), 0);
    assert_int_equal(play_scale_for(90, 200), 0);
    for (int bits = 0; bits < 64; bits++) {
        const int scale = 1 + (bits >> 5);
        const play_layout *at = play_layout_of(scale);
        play_view view = view_of(&match);
        const play_caps caps = {play_picture_columns(scale), bits & 1, bits & 2, scale};
        assert_int_equal(play_scale_for(caps.width, play_board_rows(at) + 9), scale);
        assert_int_equal(play_scale_for(caps.width - 1, play_board_rows(at) + 9),
                         scale - 1);
        view.turned = bits & 4;
        view.home_left = bits & 8;
        match.turn = bits & 16 ? ALEA_B : ALEA_A;
        view.board.point[6] = 12;
        view.board.point[1] = view.board.point[3] = 1;
        view.board.point[ALEA_BAR] = 1;
        view.board.point[ALEA_OFF] = -2;
        memset(view.marked, true, sizeof view.marked);
        play_text out;
        text_start(&out, drawn, sizeof drawn);
        play_render(&view, &caps, &out);
        assert_true(out.length + 1 < sizeof drawn);
        assert_in_range(widest(drawn), play_board_columns(at), caps.width);
        assert_int_equal(count_of(drawn, "\n"), play_board_rows(at));
        assert_non_null(strstr(drawn, "12"));
        /* Three spots and six. */
        if (caps.unicode && !caps.colour && scale == 2)
            assert_int_equal(count_of(drawn, "●"), 3 + 6 + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cube_and_score), cmocka_unit_test(test_width),
        cmocka_unit_test(test_large),          cmocka_unit_test(test_every_checker),
        cmocka_unit_test(test_small_buffer),   cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
