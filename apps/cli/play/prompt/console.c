/* ppoll, of POSIX.1-2024, is an extension of this system's headers. */
#define _GNU_SOURCE
#include "console.h"

#include "cli/io/lines.h"
#include "cli/play/terminal/signals.h"
#include "cli/play/view/layout.h"

#include <histedit.h>

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

enum {
    LINE_CAP = 4096,
    OFFERS = 64,
    OFFER_SIZE = 128,
    COLUMNS_MOST = 400,
    PROGRESS_COLUMNS = 78
};

typedef struct offer_list {
    int count, more; /* `more`: those that found no room */
    char line[OFFERS][OFFER_SIZE];
} offer_list;

struct console {
    bool plain, drawn, unicode, colour;
    line_reader reader;
    EditLine *edit;
    screen *full; /* NULL: lines */
    History *history;
    console_complete *complete;
    void *complete_context;
    const char *prompt;
    char line[LINE_CAP];
    mbstate_t decoding;
};

static bool environment_says(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
}

static const char *show_prompt(EditLine *edit)
{
    console *c = NULL;
    el_get(edit, EL_CLIENTDATA, &c);
    return c->prompt;
}

/* Waits until standard input can be read, and redraws after a resize and after a stop.
 * The signals are delivered within ppoll alone, so that none comes between the look at
 * what they left and the wait. */
static void wait_for_input(EditLine *edit)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    sigset_t before;
    signals_hold_drawing(&before);
    for (;;) {
        if (signals_take_resize()) el_resize(edit);
        if (signals_take_continue()) el_set(edit, EL_REFRESH);
        if (ppoll(&input, 1, NULL, &before) >= 0 || errno != EINTR) break;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* One character for libedit, whose own reader would swallow a signal once. */
static int read_character(EditLine *edit, wchar_t *out)
{
    console *c = NULL;
    el_get(edit, EL_CLIENTDATA, &c);
    for (;;) {
        char byte;
        wait_for_input(edit);
        const ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n == 0) return 0;
        if (n < 0 && errno != EINTR) return -1;
        if (n < 0) continue;
        wchar_t wide;
        const size_t used = mbrtowc(&wide, &byte, 1, &c->decoding);
        if (used == (size_t)-2) continue;
        if (used == (size_t)-1) {
            c->decoding = (mbstate_t){0};
            wide = L'?';
        }
        *out = wide;
        return 1;
    }
}

static void offer_line(void *offers, const char *line)
{
    offer_list *list = offers;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->line[i], line) == 0) return;
    if (list->count == OFFERS)
        list->more++;
    else
        snprintf(list->line[list->count++], OFFER_SIZE, "%s", line);
}

static void show_offers(const offer_list *list)
{
    printf("\n");
    for (int i = 0; i < list->count; i++)
        printf("%s%s", list->line[i], i + 1 < list->count ? "   " : "");
    if (list->more) printf("   and %d more", list->more);
    printf("\n");
    fflush(stdout);
}

/* Tab: adds what all completions have in common, or shows them. */
static unsigned char complete_line(EditLine *edit, int key)
{
    (void)key;
    console *c = NULL;
    el_get(edit, EL_CLIENTDATA, &c);
    const LineInfo *info = el_line(edit);
    char typed[OFFER_SIZE];
    const size_t length = (size_t)(info->cursor - info->buffer);
    if (!c->complete || length >= sizeof typed || info->cursor != info->lastchar)
        return CC_REFRESH_BEEP;
    memcpy(typed, info->buffer, length);
    typed[length] = '\0';
    offer_list *list = calloc(1, sizeof *list);
    if (!list) return CC_ERROR;
    c->complete(c->complete_context, typed, offer_line, list);
    unsigned char answer = CC_REFRESH_BEEP;
    if (list->count > 0) {
        size_t common = strlen(list->line[0]);
        for (int i = 1; i < list->count; i++) {
            size_t same = 0;
            while (same < common && list->line[0][same] == list->line[i][same]) same++;
            common = same;
        }
        list->line[0][OFFER_SIZE - 1] = '\0';
        if (common > length) {
            char added[OFFER_SIZE];
            memcpy(added, list->line[0] + length, common - length);
            added[common - length] = '\0';
            el_insertstr(edit, added);
            answer = CC_REFRESH;
        } else if (list->count > 1 || list->more) {
            show_offers(list);
            answer = CC_REDISPLAY;
        } else {
            answer = CC_NORM;
        }
    }
    free(list);
    return answer;
}

