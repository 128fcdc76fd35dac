/* Legal turns of the tables games: the published counts, the core of backgammon as
 * second opinion, and positions where one rule decides. */
#include <alea/play.h>
#include <alea/tables.h>

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DEEPEST = 4 };

static alea_tables_turns turns[DEEPEST]; /* one for each ply */

/* The rules of "GAME" or "GAME OPTION=VALUE ...". */
static alea_tables_rules game(const char *text)
{
    alea_tables_rules rules;
    alea_error error = {0};
    char words[256];
    strcpy(words, text);
    char *rest = NULL, *word = strtok_r(words, " ", &rest);
    assert_int_equal(alea_tables_find(word, &rules, &error), ALEA_OK);
    while ((word = strtok_r(NULL, " ", &rest))) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        assert_int_equal(alea_tables_set(&rules, word, value, &error), ALEA_OK);
    }
    assert_int_equal(alea_tables_rules_check(&rules, &error), ALEA_OK);
    return rules;
}

static alea_tables_dice throw_of(int a, int b)
{
    return (alea_tables_dice){2, {(uint8_t)a, (uint8_t)b, 0}, 0};
}

static long long perft(const alea_tables_rules *rules, const alea_tables_board *board,
                       int ply, int depth)
{
    long long paths = 0;
    if (ply >= DEEPEST) return 0;
    alea_tables_dice dice;
    for (int t = 0; alea_tables_throw(rules, t, &dice); t++) {
        alea_tables_turns *list = &turns[ply];
        alea_tables_turns_list(rules, board, dice, ply < 2, list);
        if (ply + 1 == depth) {
            paths += list->count;
            continue;
        }
        for (int i = 0; i < list->count; i++) {
            alea_tables_board after = alea_tables_turns_board(list, i);
            assert_int_equal(alea_tables_board_check(rules, &after, NULL), ALEA_OK);
            after = alea_tables_swap(&after);
            paths += perft(rules, &after, ply + 1, depth);
        }
    }
    return paths;
}

static void counts_from_the_start(void **state)
{
    (void)state;
    /* Counted by other programs as well; docs/tables.md names them. */
    static const struct {
        const char *game;
        int depth;
        long long paths;
    } known[] = {
        {"portes", 2, 202782},
        {"tavla", 2, 200516},
        {"plakoto", 3, 708405},
        {"plakoto pin_blocks_bearoff=no", 2, 3474},
        {"pingame", 2, 72674},
        {"fevga", 4, 877257},
        {"fevga runner_target=reach", 3, 21893},
        {"moultezim", 3, 21893},
        {"tawla31 layout=half_turn", 3, 21893},
        {"tawla31", 4, 470711},
        {"nardi", 3, 35387},
        {"nardi head_exception=3_4", 3, 34861},
        {"nardi head_exception=only_if_needed", 3, 35387},
        {"gulbara", 3, 480979},
        /* Of this program alone. */
        {"aceydeucey", 2, 3604},
        {"russian", 2, 441},
        {"tawula", 2, 1688},
        {"tabula", 2, 68324},
        {"sugoroku", 2, 63722},
        {"irish", 2, 63722},
        {"ur", 2, 25},
        {"senet", 4, 127633},
        {"senet pieces=5", 3, 3595},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        alea_tables_rules rules = game(known[i].game);
        alea_tables_board start = alea_tables_start(&rules);
        assert_int_equal(perft(&rules, &start, 0, known[i].depth), known[i].paths);
    }
}

