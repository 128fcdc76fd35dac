#include "moves.h"

#include <stdlib.h>
#include <string.h>

enum { LISTS = HYPER_POSITIONS * 25 * ALEA_ROLLS };

/* The mover alone against a blot on every point where one of his checkers can land: at
 * most twelve. Then each result shows what was hit. */
static void board_with_blots(const hyper_side *side, int blocked, alea_roll roll,
                             alea_board *board)
{
    *board = (alea_board){0};
    for (int i = 0; i < HYPER_CHECKERS; i++)
        if (side->place[i] > 0) board->point[side->place[i]]++;
    if (blocked > 0) board->point[blocked] = -2;
    board->point[0] = -1; /* a game goes on while both sides have checkers */
    const bool twice = alea_roll_is_double(roll);
    for (int i = 0; i < HYPER_CHECKERS; i++)
        for (int step = 1; step <= (twice ? 4 : 3); step++) {
            const int pips = twice      ? step * roll.die[0]
                             : step < 3 ? roll.die[step - 1]
                                        : roll.die[0] + roll.die[1];
            const int to = side->place[i] - pips;
            if (to >= 1 && board->point[to] == 0) board->point[to] = -1;
        }
}

static hyper_play play_of(const alea_board *before, const alea_board *after)
{
    hyper_side side;
    hyper_side_of(after, true, &side);
    hyper_play play = {.to = (uint16_t)hyper_rank(&side)};
    for (int p = 1; p <= 24; p++)
        if (before->point[p] == -1 && after->point[p] != -1) play.landed |= 1U << p;
    return play;
}

static int by_result(const void *left, const void *right)
{
    const hyper_play *a = left, *b = right;
    if (a->to != b->to) return a->to < b->to ? -1 : 1;
    return a->landed < b->landed ? -1 : a->landed > b->landed;
}

static bool grow(hyper_moves *moves, size_t used, size_t *capacity)
{
    if (used + ALEA_MAX_PLAYS <= *capacity) return true;
    const size_t wanted = *capacity + *capacity / 2 + ALEA_MAX_PLAYS;
    hyper_play *play = realloc(moves->play, wanted * sizeof *play);
    if (!play) return false;
    moves->play = play;
    *capacity = wanted;
    return true;
}

bool hyper_moves_make(hyper_moves *moves, const hyper_side sides[HYPER_POSITIONS])
{
    const alea_play_rules rules = alea_play_rules_standard();
    alea_board *results = malloc(ALEA_MAX_PLAYS * sizeof *results);
    size_t used = 0, capacity = 0;
    *moves = (hyper_moves){.start = malloc((LISTS + 1) * sizeof *moves->start),
                           .reach = calloc(LISTS, sizeof *moves->reach)};
    bool ok = results && moves->start && moves->reach;
    for (uint32_t n = 0; ok && n < LISTS; n++) {
        const hyper_side *side = &sides[n / (25 * ALEA_ROLLS)];
        const int blocked = (int)(n / ALEA_ROLLS % 25);
        const alea_roll roll = alea_roll_at((int)(n % ALEA_ROLLS));
        bool possible = side->place[0] > 0;
        for (int i = 0; i < HYPER_CHECKERS; i++)
            if (blocked > 0 && side->place[i] == blocked) possible = false;
        moves->start[n] = (uint32_t)used;
        if (!possible) continue;
        ok = grow(moves, used, &capacity);
        if (!ok) break;
        alea_board board;
        board_with_blots(side, blocked, roll, &board);
        const int count = alea_positions_after(&board, roll, &rules, results);
        hyper_play *list = moves->play + used;
        for (int i = 0; i < count; i++) {
            list[i] = play_of(&board, &results[i]);
            moves->reach[n] |= list[i].landed;
        }
        qsort(list, (size_t)count, sizeof *list, by_result);
        used += (size_t)count;
    }
    if (ok) moves->start[LISTS] = (uint32_t)used;
    free(results);
    if (!ok) hyper_moves_clear(moves);
    return ok;
}

void hyper_moves_clear(hyper_moves *moves)
{
    free(moves->start);
    free(moves->reach);
    free(moves->play);
    *moves = (hyper_moves){0};
}
