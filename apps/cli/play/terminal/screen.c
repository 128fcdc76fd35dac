/* ppoll and wide characters of curses are extensions. */
#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_NOMACROS       1
#define NCURSES_WIDECHAR       1
#include "screen.h"
#include "capability.h"
#include "messages.h"
#include "signals.h"

#include <curses.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum {
    PICTURE_SIZE = 32768,
    PLACES = 31,
    OFFERS = 40,
    LOG_COLUMNS = 40, /* of messages beside the picture, at least */
    LEFT_BEHIND = 12, /* messages that stay on the terminal afterwards */
    BAR_KEY = 'Z',
    BAR = 25,
    PLAIN_POINTS = 24,
    LETTERS = 26,
    ROW_WEIGHS = 1000, /* a row away is further than any column */
    NONE = -1,
    COLOURS = 7,
    /* Keys that are not characters: see read_key. */
    KEY_IS_END = -2,
    KEY_IS_NOTHING = -3
};

struct screen {
    screen_calls calls;
    SCREEN *terminal;
    bool colour;
    char picture[PICTURE_SIZE];
    int picture_rows;
    messages log;
    int scrolled; /* messages that the log is scrolled back */
    int answer;   /* the first message since the last line that was typed */
    const char *prompt;
    char line[SCREEN_LINE];
    size_t length;
    int cursor, from; /* chosen places; NONE */
    bool target[PLACES];
};

bool screen_possible(void)
{
    int columns = 0;
    const char *term = getenv("TERM");
    if (!term || !*term || strcmp(term, "dumb") == 0) return false;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return false;
    const int rows = terminal_rows(&columns);
    return rows >= SCREEN_ROWS && columns >= SCREEN_COLUMNS;
}

screen *screen_open(const screen_calls *calls, bool colour)
{
    screen *s = calloc(1, sizeof *s);
    if (s && messages_open(&s->log)) s->terminal = newterm(NULL, stdout, stdin);
    if (!s || !s->terminal) {
        if (s) messages_close(&s->log);
        free(s);
        return NULL;
    }
    s->calls = *calls;
    s->cursor = s->from = NONE;
    signals_take_over();
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    /* Arrows in the other mode of a terminal, should it ignore the one asked for. */
    define_key("\033[A", KEY_UP);
    define_key("\033[B", KEY_DOWN);
    define_key("\033[C", KEY_RIGHT);
    define_key("\033[D", KEY_LEFT);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    mouseinterval(0);
    s->colour = colour && has_colors();
    if (s->colour) {
        start_color();
        use_default_colors();
        /* Red to white, in the order of the terminal's own eight. */
        static const short bright[COLOURS] = {203, 77, 220, 75, 213, 45, 255};
        for (short i = 1; i <= COLOURS; i++)
            init_pair(i, COLORS >= 256 ? bright[i - 1] : i, -1);
    }
    char restore[RESTORE_SIZE];
    capability_restore(restore);
    signals_set_restore(restore); /* a signal handler cannot call curses */
    signals_editing(true);        /* a stop must give the terminal back at any time */
    return s;
}

void screen_close(screen *s)
{
    if (!s) return;
    signals_editing(false);
    endwin();
    delscreen(s->terminal);
    signals_set_restore(NULL);
    const int oldest = messages_oldest(&s->log);
    const int first =
        s->log.count - oldest > LEFT_BEHIND ? s->log.count - LEFT_BEHIND : oldest;
    for (int i = first; i < s->log.count; i++) printf("%s\n", messages_at(&s->log, i));
    messages_close(&s->log);
    free(s);
}

/* Columns that the picture and the blank beside it take. */
static int picture_columns(const screen *s)
{
    return s->calls.picture_columns(s->calls.context, getmaxx(stdscr), getmaxy(stdscr));
}

/* A wide screen has the messages beside the picture. */
static bool is_wide(const screen *s)
{
    return getmaxx(stdscr) >= picture_columns(s) + LOG_COLUMNS;
}

