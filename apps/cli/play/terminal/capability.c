/* term.h defines common words as macros: it is included by nothing else. */
#define NCURSES_NOMACROS 1
#include "capability.h"

#include <curses.h>
#include <term.h>

#include <sys/ioctl.h>
#include <unistd.h>
#undef columns

const char *capability(const char *name)
{
    const char *text = tigetstr(name);
    return text && text != (const char *)-1 ? text : "";
}

int terminal_rows(int *columns)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
    *columns = size.ws_col;
    return size.ws_row;
}
