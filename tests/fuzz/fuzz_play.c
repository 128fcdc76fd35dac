/* Any position, roll, rules and moves: the generator and the judge must not break, must
 * agree with each other, and must keep the checkers together.
 *
 * Bytes: 15 places of my checkers (0 off, 1..25), 15 of the opponent's, two dice, the
 * rules, how many moves, then three bytes per move. */
#include <alea/play.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIDE = 15, HEAD = 2 * SIDE + 4, MOST_MOVES = 6 };

static void require(bool condition)
{
    if (!condition) abort();
}

static alea_board read_board(const uint8_t *data)
{
    alea_board board = {{0}};
    for (int i = 0; i < SIDE; i++) {
        int p = data[i] % 26;
        if (p > 0) board.point[p]++;
    }
    for (int i = SIDE; i < 2 * SIDE; i++) {
        int p = data[i] % 26; /* 25 = off for the opponent */
        if (p < 25 && board.point[p] <= 0) board.point[p]--;
    }
    return board;
}

static void check_result(const alea_board *before, const alea_board *after)
{
    require(alea_board_check(after, SIDE, NULL) == ALEA_OK);
    require(alea_board_checkers(after, false) == alea_board_checkers(before, false));
    require(alea_board_checkers(after, true) <= alea_board_checkers(before, true));
    require(alea_board_pips(after, true) <= alea_board_pips(before, true));
    require(alea_board_pips(after, false) >= alea_board_pips(before, false));
}

static void check_judge(const alea_board *board, alea_roll roll,
                        const alea_play_rules *rules, const alea_board *results, int n,
                        const uint8_t *data, size_t size)
{
    alea_move moves[MOST_MOVES];
    int count = data[-1] % (MOST_MOVES + 1), bad = -2;
    for (int i = 0; i < count; i++) {
        if (size < 3) return;
        moves[i] = (alea_move){(int8_t)data[0], (int8_t)data[1], data[2] & 1};
        data += 3;
        size -= 3;
    }
    alea_play play;
    alea_play_error error =
        alea_play_judge(board, roll, rules, moves, count, &play, &bad);
    require(bad >= -1 && bad < (count > 0 ? count : 1));
    require(alea_play_error_text(error) != NULL);
    if (error != ALEA_PLAY_LEGAL) return;
    int i = 0;
    while (i < n && !alea_board_equal(&results[i], &play.board)) i++;
    require(i < n);
    int written;
    alea_move out[ALEA_MAX_MOVES];
    alea_play_canonical(board, &play, out, &written);
    require(written >= 0 && written <= play.count);
    alea_play again;
    require(alea_play_judge(board, roll, rules, out, written, &again, NULL) ==
            ALEA_PLAY_LEGAL);
    require(alea_board_equal(&again.board, &play.board));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static alea_board results[ALEA_MAX_PLAYS];
    static alea_play_list list;
    if (size >= sizeof(alea_board)) { /* any bytes as a board: checked, never trusted */
        alea_board raw;
        alea_error error;
        memcpy(&raw, data, sizeof raw);
        alea_board_check(&raw, SIDE, &error);
        alea_board_phase(&raw);
    }
    if (size < HEAD) return 0;
    alea_board board = read_board(data);
    if (alea_board_phase(&board) == ALEA_PHASE_OVER) return 0;
    require(alea_board_check(&board, SIDE, NULL) == ALEA_OK);
    alea_roll roll = {{(uint8_t)(1 + data[30] % 6), (uint8_t)(1 + data[31] % 6)}};
    alea_play_rules rules = {(alea_dice_usage)(data[32] % 3),
                             (alea_bearoff_high)(data[32] / 3 % 3),
                             data[32] / 9 % 2 ? 2 : 4};
    int n = alea_positions_after(&board, roll, &rules, results);
    require(n >= 1 && n <= ALEA_MAX_PLAYS);
    require(alea_positions_after_count(&board, roll, &rules) == n);
    alea_plays(&board, roll, &rules, &list);
    require(list.count == n);
    int most = alea_play_most_dice(&board, roll, &rules, NULL);
    for (int i = 0; i < n; i++) {
        check_result(&board, &results[i]);
        require(alea_board_equal(&results[i], &list.play[i].board));
        require(list.play[i].count <= most);
        for (int k = 0; k < i && n < 100; k++)
            require(!alea_board_equal(&results[i], &results[k]));
    }
    check_judge(&board, roll, &rules, results, n, data + HEAD, size - HEAD);
    return 0;
}
