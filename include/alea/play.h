/* Plays: every legal way to use a roll, and whether a given one is legal.
 * Pure functions over values: thread-safe, no allocation. */
#ifndef ALEA_PLAY_H
#define ALEA_PLAY_H

#include <alea/board.h>
#include <alea/dice.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ALEA_MAX_MOVES = 4,
    ALEA_PLAY_TEXT_SIZE = 64, /* the longest written play, with its NUL (notation.h) */
    /* No roll has more distinct results: they are fewer than the ways to share four
     * moves among 15 checkers, C(18, 4). The most found by search is 1,921. */
    ALEA_MAX_PLAYS = 3060
};

/* Which dice must be used. As many as possible are always required. If only one of
 * two different dice can be played, but either one, the rules require the higher or
 * allow any. MAY_PLAY_HIGHER_ONLY (rulebook 002: "A player can choose to use only
 * one die, but it must be the highest count die") also allows the higher die alone
 * if it can be played first; a double has no higher die. */
typedef enum alea_dice_usage {
    ALEA_DICE_MAX_THEN_HIGHER = 0, /* as many dice as possible; one only: the higher */
    ALEA_DICE_MAX_ANY,             /* as many dice as possible; one only: either */
    ALEA_DICE_MAY_PLAY_HIGHER_ONLY /* or, by choice, the higher die alone */
} alea_dice_usage;

/* Effect of a die that is higher than the point of every checker, all checkers being
 * home. A die whose point is empty never bears off while a checker is further back. */
typedef enum alea_bearoff_high {
    ALEA_BEAROFF_HIGHEST = 0, /* bears off a checker of the rearmost point */
    ALEA_BEAROFF_ANY_LOWER,   /* bears off any checker */
    ALEA_BEAROFF_EXACT_ONLY   /* bears off none */
} alea_bearoff_high;

/* The part of the rules that decides which plays are legal. All zero = the standard,
 * except double_moves, which is 4 or 2. */
typedef struct alea_play_rules {
    alea_dice_usage dice_usage;
    alea_bearoff_high bearoff_high;
    int double_moves;
} alea_play_rules;

/* As tournaments play: as many dice as possible, the higher if only one can be. */
ALEA_API alea_play_rules alea_play_rules_standard(void);

/* One checker. from 1..25 (25 = bar), to 0..24 (0 = off). In what a generator returns
 * it is one die; in what a person gives it may join several dice ("24/13"). */
typedef struct alea_move {
    int8_t from, to;
    bool hit; /* a blot is hit on `to`; on input: the person marked a hit */
} alea_move;

/* One legal play: its moves, one die each, in an order that can be played, and the
 * board after it, still seen by the player who moved. count 0 = nothing can be
 * moved. */
typedef struct alea_play {
    alea_board board;
    alea_move move[ALEA_MAX_MOVES];
    uint8_t count;
} alea_play;

/* About 120 kB: keep one per thread, not one per stack frame of a recursion. */
typedef struct alea_play_list {
    int count;
    alea_play play[ALEA_MAX_PLAYS];
} alea_play_list;

/* All legal plays with distinct results, in an unspecified but fixed order; a roll that
 * cannot be played gives one play with count 0 and the board unchanged. `board` must
 * pass alea_board_check and have checkers left on both sides; `roll` must be valid. */
ALEA_API void alea_plays(const alea_board *board, alea_roll roll,
                         const alea_play_rules *rules, alea_play_list *list);
/* As above, results only, in the same order: `out` has room for ALEA_MAX_PLAYS; returns
 * how many. Faster. */
ALEA_API int alea_positions_after(const alea_board *board, alea_roll roll,
                                  const alea_play_rules *rules, alea_board *out);

/* How many results alea_positions_after would give; faster than to write them. */
ALEA_API int alea_positions_after_count(const alea_board *board, alea_roll roll,
                                        const alea_play_rules *rules);
/* Names until 0.1.0; to be removed in the version after it. */
#define alea_results       alea_positions_after
#define alea_results_count alea_positions_after_count

/* The most dice that can be used, 0..4. When it is 1 and the roll no double, *need (may
 * be NULL) is the one die that may be used, or 0 if either may. */
ALEA_API int alea_play_most_dice(const alea_board *board, alea_roll roll,
                                 const alea_play_rules *rules, int *need);

/* Why a play is not legal. Where several reasons apply, the one that helps most:
 * roughly the first in this order. */
typedef enum alea_play_error {
    ALEA_PLAY_LEGAL = 0,
    ALEA_PLAY_NO_CHECKER,      /* no checker of yours there */
    ALEA_PLAY_WRONG_DIRECTION, /* backwards, or not moving at all */
    ALEA_PLAY_ON_BAR,          /* a checker on the bar must enter first */
    ALEA_PLAY_BLOCKED,         /* the point, or every way to it, is blocked */
    ALEA_PLAY_NOT_A_DIE,       /* no die, or no sum of dice left, moves that far */
    ALEA_PLAY_NOT_ALL_HOME,    /* bearing off before all checkers are home */
    ALEA_PLAY_CHECKER_HIGHER,  /* a higher die, but a checker stands further back */
    ALEA_PLAY_EXACT_ONLY,      /* a higher die bears nothing off under these rules */
    ALEA_PLAY_TOO_MANY,        /* more moves than dice; not a double */
    ALEA_PLAY_TOO_MANY_DOUBLE, /* more moves than a double gives */
    ALEA_PLAY_MUST_USE_BOTH,   /* another play uses more dice */
    ALEA_PLAY_MUST_USE_HIGHER, /* if only one die is played, it must be the higher */
    ALEA_PLAY_CANNOT_PASS      /* nothing was moved, but something can be */
} alea_play_error;

/* Judges what a person wrote: `count` moves (0..4; each may join several dice, any
 * order). Legal: returns ALEA_PLAY_LEGAL and writes the play to `*play`; where joined
 * moves could go several ways, the way that agrees with the marked hits, then the one
 * without unmarked hits. Illegal: `*bad` (may be NULL) is the index of the move at
 * fault, or -1. */
ALEA_API alea_play_error alea_play_judge(const alea_board *board, alea_roll roll,
                                         const alea_play_rules *rules,
                                         const alea_move *moves, int count,
                                         alea_play *play, int *bad);
/* Index of the first move that is marked as a hit although no blot of the opponent's is
 * on its target point, or -1. alea_play_judge does not refuse such marks, because
 * records of other programs have them. */
ALEA_API int alea_play_wrong_mark(const alea_board *board, const alea_move *moves,
                                  int count);
enum { ALEA_MAX_READINGS = 8 };
/* The legal plays with distinct results that `moves` can mean: more than one if a
 * joined move can go two ways and one of them hits. If hits are marked, only the plays
 * with the fewest unmarked hits. Returns how many; 0 if the moves are not legal. The
 * first is not always the one that alea_play_judge chooses. */
ALEA_API int alea_play_readings(const alea_board *board, alea_roll roll,
                                const alea_play_rules *rules, const alea_move *moves,
                                int count, alea_play out[ALEA_MAX_READINGS]);
/* Sentence for a player; static storage. */
ALEA_API const char *alea_play_error_text(alea_play_error error);

/* The canonical written form as moves: highest `from` first; one checker's dice joined
 * unless it hits on the way; `count` of the result in *count (each with its hit mark).
 * notation.h turns it into text. */
ALEA_API void alea_play_canonical(const alea_board *before, const alea_play *play,
                                  alea_move out[ALEA_MAX_MOVES], int *count);

#ifdef __cplusplus
}
#endif
#endif
