/* What a drawn board shows, whatever the game: the men of each place in the viewer's
 * numbers, the dice, the cube. Boards of twelve points in a half, or of squares. */
#ifndef ALEA_CLI_PLAY_VIEW_FACE_H
#define ALEA_CLI_PLAY_VIEW_FACE_H

#include <stdbool.h>
#include <stdint.h>

enum { FACE_PLACES = 31, FACE_DICE = 3, FACE_SQUARES = 32, FACE_ROWS = 3 };

typedef struct play_stack {
    uint8_t count; /* men of the side on top */
    bool mine;     /* they are the viewer's */
    bool under;    /* a man of the other side lies pinned beneath them */
    bool marked;   /* the last play reached it */
} play_stack;

/* A square of a board of three rows; row 0 is above when the viewer sits below. */
typedef struct play_square {
    uint8_t row, column;
    uint8_t point; /* in the numbers of the side whose it is */
    bool other;    /* it is on the other side's own lane: the viewer has no number */
    bool special;
    play_stack stack;
} play_square;

typedef enum face_cube {
    FACE_NO_CUBE = 0,
    FACE_CUBE_MIDDLE,
    FACE_CUBE_MINE,
    FACE_CUBE_OTHER
} face_cube;

typedef struct play_face {
    bool turned;        /* the viewer's side is above, else below */
    bool home_left;     /* the home boards are on the left, else on the right */
    bool viewer_filled; /* the viewer's men are the filled ones */
    uint8_t
        colour[2]; /* 1 red ... 7 white, of the filled and the open ones; 0: usual */
    play_stack point[FACE_PLACES]; /* 1 to 24 where there are no squares */
    uint8_t bar[2], off[2]; /* men waiting and borne off: the viewer's, the other's */
    bool has_bar;           /* men can wait */
    int dice;               /* 0: none lie there */
    uint8_t die[FACE_DICE];
    bool dice_mine;
    face_cube cube;
    int cube_log2;
    int squares, columns; /* 0: a board of points */
    play_square square[FACE_SQUARES];
} play_face;

#endif
