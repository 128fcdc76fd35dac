/* Computes the values of many nodes on all threads of an engine. */
#ifndef ALEA_ENGINE_SEARCH_PARALLEL_H
#define ALEA_ENGINE_SEARCH_PARALLEL_H

#include "expectimax.h"

enum { SEARCH_CANDIDATES = 64 };

/* The best replies to all rolls from `board`, which is seen by the side on roll; filled
 * by the first search of the board. */
typedef struct search_replies {
    alea_board board;
    bool known;
    alea_board next[ALEA_ROLLS]; /* seen by the other side */
    alea_probs probs[ALEA_ROLLS];
} search_replies;

/* A position to search, seen by the side on roll in it. */
typedef struct search_node {
    alea_board board;
    search_replies *replies; /* the caller's memory; no two nodes share it */
} search_node;

/* Computes the value of every node at ply 0 of the plan (at least 1 ply) on all threads
 * of the engine's pool. With collapse = false, u keeps the states of ply 1, before the
 * best cube action is chosen. Returns false if stopped, or out of memory with *status
 * set. */
bool search_nodes(const expectimax_run *run, const expectimax_plan *plan,
                  const search_node *nodes, size_t count, bool collapse,
                  node_value *out, alea_status *status);

#endif
