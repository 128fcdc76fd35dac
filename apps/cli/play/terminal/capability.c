/* term.h defines common words as macros, so no other file includes it. */
#define NCURSES_NOMACROS 1
#include "capability.h"

#include <curses.h>
#include <term.h>

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>
#undef columns

/* A string capability of terminfo; "" if the terminal lacks it. */
static const char *capability(const char *name)
{
    const char *text = tigetstr(name);
    return text && text != (const char *)-1 ? text : "";
}

void capability_restore(char out[RESTORE_SIZE])
{
    snprintf(out, RESTORE_SIZE, "%s%s%s%s%s",
             *capability("kmous") ? "\033[?1006;1002;1000l" : "", capability("sgr0"),
             capability("cnorm"), capability("rmkx"), capability("rmcup"));
}

int terminal_rows(int *columns)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
    *columns = size.ws_col;
    return size.ws_row;
}
