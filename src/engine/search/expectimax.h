/* Expectimax over rolls and plays. All cube states that a decision can lead to are
 * carried through one tree. A plan lists the states of each ply; the search computes
 * the value of each. */
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

/* Cube states of one ply before the cube action of the side on roll, and the index of
 * the state of the next ply that follows each: after no double (roll) and after double
 * and take (double_take, -1 = no double possible). */
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
    float weight[2][6]; /* [side]: values of the outcomes, for ranking replies */
    alea_play_rules rules;
    alea_endings endings;
    int replies;
} expectimax_plan;

/* Value of a node to the side on roll there. */
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

/* Builds a plan for a node with `side` on roll, these states before its cube action. */
void expectimax_plan_build(expectimax_plan *plan, const cube_frame *frame, int side,
                           int plies, const cube_state *states, int count,
                           const alea_decision *decision, int replies);
/* Computes the value of a board, seen by the side on roll, at `ply` of the plan.
 * Returns false if stopped. */
bool expectimax_node(const expectimax_run *run, const expectimax_plan *plan, int ply,
                     const alea_board *board, int thread, node_value *out);
/* The parts of a node, for callers that distribute them among threads. First the best
 * reply to each roll: the next board, seen by the other side, and its outcomes. */
void expectimax_replies(const expectimax_run *run, const expectimax_plan *plan, int ply,
                        const alea_board *board, int thread,
                        alea_board next[ALEA_ROLLS], alea_probs probs[ALEA_ROLLS]);
/* The same for rolls first .. end - 1; leaves other entries unchanged. */
void expectimax_replies_of(const expectimax_run *run, const expectimax_plan *plan,
                           int ply, const alea_board *board, int thread, int first,
                           int end, alea_board next[ALEA_ROLLS],
                           alea_probs probs[ALEA_ROLLS]);
/* Then the value after one roll, to the side on roll in `next`. */
bool expectimax_child(const expectimax_run *run, const expectimax_plan *plan, int ply,
                      const alea_board *next, const alea_probs *probs, int thread,
                      node_value *out);
/* Then their weighted sum, with u in the states of ply + 1; expectimax_best_action
 * converts it to the states of `ply` by the best cube action. */
void expectimax_sum(const expectimax_plan *plan, int ply,
                    const node_value child[ALEA_ROLLS], node_value *out);
void expectimax_best_action(const expectimax_plan *plan, int ply, const float *after,
                            float *before);
/* Computes the value of a node whose replies are known and stores it in the cache.
 * Returns false if stopped. */
bool expectimax_after_replies(const expectimax_run *run, const expectimax_plan *plan,
                              int ply, const alea_board *board,
                              const alea_board next[ALEA_ROLLS],
                              const alea_probs probs[ALEA_ROLLS], int thread,
                              node_value *out);
/* Values of a leaf from the outcomes of the side on roll at `ply`. */
void expectimax_leaf(const expectimax_run *run, const expectimax_plan *plan, int ply,
                     const alea_board *board, const alea_probs *probs, float *u);
/* The exact money equities of a board by the table that applies to these stakes; false
 * if none does. */
bool expectimax_exact(const alea_engine *engine, const cube_frame *frame,
                      const alea_board *board, alea_bearoff_equity *out);
/* The same for any states with `side` on roll; `act`: it may double first. Exact where
 * expectimax_exact is. */
void expectimax_value(const alea_engine *engine, const cube_frame *frame, int side,
                      const cube_state *states, int count, const alea_board *board,
                      const alea_probs *probs, bool act, float *u);
/* Selects candidates by the small net's outcomes. Of positions in contact: the
 * EXPECTIMAX_REPLY_LEAST best and, up to `most` <= 16, those within
 * EXPECTIMAX_REPLY_MARGIN points of the best, best first. Then the best position
 * without contact, whose outcomes are final (the small net is too rough to compare the
 * two groups). A fixed number would cost the side far behind, which has more close
 * plays, three times as much (docs/lab/search_figures.md). `chosen` has room for
 * EXPECTIMAX_SHORTLIST. */
enum { EXPECTIMAX_SHORTLIST = 17, EXPECTIMAX_REPLY_LEAST = 2 };
#define EXPECTIMAX_REPLY_MARGIN 0.08F
int expectimax_shortlist(const expectimax_plan *plan, int side,
                         const alea_board *boards, const alea_probs *probs, int count,
                         int most, int *chosen);
/* Loads or stores a node in the cache. */
bool expectimax_load(const expectimax_run *run, const expectimax_plan *plan, int ply,
                     const alea_board *board, node_value *out);
void expectimax_store(const expectimax_run *run, const expectimax_plan *plan, int ply,
                      const alea_board *board, const node_value *value);
bool expectimax_stopped(expectimax_stop *stop);
long long expectimax_now_ns(void);

#endif
