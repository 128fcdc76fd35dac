#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* Static, because a signal handler has no other way to reach it. Changed only while the
 * signals are blocked. */
static struct {
    bool have_terminal;
    struct termios terminal; /* as found */
    char exit_message[1024];
    size_t exit_message_length;
    char restore[256]; /* gives a full-screen terminal back */
    size_t restore_length;
} state;

static volatile sig_atomic_t editing, resized, continued;

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING = sizeof ending / sizeof *ending };

/* The pipe or terminal may be gone; there is nobody to tell then. */
static void write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(fd, text, length);
        if (n <= 0) return;
        text += n;
        length -= (size_t)n;
    }
}

static void put_terminal_in_order(void)
{
    write_all(STDOUT_FILENO, state.restore, state.restore_length);
    if (state.have_terminal) tcsetattr(STDIN_FILENO, TCSANOW, &state.terminal);
}

static void on_ending(int number)
{
    put_terminal_in_order();
    write_all(STDERR_FILENO, state.exit_message, state.exit_message_length);
    _exit(128 + number);
}

/* Stops like any program, but with the terminal as it was found, and sets it to editing
 * again afterwards. */
static void on_stop(int number)
{
    struct termios now;
    const int saved = errno;
    const bool have = editing && tcgetattr(STDIN_FILENO, &now) == 0;
    (void)number;
    if (have) put_terminal_in_order();
    raise(SIGSTOP);
    if (have) tcsetattr(STDIN_FILENO, TCSANOW, &now);
    continued = 1;
    errno = saved;
}

static void on_resize(int number)
{
    (void)number;
    resized = 1;
}

static void take_over(int number, void (*handler)(int), int flags)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void ending_set(sigset_t *set)
{
    sigemptyset(set);
    for (int i = 0; i < ENDING; i++) sigaddset(set, ending[i]);
}

void console_hold_signals(void)
{
    sigset_t set;
    ending_set(&set);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

void console_release_signals(void)
{
    sigset_t set;
    ending_set(&set);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void console_set_exit_message(const char *message)
{
    console_hold_signals();
    snprintf(state.exit_message, sizeof state.exit_message, "\n%s\n", message);
    state.exit_message_length = strlen(state.exit_message);
    console_release_signals();
}

void signals_start(void)
{
    state.have_terminal =
        isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &state.terminal) == 0;
    console_set_exit_message("Stopped.");
    signals_take_over();
}

void signals_set_restore(const char *bytes)
{
    sigset_t before;
    console_hold_signals();
    signals_hold_drawing(&before);
    snprintf(state.restore, sizeof state.restore, "%s", bytes ? bytes : "");
    state.restore_length = strlen(state.restore);
    sigprocmask(SIG_SETMASK, &before, NULL);
    console_release_signals();
}

void signals_take_over(void)
{
    for (int i = 0; i < ENDING; i++) {
        /* A signal that was ignored at start (nohup) stays ignored. */
        struct sigaction before;
        sigaction(ending[i], NULL, &before);
        if (before.sa_handler != SIG_IGN) take_over(ending[i], on_ending, 0);
    }
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an error of write() */
#endif
    if (!state.have_terminal) return;
    take_over(SIGTSTP, on_stop, 0);
    take_over(SIGWINCH, on_resize, 0);
}

void signals_finish(void)
{
    for (int i = 0; i < ENDING; i++) signal(ending[i], SIG_DFL);
    signal(SIGTSTP, SIG_DFL);
    signal(SIGWINCH, SIG_DFL);
}

void signals_editing(bool on)
{
    editing = on;
}

void signals_hold_drawing(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    sigaddset(&set, SIGWINCH);
    sigprocmask(SIG_BLOCK, &set, before);
}

bool signals_take_resize(void)
{
    const bool was = resized;
    resized = 0;
    return was;
}

bool signals_take_continue(void)
{
    const bool was = continued;
    continued = 0;
    return was;
}
