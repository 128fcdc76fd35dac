/* Positions of one side as numbers, and the moves between them. */
#include "index.h"

#include <string.h>

const alea_bearoff_throws bearoff_backgammon = {.double_steps = 4};

bool bearoff_index_start(bearoff_index *index, int points, int checkers)
{
    if (points < 1 || points > ALEA_BEAROFF_MAX_POINTS || checkers < 1 ||
        checkers > ALEA_CHECKERS)
        return false;
    memset(index, 0, sizeof *index);
    index->points = points;
    index->checkers = checkers;
    for (int m = 0; m <= checkers; m++) {
        index->ways[m][0] = 1;
        for (int k = 1; k <= points; k++)
            index->ways[m][k] =
                index->ways[m][k - 1] + (m > 0 ? index->ways[m - 1][k] : 0);
    }
    index->positions = index->ways[checkers][points];
    return true;
}

uint32_t bearoff_rank(const bearoff_index *index, const uint8_t *count)
{
    uint32_t rank = 0;
    int left = index->checkers;
    for (int k = index->points; k >= 1; k--) {
        /* All positions with fewer checkers on point k come before. */
        int here = count[k - 1];
        rank += index->ways[left][k] - index->ways[left - here][k];
        left -= here;
    }
    return rank;
}

void bearoff_position(const bearoff_index *index, uint32_t rank,
                      uint8_t count[ALEA_BEAROFF_MAX_POINTS])
{
    int left = index->checkers;
    for (int k = index->points; k >= 1; k--) {
        int here = 0;
        while (here < left &&
               rank >= index->ways[left][k] - index->ways[left - here - 1][k])
            here++;
        count[k - 1] = (uint8_t)here;
        rank -= index->ways[left][k] - index->ways[left - here][k];
        left -= here;
    }
}

bool bearoff_next(const bearoff_index *index, uint8_t *count)
{
    int total = 0;
    for (int k = 0; k < index->points; k++) total += count[k];
    if (total < index->checkers) {
        count[0]++;
        return true;
    }
    int low = 0;
    while (count[low] == 0) low++;
    if (low + 1 >= index->points) return false;
    count[low] = 0;
    count[low + 1]++;
    return true;
}

int bearoff_moves(const bearoff_index *index, const uint8_t *count, int die,
                  uint32_t out[ALEA_BEAROFF_MAX_POINTS])
{
    uint8_t after[ALEA_BEAROFF_MAX_POINTS];
    memcpy(after, count, (size_t)index->points);
    int rearmost = index->points;
    while (rearmost > 0 && count[rearmost - 1] == 0) rearmost--;
    if (rearmost == 0) {
        out[0] = 0;
        return 1;
    }
    int found = 0;
    for (int from = rearmost; from >= 1; from--) {
        if (count[from - 1] == 0) continue;
        bool bears_off =
            rearmost <= 6 && (from == die || (from < die && from == rearmost));
        if (from <= die && !bears_off) continue;
        after[from - 1]--;
        if (from > die) after[from - die - 1]++;
        out[found++] = bearoff_rank(index, after);
        after[from - 1]++;
        if (from > die) after[from - die - 1]--;
    }
    return found;
}

int bearoff_counts(const alea_board *board, bool mine, int points, uint8_t *count)
{
    int inside = 0, all = 0;
    for (int k = 1; k <= points; k++) {
        int here = mine ? board->point[k] : -board->point[25 - k];
        count[k - 1] = (uint8_t)(here > 0 ? here : 0);
        inside += count[k - 1];
    }
    for (int k = 0; k < 26; k++) {
        int here = mine ? board->point[k] : -board->point[k];
        if (here > 0) all += here;
    }
    return inside == all ? inside : -1;
}
