#include <alea/board.h>

#include "base/text.h"

#include <string.h>

/* Checkers of one side at the start, by its own points; the other side has the same. */
typedef struct start_stack {
    int8_t point, checkers;
} start_stack;

static const start_stack starts[][5] = {
    [ALEA_SETUP_BACKGAMMON] = {{24, 2}, {13, 5}, {8, 3}, {6, 5}},
    [ALEA_SETUP_NACKGAMMON] = {{24, 2}, {23, 2}, {13, 4}, {8, 3}, {6, 4}},
    [ALEA_SETUP_HYPERGAMMON] = {{24, 1}, {23, 1}, {22, 1}},
    [ALEA_SETUP_LONGGAMMON] = {{24, 15}},
};

alea_board alea_board_start(alea_setup setup)
{
    alea_board board = {{0}};
    if ((int)setup < 0 || (size_t)setup >= sizeof starts / sizeof starts[0])
        return board;
    for (int i = 0; i < 5; i++) {
        start_stack stack = starts[setup][i];
        if (stack.checkers == 0) break;
        board.point[stack.point] = stack.checkers;
        board.point[25 - stack.point] = (int8_t)-stack.checkers;
    }
    return board;
}

int alea_setup_checkers(alea_setup setup)
{
    return setup == ALEA_SETUP_HYPERGAMMON ? 3 : ALEA_CHECKERS;
}

alea_board alea_board_swap(const alea_board *board)
{
    alea_board swapped;
    for (int p = 0; p < 26; p++) swapped.point[p] = (int8_t)-board->point[25 - p];
    return swapped;
}

bool alea_board_move(alea_board *board, int from, int to)
{
    if (from < 1 || from > ALEA_BAR || to < ALEA_OFF || to >= ALEA_BAR) return false;
    if (board->point[from] <= 0 || (to != ALEA_OFF && board->point[to] < -1))
        return false;
    board->point[from]--;
    if (to == ALEA_OFF) return true;
    if (board->point[to] < 0) {
        board->point[to] = 0;
        board->point[0]--;
    }
    board->point[to]++;
    return true;
}

bool alea_board_equal(const alea_board *a, const alea_board *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

int alea_board_pips(const alea_board *board, bool mine)
{
    int pips = 0;
    for (int p = 0; p < 26; p++) {
        int n = board->point[p];
        if (mine && n > 0) pips += p * n;
        if (!mine && n < 0) pips -= (25 - p) * n;
    }
    return pips;
}

int alea_board_checkers(const alea_board *board, bool mine)
{
    int checkers = 0;
    for (int p = 0; p < 26; p++) {
        int n = mine ? board->point[p] : -board->point[p];
        if (n > 0) checkers += n;
    }
    return checkers;
}

alea_phase alea_board_phase(const alea_board *board)
{
    /* My rearmost checker and the opponent's, on my points; his bar is 0. */
    int mine = 25, theirs = 0;
    while (mine >= 0 && board->point[mine] <= 0) mine--;
    while (theirs <= 25 && board->point[theirs] >= 0) theirs++;
    if (mine < 0 || theirs > 25) return ALEA_PHASE_OVER;
    if (mine > theirs) return ALEA_PHASE_CONTACT;
    return mine <= 6 && theirs >= 19 ? ALEA_PHASE_BEAROFF : ALEA_PHASE_RACE;
}

static alea_status too_many(alea_error *error, const char *who, int n, int most)
{
    return alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0,
                           "%s %d checkers on the board, at most %d are allowed", who,
                           n, most);
}

static alea_status refuse(alea_error *error, const char *reason)
{
    return alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0, "%s", reason);
}

alea_status alea_board_check(const alea_board *board, int checkers, alea_error *error)
{
    int mine = alea_board_checkers(board, true);
    int theirs = alea_board_checkers(board, false);
    if (board->point[ALEA_BAR] < 0)
        return refuse(error, "the opponent's checkers cannot stand on your bar");
    if (board->point[0] > 0)
        return refuse(error, "your checkers cannot stand on the opponent's bar");
    if (mine > checkers) return too_many(error, "you have", mine, checkers);
    if (theirs > checkers) return too_many(error, "the opponent has", theirs, checkers);
    if (mine == 0 && theirs == 0)
        return refuse(error, "neither side has a checker on the board");
    return ALEA_OK;
}
