#include "documents.h"

#include "teach/books/book.h"

#include <alea/board.h>
#include <alea/diagram.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What stands on the pages, piece by piece, found in a first pass. */
typedef enum piece_kind { PIECE_LINE, PIECE_BOARD } piece_kind;
typedef struct piece {
    piece_kind kind;
    int page;
    double x, y, size;
    bool bold;
    char text[200];
} piece;

typedef struct writer {
    canvas *c;
    paper_size page;
    double margin, size, y;
    int pages;
    piece *piece;
    size_t count, capacity;
    bool failed;
} writer;

static piece *add(writer *w)
{
    if (w->count == w->capacity) {
        const size_t capacity = w->capacity ? 2 * w->capacity : 256;
        piece *more = realloc(w->piece, capacity * sizeof *more);
        if (!more) {
            w->failed = true;
            return NULL;
        }
        w->piece = more;
        w->capacity = capacity;
    }
    w->piece[w->count] = (piece){.page = w->pages - 1};
    return &w->piece[w->count++];
}

static void new_page(writer *w)
{
    w->pages++;
    w->y = w->margin;
}

/* Makes room for `height` below, on this page or the next. */
static void make_room(writer *w, double height)
{
    if (w->y + height > w->page.height - w->margin - 6) new_page(w);
}

static void put_lines(writer *w, const char *before, const char *text,
                      const char *after, double size, bool bold, double indent)
{
    char whole[4096];
    snprintf(whole, sizeof whole, "%s%s%s", before, text, after);
    for (const char *at = whole; *at;) {
        const double width = w->page.width - 2 * w->margin - indent;
        const size_t fits = canvas_fit(w->c, size, bold, width, at);
        make_room(w, 1.35 * size);
        piece *p = add(w);
        if (!p) return;
        w->y += 1.35 * size;
        p->x = w->margin + indent;
        p->y = w->y;
        p->size = size;
        p->bold = bold;
        snprintf(p->text, sizeof p->text, "%.*s", (int)fits, at);
        at += fits;
        at += strspn(at, " ");
    }
}

static void put_gap(writer *w, double height)
{
    w->y += height;
}

static void put_setup(writer *w)
{
    const double width = .72 * (w->page.width - 2 * w->margin);
    const double height = width * 440 / 620;
    make_room(w, height + 4);
    piece *p = add(w);
    if (!p) return;
    p->kind = PIECE_BOARD;
    p->x = (w->page.width - width) / 2;
    p->y = w->y + 3;
    p->size = width;
    w->y += height + 5;
}

static void heading(writer *w, const char *text)
{
    put_gap(w, .7 * w->size);
    make_room(w, 5 * w->size);
    put_lines(w, "", text, "", 1.2 * w->size, true, 0);
    put_gap(w, .25 * w->size);
}

static void write_all(writer *w, alea_preset preset)
{
    const book *b = book_of(preset);
    const double s = w->size;
    char text[32];
    put_lines(w, "The rules of backgammon", "", "", 2 * s, true, 0);
    put_lines(w, "", alea_preset_title(preset), "", 1.3 * s, false, 0);
    put_gap(w, s);
    for (int i = 0; b && i < BOOK_LINES && b->about[i]; i++)
        put_lines(w, "", b->about[i], "", s, false, 0);
    if (!b) {
        const alea_rule_note *note;
        for (int i = 0; (note = alea_preset_note(preset, i)); i++)
            put_lines(w, "\u2022 ", note->text, "", s, false, 0);
    }
    for (int i = 0; i < TOPICS; i++) {
        const book_rule *rule = b ? &b->rule[i] : NULL;
        snprintf(text, sizeof text, "%d. ", i + 1);
        char title[120];
        snprintf(title, sizeof title, "%s%s", text, book_heading((book_topic)i));
        heading(w, title);
        put_lines(w, "", rule && rule->text ? rule->text : book_standard((book_topic)i),
                  "", s, false, 0);
        if (i == TOPIC_SETUP) put_setup(w);
    }
    if (!b) return;
    if (b->reading[0].says) heading(w, "How this book reads its source");
    for (int i = 0; i < BOOK_READINGS && b->reading[i].says; i++) {
        put_lines(w, "\u2022 ", b->reading[i].says, "", s, false, 0);
        put_lines(w, "", b->reading[i].plays, "", s, false, 4);
    }
    if (b->advice[0]) heading(w, "Advice");
    for (int i = 0; i < BOOK_LINES && b->advice[i]; i++)
        put_lines(w, "\u2022 ", b->advice[i], "", s, false, 0);
}

static void draw_page(const writer *w, int page, alea_preset preset)
{
    const alea_rules rules = alea_rules_preset(preset);
    const alea_position position = {.board = alea_board_start(rules.setup),
                                    .on_roll = ALEA_A,
                                    .to_act = ALEA_A,
                                    .cube_owner = ALEA_NOBODY,
                                    .checkers = alea_setup_checkers(rules.setup)};
    char svg[ALEA_DIAGRAM_SVG_SIZE], number[16];
    for (size_t i = 0; i < w->count; i++) {
        const piece *p = &w->piece[i];
        if (p->page != page) continue;
        if (p->kind == PIECE_BOARD) {
            alea_diagram_svg(&position, &(alea_diagram){0}, svg, sizeof svg);
            canvas_board(w->c, svg, p->x, p->y, p->size);
        } else {
            canvas_text(w->c, (paper_point){p->x, p->y}, p->size, p->bold, ALIGN_LEFT,
                        p->text);
        }
    }
    snprintf(number, sizeof number, "%d", page + 1);
    canvas_text(w->c, (paper_point){w->page.width / 2, w->page.height - w->margin + 2},
                .9 * w->size, false, ALIGN_MIDDLE, number);
}

bool leaflet_draw(canvas *c, alea_preset preset, paper_size paper, bool booklet)
{
    const paper_size folded = {paper.height / 2, paper.width};
    writer w = {.c = c,
                .page = booklet ? folded : paper,
                .margin = booklet ? 13 : 20,
                .size = booklet ? 2.9 : 3.5};
    canvas_page(c, booklet ? (paper_size){paper.height, paper.width} : paper);
    new_page(&w);
    write_all(&w, preset);
    if (!w.failed && booklet) {
        for (int side = 0; side < booklet_sides(w.pages); side++) {
            int at[2];
            booklet_side(w.pages, side, &at[0], &at[1]);
            if (side > 0) canvas_page(c, (paper_size){paper.height, paper.width});
            for (int i = 0; i < 2; i++) {
                if (at[i] < 0) continue;
                canvas_push(c, i * folded.width, 0, 1, 0);
                draw_page(&w, at[i], preset);
                canvas_pop(c);
            }
        }
    } else if (!w.failed) {
        for (int i = 0; i < w.pages; i++) {
            if (i > 0) canvas_page(c, paper);
            draw_page(&w, i, preset);
        }
    }
    free(w.piece);
    return !w.failed;
}
