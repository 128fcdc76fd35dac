/* src/core/result.c: what a finished game counts, and the score in its three books. */
#include "unit/match_steps.h"

/* The loser's checkers, for a game of fifteen. */
typedef struct loss {
    const char *what;
    int off, bar, winner_home, outer; /* the rest stand at home */
} loss;

enum { LOSSES = 8 };
static const loss losses[LOSSES] = {
    {"none off, all home", 0, 0, 0, 0},
    {"none off, one outside", 0, 0, 0, 1},
    {"none off, one on the bar", 0, 1, 0, 0},
    {"none off, one in the winner's home", 0, 0, 1, 0},
    {"some off, all home", 3, 0, 0, 0},
    {"some off, one outside", 3, 0, 0, 1},
    {"some off, one in the winner's home", 3, 0, 1, 0},
    {"some off, one on the bar", 3, 1, 0, 0},
};

static alea_board board_of(const loss *l, int checkers)
{
    alea_board board = {{0}};
    board.point[ALEA_BAR] = (int8_t)l->bar;
    board.point[20] = (int8_t)l->winner_home;
    board.point[10] = (int8_t)l->outer;
    board.point[2] = (int8_t)(checkers - l->off - l->bar - l->winner_home - l->outer);
    return board;
}

/* "Where the definitions part", the comparison of the rulebooks, and the single
 * options. */
