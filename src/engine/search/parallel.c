/* Nodes shared out among the threads of an engine: first the replies of every node, a
 * few rolls a piece, then what follows each reply. Pieces are pure functions and are
 * summed in a fixed order, so the answer does not depend on who did what. */
#include <stdlib.h>

#include "parallel.h"

enum { ROLLS_A_PIECE = 7, PIECES = ALEA_ROLLS / ROLLS_A_PIECE };
/* Of a lone node's replies: 21 rolls for two threads are not three sevens. */
enum { FEW_ROLLS = 3 };
enum { SPLIT_CHILDREN = ALEA_ROLLS };

/* A child that several threads work on: whoever does the last piece sums it up. */
typedef struct split_child {
    bool settled; /* before any piece was done */
    alea_board next[ALEA_ROLLS];
    alea_probs probs[ALEA_ROLLS];
    atomic_int left; /* pieces */
} split_child;

typedef struct shared_work {
    const tree_run *run;
    const tree_plan *plan;
    const search_node *nodes;
    const size_t *open;    /* nodes that the cache did not know */
    const size_t *unknown; /* places in `open` of those whose replies are not known */
    tree_value *child;     /* [open node][roll] */
    size_t whole;          /* the first children are one piece each, the rest split */
    split_child *split;
    int rolls; /* a piece of a node's replies */
    atomic_bool incomplete;
} shared_work;

static void one_child(void *context, size_t index, int thread)
{
    shared_work *w = context;
    size_t at = index / ALEA_ROLLS, roll = index % ALEA_ROLLS;
    const search_replies *replies = w->nodes[w->open[at]].replies;
    if (!tree_child(w->run, w->plan, 0, &replies->next[roll], &replies->probs[roll],
                    thread, &w->child[index]))
        atomic_store(&w->incomplete, true);
}

static void some_replies(void *context, size_t index, int thread)
{
    shared_work *w = context;
    size_t pieces = (size_t)(ALEA_ROLLS / w->rolls);
    size_t at = w->unknown[index / pieces];
    search_replies *replies = w->nodes[w->open[at]].replies;
    int first = (int)(index % pieces) * w->rolls;
    if (tree_stopped(w->run->stop)) {
        atomic_store(&w->incomplete, true);
        return;
    }
    tree_replies_of(w->run, w->plan, 0, &replies->board, thread, first,
                    first + w->rolls, replies->next, replies->probs);
    /* Leaves cost less than handing them out by themselves. */
    for (int r = first; r < first + w->rolls && w->plan->plies == 1; r++)
        one_child(w, at * ALEA_ROLLS + (size_t)r, thread);
}

/* What the tables or the end of the game settle needs no looking ahead. */
static bool settled(const tree_run *run, const tree_plan *plan, int ply,
                    const alea_board *board, tree_value *out)
{
    if (alea_board_phase(board) != ALEA_PHASE_OVER) return false;
    return tree_node(run, plan, ply, board, 0, out);
}

static const alea_board *board_of_child(const shared_work *w, size_t index)
{
    return &w->nodes[w->open[index / ALEA_ROLLS]].replies->next[index % ALEA_ROLLS];
}

/* Some replies of a split child, which is of one ply. */
static void piece_of_child(shared_work *w, size_t piece, int thread)
{
    split_child *split = &w->split[piece / PIECES];
    size_t index = w->whole + piece / PIECES;
    const alea_board *board = board_of_child(w, index);
    int first = (int)(piece % PIECES) * ROLLS_A_PIECE;
    if (split->settled) return;
    if (tree_stopped(w->run->stop)) {
        atomic_store(&w->incomplete, true);
        return;
    }
    tree_replies_of(w->run, w->plan, 1, board, thread, first, first + ROLLS_A_PIECE,
                    split->next, split->probs);
    if (atomic_fetch_sub(&split->left, 1) > 1) return;
    if (!tree_after_replies(w->run, w->plan, 1, board, split->next, split->probs,
                            thread, &w->child[index]))
        atomic_store(&w->incomplete, true);
}

static void piece_of_children(void *context, size_t index, int thread)
{
    shared_work *w = context;
    if (index < w->whole)
        one_child(w, index, thread);
    else
        piece_of_child(w, index - w->whole, thread);
}

/* As many children as there are threads, the last, are cut into pieces: a thread that
 * comes to the end first does not wait for a whole one of another's. */
static void share_split(shared_work *w, size_t children, size_t count,
                        split_child split[])
{
    w->whole = children - count;
    w->split = split;
    for (size_t i = 0; i < count; i++) {
        const alea_board *board = board_of_child(w, w->whole + i);
        tree_value *out = &w->child[w->whole + i];
        split[i].settled = settled(w->run, w->plan, 1, board, out) ||
                           tree_recall(w->run, w->plan, 1, board, out);
        atomic_init(&split[i].left, PIECES);
    }
    alea_pool_run(w->run->engine->pool, w->whole + count * PIECES, piece_of_children,
                  w);
}

static void share_children(shared_work *w, size_t count)
{
    split_child split[SPLIT_CHILDREN];
    size_t children = count * ALEA_ROLLS, threads = (size_t)w->run->engine->threads;
    if (threads > SPLIT_CHILDREN) threads = SPLIT_CHILDREN;
    if (w->plan->plies == 2 && threads > 1)
        share_split(w, children, threads, split);
    else
        alea_pool_run(w->run->engine->pool, children, one_child, w);
}

static void share_replies(shared_work *w, size_t count, size_t *unknown)
{
    size_t to_find = 0;
    for (size_t i = 0; i < count; i++) {
        search_replies *replies = w->nodes[w->open[i]].replies;
        if (!replies->known)
            unknown[to_find++] = i;
        else
            for (size_t r = 0; r < ALEA_ROLLS && w->plan->plies == 1; r++)
                one_child(w, i * ALEA_ROLLS + r, 0);
    }
    w->unknown = unknown;
    w->rolls = to_find == 1 ? FEW_ROLLS : ROLLS_A_PIECE;
    alea_pool_run(w->run->engine->pool, to_find * (size_t)(ALEA_ROLLS / w->rolls),
                  some_replies, w);
}

static bool share(shared_work *w, size_t *open, size_t count, size_t *unknown,
                  bool collapse, tree_value *out)
{
    w->open = open;
    share_replies(w, count, unknown);
    if (atomic_load(&w->incomplete)) return false;
    for (size_t i = 0; i < count; i++) w->nodes[open[i]].replies->known = true;
    if (w->plan->plies > 1) share_children(w, count);
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
            if (!collapse || (!settled(run, plan, 0, &nodes[i].board, &out[i]) &&
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
