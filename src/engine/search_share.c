/* Nodes shared out among the threads of an engine: first the replies of every node, a
 * few rolls a piece, then what follows each reply. Pieces are pure functions and are
 * summed in a fixed order, so the answer does not depend on who did what. */
#include <stdlib.h>

#include "engine/search_job.h"

enum { ROLLS_A_PIECE = 7, PIECES = ALEA_ROLLS / ROLLS_A_PIECE };

typedef struct shared_work {
    const tree_run *run;
    const tree_plan *plan;
    const search_node *nodes;
    const size_t *open;    /* nodes that the cache did not know */
    const size_t *unknown; /* those of them whose replies are not known */
    tree_value *child;     /* [open node][roll] */
    atomic_bool incomplete;
} shared_work;

static void some_replies(void *context, size_t index, int thread)
{
    shared_work *w = context;
    const search_node *node = &w->nodes[w->unknown[index / PIECES]];
    int first = (int)(index % PIECES) * ROLLS_A_PIECE;
    if (tree_stopped(w->run->stop)) {
        atomic_store(&w->incomplete, true);
        return;
    }
    tree_replies_of(w->run, w->plan, 0, &node->board, thread, first,
                    first + ROLLS_A_PIECE, node->replies->next, node->replies->probs);
}

static void one_child(void *context, size_t index, int thread)
{
    shared_work *w = context;
    size_t at = index / ALEA_ROLLS, roll = index % ALEA_ROLLS;
    const search_replies *replies = w->nodes[w->open[at]].replies;
    if (!tree_child(w->run, w->plan, 0, &replies->next[roll], &replies->probs[roll],
                    thread, &w->child[index]))
        atomic_store(&w->incomplete, true);
}

/* Leaves cost less than handing them out. */
static void share_children(shared_work *w, size_t count)
{
    if (w->plan->plies > 1)
        alea_pool_run(w->run->engine->pool, count * ALEA_ROLLS, one_child, w);
    else
        for (size_t i = 0; i < count * ALEA_ROLLS; i++) one_child(w, i, 0);
}

static bool share(shared_work *w, size_t *open, size_t count, size_t *unknown,
                  bool collapse, tree_value *out)
{
    size_t to_find = 0;
    for (size_t i = 0; i < count; i++)
        if (!w->nodes[open[i]].replies->known) unknown[to_find++] = open[i];
    w->open = open;
    w->unknown = unknown;
    alea_pool_run(w->run->engine->pool, to_find * PIECES, some_replies, w);
    if (atomic_load(&w->incomplete)) return false;
    for (size_t i = 0; i < to_find; i++) w->nodes[unknown[i]].replies->known = true;
    share_children(w, count);
    if (atomic_load(&w->incomplete)) return false;
    for (size_t i = 0; i < count; i++) {
        tree_value sum, *to = &out[open[i]];
        tree_sum(w->plan, 0, w->child + i * ALEA_ROLLS, &sum);
        to->probs = sum.probs;
        if (!collapse) {
            *to = sum;
            continue;
        }
        tree_collapse(w->plan, 0, sum.u, to->u);
        tree_remember(w->run, w->plan, 0, &w->nodes[open[i]].board, to);
    }
    return true;
}

/* What the tables or the end of the game settle needs no looking ahead. */
static bool settled(const tree_run *run, const tree_plan *plan, const alea_board *board,
                    tree_value *out)
{
    if (alea_board_phase(board) != ALEA_PHASE_OVER) return false;
    return tree_node(run, plan, 0, board, 0, out);
}

bool search_nodes(const tree_run *run, const tree_plan *plan, const search_node *nodes,
                  size_t count, bool collapse, tree_value *out, alea_status *status)
{
    shared_work w = {.run = run, .plan = plan, .nodes = nodes};
    atomic_init(&w.incomplete, false);
    *status = ALEA_OK;
    size_t *open = malloc(count * sizeof *open), opened = 0;
    size_t *unknown = malloc(count * sizeof *unknown);
    w.child = malloc(count * ALEA_ROLLS * sizeof *w.child);
    bool done = false;
    if (open && unknown && w.child) {
        for (size_t i = 0; i < count; i++)
            if (!collapse || (!settled(run, plan, &nodes[i].board, &out[i]) &&
                              !tree_recall(run, plan, 0, &nodes[i].board, &out[i])))
                open[opened++] = i;
        done = opened == 0 || share(&w, open, opened, unknown, collapse, out);
    } else {
        *status = ALEA_ERROR_MEMORY;
    }
    free(open);
    free(unknown);
    free(w.child);
    return done;
}