int screen_columns(const screen *s, int *rows)
{
    (void)s;
    *rows = getmaxy(stdscr);
    return getmaxx(stdscr);
}

/* Where the terminal has no UTF-8, a question mark stands for each letter it cannot
 * show. */
static void copy_shown(char *out, size_t size, const char *text)
{
    size_t n = 0;
    for (; *text && n + 1 < size; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (MB_CUR_MAX > 1 || byte < 0x80)
            out[n++] = *text;
        else if ((byte & 0xc0) != 0x80)
            out[n++] = '?';
    }
    out[n] = '\0';
}

void screen_picture(screen *s, const char *text)
{
    copy_shown(s->picture, sizeof s->picture, text);
    s->picture_rows = 0;
    for (const char *p = s->picture; *p; p++) s->picture_rows += *p == '\n';
}

void screen_say(screen *s, const char *text)
{
    char shown[PICTURE_SIZE];
    copy_shown(shown, sizeof shown, text);
    messages_add(&s->log, shown);
}

/* --- drawing --- */

static void set_style(attr_t style, short pair)
{
    attr_set(style, pair, NULL);
}

static void set_colour(const screen *s, const char *code)
{
    /* The codes of the drawn board: bold in a colour, faint, reverse, plain. */
    if (strncmp(code, "1;3", 3) == 0 && code[3] >= '1' && code[3] <= '0' + COLOURS)
        set_style(WA_BOLD, s->colour ? (short)(code[3] - '0') : 0);
    else if (strncmp(code, "1;7", 3) == 0)
        set_style(WA_BOLD | WA_REVERSE, 0);
    else
        set_style(*code == '2' ? WA_DIM : WA_NORMAL, 0);
}

static void draw_picture(const screen *s, int rows)
{
    const char *p = s->picture;
    for (int row = 0; *p && row < rows; row++) {
        move(row, 0);
        while (*p && *p != '\n') {
            if (*p == '\033') {
                set_colour(s, p + 2);
                p += strcspn(p, "m") + 1;
                continue;
            }
            const int length = (int)strcspn(p, "\033\n");
            addnstr(p, length);
            p += length;
        }
        if (*p) p++;
    }
    set_style(WA_NORMAL, 0);
}

static void mark_label(const screen *s, int place, attr_t how)
{
    int row, column, width;
    if (place == NONE ||
        !s->calls.label_of(s->calls.context, place, &row, &column, &width))
        return;
    mvchgat(row, column, width, how, 0, NULL);
}

/* Rows of the board's picture that are drawn. */
static int picture_rows(const screen *s)
{
    const int most = getmaxy(stdscr) - 3;
    return s->picture_rows < most ? s->picture_rows : most;
}

/* An answer longer than its room is shown from its beginning. */
static void scroll_to_answer(screen *s)
{
    const int columns = getmaxx(stdscr) - (is_wide(s) ? picture_columns(s) : 0);
    const int room = getmaxy(stdscr) - 2 - (is_wide(s) ? 0 : picture_rows(s));
    const int oldest = messages_oldest(&s->log);
    const int first = s->answer > oldest ? s->answer : oldest;
    int rows = 0, end = first;
    for (int i = first; i < s->log.count; i++) {
        rows += messages_rows(messages_at(&s->log, i), columns);
        if (rows < room || i == first) end = i + 1; /* a row says that there is more */
    }
    s->scrolled = rows > room ? s->log.count - end : 0;
}

/* The last messages that fit between two rows and right of a column, the newest at the
 * bottom. */
static void draw_log(const screen *s, int top, int bottom, int left)
{
    const int columns = getmaxx(stdscr) - left, oldest = messages_oldest(&s->log);
    int last = s->log.count - s->scrolled, row = bottom;
    while (last > oldest && row > top) {
        const char *text = messages_at(&s->log, --last);
        row -= messages_rows(text, columns);
        for (int at = row; *text; at++) {
            const int length = messages_fitting(text, columns);
            if (at >= top) mvaddnstr(at, left, text, length);
            text += length;
        }
    }
}

