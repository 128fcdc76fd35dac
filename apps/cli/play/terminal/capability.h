/* The terminal's own control sequences, and its size. */
#ifndef ALEA_CLI_PLAY_TERMINAL_CAPABILITY_H
#define ALEA_CLI_PLAY_TERMINAL_CAPABILITY_H

/* A string capability of terminfo ("rmcup"), after curses has started; "" if the terminal
 * has none of that name. */
const char *capability(const char *name);
/* Rows of standard output's terminal, and its columns; 0 if there is none. */
int terminal_rows(int *columns);

#endif
