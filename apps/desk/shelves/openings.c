/* CMake defines ALEA_OPENINGS_FILE and compiles this file again when the book
 * changes. */
#include "openings.h"

#include "base/embed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EMBED(char, alea_openings, ALEA_OPENINGS_FILE);

const char *opening_source(size_t *size)
{
    const char *at = alea_openings_start;
    while (*at == '#') at = strchr(at, '\n') + 1;
    *size = (size_t)(at - alea_openings_start);
    return alea_openings_start;
}

/* Copies the next field of a line, "" for "-"; false at the end of the line. */
static bool field(const char **at, char *out, size_t size)
{
    if (**at == '\n' || **at == '\0') return false;
    const size_t length = strcspn(*at, "\t\n");
    const bool none = length == 1 && **at == '-';
    snprintf(out, size, "%.*s", none ? 0 : (int)length, *at);
    *at += length + ((*at)[length] == '\t');
    return true;
}

bool opening_next(size_t *at, opening *out)
{
    char text[OPENING_TEXT];
    const char *line = alea_openings_start + *at;
    while (*line == '#') line = strchr(line, '\n') + 1;
    if (line >= alea_openings_end) return false;
    *out = (opening){0};
    field(&line, text,
          sizeof text); /* "first" or "reply": the reply's roll shows which */
    field(&line, out->rules, sizeof out->rules);
    field(&line, out->first, sizeof out->first);
    field(&line, out->reply, sizeof out->reply);
    field(&line, out->play, sizeof out->play);
    field(&line, out->level, sizeof out->level);
    if (field(&line, text, sizeof text)) out->trials = atoi(text);
    while (out->plays < OPENING_PLAYS) {
        opening_play *p = &out->best[out->plays];
        if (!field(&line, p->move, sizeof p->move)) break;
        if (field(&line, text, sizeof text)) p->equity = strtod(text, NULL);
        if (field(&line, text, sizeof text)) p->error = strtod(text, NULL);
        out->plays++;
    }
    line += strcspn(line, "\n");
    *at = (size_t)(line + (*line == '\n') - alea_openings_start);
    return true;
}

json_t *opening_json(const opening *o)
{
    json_t *plays = json_array();
    for (int i = 0; i < o->plays; i++)
        json_array_append_new(plays, json_pack("{s:s,s:f,s:f}", "move", o->best[i].move,
                                               "equity", o->best[i].equity,
                                               "standard_error", o->best[i].error));
    json_t *out =
        json_pack("{s:s,s:s,s:s,s:i,s:o}", "rules", o->rules, "first", o->first,
                  "level", o->level, "trials", o->trials, "plays", plays);
    if (*o->reply) {
        json_object_set_new(out, "reply", json_string(o->reply));
        json_object_set_new(out, "play", json_string(o->play));
    }
    return out;
}