static void levels_by_every_definition(void **state)
{
    (void)state;
    static const struct {
        const char *gammon, *backgammon;
        int level[LOSSES];
    } rows[] = {
        {"none_off", "none_off_and_bar_or_winner_home", {2, 2, 3, 3, 1, 1, 1, 1}},
        {"none_off", "bar_or_winner_home", {2, 2, 3, 3, 1, 1, 3, 3}},
        {"none_off", "winner_home", {2, 2, 2, 3, 1, 1, 3, 1}},
        {"none_off", "none_off_and_bar", {2, 2, 3, 2, 1, 1, 1, 1}},
        {"none_off", "never", {2, 2, 2, 2, 1, 1, 1, 1}},
        {"none_off_or_outside_home", "never", {2, 2, 2, 2, 1, 2, 2, 2}},
        {"none_off_or_outside_home", "bar_or_winner_home", {2, 2, 3, 3, 1, 2, 3, 3}},
        {"never", "none_off_and_bar_or_winner_home", {1, 1, 3, 3, 1, 1, 1, 1}},
        {"never", "never", {1, 1, 1, 1, 1, 1, 1, 1}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        alea_rules rules =
            RULES("gammon_def", rows[i].gammon, "backgammon_def", rows[i].backgammon);
        for (int j = 0; j < LOSSES; j++) {
            alea_board board = board_of(&losses[j], 15);
            int level = alea_win_class(&rules, &board);
            if (level != rows[i].level[j])
                fail_msg("%s, %s, %s: %d, not %d", rows[i].gammon, rows[i].backgammon,
                         losses[j].what, level, rows[i].level[j]);
        }
    }
}

static void levels_by_rulebook(void **state)
{
    (void)state;
    static const struct {
        alea_preset preset;
        int level[LOSSES];
    } rows[] = {
        {ALEA_PRESET_VIDO, {2, 2, 3, 3, 1, 2, 3, 3}},
        {ALEA_PRESET_COMPENDIUM, {2, 2, 3, 3, 1, 1, 1, 1}},
        {ALEA_PRESET_PORTFOLIO, {2, 2, 2, 3, 1, 1, 3, 1}},
        {ALEA_PRESET_SHEET, {2, 2, 3, 3, 1, 1, 1, 1}},
        {ALEA_PRESET_OCASTUDIOS, {2, 2, 3, 2, 1, 1, 1, 1}},
        {ALEA_PRESET_MONEY, {2, 2, 3, 3, 1, 1, 1, 1}},
        {ALEA_PRESET_TOURNAMENT, {2, 2, 3, 3, 1, 1, 1, 1}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        alea_rules rules = alea_rules_preset(rows[i].preset);
        for (int j = 0; j < LOSSES; j++) {
            alea_board board = board_of(&losses[j], 15);
            assert_int_equal(alea_win_class(&rules, &board), rows[i].level[j]);
        }
    }
}

static void none_of_three_in_hypergammon(void **state)
{
    (void)state;
    alea_rules rules = alea_rules_preset(ALEA_PRESET_HYPERGAMMON);
    alea_board board = board_of(&losses[0], 3);
    assert_int_equal(alea_win_class(&rules, &board), 2);
    board.point[2]--;
    assert_int_equal(alea_win_class(&rules, &board), 1);
    board = board_of(&losses[2], 3);
    assert_int_equal(alea_win_class(&rules, &board), 3);
}

/* A wins by bearing off; B has `l`. */
static void win(alea_match *m, const loss *l)
{
    alea_board loser = board_of(l, 15);
    loser.point[24] = (int8_t)-1; /* A's last checker, on A's 1 point */
    alea_event event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
    event.set = ALEA_SET_BOARD;
    event.turn = ALEA_A;
    event.board = alea_board_swap(&loser);
    OK(apply(m, &event));
    OK(rolls(m, ALEA_A, 2, 1));
    OK(PLAY(m, ALEA_A, 1, 0));
}

static void a_played_game_is_multiplied_by_the_cube(void **state)
{
    (void)state;
    for (int cube = 0; cube <= 6; cube++)
        for (int i = 0; i < LOSSES; i++) {
            alea_match m = match_under(alea_rules_default());
            OK(opening(&m, 3, 1));
            OK(set_cube_to(&m, cube, cube ? ALEA_B : ALEA_NOBODY));
            win(&m, &losses[i]);
            int level = (const int[]){2, 2, 3, 3, 1, 1, 1, 1}[i];
            assert_int_equal(m.result.win_class, level);
            assert_int_equal(m.result.counted_class, level);
            assert_int_equal(m.result.points, level << cube);
            assert_int_equal(m.score[0], level << cube);
            assert_int_equal(m.result.winner, ALEA_A);
            assert_int_equal(m.result.how, ALEA_HOW_BEAROFF);
        }
}

/* Jacoby: what activates gammons, and that it caps a resignation as well. */
static void jacoby(void **state)
{
    (void)state;
    static const struct {
        const char *activation;
        bool tie, doubled;
        int counted;
    } rows[] = {
        {"cube_taken", false, false, 1},    {"cube_taken", true, false, 1},
        {"cube_taken", false, true, 2},     {"cube_taken", true, true, 2},
        {"stakes_raised", false, false, 1}, {"stakes_raised", true, false, 2},
        {"stakes_raised", false, true, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int resigned = 0; resigned < 2; resigned++) {
            alea_match m = match_under(RULES("jacoby", "true", "jacoby_activation",
                                             rows[i].activation, "auto_doubles", "1"));
            if (rows[i].tie) OK(opening(&m, 5, 5));
            to_first_roll_of_b(&m);
            if (rows[i].doubled) {
                OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
                OK(act(&m, ALEA_EVENT_TAKE, ALEA_A));
            }
            assert_int_equal(alea_match_gammons_count(&m), rows[i].counted == 2);
            if (resigned) {
                OK(resigns(&m, ALEA_B, 2));
                OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_A));
            } else {
                win(&m, &losses[1]);
            }
            assert_int_equal(m.result.win_class, 2);
            assert_int_equal(m.result.counted_class, rows[i].counted);
            int cube = 1 << (rows[i].tie + rows[i].doubled);
            assert_int_equal(m.result.points, rows[i].counted * cube);
        }
    /* A beaver has taken the cube, whatever follows; a set owner has too. */
    alea_match m = match_under(RULES("jacoby", "true", "beavers", "1"));
    to_first_roll_of_b(&m);
    assert_false(alea_match_gammons_count(&m));
    OK(set_cube_to(&m, 1, ALEA_NOBODY));
    assert_false(alea_match_gammons_count(&m));
    OK(set_cube_to(&m, 1, ALEA_A));
    assert_true(alea_match_gammons_count(&m));
    /* The next game starts without. */
    OK(resigns(&m, ALEA_B, 1));
    OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_A));
    OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
    assert_false(alea_match_gammons_count(&m));
}

