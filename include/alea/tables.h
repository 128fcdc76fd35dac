/* The other games of the backgammon family: a game is a value of independent switches.
 * docs/tables.md describes each game, its options and their sources.
 * Pure functions over values: thread-safe, no allocation. */
#ifndef ALEA_TABLES_H
#define ALEA_TABLES_H

#include <alea/status.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the numbers of one player's points are mapped to the other's. */
typedef enum alea_tables_relation {
    ALEA_TABLES_CONTRARY = 0, /* opposite directions: 25 - r */
    ALEA_TABLES_HALF_TURN,    /* the same direction, starts half a board apart */
    ALEA_TABLES_SAME          /* the same direction, the same start */
} alea_tables_relation;

/* What a checker does on a point that the opponent holds. */
typedef enum alea_tables_landing {
    ALEA_TABLES_HIT = 0, /* one checker is hit, two close the point */
    ALEA_TABLES_PIN,     /* one free checker is pinned, else the point is closed */
    ALEA_TABLES_BLOCK    /* one checker closes the point */
} alea_tables_landing;

typedef enum {
    ALEA_TABLES_BEAROFF_STANDARD = 0, /* a higher die: from the rearmost point */
    ALEA_TABLES_BEAROFF_EXACT,
    ALEA_TABLES_BEAROFF_NONE
} alea_tables_bearoff;
typedef enum {
    ALEA_TABLES_OPENING_REROLL = 0,
    ALEA_TABLES_OPENING_USE
} alea_tables_opening;
typedef enum {
    ALEA_TABLES_NEXT_WINNER = 0,
    ALEA_TABLES_NEXT_ALTERNATE,
    ALEA_TABLES_NEXT_ROLL_OFF
} alea_tables_next;
/* The mother is the last checker on its own start point (pinning games). */
typedef enum {
    ALEA_TABLES_MOTHER_NONE = 0,
    ALEA_TABLES_MOTHER_START_EMPTY, /* pinned: lost, if the winner's start is empty */
    ALEA_TABLES_MOTHER_IMMEDIATE    /* pinned: lost at once */
} alea_tables_mother;
typedef enum { ALEA_TABLES_END_OF_PLAY = 0, ALEA_TABLES_EACH_STEP } alea_tables_moment;
/* Until one checker is past this own point, it alone moves. */
typedef enum {
    ALEA_TABLES_RUNNER_NONE = 0,
    ALEA_TABLES_RUNNER_STRICT, /* past the opponent's start: own 11 */
    ALEA_TABLES_RUNNER_REACH,  /* own 12 */
    ALEA_TABLES_RUNNER_HOME    /* own 6 */
} alea_tables_runner;
/* Doubles of a first turn with which two checkers may leave the head. */
typedef enum {
    ALEA_TABLES_HEAD_NONE = 0,
    ALEA_TABLES_HEAD_3_4_6,
    ALEA_TABLES_HEAD_NEEDED, /* only_if_needed: on a first turn the same as 3_4_6 */
    ALEA_TABLES_HEAD_3_4,
    ALEA_TABLES_HEAD_ANY
} alea_tables_head;
/* Limits on holding points in a row; a rule set has any of them together. */
enum {
    ALEA_TABLES_OWN_START_SIX = 1, /* never all of own 24..19 */
    ALEA_TABLES_MUST_UNBLOCK = 2,  /* open a six that all of the enemy stand behind */
    ALEA_TABLES_SIX_ONLY_IF_PASSED = 4, /* no six that no enemy has passed */
    ALEA_TABLES_OPP_START_SIX = 8,      /* never all of the enemy's start quarter */
    ALEA_TABLES_OPP_START_MAX4 = 16,    /* at most four of it */
    ALEA_TABLES_FRONT_OF_START = 32, /* not own 11..6 while he has men on his start */
    ALEA_TABLES_GIVE_ROOM = 64,      /* leave the opponent a step with some die */
    ALEA_TABLES_NO_FULL_PRIME = 128  /* as 4, for the end of a play, waived if forced */
};
typedef enum {
    ALEA_TABLES_SCORE_ONE = 0,
    ALEA_TABLES_SCORE_ONE_TWO,      /* 2 if the loser has borne off none */
    ALEA_TABLES_SCORE_CHECKERS_LEFT /* one for each checker that the loser has left */
} alea_tables_score;
typedef enum { ALEA_TABLES_DRAW_VOID = 0, ALEA_TABLES_DRAW_ONE_EACH } alea_tables_draw;

