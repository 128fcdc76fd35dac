/* Positions of one side by number. */
#ifndef ALEA_ENGINE_BEAROFF_INDEX_H
#define ALEA_ENGINE_BEAROFF_INDEX_H

#include <alea/bearoff.h>

/* Positions of up to `checkers` on `points`, numbered in the lexicographic order of
 * (count on the highest point, ..., count on point 1): 0 is the empty board, and every
 * move leads to a lower number. */
typedef struct bearoff_index {
    int points, checkers;
    uint32_t positions;
    /* ways[m][k]: positions of up to m checkers on the lowest k points. */
    uint32_t ways[ALEA_CHECKERS + 1][ALEA_BEAROFF_MAX_POINTS + 1];
} bearoff_index;

/* False if points or checkers are out of range. */
bool bearoff_index_start(bearoff_index *index, int points, int checkers);
/* count[k] = checkers on point k + 1; at most index->checkers in all. */
uint32_t bearoff_rank(const bearoff_index *index, const uint8_t *count);
/* The position of a number: the inverse of bearoff_rank. */
void bearoff_position(const bearoff_index *index, uint32_t rank,
                      uint8_t count[ALEA_BEAROFF_MAX_POINTS]);
/* From one position to the next in order; false after the last. */
bool bearoff_next(const bearoff_index *index, uint8_t *count);
/* Positions after one move of `die` (no duplicates): how many, at most `points`. The
 * empty board leads to itself. */
int bearoff_moves(const bearoff_index *index, const uint8_t *count, int die,
                  uint32_t out[ALEA_BEAROFF_MAX_POINTS]);
/* Checkers of one side by point, if all stand on the lowest `points` points and none is
 * on the bar; returns how many, or -1. */
int bearoff_counts(const alea_board *board, bool mine, int points, uint8_t *count);

/* The throws of backgammon. */
extern const alea_bearoff_throws bearoff_backgammon;

#endif
