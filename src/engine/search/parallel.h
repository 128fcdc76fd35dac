/* The nodes of one look, worked out by all threads of an engine. */
#ifndef ALEA_ENGINE_SEARCH_PARALLEL_H
#define ALEA_ENGINE_SEARCH_PARALLEL_H

#include "expectimax.h"

enum { SEARCH_CANDIDATES = 64 };

/* The best replies to all rolls from `board`, which is seen by the side on roll; found
 * by the first look at it. */
typedef struct search_replies {
    alea_board board;
    bool known;
    alea_board next[ALEA_ROLLS]; /* seen by the other side */
    alea_probs probs[ALEA_ROLLS];
} search_replies;

/* A position to look at; seen by the side on roll in it. */
typedef struct search_node {
    alea_board board;
    search_replies *replies; /* the caller's memory; no two nodes share it */
} search_node;

/* The worth of every node at ply 0 of the plan, of at least 1 ply, worked out by all
 * threads of the engine's pool. collapse = false: u keeps the states of ply 1, before
 * the best cube action is picked. False: stopped, or *status says that memory
 * ran out. */
bool search_nodes(const tree_run *run, const tree_plan *plan, const search_node *nodes,
                  size_t count, bool collapse, tree_value *out, alea_status *status);

#endif