static void counts_of_each_throw(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int count[21]; /* 66 65 64 ... 21 11 */
    } known[] = {
        {"portes", {11, 7,  14, 14, 14, 10, 4,  9,  9,  8, 8,
                    52, 17, 18, 14, 73, 17, 16, 75, 15, 42}},
        {"plakoto", {4, 2, 2, 2, 2, 2, 5, 2, 2, 2, 2, 5, 2, 2, 2, 5, 2, 2, 5, 2, 5}},
        {"fevga", {1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
        {"nardi", {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1}},
        {"gulbara", {1, 2, 2, 2, 2, 2, 5, 2, 2, 2, 2, 3, 2, 2, 2, 4, 2, 2, 5, 2, 5}},
        {"aceydeucey", {5, 2, 2, 2, 2, 2, 5, 2, 2, 2, 2, 5, 2, 2, 2, 5, 2, 2, 5, 2, 5}},
        {"tawla31", {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        alea_tables_rules rules = game(known[i].game);
        alea_tables_board start = alea_tables_start(&rules);
        int at = 0;
        for (int a = 6; a >= 1; a--)
            for (int b = a; b >= 1; b--) {
                alea_tables_turns_list(&rules, &start, throw_of(a, b), true, turns);
                assert_int_equal(turns->count, known[i].count[at++]);
            }
    }
}

static alea_board core_board(const alea_tables_board *board)
{
    alea_board out = {{0}};
    for (int r = 1; r <= ALEA_BAR; r++) {
        out.point[r] = (int8_t)(out.point[r] + board->count[0][r]);
        out.point[25 - r] = (int8_t)(out.point[25 - r] - board->count[1][r]);
    }
    return out;
}

static int by_points(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(alea_board));
}

/* Both cores list the same ends; returns how many. */
static int compare_cores(const alea_tables_rules *rules, const alea_tables_board *board,
                         alea_tables_dice dice)
{
    static alea_board core[ALEA_MAX_PLAYS], ours[ALEA_MAX_PLAYS];
    const alea_play_rules standard = alea_play_rules_standard();
    alea_board before = core_board(board);
    alea_roll roll = {{dice.die[0], dice.die[1]}};
    int count = alea_positions_after(&before, roll, &standard, core);
    alea_tables_turns_list(rules, board, dice, false, turns);
    assert_int_equal(turns->count, count);
    for (int i = 0; i < count; i++) {
        alea_tables_board after = alea_tables_turns_board(turns, i);
        ours[i] = core_board(&after);
    }
    qsort(core, (size_t)count, sizeof *core, by_points);
    qsort(ours, (size_t)count, sizeof *ours, by_points);
    assert_memory_equal(ours, core, (size_t)count * sizeof *core);
    return count;
}

static void backgammon_is_the_same_in_both_cores(void **state)
{
    (void)state;
    const alea_tables_rules rules = game("portes");
    alea_random random = alea_random_start(43, 0);
    for (int played = 0; played < 300; played++) {
        alea_tables_board board = alea_tables_start(&rules);
        for (;;) {
            alea_tables_dice dice = throw_of(1 + (int)alea_random_below(&random, 6),
                                             1 + (int)alea_random_below(&random, 6));
            int count = compare_cores(&rules, &board, dice);
            int choice = (int)alea_random_below(&random, (uint32_t)count);
            board = alea_tables_turns_board(turns, choice);
            if (alea_tables_result(&rules, &board, NULL)) break;
            board = alea_tables_swap(&board);
        }
    }
}

/* How many turns the line in the plain form has. */
static int ends_of(const char *rules_text, const char *line)
{
    alea_tables_rules rules = game(rules_text);
    alea_tables_board board;
    alea_tables_dice dice;
    bool first;
    alea_error error = {0};
    if (alea_tables_text_read(&rules, line, strlen(line), &board, &dice, &first,
                              &error) != ALEA_OK)
        fail_msg("%s: column %zu: %s", line, error.column, error.reason);
    alea_tables_turns_list(&rules, &board, dice, first, turns);
    return turns->count;
}

static void moves_lead_to_the_end(void **state)
{
    (void)state;
    static const char *const names[] = {"portes", "plakoto", "nardi"};
    alea_random random = alea_random_start(43, 1);
    for (int g = 0; g < 3; g++) {
        alea_tables_rules rules = game(names[g]);
        alea_tables_board board = alea_tables_start(&rules);
        for (int turn = 0; turn < 60; turn++) {
            alea_tables_dice dice = throw_of(1 + (int)alea_random_below(&random, 6),
                                             1 + (int)alea_random_below(&random, 6));
            alea_tables_turns_list(&rules, &board, dice, turn < 2, turns);
            for (int i = 0; i < turns->count; i++) {
                alea_tables_move move[ALEA_TABLES_MAX_STEPS];
                alea_tables_board by_hand = board;
                alea_tables_board end = alea_tables_turns_board(turns, i);
                int count = alea_tables_turns_moves(turns, i, move);
                for (int m = 0; m < count; m++) {
                    by_hand.count[0][move[m].from]--;
                    by_hand.count[0][move[m].to]++;
                }
                assert_memory_equal(by_hand.count[0], end.count[0],
                                    sizeof by_hand.count[0]);
            }
            board = alea_tables_turns_board(turns, turns->count / 2);
            if (alea_tables_result(&rules, &board, NULL)) break;
            board = alea_tables_swap(&board);
        }
    }
}

#define NONE6  "0,0,0,0,0,0"
#define STACK  "0," NONE6 "," NONE6 "," NONE6 ",0,0,0,0,0,15,0"
#define OFF(n) #n "," NONE6 "," NONE6 "," NONE6 "," NONE6 ",0"

static void head_exception_on_the_first_turn(void **state)
{
    (void)state;
    /* White played 24/4 with 5-5: own 4 is the other's 16. */
    const char *after55 = STACK ";0,0,0,0,1,"
                                "0,0," NONE6 "," NONE6 ",0,0,0,0,0,14,0;; ";
    char line[256];
    strcat(strcpy(line, after55), "44 first");
    assert_int_equal(ends_of("nardi", line), 1);
    assert_int_equal(alea_tables_turns_board(turns, 0).count[0][20], 2);
    strcat(strcpy(line, after55), "33 first");
    assert_int_equal(ends_of("nardi", line), 2);
    strcat(strcpy(line, after55), "66 first");
    assert_int_equal(ends_of("nardi", line), 1);
    assert_int_equal(alea_tables_turns_board(turns, 0).count[0][18], 2);
    strcat(strcpy(line, after55), "66");
    assert_int_equal(ends_of("nardi", line), 1);
    assert_int_equal(alea_tables_turns_board(turns, 0).count[0][18], 1);
}

static void block_across_the_end_of_the_own_path(void **state)
{
    (void)state;
    /* mine 24:5 22:4 3:2 2:2 1:2, the enemy's fifteen on his 20 */
    const char *line = "0,2,2,2,0,0,0," NONE6 "," NONE6 ",0,0,0,4,0,5,0;"
                       "0," NONE6 "," NONE6 "," NONE6 ",0,15,0,0,0,0,0;; 21";
    assert_int_equal(ends_of("nardi", line), 10);
    assert_int_equal(ends_of("nardi prime=none", line), 12);
}

static void second_player_passes_his_first_turn(void **state)
{
    (void)state;
    /* White's 5-5 stopped on own 9 with another on 19: the other's 21 and 7. */
    const char *line = STACK ";0," NONE6 ",0,0,1,0,0,0,0,0,0,0,0,0,1,0,0,0,0,13,0;; 33";
    assert_int_equal(ends_of("fevga", line), 1);
    assert_memory_equal(alea_tables_turns_board(turns, 0).count[0],
                        turns->before.count[0], ALEA_TABLES_POINTS);
}

static void a_hitter_stays_at_home(void **state)
{
    (void)state;
    /* One of mine on 8, the rest off; a blot on my 5: 8/5* with the 3, then 5/3. */
    const char *line = "13,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0;"
                       "12,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,1,0,0,0,0,0;; 32";
    assert_int_equal(ends_of("tavla", line) < ends_of("portes", line), true);
}

static void pins_and_bearing_off(void **state)
{
    (void)state;
    /* All home, one of mine pinned on 2. */
    const char *line = "5,0,1,0,4,0,5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0;"
                       "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,13,0;2; 64";
    assert_int_equal(ends_of("plakoto", line), 1);
    int most = 0;
    ends_of("plakoto pin_blocks_bearoff=no", line);
    for (int i = 0; i < turns->count; i++) {
        int off = alea_tables_turns_board(turns, i).count[0][0];
        if (off > most) most = off;
    }
    assert_int_equal(most, 7);
}

static void a_full_wall_must_open(void **state)
{
    (void)state;
    /* The enemy's last on his 7 behind my six on his 6..1 = own 18..13; the rest of
     * mine could move. */
    const char *line = "3,2,2,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,0,0,0,0,0,2,0;"
                       "14,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0;; 21";
    int with = ends_of("fevga", line),
        without = ends_of("fevga prime=own_start_six", line);
    assert_true(with < without);
    ends_of("fevga", line);
    for (int i = 0; i < turns->count; i++) {
        alea_tables_board end = alea_tables_turns_board(turns, i);
        int held = 0;
        for (int r = 13; r <= 18; r++) held += end.count[0][r] > 0;
        assert_true(held < 6);
    }
}

static void mothers(void **state)
{
    (void)state;
    int points;
    alea_tables_rules rules = game("plakoto");
    alea_tables_board board = {.count = {{[1] = 1, [2] = 14}, {[24] = 1, [5] = 14}},
                               .pinned = {0, 1u << 24}};
    assert_int_equal(alea_tables_board_check(&rules, &board, NULL), ALEA_OK);
    assert_int_equal(alea_tables_result(&rules, &board, &points),
                     ALEA_TABLES_MOVER_WON);
    assert_int_equal(points, 2);
    /* One of mine is still on its start: play goes on, unless it is pinned too. */
    board.count[0][2]--;
    board.count[0][24]++;
    assert_int_equal(alea_tables_result(&rules, &board, &points), ALEA_TABLES_PLAYING);
    alea_tables_rules at_once = game("plakoto mother=immediate");
    assert_int_equal(alea_tables_result(&at_once, &board, &points),
                     ALEA_TABLES_MOVER_WON);
    board.count[1][5]--;
    board.count[1][1]++;
    board.pinned[0] = 1u << 24;
    assert_int_equal(alea_tables_board_check(&rules, &board, NULL), ALEA_OK);
    assert_int_equal(alea_tables_result(&rules, &board, &points), ALEA_TABLES_DRAWN);
    assert_int_equal(points, 0);
    rules = game("plakoto draw_value=one_each");
    assert_int_equal(alea_tables_result(&rules, &board, &points), ALEA_TABLES_DRAWN);
    assert_int_equal(points, 1);
    /* From a text: a step that pins the mother ends the turn, or the next die is
     * due. */
    const char *line = "0,0,13,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0;"
                       "0,0,0,0,0,14,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0;; 41";
    int strict = ends_of("plakoto", line);
    assert_true(ends_of("plakoto mother_test=each_step", line) != strict);
    for (int i = 0; i < turns->count; i++) {
        alea_tables_board end = alea_tables_turns_board(turns, i);
        if (end.count[0][1] == 1 && end.count[0][10] == 1) return;
    }
    fail_msg("the mother was pinned and the turn went on");
}

static void zeno_is_ruined(void **state)
{
    (void)state;
    /* Greek Anthology 9.482: one full play of 2-5-6, to eight single men. */
    const char *line = "0,0,1,0,0,2,2,0,0,0,0,0,0,0,0,2,1,0,0,7,0,0,0,0,0,0;"
                       "0,0,0,0,2,0,0,2,0,0,2,2,1,2,2,0,0,2,0,0,0,0,0,0,0,0;; 256";
    assert_int_equal(ends_of("tabula", line), 1);
    alea_tables_board end = alea_tables_turns_board(turns, 0);
    const uint8_t ruin[ALEA_TABLES_POINTS] = {
        [16] = 1, [15] = 1, [9] = 1, [6] = 1, [5] = 1,
        [3] = 1,  [2] = 1,  [1] = 1, [19] = 7};
    assert_memory_equal(end.count[0], ruin, sizeof ruin);
    assert_int_equal(ends_of("tabula bear_off_when=any_time", line), 24);
}

static void the_hit_enter_first(void **state)
{
    (void)state;
    /* One waits that was hit, or one that never entered: the rest may move or not. */
    const char *hit = "12,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,1;"
                      "3,0,0,12,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0;;;1;0 32";
    /* 3 and 2 both enter on points closed or open: own 22 is the enemy's 3. */
    assert_int_equal(ends_of("aceydeucey", hit), 2);
    const char *waiting = "12,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,1;"
                          "3,0,0,12,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0;; 32";
    assert_true(ends_of("aceydeucey", waiting) > 2);
}

static void endings_of_sugoroku(void **state)
{
    (void)state;
    int points;
    alea_tables_rules rules = game("sugoroku");
    alea_tables_board board = {.count = {{[6] = 5, [5] = 5, [1] = 5}, {[6] = 15}}};
    assert_int_equal(alea_tables_result(&rules, &board, &points),
                     ALEA_TABLES_MOVER_WON);
    assert_int_equal(points, 1);
    board = (alea_tables_board){
        .count = {{[6] = 2, [5] = 2, [4] = 2, [3] = 2, [2] = 2, [1] = 2, [9] = 3},
                  {[20] = 14, [25] = 1}}};
    assert_int_equal(alea_tables_result(&rules, &board, &points),
                     ALEA_TABLES_MOVER_WON);
    assert_int_equal(points, 2);
    alea_tables_board other = alea_tables_swap(&board);
    assert_int_equal(alea_tables_result(&rules, &other, &points),
                     ALEA_TABLES_OTHER_WON);
    rules = game("sugoroku form=yamato");
    assert_int_equal(alea_tables_result(&rules, &board, NULL), ALEA_TABLES_PLAYING);
}

static void squares_of_ur(void **state)
{
    (void)state;
    /* Mine on 9; a throw of 2 to the middle rosette, own 7, where an enemy stands. */
    const char *safe = "0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6;"
                       "0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6;; 2";
    assert_int_equal(ends_of("ur", safe), 1); /* only an entry */
    /* On own 6 it is hit; on own 13, which only its owner uses, it is not met. */
    const char *common = "0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6;"
                         "0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,5;; 2";
    assert_int_equal(ends_of("ur", common), 2);
    int hits = 0;
    for (int i = 0; i < 2; i++)
        hits += alea_tables_turns_board(turns, i).count[1][25] == 6;
    assert_int_equal(hits, 1);
    assert_int_equal(ends_of("ur",
                             "7,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0;"
                             "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,7;; 0"),
                     1);
}

static void options_that_contradict(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"portes", "bear_off=none"},
        {"portes", "end=all_home"},
        {"portes", "entry_duty=hit"},
        {"portes", "start_frozen=yes"},
        {"portes", "dice=3"},
        {"portes", "dice=1"},
        {"portes", "plain_turns=3"},
        {"fevga", "unplayed=to_opponent"},
        {"fevga", "close_out=wins"},
        {"irish", "throw_again=double"},
        {"irish", "double_extra=cascade"},
        {"tabula", "double_steps=4"},
        {"tabula", "higher_die=yes"},
        {"tabula", "opening=use"},
        {"ur", "dice=2"},
        {"ur", "opening=use"},
        {"tabula", "acey=yes"},
        {"portes", "acey_named_must_be_playable=yes"},
        {"tabula", "start_frozen=yes"},
        {"russian", "double_extra=cascade"},
        {"plakoto", "last_turn=on"},
        {"sugoroku", "score=one_two"},
        {"russian", "landing=block"},
        {"sugoroku", "bear_off_when=any_time"},
        {"portes", "double_extra=complement_entered"},
        {"nardi", "draw_value=one_each"},
        {"portes", "landing=swap"},
        {"ur", "landing=swap"},
        {"ur", "none_counts=5"},
        {"ur", "pieces=7"},
        {"ur", "bear_off=last_any"},
        {"portes", "wall=3"},
        {"portes", "move_back=yes"},
        {"tabula", "again_on=1"},
        {"senet", "landing=hit"},
        {"senet", "pieces=0"},
        {"senet", "none_counts=0"},
        {"senet", "none_counts=6"},
        {"senet", "again_on=0"},
        {"senet", "relation=contrary"},
        {"senet", "bear_off_when=all_home"},
        {"senet", "bear_off=none"},
        {"senet", "dice=2"},
        {"senet", "score=one_two_three"},
        {"senet", "entry_duty=hit"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        alea_tables_rules rules = game(bad[i][0]);
        alea_error error = {0};
        char option[64];
        strcpy(option, bad[i][1]);
        char *value = strchr(option, '=');
        *value++ = '\0';
        assert_int_equal(alea_tables_set(&rules, option, value, &error), ALEA_OK);
        if (alea_tables_rules_check(&rules, &error) == ALEA_OK)
            fail_msg("%s %s is not refused", bad[i][0], bad[i][1]);
        assert_true(strlen(error.reason) > 10);
    }
    game("nardi last_turn=on draw_value=one_each");
    game("aceydeucey form=european");
    alea_tables_rules rules = game("aceydeucey");
    char form[128];
    assert_int_equal(alea_tables_get(&rules, "form", form, sizeof form), ALEA_OK);
    assert_string_equal(form, "american");
    assert_int_equal(alea_tables_set(&rules, "form", "turkish", NULL),
                     ALEA_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_from_the_start),
        cmocka_unit_test(counts_of_each_throw),
        cmocka_unit_test(backgammon_is_the_same_in_both_cores),
        cmocka_unit_test(moves_lead_to_the_end),
        cmocka_unit_test(head_exception_on_the_first_turn),
        cmocka_unit_test(block_across_the_end_of_the_own_path),
        cmocka_unit_test(second_player_passes_his_first_turn),
        cmocka_unit_test(a_hitter_stays_at_home),
        cmocka_unit_test(pins_and_bearing_off),
        cmocka_unit_test(a_full_wall_must_open),
        cmocka_unit_test(mothers),
        cmocka_unit_test(zeno_is_ruined),
        cmocka_unit_test(the_hit_enter_first),
        cmocka_unit_test(endings_of_sugoroku),
        cmocka_unit_test(squares_of_ur),
        cmocka_unit_test(options_that_contradict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
