#include "outcome.h"

#include "engine/net/softmax.h"

void outcome_settle(alea_probs *p)
{
    float win = (float)(int32_t)(p->win * 16777216.0F + 0.5F) * (1.0F / 16777216.0F);
    p->win = least(win, 1.0F);
    p->win_gammon = least(p->win_gammon, p->win);
    p->win_backgammon = least(p->win_backgammon, p->win_gammon);
    p->lose_gammon = least(p->lose_gammon, 1.0F - p->win);
    p->lose_backgammon = least(p->lose_backgammon, p->lose_gammon);
}

void outcome_of_ended(const alea_board *board, alea_probs *out)
{
    *out = (alea_probs){0};
    bool won = alea_board_checkers(board, true) == 0;
    alea_board seen = won ? alea_board_swap(board) : *board; /* by the loser */
    bool gammon = alea_board_checkers(&seen, true) == ALEA_CHECKERS, backgammon = false;
    for (int p = 19; p <= ALEA_BAR; p++)
        if (gammon && seen.point[p] > 0) backgammon = true;
    if (won) {
        out->win = 1.0F;
        out->win_gammon = gammon ? 1.0F : 0.0F;
        out->win_backgammon = backgammon ? 1.0F : 0.0F;
    } else {
        out->lose_gammon = gammon ? 1.0F : 0.0F;
        out->lose_backgammon = backgammon ? 1.0F : 0.0F;
    }
}
