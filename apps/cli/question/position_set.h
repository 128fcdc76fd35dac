/* A set of distinct positions, each with a number of paths, in bounded memory. */
#ifndef ALEA_CLI_QUESTION_POSITION_SET_H
#define ALEA_CLI_QUESTION_POSITION_SET_H

#include <alea/board.h>

#include <stddef.h>

typedef struct position_set {
    size_t count;
    /* private: open addressing, 10 bytes a slot and 8 more with paths */
    size_t slots, limit;
    uint64_t *low, *paths;
    uint16_t *high;
    bool has_paths;
} position_set;

/* Never takes more than `limit` bytes, growing included. */
void position_set_start(position_set *set, size_t limit, bool has_paths);
void position_set_finish(position_set *set);
/* False: no memory within the limit; the set is as before. */
bool position_set_add(position_set *set, const alea_board *board, uint64_t paths);
size_t position_set_bytes(const position_set *set);
/* Goes through the set from *slot = 0; false at its end. */
bool position_set_next(const position_set *set, size_t *slot, alea_board *board,
                       uint64_t *paths);

#endif
