#include "set_inside.h"

#include "family/picture.h"
#include "family/words.h"

#include <alea/tables.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- the rules ---- */

static const double left = 18, text_size = 3.5, picture_width = 110;

typedef struct writer {
    canvas *c;
    const set_options *o;
    double y;
} writer;

static void new_page(writer *w)
{
    char heading[64];
    snprintf(heading, sizeof heading, "%s: the rules", set_name(w->o));
    heading[0] = (char)toupper((unsigned char)heading[0]);
    canvas_page(w->c, w->o->paper);
    set_heading(w->c, w->o->paper, heading);
    w->y = paper_margin + 12;
}

/* Sets `text` in lines, on the next page if this one is full. `dot`: a dot before the
 * first line. */
static void put(writer *w, const char *text, double size, bool bold, bool dot)
{
    const double indent = dot ? 4 : 0, width = w->o->paper.width - 2 * left - indent;
    while (*text) {
        char line[256];
        size_t fits = canvas_fit(w->c, size, bold, width, text);
        if (fits >= sizeof line) fits = sizeof line - 1;
        snprintf(line, sizeof line, "%.*s", (int)fits, text);
        if (w->y + 1.4 * size > w->o->paper.height - paper_margin - 6) new_page(w);
        w->y += 1.4 * size;
        if (dot)
            canvas_disc(w->c, (paper_point){left + 1, w->y - .3 * size}, .6, INK_LINE);
        dot = false;
        canvas_text(w->c, (paper_point){left + indent, w->y}, size, bold, ALIGN_LEFT,
                    line);
        text += fits;
        text += strspn(text, " ");
    }
    w->y += .45 * size;
}

static void put_words(void *context, tables_words_kind kind, const char *text)
{
    writer *w = context;
    char source[TABLES_WORDS_SIZE + 16];
    switch (kind) {
    case TABLES_TITLE: put(w, text, 1.25 * text_size, true, false); break;
    case TABLES_SENTENCE: put(w, text, text_size, false, true); break;
    case TABLES_SOURCE:
        snprintf(source, sizeof source, "Source: %s", text);
        w->y += text_size;
        put(w, source, .85 * text_size, false, false);
        break;
    }
}

static void put_start(writer *w, const alea_tables_rules *rules)
{
    const alea_tables_board start = alea_tables_start(rules);
    alea_drawing drawing;
    tables_picture_draw(rules, &start, &drawing);
    w->y += 2;
    w->y += canvas_board(w->c, &drawing, (w->o->paper.width - picture_width) / 2, w->y,
                         picture_width);
    w->y += 5;
    put(w,
        "The board at the start, seen and numbered by the player with the light men. "
        "The other player numbers it from his own start.",
        .85 * text_size, false, false);
    w->y += 2;
}

void set_draw_rules(canvas *c, const set_options *o)
{
    writer w = {c, o, 0};
    for (int g = 0; g < o->series->games; g++) {
        new_page(&w);
        if (g == 0 && o->series->games > 1)
            put(&w,
                "Several games in turn, again and again; points and target are counted "
                "over all of them.",
                text_size, false, false);
        put_start(&w, &o->series->game[g]);
        tables_words_say(&o->series->game[g], put_words, &w);
    }
    if (!set_has_squares(o)) return;
    w.y += 3;
    put(&w,
        o->series->game[0].none_counts
            ? "Print all sheets at 100 %, the men on both sides of one sheet, turned "
              "about its long edge. Cut along the lines, fold along the dashes. The "
              "dice are the sticks: a dot is a marked side."
            : "Print all sheets at 100 %, the men on both sides of one sheet, turned "
              "about its long edge. Cut along the lines, fold along the dashes. A "
              "throw counts the dice that show a dot; ordinary dice do as well: odd is "
              "one, even is none.",
        text_size, false, false);
}