static bool open_editor(console *c)
{
    c->edit = el_init("alea", stdin, stdout, stderr);
    if (!c->edit) return false;
    el_set(c->edit, EL_CLIENTDATA, c);
    el_set(c->edit, EL_PROMPT, show_prompt);
    el_set(c->edit, EL_EDITOR, "emacs");
    el_set(c->edit, EL_SIGNAL, 0);
    el_set(c->edit, EL_GETCFN, read_character);
    el_set(c->edit, EL_ADDFN, "alea-complete", "complete the line", complete_line);
    el_set(c->edit, EL_BIND, "^I", "alea-complete", NULL);
    c->history = history_init();
    if (c->history) {
        HistEvent event;
        history(c->history, &event, H_SETSIZE, 200);
        el_set(c->edit, EL_HIST, history, c->history);
    }
    return true;
}

console *console_open(bool plain)
{
    console *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    setlocale(LC_CTYPE, "");
    const char *term = getenv("TERM");
    const bool dumb = !term || !*term || strcmp(term, "dumb") == 0;
    c->plain = plain;
    c->drawn = !plain;
    c->unicode = !plain && strcasecmp(nl_langinfo(CODESET), "UTF-8") == 0;
    c->colour =
        !plain && isatty(STDOUT_FILENO) && !dumb && !environment_says("NO_COLOR");
    line_reader_start(&c->reader, STDIN_FILENO, LINE_CAP - 1);
    signals_start();
    if (!plain && !dumb && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
        !open_editor(c)) {
        console_close(c);
        return NULL;
    }
    return c;
}

bool console_go_full(console *c, const screen_calls *calls)
{
    if (c->full) return true;
    if (c->plain || !c->edit || !screen_possible()) return false;
    fflush(stdout);
    c->full = screen_open(calls, c->colour);
    return c->full != NULL;
}

bool console_is_full(const console *c)
{
    return c->full != NULL;
}

void console_leave_full(console *c)
{
    screen_close(c->full);
    c->full = NULL;
}

void console_close(console *c)
{
    if (!c) return;
    console_leave_full(c);
    if (c->edit) el_end(c->edit);
    if (c->history) history_end(c->history);
    line_reader_finish(&c->reader);
    signals_finish();
    free(c);
}

bool console_drawn(const console *c)
{
    return c->drawn;
}

bool console_from_terminal(const console *c)
{
    (void)c;
    return isatty(STDIN_FILENO);
}

play_caps console_caps(console *c)
{
    play_caps caps = {80, c->unicode, c->colour, 0};
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col > 0)
        caps.width = size.ws_col;
    else if (columns && atoi(columns) > 0)
        caps.width = atoi(columns);
    if (c->full) {
        int rows;
        caps.width = screen_columns(c->full, &rows);
        caps.scale = play_scale_for(caps.width, rows);
        if (caps.width > play_picture_columns(caps.scale))
            caps.width = play_picture_columns(caps.scale) - 1;
    }
    if (caps.width < 10) caps.width = 10;
    if (caps.width > COLUMNS_MOST) caps.width = COLUMNS_MOST;
    return caps;
}

void console_draw(console *c, const char *drawn)
{
    if (c->full)
        screen_picture(c->full, drawn);
    else
        printf("\n%s", drawn);
}

