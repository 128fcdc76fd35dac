/* The game as text: the board drawn, and every fact in words. Pure functions of their
 * arguments; nothing is printed. */
#ifndef ALEA_CLI_PLAY_VIEW_VIEW_H
#define ALEA_CLI_PLAY_VIEW_VIEW_H

#include <alea/match.h>

#include <stdbool.h>
#include <stddef.h>

/* Capabilities of the terminal. */
typedef struct play_caps {
    int width; /* columns; 80 where unknown */
    bool unicode, colour;
    int scale; /* of the drawn board, 0 to 2: see layout.h */
} play_caps;

typedef struct play_view {
    const alea_match *match;
    alea_player viewer; /* whose numbers the points carry */
    bool turned;        /* the viewer's home board is above, else below */
    bool home_left;     /* the home boards are on the left, else on the right */
    alea_player filled; /* whose checkers are drawn as filled discs */
    /* 1 red ... 7 white, of the filled and the open discs; 0: usual */
    uint8_t colour[2];
    alea_board board; /* seen by the viewer; may hold a play still being made */
    const char *name[2];
    bool marked[26]; /* points of the viewer's numbering that the last play reached */
} play_view;

enum { PLAY_VIEW_SIZE = 32768, PLAY_SENTENCE_SIZE = 512 };

/* Text that grows in the caller's array and is cut, never overrun; always ended. */
typedef struct play_text {
    char *at;
    size_t size, length;
} play_text;

#endif
