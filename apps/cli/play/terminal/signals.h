/* Signals of a game at a prompt. Everything that happened is on disk before a prompt
 * shows, so a signal may end the program where it stands. */
#ifndef ALEA_CLI_PLAY_TERMINAL_SIGNALS_H
#define ALEA_CLI_PLAY_TERMINAL_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Remembers the terminal's settings and takes over SIGINT, SIGTERM, SIGHUP (a farewell,
 * exit status 128 + signal), SIGTSTP, SIGCONT and SIGWINCH. */
void signals_start(void);
/* Installs the handlers again, after a library has installed its own. */
void signals_take_over(void);
/* Bytes that give a full-screen terminal back (NULL: none); written by the handlers
 * before they end or stop the program. */
void signals_set_restore(const char *bytes);
/* Gives all of them back. */
void signals_finish(void);
/* A line is being edited: SIGTSTP must put the terminal in order and back. */
void signals_editing(bool editing);
/* Holds back SIGTSTP and SIGWINCH; `before` is the mask to restore. */
void signals_hold_drawing(sigset_t *before);
/* True once after each resize, or each return from a stop. */
bool signals_take_resize(void);
bool signals_take_continue(void);
/* Between these two no signal ends the program: a save is being written. */
void console_hold_signals(void);
void console_release_signals(void);
/* Sets the text that SIGINT, SIGTERM and SIGHUP print before they end the program. */
void console_set_exit_message(const char *message);

#endif