static void a_drop_is_never_multiplied(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_default());
    /* B would lose a backgammon, but drops. */
    OK(BOARD(&m, ALEA_A, 1, 1, 0, -15));
    OK(set_cube_to(&m, 2, ALEA_A));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_A));
    OK(act(&m, ALEA_EVENT_DROP, ALEA_B));
    assert_int_equal(m.result.win_class, 1);
    assert_int_equal(m.result.points, 4);
}

static void lose(alea_match *m, alea_player loser, int level)
{
    to_first_roll_of_b(m);
    OK(resigns(m, loser, level));
    OK(act(m, ALEA_EVENT_ACCEPT_RESIGN, alea_opponent(loser)));
}

/* The same five games of a match to 5 in each book: A wins 2, B 1, A 1, B 2, A 3. */
static void three_books(void **state)
{
    (void)state;
    static const struct {
        alea_player loser;
        int level;
    } games[] = {{ALEA_B, 2}, {ALEA_A, 1}, {ALEA_B, 1}, {ALEA_A, 2}, {ALEA_B, 3}};
    static const struct {
        const char *keeping;
        int score[5][2];
        int points[2]; /* after four games */
        int away[2];
        bool over; /* after five */
    } books[] = {
        {"winner_gains",
         {{2, 0}, {2, 1}, {3, 1}, {3, 3}, {6, 3}},
         {3, 3},
         {2, 2},
         true},
        {"loser_pays",
         {{0, -2}, {-1, -2}, {-1, -3}, {-3, -3}, {-3, -6}},
         {3, 3},
         {2, 2},
         true},
        /* One number: after four games nobody leads, and three points are not five. */
        {"both", {{2, -2}, {1, -1}, {2, -2}, {0, 0}, {3, -3}}, {0, 0}, {5, 5}, false},
    };
    for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
        alea_match m =
            match_under(RULES("match_length", "5", "score_keeping", books[i].keeping));
        for (int g = 0; g < 5; g++) {
            lose(&m, games[g].loser, games[g].level);
            assert_int_equal(m.score[0], books[i].score[g][0]);
            assert_int_equal(m.score[1], books[i].score[g][1]);
            if (g == 3)
                for (int p = 0; p < 2; p++) {
                    assert_int_equal(alea_match_away(&m, (alea_player)p),
                                     books[i].away[p]);
                    assert_int_equal(alea_match_points(&m, (alea_player)p),
                                     books[i].points[p]);
                }
            if (g < 4) OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
        }
        assert_int_equal(m.phase,
                         books[i].over ? ALEA_MATCH_MATCH_OVER : ALEA_MATCH_GAME_OVER);
        assert_int_equal(m.match_winner, books[i].over ? ALEA_A : ALEA_NOBODY);
    }
}

static void a_lead_ends_a_match_of_one_number(void **state)
{
    (void)state;
    alea_match m = match_under(
        RULES("match_length", "5", "score_keeping", "both", "crawford", "true"));
    lose(&m, ALEA_A, 3);
    OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
    lose(&m, ALEA_A, 1);
    OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
    assert_int_equal(m.score[1], 4);
    assert_int_equal(m.score[0], -4);
    assert_true(m.crawford_game);
    lose(&m, ALEA_A, 1);
    PHASE(&m, MATCH_OVER);
    assert_int_equal(m.match_winner, ALEA_B);
    assert_int_equal(m.score[1], 5);
}

/* "The winner doesn't gain points, but the loser loses points" (001): who has lost N
 * has lost the match. */
