/* The expectation tree below a position: every cube state a decision can lead to is
 * carried through one tree. A plan lists, ply by ply, which states there are; the tree
 * fills in what each is worth. */
#ifndef ALEA_ENGINE_SEARCH_EXPECTIMAX_H
#define ALEA_ENGINE_SEARCH_EXPECTIMAX_H

#include <stdatomic.h>

#include "engine.h"
#include "engine/cube/frame.h"

enum { EXPECTIMAX_STATES = 2 * (ALEA_MAX_PLIES + 2) };

typedef struct cube_state {
    int cube_log2;
    cube_holder holder;
} cube_state;

/* States of one ply, before the cube action of the side on roll, and how each comes out
 * of the states of the next ply: by rolling on (roll), or by doubling (twice, -1 = may
 * not). */
typedef struct expectimax_ply {
    int count;
    cube_state state[EXPECTIMAX_STATES];
    int8_t roll[EXPECTIMAX_STATES], double_take[EXPECTIMAX_STATES];
} expectimax_ply;

typedef struct expectimax_plan {
    cube_frame frame;
    int side;  /* who is on roll at ply 0 */
    int plies; /* ply[0..plies]; the last holds leaves */
    expectimax_ply ply[ALEA_MAX_PLIES + 1];
    uint64_t context[ALEA_MAX_PLIES + 1]; /* for the cache: node of ply [i] */
    float weight[2][6]; /* [side]: worth of the outcomes, for choosing replies */
    alea_play_rules rules;
    alea_endings endings;
    int replies;
} expectimax_plan;

/* What a node is worth to the side on roll there. */
typedef struct node_value {
    alea_probs probs;
    float u[EXPECTIMAX_STATES];
} node_value;

/* How a search is stopped from outside; read by all threads. */
typedef struct expectimax_stop {
    atomic_bool stopped;
    bool (*cancelled)(void *context);
    void *context;
    long long deadline_ns; /* 0 = none */
} expectimax_stop;

typedef struct expectimax_run {
    alea_engine *engine;
    expectimax_stop *stop;
} expectimax_run;

/* A plan for a node with `side` on roll and these states before its cube action. */
void expectimax_plan_build(expectimax_plan *plan, const cube_frame *frame, int side,
                           int plies, const cube_state *states, int count,
                           const alea_decision *decision, int replies);
/* The worth of a board (seen by the side on roll) at `ply` of the plan. False:
 * stopped. */
bool expectimax_node(const expectimax_run *run, const expectimax_plan *plan, int ply,
                     const alea_board *board, int thread, node_value *out);
/* The pieces of a node, for a caller that shares it out among threads: the best reply
 * to each roll (the next board, seen by the other side), ... */
void expectimax_replies(const expectimax_run *run, const expectimax_plan *plan, int ply,
                        const alea_board *board, int thread,
                        alea_board next[ALEA_ROLLS], alea_probs probs[ALEA_ROLLS]);
/* The same for rolls first .. end - 1 alone; other entries are left as they are. */
void expectimax_replies_of(const expectimax_run *run, const expectimax_plan *plan,
                           int ply, const alea_board *board, int thread, int first,
                           int end, alea_board next[ALEA_ROLLS],
                           alea_probs probs[ALEA_ROLLS]);
/* ... the worth after one roll, to the side of the next board, ... */
bool expectimax_child(const expectimax_run *run, const expectimax_plan *plan, int ply,
                      const alea_board *next, const alea_probs *probs, int thread,
                      node_value *out);
/* ... and their sum: u holds the states of ply + 1 then; expectimax_best_action makes those of
 * `ply` by the best cube action. */
void expectimax_sum(const expectimax_plan *plan, int ply,
                    const node_value child[ALEA_ROLLS], node_value *out);
void expectimax_best_action(const expectimax_plan *plan, int ply, const float *after,
                            float *before);
/* The worth of a node whose replies are known; the cache learns it. False: stopped. */
bool expectimax_after_replies(const expectimax_run *run, const expectimax_plan *plan,
                              int ply, const alea_board *board,
                              const alea_board next[ALEA_ROLLS],
                              const alea_probs probs[ALEA_ROLLS], int thread,
                              node_value *out);
/* A leaf: from the probabilities of the side on roll at `ply`. */
void expectimax_leaf(const expectimax_run *run, const expectimax_plan *plan, int ply,
                     const alea_board *board, const alea_probs *probs, float *u);
/* The same for any states of `side`, on roll; act: it may turn the cube first. Exact
 * where the two-sided table's money equities apply. */
void expectimax_value(const alea_engine *engine, const cube_frame *frame, int side,
                      const cube_state *states, int count, const alea_board *board,
                      const alea_probs *probs, bool act, float *u);
/* Worth for choosing a reply: the outcomes, a dead cube. */
float expectimax_utility(const expectimax_plan *plan, int side,
                         const alea_probs *probs);
/* The best of probs[0..count) by utility; ties go to the earlier. */
int expectimax_best(const expectimax_plan *plan, int side, const alea_probs *probs,
                    int count);
/* From what the small net says: of those in contact, best first, the EXPECTIMAX_REPLY_LEAST
 * best and, to at most `most` <= 16, those within EXPECTIMAX_REPLY_MARGIN points of the
 * first; then the best of the others, whose probabilities are final (the small net is
 * too rough a scale to set the two against each other). A fixed number would cost the
 * side far behind, which has more plays that are close, three times as much as the
 * other (docs/search.md). Room for EXPECTIMAX_SHORTLIST. */
enum { EXPECTIMAX_SHORTLIST = 17, EXPECTIMAX_REPLY_LEAST = 2 };
#define EXPECTIMAX_REPLY_MARGIN 0.08F
int expectimax_shortlist(const expectimax_plan *plan, int side,
                         const alea_board *boards, const alea_probs *probs, int count,
                         int most, int *chosen);
/* The cache's word on a node; what it is told. */
bool expectimax_load(const expectimax_run *run, const expectimax_plan *plan, int ply,
                     const alea_board *board, node_value *out);
void expectimax_store(const expectimax_run *run, const expectimax_plan *plan, int ply,
                      const alea_board *board, const node_value *value);
bool expectimax_stopped(expectimax_stop *stop);
long long expectimax_now_ns(void);

#endif
