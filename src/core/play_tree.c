/* Builds the tree of legal moves breadth first. States with the same checkers and
 * dice left share one node. Every move leads to a later node, so one backward pass
 * finds the nodes from which a legal play can be completed; all others are removed. */
#include <alea/play_tree.h>

#include "moves.h"

#include <assert.h>
#include <string.h>

enum { NO_NODE = 0xffff };

typedef struct growth {
    alea_play_tree *tree;
    const alea_play_rules *rules;
    int high, low; /* the dice; low = 0 for a double */
    int most, need;
} growth;

static uint32_t hash_of(const alea_board *board, int left_high, int left_low)
{
    uint64_t word[4] = {0};
    memcpy(word, board->point, sizeof board->point);
    uint64_t hash = (uint64_t)left_high * 8 + (uint64_t)left_low;
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ word[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash >> 32);
}

/* Returns the node with these checkers and dice; adds it if it does not exist. */
static uint16_t find_node(growth *g, const alea_board *board, int left_high,
                          int left_low)
{
    alea_play_tree *t = g->tree;
    uint32_t at = hash_of(board, left_high, left_low);
    for (;; at++) {
        uint16_t *slot = &t->slot[at % ALEA_TREE_SLOTS];
        if (*slot == NO_NODE) {
            assert(t->nodes < ALEA_TREE_NODES);
            *slot = (uint16_t)t->nodes;
            t->node[t->nodes++] = (alea_tree_node){.board = *board,
                                                   .left_high = (uint8_t)left_high,
                                                   .left_low = (uint8_t)left_low};
            return *slot;
        }
        const alea_tree_node *n = &t->node[*slot];
        if (n->left_high == left_high && n->left_low == left_low &&
            memcmp(&n->board, board, sizeof *board) == 0)
            return *slot;
    }
}

/* Adds the moves by one die from the node `at`. */
static void grow_by(growth *g, int at, const layout *l, int die)
{
    alea_play_tree *t = g->tree;
    const bool is_high = die == g->high;
    uint32_t from = sources(l->mine, l->open, die, g->rules->bearoff_high);
    for (; from; from &= from - 1) {
        const int point = lowest(from);
        alea_board after = t->node[at].board;
        const bool hit = move_checker(&after, point, die);
        const uint16_t node = find_node(g, &after, t->node[at].left_high - is_high,
                                        t->node[at].left_low - !is_high);
        assert(t->moves < ALEA_TREE_MOVES);
        t->move[t->moves++] = (alea_tree_move){.from = (uint8_t)point,
                                               .to = (uint8_t)landing(point, die),
                                               .die = (uint8_t)die,
                                               .hit = hit,
                                               .node = node};
        t->node[at].moves++;
    }
}

/* True if a play may end with these dice left. */
static bool may_end(const growth *g, const alea_tree_node *n, int all_high, int all_low)
{
    const int high = all_high - n->left_high, low = all_low - n->left_low;
    const bool is_high_alone = high == 1 && low == 0;
    if (high + low == g->most)
        return g->most != 1 || g->need == 0 || g->need == (high ? g->high : g->low);
    return is_high_alone && all_low == 1 && g->most == 2 &&
           g->rules->dice_usage == ALEA_DICE_MAY_PLAY_HIGHER_ONLY;
}

/* Removes nodes from which no legal play can be completed, and the moves to them. */
static void prune(alea_play_tree *t)
{
    /* A backward pass sets keep[i], a forward pass the new numbers. slot[] is no
     * longer needed and is reused. */
    uint16_t *const keep = t->slot;
    int nodes = 0, moves = 0;
    for (int i = t->nodes - 1; i >= 0; i--) {
        const alea_tree_node *n = &t->node[i];
        keep[i] = n->done;
        for (int k = 0; k < n->moves && !keep[i]; k++)
            keep[i] = keep[t->move[n->first_move + k].node];
    }
    for (int i = 0; i < t->nodes; i++) keep[i] = keep[i] ? (uint16_t)nodes++ : NO_NODE;
    for (int i = 0; i < t->nodes; i++) {
        if (keep[i] == NO_NODE) continue;
        alea_tree_node n = t->node[i];
        const int first = n.first_move, count = n.moves;
        n.first_move = (uint16_t)moves;
        n.moves = 0;
        for (int k = first; k < first + count; k++) {
            alea_tree_move m = t->move[k];
            if (keep[m.node] == NO_NODE) continue;
            m.node = keep[m.node];
            t->move[moves++] = m;
            n.moves++;
        }
        t->node[keep[i]] = n;
    }
    t->nodes = nodes;
    t->moves = moves;
}

void alea_play_tree_of(const alea_board *board, alea_roll roll,
                       const alea_play_rules *rules, alea_play_tree *tree)
{
    assert(alea_roll_valid(roll));
    const bool is_double = alea_roll_is_double(roll);
    const int high = roll.die[0] > roll.die[1] ? roll.die[0] : roll.die[1];
    const int all_high = is_double ? rules->double_moves : 1, all_low = !is_double;
    growth g = {.tree = tree,
                .rules = rules,
                .high = high,
                .low = is_double ? 0 : roll.die[0] + roll.die[1] - high};
    g.most = alea_play_most_dice(board, roll, rules, &g.need);
    tree->nodes = tree->moves = 0;
    memset(tree->slot, 0xff, sizeof tree->slot);
    find_node(&g, board, all_high, all_low);
    for (int i = 0; i < tree->nodes; i++) {
        alea_tree_node *n = &tree->node[i];
        n->first_move = (uint16_t)tree->moves;
        n->done = may_end(&g, n, all_high, all_low);
        if (n->left_high + n->left_low == 0) continue;
        const layout l = layout_of(&n->board);
        if (n->left_high) grow_by(&g, i, &l, g.high);
        if (n->left_low) grow_by(&g, i, &l, g.low);
    }
    prune(tree);
}
