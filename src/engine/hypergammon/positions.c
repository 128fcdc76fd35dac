#include "positions.h"

#include <string.h>

uint32_t hyper_rank(const hyper_side *side)
{
    const uint32_t a = side->place[0], b = side->place[1], c = side->place[2];
    return (a + 2) * (a + 1) * a / 6 + (b + 1) * b / 2 + c;
}

void hyper_sides(hyper_side sides[HYPER_POSITIONS])
{
    int n = 0;
    for (uint8_t a = 0; a <= ALEA_BAR; a++)
        for (uint8_t b = 0; b <= a; b++)
            for (uint8_t c = 0; c <= b; c++) sides[n++] = (hyper_side){{a, b, c}};
}

int hyper_pips(const hyper_side *side)
{
    return side->place[0] + side->place[1] + side->place[2];
}

bool hyper_side_of(const alea_board *board, bool mine, hyper_side *out)
{
    int found = 0;
    *out = (hyper_side){{0}};
    for (int place = ALEA_BAR; place >= 1; place--) {
        const int here = mine ? board->point[place] : -board->point[ALEA_BAR - place];
        if (here <= 0) continue;
        if (here > HYPER_CHECKERS - found) return false;
        for (const int end = found + here; found < end && found < HYPER_CHECKERS;)
            out->place[found++] = (uint8_t)place;
    }
    return true;
}

bool hyper_board(const hyper_side *mine, const hyper_side *theirs, alea_board *out)
{
    *out = (alea_board){0};
    for (int i = 0; i < HYPER_CHECKERS; i++) {
        if (mine->place[i] > ALEA_BAR || theirs->place[i] > ALEA_BAR) return false;
        if (mine->place[i] > 0) out->point[mine->place[i]]++;
    }
    for (int i = 0; i < HYPER_CHECKERS; i++) {
        if (theirs->place[i] == 0) continue;
        if (out->point[ALEA_BAR - theirs->place[i]] > 0) return false;
        out->point[ALEA_BAR - theirs->place[i]]--;
    }
    return true;
}

int hyper_lost(const hyper_side *loser)
{
    if (loser->place[HYPER_CHECKERS - 1] == 0) return 1;
    return loser->place[0] > 18 ? 3 : 2;
}