/* The bottom row: only the keys that the game has. */
static void write_keys(const screen *s, char *out, size_t size)
{
    const int points = s->calls.points(s->calls.context);
    snprintf(out, size,
             " F1 Help F2 Hint F3 List %sF5 Undo F6 Roll  A-%c arrows mouse: points",
             s->calls.has_cube(s->calls.context) ? "F4 Double " : "",
             points < LETTERS ? 'A' + points - 1 : 'Z');
}

static void draw(screen *s)
{
    char keys[SCREEN_COLUMNS];
    static const char more[] = "-- more: PageDown --";
    const int rows = getmaxy(stdscr), columns = getmaxx(stdscr);
    const int picture = picture_rows(s);
    const int left = is_wide(s) ? picture_columns(s) : 0,
              last = rows - (s->scrolled ? 3 : 2);
    write_keys(s, keys, sizeof keys);
    erase();
    if (picture > 0) draw_picture(s, picture);
    for (int place = 0; place < PLACES; place++)
        if (s->target[place]) mark_label(s, place, WA_BOLD | WA_UNDERLINE);
    mark_label(s, s->cursor, WA_STANDOUT);
    mark_label(s, s->from, WA_REVERSE | WA_BOLD);
    draw_log(s, is_wide(s) ? 0 : picture, last, left);
    if (s->scrolled) mvaddnstr(last, left, more, columns - left);
    set_style(WA_REVERSE, 0);
    mvhline(rows - 1, 0, ' ', columns);
    mvaddnstr(rows - 1, 0, keys, columns - 1);
    set_style(WA_NORMAL, 0);
    /* The end of what was typed is what must be seen. */
    const int capacity = columns - (int)strlen(s->prompt) - 3;
    const size_t hidden =
        capacity > 0 && s->length > (size_t)capacity ? s->length - (size_t)capacity : 0;
    mvaddnstr(rows - 2, 0, s->prompt, columns - 1);
    addstr("> ");
    if (capacity > 0) addstr(s->line + hidden);
    refresh();
}

/* --- choosing places --- */

typedef struct place_set {
    bool *target;
    int count;
} place_set;

static void offer_place(void *offers, int to)
{
    place_set *set = offers;
    if (to < 0 || to >= PLACES || set->target[to]) return;
    set->target[to] = true;
    set->count++;
}

static void clear_choice(screen *s)
{
    s->from = NONE;
    memset(s->target, 0, sizeof s->target);
}

/* A place was picked: the first one selects, the second one makes the line. */
static bool pick(screen *s, int place)
{
    if (place < 0 || place >= PLACES) return false;
    if (s->from != NONE && s->target[place]) {
        s->calls.choose(s->calls.context, s->from, place, s->line, sizeof s->line);
        s->length = strlen(s->line);
        clear_choice(s);
        return true;
    }
    const bool again = place == s->from;
    clear_choice(s);
    if (again) return false;
    place_set set = {s->target, 0};
    s->calls.targets(s->calls.context, place, offer_place, &set);
    if (set.count > 0)
        s->from = place;
    else
        beep();
    return false;
}

static bool pick_at_mouse(screen *s)
{
    MEVENT event;
    if (getmouse(&event) != OK || event.y >= s->picture_rows) return false;
    if (is_wide(s) && event.x >= picture_columns(s)) return false; /* the messages */
    return pick(s, s->calls.place_at(s->calls.context, event.y, event.x));
}

/* From one label to the nearest one in that direction. Points lie in rows; the first
 * key chooses the point 6. */
