/* Random games of every tables game: what is true of all turns. */
#include <alea/tables.h>

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES_EACH = 12, MOST_TURNS = 4000 };

static alea_tables_turns turns;

/* The board after the moves, one by one, by the words of docs/tables.md. */
static alea_tables_board by_hand(const alea_tables_rules *rules,
                                 alea_tables_board board, const alea_tables_move *move,
                                 int moves)
{
    for (int m = 0; m < moves; m++) {
        const int from = move[m].from, to = move[m].to;
        board.count[0][from]--;
        board.count[0][to]++;
        if (from == ALEA_TABLES_BAR && board.hit[0]) board.hit[0]--;
        const int left = from <= 24 ? alea_tables_mirror(rules->relation, from) : 0;
        /* The last one leaves: what is pinned under it is free again. */
        if (left && !board.count[0][from]) board.pinned[1] &= ~((uint32_t)1 << left);
        if (to == ALEA_TABLES_OFF) continue;
        const int there = alea_tables_mirror(rules->relation, to);
        const bool meets = !rules->shared || rules->shared >> to & 1;
        const bool his = meets && board.count[1][there] && board.count[0][to] == 1;
        const bool swaps = rules->landing == ALEA_TABLES_SWAP;
        assert_int_equal(move[m].hit,
                         his && (swaps || rules->landing == ALEA_TABLES_HIT));
        if (move[m].hit && swaps) {
            board.count[1][to]--;
            board.count[1][to < rules->trap ? rules->trap : from]++;
        } else if (move[m].hit) {
            assert_int_equal(board.count[1][there], 1);
            board.count[1][there] = 0;
            board.count[1][ALEA_TABLES_BAR]++;
            board.hit[1] =
                (uint8_t)(board.hit[1] + (rules->entry == ALEA_TABLES_ENTER_HIT));
        }
        if (move[m].pin) board.pinned[1] |= (uint32_t)1 << there;
    }
    return board;
}

static bool same_board(const alea_tables_board *a, const alea_tables_board *b)
{
    return memcmp(a->count, b->count, sizeof a->count) == 0 &&
           memcmp(a->pinned, b->pinned, sizeof a->pinned) == 0 &&
           memcmp(a->hit, b->hit, sizeof a->hit) == 0;
}

static void check_end(const alea_tables_rules *rules, const alea_tables_board *before,
                      int index)
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    alea_tables_board end = alea_tables_turns_board(&turns, index);
    alea_error error = {0};
    if (alea_tables_board_check(rules, &end, &error) != ALEA_OK)
        fail_msg("%s: %s", rules->name, error.reason);
    int moves = alea_tables_turns_moves(&turns, index, move);
    alea_tables_board made = by_hand(rules, *before, move, moves);
    if (!same_board(&made, &end)) fail_msg("%s: the moves lead elsewhere", rules->name);
    int from_head = 0;
    for (int m = 0; m < moves; m++) from_head += move[m].from == 24;
    if (rules->head_limit) assert_in_range(from_head, 0, 2);
}

/* The board turned round: twice is once never, and the other side has won or not. */
static void check_turned(const alea_tables_rules *rules, const alea_tables_board *board)
{
    char text[ALEA_TABLES_TEXT_SIZE], again[ALEA_TABLES_TEXT_SIZE];
    alea_tables_board turned = alea_tables_swap(board), read;
    alea_tables_board back = alea_tables_swap(&turned);
    assert_true(same_board(&back, board));
    assert_int_equal(alea_tables_board_check(rules, &turned, NULL), ALEA_OK);
    size_t length = alea_tables_text_write(rules, &turned, text);
    assert_int_equal(
        alea_tables_text_read(rules, text, length, &read, NULL, NULL, NULL), ALEA_OK);
    alea_tables_text_write(rules, &read, again);
    assert_string_equal(text, again);
    int points, others;
    alea_tables_outcome mine = alea_tables_result(rules, board, &points);
    alea_tables_outcome his = alea_tables_result(rules, &turned, &others);
    assert_int_equal(points, others);
    assert_int_equal(mine == ALEA_TABLES_MOVER_WON, his == ALEA_TABLES_OTHER_WON);
    assert_int_equal(mine == ALEA_TABLES_DRAWN, his == ALEA_TABLES_DRAWN);
}