static void the_loser_pays_the_match(void **state)
{
    (void)state;
    alea_match m = match_under(
        RULES("match_length", "3", "score_keeping", "loser_pays", "crawford", "true"));
    lose(&m, ALEA_B, 2);
    OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
    /* A needs one more point: the Crawford game. */
    assert_true(m.crawford_game);
    assert_int_equal(alea_match_away(&m, ALEA_A), 1);
    assert_int_equal(alea_match_away(&m, ALEA_B), 3);
    lose(&m, ALEA_B, 1);
    PHASE(&m, MATCH_OVER);
    assert_int_equal(m.match_winner, ALEA_A);
    assert_int_equal(m.score[0], 0);
    assert_int_equal(m.score[1], -3);
}

static void scores_that_can_be_set(void **state)
{
    (void)state;
    static const struct {
        const char *keeping, *length;
        int a, b;
        bool possible;
    } rows[] = {
        {"winner_gains", "5", 4, 4, true},   {"winner_gains", "5", 5, 0, false},
        {"winner_gains", "0", 900, 3, true}, {"winner_gains", "0", -1, 0, false},
        {"loser_pays", "5", -4, -4, true},   {"loser_pays", "5", -5, 0, false},
        {"loser_pays", "5", 1, 0, false},    {"loser_pays", "0", -77, 0, true},
        {"both", "5", 4, -4, true},          {"both", "5", 5, -5, false},
        {"both", "0", -30, 30, true},        {"both", "0", INT32_MAX, 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        alea_match m = match_under(
            RULES("score_keeping", rows[i].keeping, "match_length", rows[i].length));
        if (rows[i].possible)
            OK(set_score_to(&m, rows[i].a, rows[i].b));
        else
            NO(set_score_to(&m, rows[i].a, rows[i].b), BAD_POSITION);
    }
}

static void points_into_each_book(void **state)
{
    (void)state;
    const int points[2] = {4, 1};
    static const struct {
        const char *keeping;
        int score[2], back[2];
    } rows[] = {{"winner_gains", {4, 1}, {4, 1}},
                {"loser_pays", {-1, -4}, {4, 1}},
                {"both", {3, -3}, {3, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        alea_rules rules = RULES("match_length", "9", "score_keeping", rows[i].keeping);
        int score[2];
        alea_score_of_points(&rules, points, score);
        assert_memory_equal(score, rows[i].score, sizeof score);
        alea_match m = match_under(rules);
        OK(set_score_to(&m, score[0], score[1]));
        assert_int_equal(alea_match_points(&m, ALEA_A), rows[i].back[0]);
        assert_int_equal(alea_match_points(&m, ALEA_B), rows[i].back[1]);
    }
}

static void a_score_stops_growing(void **state)
{
    (void)state;
    alea_match m = match_under(RULES("score_keeping", "both"));
    OK(set_score_to(&m, ALEA_MAX_SCORE - 1, 1 - ALEA_MAX_SCORE));
    to_first_roll_of_b(&m);
    OK(set_cube_to(&m, ALEA_MAX_CUBE_LOG2, ALEA_A));
    OK(resigns(&m, ALEA_B, 3));
    OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_A));
    assert_int_equal(m.result.points, 3 << ALEA_MAX_CUBE_LOG2);
    assert_int_equal(m.score[0], ALEA_MAX_SCORE);
    assert_int_equal(m.score[1], -ALEA_MAX_SCORE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_by_every_definition),
        cmocka_unit_test(levels_by_rulebook),
        cmocka_unit_test(none_of_three_in_hypergammon),
        cmocka_unit_test(a_played_game_is_multiplied_by_the_cube),
        cmocka_unit_test(jacoby),
        cmocka_unit_test(a_drop_is_never_multiplied),
        cmocka_unit_test(three_books),
        cmocka_unit_test(a_lead_ends_a_match_of_one_number),
        cmocka_unit_test(the_loser_pays_the_match),
        cmocka_unit_test(scores_that_can_be_set),
        cmocka_unit_test(points_into_each_book),
        cmocka_unit_test(a_score_stops_growing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