static void move_cursor(screen *s, int key)
{
    int row, column, width, nearest = NONE, least = 0;
    void *context = s->calls.context;
    const int points = s->calls.points(context);
    if (s->cursor < 1 || s->cursor > points ||
        !s->calls.label_of(context, s->cursor, &row, &column, &width)) {
        s->cursor = 6;
        return;
    }
    const int middle = column + width;
    for (int place = 1; place <= points; place++) {
        int y, x, columns;
        if (place == s->cursor || !s->calls.label_of(context, place, &y, &x, &columns))
            continue;
        const int right = x + columns - middle, down = y < row ? row - y : y - row;
        const int away = (right < 0 ? -right : right) + ROW_WEIGHS * down;
        const bool fits = key == KEY_LEFT    ? y == row && right < 0
                          : key == KEY_RIGHT ? y == row && right > 0
                          : key == KEY_UP    ? y < row
                                             : y > row;
        if (!fits || (nearest != NONE && away >= least)) continue;
        nearest = place;
        least = away;
    }
    if (nearest != NONE) s->cursor = nearest;
}

/* --- the line --- */

typedef struct line_offers {
    int count;
    char line[OFFERS][96];
} line_offers;

static void offer_line(void *offers, const char *line)
{
    line_offers *list = offers;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->line[i], line) == 0) return;
    if (list->count < OFFERS)
        snprintf(list->line[list->count++], sizeof list->line[0], "%s", line);
}

/* Tab: completes the common part of all completions, or lists them. */
static void complete(screen *s)
{
    line_offers *list = calloc(1, sizeof *list);
    if (!list) return;
    s->calls.complete(s->calls.context, s->line, offer_line, list);
    size_t common = list->count > 0 ? strlen(list->line[0]) : 0;
    for (int i = 1; i < list->count; i++) {
        size_t same = 0;
        while (same < common && list->line[0][same] == list->line[i][same]) same++;
        common = same;
    }
    if (common > s->length) {
        snprintf(s->line, sizeof s->line, "%.*s", (int)common, list->line[0]);
        s->length = strlen(s->line);
    } else if (list->count > 1) {
        char text_now[MESSAGE_SIZE] = "";
        for (int i = 0; i < list->count; i++) {
            const size_t n = strlen(text_now);
            snprintf(text_now + n, sizeof text_now - n, "%s%s", n ? "   " : "",
                     list->line[i]);
        }
        screen_say(s, text_now);
    } else {
        beep();
    }
    free(list);
}

static void type_character(screen *s, wint_t c)
{
    char bytes[16];
    mbstate_t shift;
    memset(&shift, 0, sizeof shift);
    const size_t n = wcrtomb(bytes, (wchar_t)c, &shift);
    if (n == (size_t)-1 || s->length + n + 1 > sizeof s->line) {
        beep();
        return;
    }
    memcpy(s->line + s->length, bytes, n);
    s->length += n;
    s->line[s->length] = '\0';
}

static void erase_character(screen *s)
{
    while (s->length > 0 && ((unsigned char)s->line[--s->length] & 0xc0) == 0x80) {
    }
    s->line[s->length] = '\0';
}

/* Waits for a key. Signals are delivered only while it waits, so that none is lost
 * between the look at what they left and the wait. Returns OK, KEY_CODE_YES,
 * KEY_IS_NOTHING (draw again) or KEY_IS_END. */
static int read_key(wint_t *key)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    sigset_t before;
    int result = get_wch(key);
    if (result != ERR) return result;
    signals_hold_drawing(&before);
    int ready = -1;
    bool signalled = signals_take_resize();
    if (signals_take_continue()) {
        endwin();
        refresh();
        signalled = true;
    }
    if (!signalled) {
        ready = ppoll(&input, 1, NULL, &before);
        signalled = ready < 0 && errno == EINTR;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (signalled || ready < 0) {
        int columns = 0;
        const int rows = terminal_rows(&columns);
        if (rows > 0 && columns > 0 && (rows != LINES || columns != COLS))
            resizeterm(rows, columns);
        if (signals_take_continue()) {
            endwin();
            refresh();
        }
        signals_take_resize();
        return KEY_IS_NOTHING;
    }
    result = get_wch(key);
    if (result != ERR) return result;
    return input.revents & (POLLHUP | POLLERR) ? KEY_IS_END : KEY_IS_NOTHING;
}

