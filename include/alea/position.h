/* A position as a value: what the identifiers write and what decisions are about. */
#ifndef ALEA_POSITION_H
#define ALEA_POSITION_H

#include <alea/match.h>

/* A position with everything a decision needs, in A's frame (A = XGID's bottom player,
 * GNU Backgammon's player 1). What an identifier can say, no more. */
typedef struct alea_position {
    alea_board board;    /* A's frame */
    alea_player on_roll; /* whose roll or play it is; the doubler at a pending double */
    alea_player to_act;  /* who decides: the other one at a pending double */
    alea_roll roll;      /* {0, 0} = not rolled */
    int cube_log2;       /* before a pending double */
    alea_player cube_owner;
    int offers;       /* 0; 1 = doubled, 2 = beavered, 3 = raccooned, unanswered */
    int resign_level; /* 0, or offered by the player who is not to act */
    int match_length; /* 0 = money */
    int score[2];
    bool crawford_game, jacoby, beavers;
    bool cube;           /* false: no cube in use */
    int cube_limit_log2; /* ALEA_UNLIMITED where the identifier does not say */
    int checkers;    /* a side: 15, or 3 (both sides at most 3 on the board is read so
                        only when the reader was told) */
    bool board_only; /* a lone Position ID: nothing but the board is known, and the
                        player on roll is A */
    bool game_over;  /* GNU state 2..4 */
} alea_position;

#endif
