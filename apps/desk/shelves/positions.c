/* CMake defines ALEA_POSITIONS_FILE and compiles this file again when the shelf
 * changes. */
#include "positions.h"

#include "base/embed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EMBED(char, alea_positions, ALEA_POSITIONS_FILE);

/* Copies the next field of a line; false at the end of the line. */
static bool field(const char **at, char *out, size_t size)
{
    if (**at == '\n' || **at == '\0') return false;
    const size_t length = strcspn(*at, "\t\n");
    snprintf(out, size, "%.*s", (int)length, *at);
    *at += length + ((*at)[length] == '\t');
    return true;
}

bool shelf_position_next(size_t *at, shelf_position *out)
{
    char text[32];
    const char *line = alea_positions_start + *at;
    while (*line == '#') line = strchr(line, '\n') + 1;
    if (line >= alea_positions_end) return false;
    *out = (shelf_position){.plays = 0};
    field(&line, out->position, sizeof out->position);
    field(&line, out->level, sizeof out->level);
    field(&line, out->why, sizeof out->why);
    while (out->plays < SHELF_PLAYS) {
        shelf_play *p = &out->play[out->plays];
        if (!field(&line, p->move, sizeof p->move)) break;
        if (field(&line, text, sizeof text)) p->equity = strtod(text, NULL);
        out->plays++;
    }
    line += strcspn(line, "\n");
    *at = (size_t)(line + (*line == '\n') - alea_positions_start);
    return true;
}