static bool finish_with(screen *s, const char *text)
{
    snprintf(s->line, sizeof s->line, "%s", text);
    s->length = strlen(s->line);
    return true;
}

/* A key that is no character; true if it ends the line. */
static bool take_function_key(screen *s, wint_t key)
{
    switch (key) {
    case KEY_F(1): return finish_with(s, "help");
    case KEY_F(2): return finish_with(s, "hint");
    case KEY_F(3): return finish_with(s, "list");
    case KEY_F(4): return finish_with(s, "double");
    case KEY_F(5): return finish_with(s, "undo");
    case KEY_F(6): return finish_with(s, "roll");
    case KEY_ENTER: return true;
    case KEY_MOUSE: return pick_at_mouse(s);
    case KEY_BACKSPACE: erase_character(s); break;
    case KEY_UP:
    case KEY_DOWN:
    case KEY_LEFT:
    case KEY_RIGHT: move_cursor(s, (int)key); break;
    case KEY_PPAGE:
        if (s->scrolled + 5 < s->log.count - messages_oldest(&s->log)) s->scrolled += 5;
        break;
    case KEY_NPAGE: s->scrolled = s->scrolled > 5 ? s->scrolled - 5 : 0; break;
    default: break;
    }
    return false;
}

/* A character; true if it ends the line. */
static bool take_character(screen *s, wint_t c, bool *end)
{
    switch (c) {
    case '\r':
    case '\n': return true;
    case 4: /* Ctrl-D */ *end = s->length == 0; return *end;
    case 8:
    case 127: erase_character(s); return false;
    case 9: complete(s); return false;
    case 12: /* Ctrl-L */ clearok(stdscr, TRUE); return false;
    case 21: /* Ctrl-U */ s->line[s->length = 0] = '\0'; return false;
    case 27: /* Escape */
        clear_choice(s);
        s->cursor = NONE;
        return false;
    default: break;
    }
    if (c < ' ') return false;
    if (s->length == 0) {
        if (c == ' ') return s->cursor != NONE && pick(s, s->cursor);
        const int points = s->calls.points(s->calls.context);
        if (c == BAR_KEY && points <= PLAIN_POINTS) return pick(s, BAR);
        if (c >= 'A' && c <= 'Z' && (int)(c - 'A') < points)
            return pick(s, (int)(c - 'A') + 1);
        if (c == '-') return pick(s, 0);
    }
    type_character(s, c);
    return false;
}

void screen_progress(screen *s, const char *text)
{
    s->prompt = "";
    s->line[s->length = 0] = '\0';
    draw(s);
    move(getmaxy(stdscr) - 2, 0);
    clrtoeol();
    addnstr(text, getmaxx(stdscr) - 1);
    refresh();
}

bool screen_read(screen *s, const char *prompt, char line[SCREEN_LINE])
{
    bool done = false, end = false;
    s->prompt = prompt;
    s->line[s->length = 0] = '\0';
    clear_choice(s);
    s->calls.redraw(s->calls.context);
    scroll_to_answer(s);
    while (!done) {
        wint_t key = 0;
        draw(s);
        const int kind = read_key(&key);
        if (kind == KEY_IS_END) done = end = true;
        if (kind == KEY_IS_NOTHING) s->calls.redraw(s->calls.context);
        if (kind == KEY_CODE_YES) done = take_function_key(s, key);
        if (kind == OK) done = take_character(s, key, &end);
    }
    if (end) return false;
    snprintf(line, SCREEN_LINE, "%s", s->line);
    if (s->length > 0) {
        char echo[SCREEN_LINE + 128];
        snprintf(echo, sizeof echo, "%.100s> %s", prompt, s->line);
        screen_say(s, echo);
    }
    s->answer = s->log.count;
    return true;
}
