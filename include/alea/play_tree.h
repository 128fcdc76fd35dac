/* All ways to play a roll as a graph of single moves, for a user interface that does
 * not know the rules. Each node lists the moves that may be made next; each leads to
 * a node from which the play can be completed. Pure functions over the caller's
 * memory: thread-safe, no allocation. */
#ifndef ALEA_PLAY_TREE_H
#define ALEA_PLAY_TREE_H

#include <alea/play.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    /* Ways to share 0 to 4 moves among 15 checkers: C(18, 4) + C(17, 3) + ... */
    ALEA_TREE_NODES = 3876,
    /* From each node with dice left, at most one move of each of 15 checkers. */
    ALEA_TREE_MOVES = 12240,
    ALEA_TREE_SLOTS = 8192
};

/* One checker by one die, in the mover's own numbering. */
typedef struct alea_tree_move {
    uint8_t from, to, die;
    bool hit;
    uint16_t node; /* target node; always a higher number */
} alea_tree_move;

/* The checkers and the dice left after some moves. */
typedef struct alea_tree_node {
    alea_board board;  /* seen by the mover */
    uint8_t left_high; /* dice not yet used: how many of the higher (or of a double) */
    uint8_t left_low;  /* and of the lower */
    uint8_t moves;     /* number of moves from here */
    bool done;         /* the play may end here */
    uint16_t first_move; /* their index in move[] */
} alea_tree_node;

/* About 230 kB: allocate one for each thread, not on the stack. Node 0 is the board
 * before the play. A roll that cannot be played gives node 0 alone, with `done` set. */
typedef struct alea_play_tree {
    int nodes, moves;
    alea_tree_node node[ALEA_TREE_NODES];
    alea_tree_move move[ALEA_TREE_MOVES];
    uint16_t slot[ALEA_TREE_SLOTS]; /* internal: finds a node by its board */
} alea_play_tree;

/* Builds the tree. The nodes with `done` set have exactly the boards that
 * alea_positions_after returns. `board` and `roll` as for alea_plays. */
ALEA_API void alea_play_tree_of(const alea_board *board, alea_roll roll,
                                const alea_play_rules *rules, alea_play_tree *tree);

#ifdef __cplusplus
}
#endif
#endif
