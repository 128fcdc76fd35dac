/* The terminal or pipe that a game is played through: lines in (edited by libedit on a
 * terminal), text out wrapped to the width, signals that end the game with a word. */
#ifndef ALEA_CLI_PLAY_PROMPT_CONSOLE_H
#define ALEA_CLI_PLAY_PROMPT_CONSOLE_H

#include "cli/play/terminal/screen.h"
#include "cli/play/view/view.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum console_result {
    CONSOLE_LINE = 0,
    CONSOLE_END,   /* end of input: Ctrl-D, or the pipe is empty */
    CONSOLE_BAD,   /* a line that is no text: too long, NUL bytes; `line` says which */
    CONSOLE_FAILED /* reading or writing failed */
} console_result;

/* Offers whole lines that could complete `typed`: calls `offer` for each. */
typedef void console_complete(void *context, const char *typed,
                              void (*offer)(void *offers, const char *line),
                              void *offers);

typedef struct console console;

/* `plain`: no drawing, no colour, no editing. NULL: out of memory. */
console *console_open(bool plain);
/* Gives the terminal back as it was found. */
void console_close(console *c);

/* A person at a terminal sits there (both input and output), and wants it drawn. */
bool console_drawn(const console *c);
/* Input comes from a terminal, drawn or not. */
bool console_from_terminal(const console *c);
/* Asked anew each time: the window may have been resized. */
play_caps console_caps(console *c);

/* Plays on the full screen from now on; false, and nothing changed, if the terminal is
 * too small or cannot. */
bool console_go_full(console *c, const screen_calls *calls);
bool console_is_full(const console *c);
/* Back to lines, with what was said last left on the terminal. */
void console_leave_full(console *c);

/* Draws a board: below a blank line, or as the picture of the full screen. */
void console_draw(console *c, const char *drawn);
/* Prints a sentence, wrapped to the width. */
void console_say(console *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* How far long work has come, in one row that the next call replaces; "" clears it.
 * Where lines are printed one by one, a line each. */
void console_progress(console *c, const char *text);

/* Shows the prompt and reads a line, NUL-terminated, valid until the next call. */
console_result console_read(console *c, const char *prompt, const char **line,
                            size_t *length);
void console_set_completion(console *c, console_complete *complete, void *context);

#endif