static alea_tables_dice random_throw(const alea_tables_rules *rules,
                                     alea_random *random)
{
    alea_tables_dice dice = {(uint8_t)rules->dice, {0}, 0};
    for (int d = 0; d < rules->dice; d++)
        dice.die[d] =
            (uint8_t)(rules->dice == 1
                          ? alea_tables_marks(rules, (int)alea_random_below(random, 5))
                          : 1 + (int)alea_random_below(random, 6));
    return dice;
}

/* Returns the number of turns; MOST_TURNS if the game did not end. */
static int play(const alea_tables_rules *rules, alea_random *random)
{
    alea_tables_board board = alea_tables_start(rules);
    for (int turn = 0; turn < MOST_TURNS; turn++) {
        alea_tables_dice dice = random_throw(rules, random);
        alea_tables_turns_list(rules, &board, dice, turn < 2, &turns);
        assert_in_range(turns.count, 1, ALEA_TABLES_MAX_TURNS);
        int chosen = (int)alea_random_below(random, (uint32_t)turns.count);
        check_end(rules, &board, chosen);
        check_end(rules, &board, turns.count - 1);
        if (turn % 4 < 2 && rules->head_limit && turn > 1) {
            /* One a turn once the first turns are over. */
            alea_tables_board end = alea_tables_turns_board(&turns, chosen);
            assert_true(board.count[0][24] - end.count[0][24] <= rules->head_limit);
        }
        board = alea_tables_turns_board(&turns, chosen);
        check_turned(rules, &board);
        if (alea_tables_result(rules, &board, NULL)) return turn + 1;
        board = alea_tables_swap(&board);
    }
    return MOST_TURNS;
}

static void every_game_ends_in_order(void **state)
{
    (void)state;
    alea_random random = alea_random_start(43, 7);
    for (int g = 0; alea_tables_game(g); g++) {
        alea_tables_rules rules;
        assert_int_equal(alea_tables_find(alea_tables_game(g), &rules, NULL), ALEA_OK);
        assert_int_equal(alea_tables_rules_check(&rules, NULL), ALEA_OK);
        for (int i = 0; i < GAMES_EACH; i++)
            if (play(&rules, &random) == MOST_TURNS)
                fail_msg("%s does not end", rules.name);
    }
}

/* Rules made of random options: refused with a reason, or playable. */
static void random_rules_are_refused_or_played(void **state)
{
    (void)state;
    alea_random random = alea_random_start(43, 8);
    int options = 0, played = 0, refused = 0;
    while (alea_tables_option(options)) options++;
    for (int i = 0; i < 3000; i++) {
        alea_tables_rules rules;
        int games = 0;
        while (alea_tables_game(games)) games++;
        const char *name =
            alea_tables_game((int)alea_random_below(&random, (uint32_t)games));
        assert_int_equal(alea_tables_find(name, &rules, NULL), ALEA_OK);
        for (int k = 0; k < 2; k++) {
            const char *option =
                alea_tables_option((int)alea_random_below(&random, (uint32_t)options));
            int words = 0;
            while (alea_tables_choice(option, words)) words++;
            if (!words) continue;
            const char *word = alea_tables_choice(
                option, (int)alea_random_below(&random, (uint32_t)words));
            assert_int_equal(alea_tables_set(&rules, option, word, NULL), ALEA_OK);
        }
        alea_error error = {0};
        if (alea_tables_rules_check(&rules, &error) != ALEA_OK) {
            assert_true(error.reason[0] != '\0');
            refused++;
        } else if (played < 150) {
            play(&rules, &random);
            played++;
        }
    }
    assert_int_equal(played, 150);
    assert_true(refused > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_ends_in_order),
        cmocka_unit_test(random_rules_are_refused_or_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
