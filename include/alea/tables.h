/* Boards and turns of the other games of the backgammon family.
 * Pure functions over values: thread-safe, no allocation. */
#ifndef ALEA_TABLES_H
#define ALEA_TABLES_H

#include <alea/status.h>
#include <alea/tables_rules.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ALEA_TABLES_MAX_STEPS = 4,
    /* No turn has more distinct ends: four equal steps shared among 15 checkers are
     * C(18, 4) = 3060; three dice, with their orders where one checker takes several,
     * 15*14*13 + 3*15*14*2 + 15*6 = 4080. */
    ALEA_TABLES_MAX_TURNS = 4080
};

/* Both sides as each numbers his own points: [0] is the player to move. */
typedef struct alea_tables_board {
    uint8_t count[2][ALEA_TABLES_POINTS];
    /* How many of count[][25] were hit; 0 where the rules do not ask (entry). */
    uint8_t hit[2];
    /* Bit r: the player's one checker on his point r is pinned; the other's stand on
     * it. It is among count. */
    uint32_t pinned[2];
} alea_tables_board;

/* The dice of one throw. */
typedef struct alea_tables_dice {
    uint8_t count, die[ALEA_TABLES_MAX_DICE];
    uint8_t steps; /* of two equal dice; 0 = as many as the rules say */
} alea_tables_dice;

/* What the four binary dice count that show `marks` ones, 0..4. */
ALEA_API int alea_tables_marks(const alea_tables_rules *rules, int marks);
/* Whether a die of the game can show `die`. */
ALEA_API bool alea_tables_is_die(const alea_tables_rules *rules, int die);
/* The distinct throws of a game: 21 of two dice, 56 of three, 5 of the binary dice.
 * Returns in how many ways throw `index` comes; 0 past the end. */
ALEA_API int alea_tables_throw(const alea_tables_rules *rules, int index,
                               alea_tables_dice *dice);

/* The opponent's number of own point r, 1..24. Its own inverse. */
ALEA_API int alea_tables_mirror(alea_tables_relation relation, int r);
/* [0] is the player who begins. */
ALEA_API alea_tables_board alea_tables_start(const alea_tables_rules *rules);
/* Checkers of a side. */
ALEA_API int alea_tables_men(const alea_tables_rules *rules);
/* How many of [side] are on the bar or not yet entered. */
ALEA_API int alea_tables_waiting(const alea_tables_rules *rules,
                                 const alea_tables_board *board, int side);
/* The same board seen by the other player. */
ALEA_API alea_tables_board alea_tables_swap(const alea_tables_board *board);
/* Checks numbers of checkers, points held by both, and pins. */
ALEA_API alea_status alea_tables_board_check(const alea_tables_rules *rules,
                                             const alea_tables_board *board,
                                             alea_error *error);

typedef enum alea_tables_outcome {
    ALEA_TABLES_PLAYING = 0,
    ALEA_TABLES_MOVER_WON,
    ALEA_TABLES_OTHER_WON,
    ALEA_TABLES_DRAWN
} alea_tables_outcome;
/* Whether the game has ended after the play of [0]; the points of the winner in
 * *points, or of each player in a draw (may be NULL). */
ALEA_API alea_tables_outcome alea_tables_result(const alea_tables_rules *rules,
                                                const alea_tables_board *board,
                                                int *points);

/* One checker by one die. from 1..25, to 0..24; on the long path 1..30, 0..30. */
typedef struct alea_tables_move {
    uint8_t from, to;
    bool hit, pin;
} alea_tables_move;

/* A position inside a turn: four bits for each own point, 0..15 in `low`, 16..25 in
 * `high`; above them in `high` one bit for each point on which a checker was hit. */
typedef struct alea_tables_node {
    uint64_t low, high;
    uint32_t mine; /* the points with a checker that can move; bit 0: some are off */
    uint16_t parent;
    uint8_t from, to;
} alea_tables_node;

enum {
    ALEA_TABLES_NODES = 8192, /* all positions inside the largest turn */
    ALEA_TABLES_SLOTS = 8192
};

/* The legal turns of a throw. About 270 kB: keep one per thread. */
typedef struct alea_tables_turns {
    int count;                           /* distinct ends; at least one */
    uint16_t end[ALEA_TABLES_MAX_TURNS]; /* their nodes */
    /* private */
    alea_tables_board before;
    alea_tables_relation relation;
    uint32_t blots; /* single enemy checkers that can be hit or pinned */
    bool hits, hit_duty, swaps;
    int nodes;
    alea_tables_node node[ALEA_TABLES_NODES];
    uint16_t slot[ALEA_TABLES_SLOTS];
} alea_tables_turns;

