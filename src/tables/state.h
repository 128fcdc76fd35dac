/* Bit masks of the board before a turn, computed once because a turn asks for them
 * often. Bit r of a mask is the mover's own point r unless it says otherwise. */
#ifndef ALEA_TABLES_STATE_H
#define ALEA_TABLES_STATE_H

#include <alea/tables.h>

enum { HIT_SHIFT = 40 /* in alea_tables_node.high: bit 40 + r - 1, hit on point r */ };

typedef struct turn_state {
    const alea_tables_rules *rules;
    uint32_t open;         /* points where a checker may land; the same all turn long */
    uint32_t blots;        /* single free enemy checkers that can be hit or pinned */
    uint32_t pinned;       /* own pinned checkers: they stay where they are */
    uint32_t enemy;        /* where the enemy stands, in his own numbering */
    uint32_t enemy_start;  /* bit 24 where his start point holds a checker: his mask */
    uint32_t unblock;      /* six points, one of which must be opened; 0 = no duty */
    uint32_t entered;      /* points that are open once all checkers have entered */
    int start_count, head; /* own checkers on 24 before; how many of them may leave */
    int entry;             /* the number of a waiting checker: one more than the path */
    int waiting;           /* checkers off the board that have no duty to enter */
    uint32_t hits;         /* the blots that are hit, not pinned */
    bool walls;            /* a step can make points in a row that must not be held */
    bool mother_at_stake;  /* pinning his last checker on own 1 can end the game */
} turn_state;

/* The node before any move. */
alea_tables_node turn_state_open(turn_state *state, const alea_tables_rules *rules,
                                 const alea_tables_board *board, alea_tables_dice dice,
                                 bool first);

/* Whatever can be played with equal dice can be played from the rear to the front. */
bool turn_state_any_order(const turn_state *state, const alea_tables_node *node);

/* The points from which a checker may move by `die`, all rules considered but limits on
 * holding points in a row. */
uint32_t turn_state_sources(const turn_state *state, const alea_tables_node *node,
                            int die);

/* The game ends inside the turn at this node (mother_test = each_step). */
bool turn_state_ended(const turn_state *state, const alea_tables_node *node);

/* A turn must not end here: a limit that is tested at the end of a play. */
bool turn_state_end_forbidden(const turn_state *state, const alea_tables_node *node);

/* How many of the mover's checkers stand on point r. */
static inline int node_count(const alea_tables_node *node, int r)
{
    return (int)((r < 16 ? node->low >> 4 * r : node->high >> 4 * (r - 16)) & 15);
}

/* One checker on point r, without a branch. */
static inline uint64_t node_low(int r)
{
    return (uint64_t)(r < 16) << (4 * r & 63);
}

static inline uint64_t node_high(int r)
{
    return (uint64_t)(r >= 16) << (4 * (r - 16) & 63);
}

/* Whether the points `mine` have a row that the rules forbid, now that a checker has
 * landed on `to`. */
bool turn_state_wall(const turn_state *state, uint32_t mine, int to);

/* The node after a checker moved from a source. False: that would hold points in a row
 * that must not be held. */
static inline bool turn_state_step(const turn_state *state,
                                   const alea_tables_node *node, int from, int die,
                                   alea_tables_node *after)
{
    const int place = from == ALEA_TABLES_BAR ? state->entry : from;
    const int to = place > die ? place - die : ALEA_TABLES_OFF;
    const uint64_t from_low = node_low(from), from_high = node_high(from);
    const uint64_t low = node->low - from_low, high = node->high - from_high;
    const bool empty = !((low & 15 * from_low) | (high & 15 * from_high));
    uint32_t mine = node->mine & ~((uint32_t)empty << from);
    const bool fresh = to && !(mine >> to & 1);
    mine |= (uint32_t)1 << to;
    after->low = low + node_low(to);
    after->high = (high + node_high(to)) | (uint64_t)(state->hits >> to & 1)
                                               << ((HIT_SHIFT - 1 + to) & 63);
    after->mine = mine;
    after->from = (uint8_t)from;
    after->to = (uint8_t)to;
    return !(state->walls && fresh && turn_state_wall(state, mine, to));
}

#endif
