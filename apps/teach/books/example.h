/* A position to try a rule on: a board, a roll, and the plays that the rule asks
 * for. */
#ifndef ALEA_TEACH_BOOKS_EXAMPLE_H
#define ALEA_TEACH_BOOKS_EXAMPLE_H

#include <alea/play.h>

enum { EXAMPLE_PLAYS = 5 };

typedef struct book_example {
    const char *task; /* what the reader is to do; NULL ends a list */
    /* "8:3 6:5 | 24:2 19:5": the mover's checkers, then the opponent's, both by the
     * mover's numbers; 25 the mover's bar, 0 the opponent's. "start": the set-up. */
    const char *board;
    uint8_t dice[2];
    /* Plays with these results are right, up to the first NULL; none: every legal
     * one. */
    const char *right[EXAMPLE_PLAYS];
    /* Where every legal play is right: those that the text names, up to the first
     * NULL, for readers who want to see the answer. */
    const char *named[EXAMPLE_PLAYS];
    const char *wrong; /* a play that the rules refuse here; NULL: none */
    const char *after; /* what a right play shows */
} book_example;

/* Reads the board of an example; false if it is not a board. */
bool book_example_board(const char *text, alea_board *board);
/* The plays to show as the answer: `right`, else `named`; EXAMPLE_PLAYS, up to the
 * first NULL. */
const char *const *book_example_answers(const book_example *example);
/* True if `play` is one of the right plays. Each of them must be legal. */
bool book_example_is_right(const book_example *example, const alea_board *board,
                           const alea_play_rules *rules, const alea_play *play);

#endif