/* All legal turns with distinct ends, in a fixed order; where nothing can be moved
 * there is one, the board unchanged. `first`: the mover's first turn in this game.
 * `rules`, `board` and `dice` must be valid. */
ALEA_API void alea_tables_turns_list(const alea_tables_rules *rules,
                                     const alea_tables_board *board,
                                     alea_tables_dice dice, bool first,
                                     alea_tables_turns *turns);
/* The board after turn `index`, still seen by the player who moved. */
ALEA_API alea_tables_board alea_tables_turns_board(const alea_tables_turns *turns,
                                                   int index);
/* The moves of turn `index` in an order that can be played; returns how many. */
ALEA_API int alea_tables_turns_moves(const alea_tables_turns *turns, int index,
                                     alea_tables_move out[ALEA_TABLES_MAX_STEPS]);

/* ---- a turn by single steps ---- */

typedef enum alea_tables_step_mark {
    ALEA_TABLES_STEP_PLAIN = 0,
    ALEA_TABLES_STEP_HIT,
    ALEA_TABLES_STEP_PIN,
    ALEA_TABLES_STEP_SWAP
} alea_tables_step_mark;

/* One checker moved, and the number of the place that this leads to. */
typedef struct alea_tables_step {
    uint8_t from, to;
    alea_tables_step_mark mark;
    uint16_t next;
} alea_tables_step;

/* A point inside a turn. Its steps are step[first] to step[first + count - 1]. */
typedef struct alea_tables_place {
    bool ends; /* the turn may end here */
    int first, count;
    /* private */
    unsigned states;
    alea_tables_node node;
} alea_tables_place;

enum {
    ALEA_TABLES_MAX_PLACES = 16384,
    ALEA_TABLES_MAX_STEPS_LISTED = 131072,
    ALEA_TABLES_STEP_SLOTS = 32768
};

/* Place 0 is the beginning of the turn. About 2.5 MB: keep one per thread. */
typedef struct alea_tables_steps {
    int places, steps;
    alea_tables_place place[ALEA_TABLES_MAX_PLACES];
    alea_tables_step step[ALEA_TABLES_MAX_STEPS_LISTED];
    uint16_t slot[ALEA_TABLES_STEP_SLOTS]; /* private */
} alea_tables_steps;

/* The legal turns of a throw as steps in every order that alea_tables_judge accepts;
 * every step leads to a legal turn. Also lists the turns. The arguments are those of
 * alea_tables_turns_list. False: there are more steps than have room. */
ALEA_API bool alea_tables_steps_list(const alea_tables_rules *rules,
                                     const alea_tables_board *board,
                                     alea_tables_dice dice, bool first,
                                     alea_tables_turns *turns, alea_tables_steps *out);

/* Why a turn is not legal. */
typedef enum alea_tables_fault {
    ALEA_TABLES_LEGAL = 0,
    /* of one move */
    ALEA_TABLES_FAULT_NO_MOVE,      /* points outside the path, or not towards off */
    ALEA_TABLES_FAULT_NO_CHECKER,   /* no own checker stands there */
    ALEA_TABLES_FAULT_PINNED,       /* it is pinned */
    ALEA_TABLES_FAULT_NO_DIE,       /* no die is left that moves a checker so far */
    ALEA_TABLES_FAULT_ENTER_FIRST,  /* a checker off the board must enter first */
    ALEA_TABLES_FAULT_FROZEN,       /* start_frozen */
    ALEA_TABLES_FAULT_SECOND_HALF,  /* second_half */
    ALEA_TABLES_FAULT_CLOSED,       /* the opponent closes the point */
    ALEA_TABLES_FAULT_OWN,          /* own checkers are there (entry_points; ur) */
    ALEA_TABLES_FAULT_NO_BEAROFF,   /* nobody bears off in this game */
    ALEA_TABLES_FAULT_NOT_HOME,     /* not all own checkers are on 6 to 1 */
    ALEA_TABLES_FAULT_PIN_HOLDS,    /* pin_blocks_bearoff */
    ALEA_TABLES_FAULT_NOT_REARMOST, /* the die is too high: others are further back */
    ALEA_TABLES_FAULT_HEAD,         /* head_limit */
    ALEA_TABLES_FAULT_RUNNER,       /* runner_target */
    ALEA_TABLES_FAULT_HITTER,       /* hit_and_run */
    ALEA_TABLES_FAULT_PRIME,        /* a limit on holding points in a row */
    ALEA_TABLES_FAULT_ENDED,        /* the game ended before this move */
    ALEA_TABLES_FAULT_GATE,         /* gate */
    ALEA_TABLES_FAULT_TRAPPED,      /* a checker on `trap` moves first */
    ALEA_TABLES_FAULT_WALL,         /* wall */
    ALEA_TABLES_FAULT_FORWARD,      /* move_back, but a move forward is possible */
    /* of the turn as a whole */
    ALEA_TABLES_FAULT_MORE_DICE, /* more dice can be played */
    ALEA_TABLES_FAULT_HIGHER_DIE,
    ALEA_TABLES_FAULT_PRIME_END,  /* prime_test=end_of_play */
    ALEA_TABLES_FAULT_FULL_PRIME, /* no_full_prime */
    ALEA_TABLES_FAULT_UNBLOCK,    /* must_unblock */
    ALEA_TABLES_FAULT_ROOM        /* give_room */
} alea_tables_fault;