/* Breaks each line at blanks so that it fits; words that are too long stay whole. */
static void print_wrapped(const char *text, int width)
{
    int column = 0;
    while (*text) {
        const size_t word = strcspn(text, " \n");
        if (column > 0 && column + 1 + (int)word > width) {
            putchar('\n');
            column = 0;
        }
        printf("%s%.*s", column ? " " : "", (int)word, text);
        column += (int)word + (column ? 1 : 0);
        text += word;
        if (*text == '\n') {
            putchar('\n');
            column = 0;
            text++;
        }
        while (*text == ' ' && column > 0) text++;
        if (*text == ' ' && column == 0) putchar(*text++), column++;
    }
}

void console_say(console *c, const char *format, ...)
{
    char sentence[PLAY_VIEW_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    if (c->full) {
        screen_say(c->full, sentence);
        return;
    }
    if (c->plain)
        fputs(sentence, stdout);
    else
        print_wrapped(sentence, console_caps(c).width);
    putchar('\n');
}

void console_progress(console *c, const char *text)
{
    if (c->full)
        screen_progress(c->full, text);
    else if (isatty(STDOUT_FILENO) && !c->plain)
        printf("\r%-*.*s\r", PROGRESS_COLUMNS, PROGRESS_COLUMNS, text);
    else if (*text)
        printf("%s\n", text);
    fflush(stdout);
}

static console_result read_plain(console *c, const char **line, size_t *length)
{
    for (;;) {
        const line_result result = line_reader_next(&c->reader);
        switch (result) {
        case LINE_READ:
            *line = c->reader.line;
            *length = c->reader.length;
            return CONSOLE_LINE;
        case LINE_END: return CONSOLE_END;
        case LINE_TOO_LONG:
        case LINE_HAS_NUL:
            *line = line_result_text(result);
            *length = strlen(*line);
            return CONSOLE_BAD;
        case LINE_INTERRUPTED: continue;
        case LINE_FAILED: return CONSOLE_FAILED;
        }
    }
}

static console_result read_edited(console *c, const char **line, size_t *length)
{
    int count = 0;
    signals_editing(true);
    const char *got = el_gets(c->edit, &count);
    signals_editing(false);
    if (!got || count <= 0) {
        putchar('\n');
        return CONSOLE_END;
    }
    const int kept = count < LINE_CAP ? count : LINE_CAP - 1;
    memcpy(c->line, got, (size_t)kept);
    c->line[kept] = '\0';
    HistEvent event;
    if (c->history && kept > 1) history(c->history, &event, H_ENTER, c->line);
    *line = c->line;
    *length = (size_t)kept;
    return CONSOLE_LINE;
}

console_result console_read(console *c, const char *prompt, const char **line,
                            size_t *length)
{
    char shown[OFFER_SIZE];
    *line = "";
    *length = 0;
    if (c->full) {
        if (!screen_read(c->full, prompt, c->line)) return CONSOLE_END;
        *line = c->line;
        *length = strlen(c->line);
        return CONSOLE_LINE;
    }
    if (c->plain) {
        /* A line of its own, the only one that ends so: a screen reader or a script
         * waits for it. */
        printf("%s?\n", prompt);
        fflush(stdout);
        return output_works() ? read_plain(c, line, length) : CONSOLE_FAILED;
    }
    snprintf(shown, sizeof shown, "%s> ", prompt);
    if ((int)strlen(shown) >= console_caps(c).width) {
        console_say(c, "%s", prompt);
        snprintf(shown, sizeof shown, "> ");
    }
    c->prompt = shown;
    if (!c->edit) {
        fputs(shown, stdout);
        fflush(stdout);
        if (!output_works()) return CONSOLE_FAILED;
        const console_result result = read_plain(c, line, length);
        if (!console_from_terminal(c)) putchar('\n');
        return result;
    }
    fflush(stdout);
    if (!output_works()) return CONSOLE_FAILED;
    return read_edited(c, line, length);
}

void console_set_completion(console *c, console_complete *complete, void *context)
{
    c->complete = complete;
    c->complete_context = context;
}
