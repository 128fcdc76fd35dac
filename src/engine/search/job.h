/* What the searches for plays and for the cube share. */
#ifndef ALEA_ENGINE_SEARCH_JOB_H
#define ALEA_ENGINE_SEARCH_JOB_H

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

alea_status search_check(const alea_decision *decision,
                         const alea_search_settings *settings, const alea_met *met,
                         alea_error *error);
/* The stakes of a decision as a frame, which says where the exact tables hold. */
void search_frame_build(cube_frame *frame, const alea_decision *decision,
                        const alea_met *met);
void search_stop_start(tree_stop *stop, const alea_search_settings *settings);
/* The worth of every node at ply 0 of the plan, of at least 1 ply, worked out by all
 * threads of the engine's pool. collapse = false: u keeps the states of ply 1, before
 * the best cube action is picked. False: stopped, or *status says that memory
 * ran out. */
bool search_nodes(const tree_run *run, const tree_plan *plan, const search_node *nodes,
                  size_t count, bool collapse, tree_value *out, alea_status *status);

#endif