/* Judges moves in the order in which they are made; only `from` and `to` are read.
 * Lists the legal turns into `turns` and writes which of them it is to *index, or the
 * number of the first bad move (the number of moves for the turn as a whole). */
ALEA_API alea_tables_fault alea_tables_judge(const alea_tables_rules *rules,
                                             const alea_tables_board *board,
                                             alea_tables_dice dice, bool first,
                                             const alea_tables_move *move, int moves,
                                             alea_tables_turns *turns, int *index);
/* Code ("more_dice") and sentence for a player. Static storage. */
ALEA_API const char *alea_tables_fault_code(alea_tables_fault fault);
ALEA_API const char *alea_tables_fault_text(alea_tables_fault fault);

/* Moves as text: "24/20 13/9*"; "^" after a point where a checker was pinned, "*" where
 * one was hit or changed places; "bar" is 25, but for the long path; "off" is 0. */
enum { ALEA_TABLES_MOVES_SIZE = 64 };
/* Returns the length. */
ALEA_API size_t alea_tables_moves_write(const alea_tables_rules *rules,
                                        const alea_tables_move *move, int moves,
                                        char out[ALEA_TABLES_MOVES_SIZE]);
/* Sets `hit` and `pin` of legal moves made in this order on `board`. */
ALEA_API void alea_tables_moves_mark(const alea_tables_rules *rules,
                                     const alea_tables_board *board,
                                     alea_tables_move *move, int moves);
/* Reads at most ALEA_TABLES_MAX_STEPS moves, separated by blanks; "24/20(2)" is two,
 * and so is "24/20/18", of one man.
 * Marks of hits and pins may be absent and are not stored. An empty text is no move.
 * The error has the column. */
ALEA_API alea_status alea_tables_moves_read(const alea_tables_rules *rules,
                                            const char *text, size_t length,
                                            alea_tables_move out[ALEA_TABLES_MAX_STEPS],
                                            int *moves, alea_error *error);

/* The plain form: MINE;THEIRS;MY PINNED POINTS;HIS PINNED POINTS. A side is 26 counts
 * for its own points 0 (off) to 25 (bar or not yet entered), on the long path 31 for 0
 * to 30; all lists are separated by
 * commas. Where hit checkers have a duty that others do not have, and there are any,
 * ";MINE;HIS" follow: how many of the counts 25 were hit. */
enum { ALEA_TABLES_TEXT_SIZE = 400 };
/* Returns the length. */
ALEA_API size_t alea_tables_text_write(const alea_tables_rules *rules,
                                       const alea_tables_board *board,
                                       char out[ALEA_TABLES_TEXT_SIZE]);
/* Reads a position, then, if `dice` is not NULL, the dice and the word "first" where it
 * is a first turn. Checks the position by `rules`. The error has the column. */
ALEA_API alea_status alea_tables_text_read(const alea_tables_rules *rules,
                                           const char *text, size_t length,
                                           alea_tables_board *board,
                                           alea_tables_dice *dice, bool *first,
                                           alea_error *error);

#ifdef __cplusplus
}
#endif
#endif
