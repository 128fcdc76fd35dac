/* A board by pips, blots and points held: for games without a net. */
#include <alea/tables_net.h>

/* Worths in pips: found by reasoning, not tuned. A pinned checker is as good as a third
 * of the board; a held point blocks some four pips' worth of throws. */
enum { PINNED = 8, HELD = 4, BORNE_OFF = 3, LOST_MOTHER = 60, TRAPPED = 12 };

static int pips(const alea_tables_board *board, int side)
{
    int sum = 0;
    for (int r = 1; r < ALEA_TABLES_POINTS; r++) sum += r * board->count[side][r];
    return sum;
}

/* Does an enemy checker stand behind my point r, on his way to it? */
static bool is_in_reach(const alea_tables_rules *rules, const alea_tables_board *board,
                        int r)
{
    const int there = alea_tables_mirror(rules->relation, r);
    for (int from = there + 1; from < ALEA_TABLES_POINTS; from++)
        if (board->count[1][from] > 0) return true;
    return false;
}

/* Where places are changed: next to another a checker is safe; in the trap it loses
 * the way back to where it comes out, or turns. */
static int swap_worth(const alea_tables_rules *rules, const alea_tables_board *board,
                      int r)
{
    if (r == rules->trap) return -TRAPPED;
    if (r < rules->trap) return HELD;
    const bool guarded =
        board->count[0][r - 1] > 0 || (r < rules->path && board->count[0][r + 1] > 0);
    if (guarded) return HELD / 2;
    return is_in_reach(rules, board, r) ? -HELD / 2 : 0;
}

/* The worth of my checkers on point r beyond their pips. */
static int point_worth(const alea_tables_rules *rules, const alea_tables_board *board,
                       int r)
{
    const int count = board->count[0][r];
    if (count == 0) return 0;
    if (rules->landing == ALEA_TABLES_SWAP) return swap_worth(rules, board, r);
    if (rules->landing == ALEA_TABLES_BLOCK) return HELD;
    if (count >= 2 || (rules->safe >> r & 1) || (board->pinned[0] >> r & 1))
        return count >= 2 ? HELD : 0;
    if (rules->shared && !(rules->shared >> r & 1)) return 0;
    if (!is_in_reach(rules, board, r)) return 0;
    /* A hit costs the way come so far, a pin the time until it is free. */
    return rules->landing == ALEA_TABLES_HIT ? -(25 - r) / 3 : -r / 3;
}

int alea_tables_worth(const alea_tables_rules *rules, const alea_tables_board *board)
{
    int sum = pips(board, 1) - pips(board, 0);
    for (int r = 1; r < ALEA_TABLES_POINTS; r++) {
        sum += point_worth(rules, board, r);
        if (board->pinned[1] >> r & 1) sum += PINNED;
        if (board->pinned[0] >> r & 1) sum -= PINNED;
    }
    if (rules->mother != ALEA_TABLES_MOTHER_NONE) {
        if (board->pinned[1] >> 24 & 1) sum += LOST_MOTHER;
        if (board->pinned[0] >> 24 & 1) sum -= LOST_MOTHER;
    }
    return sum + BORNE_OFF * board->count[0][ALEA_TABLES_OFF];
}
