/* The board, always seen by one side: that side's checkers are positive and move from
 * 24 down to 1 and off. Source of the frame: the field's convention,
 * docs/glossary.md. */
#ifndef ALEA_BOARD_H
#define ALEA_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include <alea/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ALEA_OFF = 0,       /* in a move: borne off */
    ALEA_BAR = 25,      /* own bar; in a move: entering */
    ALEA_CHECKERS = 15, /* a side, in every set-up but hypergammon (3) */
};

/* point[1..24] = checkers there, + mine, - the opponent's; point[25] = mine on the bar
 * (>= 0); point[0] = minus the opponent's on the bar (<= 0). Checkers off are those
 * missing. A plain value: copy and compare freely. */
typedef struct alea_board {
    int8_t point[26];
} alea_board;

typedef enum alea_setup {
    ALEA_SETUP_BACKGAMMON = 0,
    ALEA_SETUP_NACKGAMMON,
    ALEA_SETUP_HYPERGAMMON,
    ALEA_SETUP_LONGGAMMON
} alea_setup;

typedef enum alea_phase {
    ALEA_PHASE_CONTACT = 0, /* some checker must still pass an enemy one */
    ALEA_PHASE_RACE,        /* no contact left, somebody not home yet */
    ALEA_PHASE_BEAROFF,     /* no contact, both sides all home */
    ALEA_PHASE_OVER         /* one side has no checker left */
} alea_phase;

/* Start position of a set-up; the same from both sides. Empty for any other value. */
ALEA_API alea_board alea_board_start(alea_setup setup);
/* Checkers a side in a set-up: 15, or 3. */
ALEA_API int alea_setup_checkers(alea_setup setup);
/* The same position seen by the other side; twice is identity. */
ALEA_API alea_board alea_board_swap(const alea_board *board);
/* Moves one checker of the mover from `from` (1..25) to `to` (0..24), hitting a blot.
 * Returns false and changes nothing if a number is out of range, no checker of the
 * mover is on `from`, or two or more of the opponent's are on `to`. Neither the
 * direction nor the dice are checked: alea_play_judge does that. */
ALEA_API bool alea_board_move(alea_board *board, int from, int to);
ALEA_API bool alea_board_equal(const alea_board *a, const alea_board *b);
/* Pips I need (mine = true) or the opponent needs; a checker on the bar counts 25. */
ALEA_API int alea_board_pips(const alea_board *board, bool mine);
/* Checkers on points and bar, mine or the opponent's: 0..15. */
ALEA_API int alea_board_checkers(const alea_board *board, bool mine);
ALEA_API alea_phase alea_board_phase(const alea_board *board);
/* ALEA_OK, or ALEA_ERROR_POSITION with `error->reason`: more than `checkers` a side, a
 * bar with the wrong sign, both sides without a checker. `error` may be NULL. */
ALEA_API alea_status alea_board_check(const alea_board *board, int checkers,
                                      alea_error *error);

#ifdef __cplusplus
}
#endif
#endif
