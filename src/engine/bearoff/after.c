#include "after.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_DICE = 24, /* of a chain from 1-1 */
    /* Positions after one roll, duplicates included; of other throws than backgammon's
     * for six checkers, 924 positions with six moves each. */
    MOST_AFTER = 5632
};

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static size_t unique(uint32_t *list, size_t count)
{
    qsort(list, count, sizeof *list, by_number);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || list[kept - 1] != list[i]) list[kept++] = list[i];
    return kept;
}

static void counts_of(const bearoff_index *index, const uint8_t *counts, uint32_t rank,
                      uint8_t *out)
{
    memcpy(out, counts + (size_t)rank * (size_t)index->points, (size_t)index->points);
}

/* The dice of a roll in the order of their play, a double as often as it counts;
 * returns how many. */
static int dice_of(alea_roll roll, alea_bearoff_throws throws, uint8_t die[MOST_DICE])
{
    int dice = 2;
    die[0] = roll.die[0];
    die[1] = roll.die[1];
    if (!alea_roll_is_double(roll)) return dice;
    dice = 0;
    for (int number = roll.die[0]; number <= (throws.chained ? 6 : roll.die[0]);
         number++)
        for (int k = 0; k < throws.double_steps; k++) die[dice++] = (uint8_t)number;
    return dice;
}

/* Positions after the dice of `roll`, from the list of those before each die. */
static size_t after_roll(const bearoff_index *index, alea_bearoff_throws throws,
                         const uint8_t *counts, uint32_t rank, alea_roll roll,
                         uint32_t *list, uint32_t *scratch)
{
    uint8_t die[MOST_DICE];
    int dice = dice_of(roll, throws, die);
    size_t total = 0;
    for (int order = 0; order < (alea_roll_is_double(roll) ? 1 : 2); order++) {
        size_t base = total, size = 1;
        scratch[0] = rank;
        for (int k = 0; k < dice; k++) {
            size_t found = 0;
            for (size_t i = 0; i < size; i++) {
                uint8_t count[ALEA_BEAROFF_MAX_POINTS];
                counts_of(index, counts, scratch[i], count);
                found += (size_t)bearoff_moves(index, count, die[order ? 1 - k : k],
                                               list + base + found);
            }
            size = unique(list + base, found);
            memcpy(scratch, list + base, size * sizeof *scratch);
        }
        total = base + size;
    }
    return unique(list, total);
}

bool bearoff_after_start(bearoff_after *l, const bearoff_index *index,
                         alea_bearoff_throws throws)
{
    size_t positions = index->positions, points = (size_t)index->points;
    size_t used = 0, capacity = positions * ALEA_ROLLS * 8;
    uint8_t *counts = calloc(positions, points);
    uint32_t *list = malloc(2 * MOST_AFTER * sizeof *list);
    l->start = malloc((positions * ALEA_ROLLS + 1) * sizeof *l->start);
    l->to = malloc(capacity * sizeof *l->to);
    bool ok = counts && list && l->start && l->to;
    for (size_t i = 1; ok && i < positions; i++) {
        memcpy(counts + i * points, counts + (i - 1) * points, points);
        bearoff_next(index, counts + i * points);
    }
    for (size_t i = 0; ok && i < positions * ALEA_ROLLS; i++) {
        size_t found =
            after_roll(index, throws, counts, (uint32_t)(i / ALEA_ROLLS),
                       alea_roll_at((int)(i % ALEA_ROLLS)), list, list + MOST_AFTER);
        if (used + found > capacity) {
            capacity = capacity * 2 + found;
            uint32_t *to = realloc(l->to, capacity * sizeof *to);
            ok = to != NULL;
            if (!ok) break;
            l->to = to;
        }
        memcpy(l->to + used, list, found * sizeof *list);
        l->start[i] = (uint32_t)used;
        used += found;
    }
    if (ok) l->start[positions * ALEA_ROLLS] = (uint32_t)used;
    free(counts);
    free(list);
    return ok;
}

void bearoff_after_free(bearoff_after *after)
{
    free(after->start);
    free(after->to);
    *after = (bearoff_after){0};
}
