/* The terminal's own control sequences, and its size. */
#ifndef ALEA_CLI_PLAY_TERMINAL_CAPABILITY_H
#define ALEA_CLI_PLAY_TERMINAL_CAPABILITY_H

enum { RESTORE_SIZE = 200 };

/* The bytes that give the terminal back, after curses has started: no mouse, plain
 * text, a cursor, the ordinary screen. */
void capability_restore(char out[RESTORE_SIZE]);
/* Rows and *columns of the terminal on standard output; 0 if it is no terminal. */
int terminal_rows(int *columns);

#endif
