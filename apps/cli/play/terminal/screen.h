/* The full screen of a terminal (ncursesw): a board picture at the top, whose places
 * keys and the mouse can select, messages below it, an input line, and the keys at the
 * bottom. It does not know the game: the caller says where the places are and which may
 * follow which. A selection by key or click is returned as a typed line. */
#ifndef ALEA_CLI_PLAY_TERMINAL_SCREEN_H
#define ALEA_CLI_PLAY_TERMINAL_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

enum { SCREEN_COLUMNS = 80, SCREEN_ROWS = 24, SCREEN_LINE = 512 };

/* Places are numbered by the caller, 0 to 30; 0 has the key -. 1 and the next have the
 * keys A, B ...; where they end at 24 or before, 25 (the bar) has Z. */
typedef struct screen_calls {
    void *context;
    /* Columns of the picture on a terminal of that size. */
    int (*picture_columns)(void *context, int columns, int rows);
    /* The last place that the arrows reach, from 1 on. */
    int (*points)(void *context);
    /* True if the game has a doubling cube now: its key is shown. */
    bool (*has_cube)(void *context);
    /* Draws the picture anew by screen_picture: before each prompt, after a resize. */
    void (*redraw)(void *context);
    /* The place at a row and column of the picture, or -1. */
    int (*place_at)(void *context, int row, int column);
    /* Where the label of a place stands in the picture; false: nowhere. */
    bool (*label_of)(void *context, int place, int *row, int *column, int *width);
    /* Offers each place that may be chosen after `from`. */
    void (*targets)(void *context, int from, void (*offer)(void *offers, int to),
                    void *offers);
    /* Writes the line that means "from `from` to `to`". */
    void (*choose)(void *context, int from, int to, char *out, size_t size);
    /* Offers whole lines that complete `typed`. */
    void (*complete)(void *context, const char *typed,
                     void (*offer)(void *offers, const char *line), void *offers);
} screen_calls;

typedef struct screen screen;

/* True if input and output are a terminal of at least SCREEN_COLUMNS x SCREEN_ROWS that
 * can address its cursor. */
bool screen_possible(void);
/* Takes the terminal over; NULL: it cannot, or out of memory. `calls` is copied. */
screen *screen_open(const screen_calls *calls, bool colour);
/* Gives the terminal back and prints the last messages. */
void screen_close(screen *s);
/* Columns and rows that the picture may have. */
int screen_columns(const screen *s, int *rows);
/* Replaces the picture: lines of text with the colour codes ESC [ ... m. */
void screen_picture(screen *s, const char *text);
/* Adds a message; newlines separate lines. */
void screen_say(screen *s, const char *text);
/* Shows `text` in the row of the prompt until the next line is read. */
void screen_progress(screen *s, const char *text);
/* Reads a line, typed or chosen. False: end of input. */
bool screen_read(screen *s, const char *prompt, char line[SCREEN_LINE]);

#endif
