#include "look.h"

#include <stdio.h>
#include <string.h>

enum { LINE_SIZE = 64 };

/* By the terminal's numbers 1 to 7; then other names of two of them. */
static const char *const names[] = {"red",  "green", "yellow", "blue",  "magenta",
                                    "cyan", "white", "gold",   "silver"};
enum { NAMES = sizeof names / sizeof *names, YELLOW = 3, WHITE = 7 };

/* 0: no colour has that name. */
static int colour_of(const char *name, size_t length)
{
    for (int i = 0; i < NAMES; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return i < WHITE ? i + 1 : i == WHITE ? YELLOW : WHITE;
    return 0;
}

static bool choose(bool *to, const char *value, const char *off, const char *on)
{
    if (strcmp(value, off) != 0 && strcmp(value, on) != 0) return false;
    *to = strcmp(value, on) == 0;
    return true;
}

bool play_look_board(play_look *look, const char *value)
{
    return choose(&look->fixed, value, "turned", "fixed");
}

bool play_look_home(play_look *look, const char *value)
{
    return choose(&look->home_left, value, "right", "left");
}

bool play_look_colours(play_look *look, const char *value)
{
    const char *comma = strchr(value, ',');
    if (!comma) return false;
    const int first = colour_of(value, (size_t)(comma - value)),
              second = colour_of(comma + 1, strlen(comma + 1));
    if (first == 0 || second == 0 || first == second) return false;
    look->colour[0] = (uint8_t)first;
    look->colour[1] = (uint8_t)second;
    return true;
}

void play_look_write(const play_look *look, char out[PLAY_LOOK_SIZE])
{
    const int n =
        snprintf(out, PLAY_LOOK_SIZE, "board %s\nhome %s\n",
                 look->fixed ? "fixed" : "turned", look->home_left ? "left" : "right");
    if (look->colour[0] && look->colour[1])
        snprintf(out + n, PLAY_LOOK_SIZE - (size_t)n, "colours %s,%s\n",
                 names[look->colour[0] - 1], names[look->colour[1] - 1]);
}

static void read_line(play_look *look, const char *line)
{
    if (strncmp(line, "board ", 6) == 0) play_look_board(look, line + 6);
    if (strncmp(line, "home ", 5) == 0) play_look_home(look, line + 5);
    if (strncmp(line, "colours ", 8) == 0) play_look_colours(look, line + 8);
}

void play_look_read(play_look *look, const char *text, size_t length)
{
    char line[LINE_SIZE];
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        const size_t size = end ? (size_t)(end - (text + at)) : length - at;
        if (size < sizeof line && !memchr(text + at, '\0', size)) {
            memcpy(line, text + at, size);
            line[size] = '\0';
            read_line(look, line);
        }
        at += size + 1;
    }
}