enum {
    ALEA_TABLES_OFF = 0,
    ALEA_TABLES_BAR = 25,
    ALEA_TABLES_POINTS = 26, /* 0 = off, 1..24, 25 = bar or not yet entered */
    ALEA_TABLES_MAX_DICE = 3,
    ALEA_TABLES_MAX_STEPS = 4,
    /* No turn has more distinct ends: four equal steps shared among 15 checkers are
     * C(18, 4) = 3060; three dice, with their orders where one checker takes several,
     * 15*14*13 + 3*15*14*2 + 15*6 = 4080. */
    ALEA_TABLES_MAX_TURNS = 4080
};

/* A game. Start from alea_tables_find(). */
typedef struct alea_tables_rules {
    const char *name; /* of the preset, static; no effect on play */
    alea_tables_relation relation;
    uint8_t start[ALEA_TABLES_POINTS]; /* own points; both players start alike */
    alea_tables_landing landing;
    int dice;         /* 2 or 3 */
    int double_steps; /* 4 or 2 */
    bool higher_die;  /* if only one of two dice can be played, then the higher */
    bool hit_and_run; /* a checker that hit at home may move on in the same turn */
    bool pin_blocks_bearoff;
    alea_tables_mother mother;
    alea_tables_moment mother_test;
    alea_tables_runner runner;
    int head_limit; /* checkers that may leave own 24 in a turn; 0 = any number */
    alea_tables_head head_exception;
    unsigned primes; /* ALEA_TABLES_OWN_START_SIX ... */
    alea_tables_moment prime_test;
    alea_tables_bearoff bearoff;
    alea_tables_opening opening;
    alea_tables_next next_starter;
    alea_tables_score score;
    alea_tables_draw draw_value;
    int match_target; /* points */
} alea_tables_rules;

/* Names of the games in the order of docs/tables.md; NULL past the end. Static. */
ALEA_API const char *alea_tables_game(int index);
/* The rules of a game by name; for an unknown one the reason names what is known. */
ALEA_API alea_status alea_tables_find(const char *name, alea_tables_rules *rules,
                                      alea_error *error);
/* Names of all options; NULL past the end. Static. */
ALEA_API const char *alea_tables_option(int index);
/* The words that an option may have; NULL past the end. "prime" takes several joined by
 * "+"; "match_target" takes a number and has none. Static. */
ALEA_API const char *alea_tables_choice(const char *option, int index);
/* Sets an option. Refuses with a reason and leaves `rules` unchanged. Contradictions
 * between options are found by alea_tables_rules_check. */
ALEA_API alea_status alea_tables_set(alea_tables_rules *rules, const char *option,
                                     const char *value, alea_error *error);
/* The value of an option as text into `out`, at least 128 bytes. */
ALEA_API alea_status alea_tables_get(const alea_tables_rules *rules, const char *option,
                                     char *out, size_t size);
/* Checks that every field is in range and that no field contradicts another. */
ALEA_API alea_status alea_tables_rules_check(const alea_tables_rules *rules,
                                             alea_error *error);

/* Both sides as each numbers his own points: [0] is the player to move. */
typedef struct alea_tables_board {
    uint8_t count[2][ALEA_TABLES_POINTS];
    /* Bit r: the player's one checker on his point r is pinned; the other's stand on
     * it. It is among count. */
    uint32_t pinned[2];
} alea_tables_board;

/* The dice of one throw. */
typedef struct alea_tables_dice {
    uint8_t count, die[ALEA_TABLES_MAX_DICE];
} alea_tables_dice;

/* The opponent's number of own point r, 1..24. Its own inverse. */
ALEA_API int alea_tables_mirror(alea_tables_relation relation, int r);
ALEA_API alea_tables_board alea_tables_start(const alea_tables_rules *rules);
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

/* One checker by one die. from 1..25, to 0..24. */
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

/* The legal turns of a throw. About 270 kB: keep one a thread. */
typedef struct alea_tables_turns {
    int count;                           /* distinct ends; at least one */
    uint16_t end[ALEA_TABLES_MAX_TURNS]; /* their nodes */
    /* private */
    alea_tables_board before;
    alea_tables_relation relation;
    uint32_t blots; /* single enemy checkers that can be hit or pinned */
    bool hits;
    int nodes;
    alea_tables_node node[ALEA_TABLES_NODES];
    uint16_t slot[ALEA_TABLES_SLOTS];
} alea_tables_turns;

/* All legal turns with distinct ends, in a fixed order; where nothing can be moved there
 * is one, the board unchanged. `first`: the mover's first turn in this game. `rules`,
 * `board` and `dice` must be valid. */
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

/* The plain form: MINE;THEIRS;MY PINNED POINTS;HIS PINNED POINTS. A side is 26 counts
 * for its own points 0 (off) to 25 (bar or not yet entered); all lists are separated by
 * commas. */
enum { ALEA_TABLES_TEXT_SIZE = 400 };
/* Returns the length. */
ALEA_API size_t alea_tables_text_write(const alea_tables_board *board,
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
