/* A position as a value: the content of an identifier and the subject of a decision. */
#ifndef ALEA_POSITION_H
#define ALEA_POSITION_H

#include <alea/match.h>

/* Everything that an identifier can hold and a decision needs, in A's frame (A is
 * XGID's bottom player and GNU Backgammon's player 1). */
typedef struct alea_position {
    alea_board board;    /* A's frame */
    alea_player on_roll; /* player on roll; the doubler if a double is pending */
    /* player who decides; the other player if a double is pending */
    alea_player to_act;
    alea_roll roll; /* {0, 0} = not rolled */
    int cube_log2;  /* before a pending double */
    alea_player cube_owner;
    int offers;       /* 0; 1 = doubled, 2 = beavered, 3 = raccooned, unanswered */
    int resign_class; /* 0, or offered by the player who is not to act */
    int match_length; /* 0 = money */
    int score[2];
    bool crawford_game, jacoby, beavers;
    bool cube;           /* false: no cube in use */
    int cube_limit_log2; /* ALEA_UNLIMITED if the identifier does not state it */
    /* for each side: 15, or 3 if the reader was called for hypergammon */
    int checkers;
    /* a Position ID alone: only the board is known, and A is on roll */
    bool board_only;
    bool game_over; /* GNU state 2..4 */
} alea_position;

#endif
