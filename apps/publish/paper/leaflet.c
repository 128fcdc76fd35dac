#include "documents.h"

#include "teach/books/book.h"

#include <alea/board.h>
#include <alea/diagram.h>
#include <alea/notation.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The contents of the pages, piece by piece, found in a first pass. */
typedef enum piece_kind { PIECE_LINE, PIECE_BOARD } piece_kind;
typedef struct piece {
    piece_kind kind;
    const book_example *example; /* on the board; NULL: the set-up */
    const char *play;            /* its play as arrows; NULL: none */
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

/* A board `share` of the page wide; the next stands beside it where there is room. */
static void put_board(writer *w, double share, int column, const book_example *example,
                      const char *play)
{
    const double width = share * (w->page.width - 2 * w->margin);
    const double height = width * 440 / 620;
    if (column == 0) make_room(w, height + 4);
    piece *p = add(w);
    if (!p) return;
    p->kind = PIECE_BOARD;
    p->example = example;
    p->play = play;
    p->x = example ? w->margin + column * (width + 4) : (w->page.width - width) / 2;
    p->y = w->y + 3;
    p->size = width;
}

static void end_boards(writer *w, double share)
{
    w->y += share * (w->page.width - 2 * w->margin) * 440 / 620 + 5;
}

/* ---- words ---- */

/* Words of a screen and a keyboard, which say nothing on paper. */
static bool is_for_screens(const char *sentence, size_t size)
{
    static const char *const marks[] = {"--",        "alea",   "press Enter",
                                        "for Enter", "'made",  "type ",
                                        "typed",     "preset", "'cocked'"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *at = strstr(sentence, marks[i]);
        if (at && at + strlen(marks[i]) <= sentence + size) return true;
    }
    return false;
}

/* Copies `text` without the sentences that are for screens. */
static void keep_sentences(const char *text, char *out, size_t capacity)
{
    size_t size = 0;
    *out = '\0';
    while (*text) {
        size_t end = 0;
        while (text[end] && !(strchr(".;", text[end]) && text[end + 1] == ' ')) end++;
        if (text[end]) end++;
        if (!is_for_screens(text, end) && size + end + 2 < capacity) {
            memcpy(out + size, text, end);
            size += end;
            out[size++] = ' ';
        }
        text += end;
        text += strspn(text, " ");
    }
    while (size > 0 && strchr(" ;", out[size - 1])) size--;
    out[size] = '\0';
}

/* Copies `text` with the booklet's word in place of "checker". */
static void with_word(const book *b, const char *text, char *out, size_t capacity)
{
    static const char plain[] = "checker";
    size_t size = 0;
    while (*text && size + 16 < capacity) {
        if (!b || strncmp(text, plain, sizeof plain - 1) != 0) {
            out[size++] = *text++;
            continue;
        }
        text += sizeof plain - 1;
        const bool many = *text == 's';
        text += many;
        size += (size_t)snprintf(out + size, capacity - size, "%s", b->word[many]);
    }
    out[size] = '\0';
}

static void put_text(writer *w, const book *b, const char *before, const char *text,
                     double indent)
{
    char kept[4096], said[4096];
    keep_sentences(text, kept, sizeof kept);
    with_word(b, kept, said, sizeof said);
    if (*said) put_lines(w, before, said, "", w->size, false, indent);
}

static void heading(writer *w, const char *text)
{
    put_gap(w, .7 * w->size);
    make_room(w, 5 * w->size);
    put_lines(w, "", text, "", 1.2 * w->size, true, 0);
    put_gap(w, .25 * w->size);
}

/* Writes the booklet's own words, or the rule in plain words if the booklet has
 * none. */
static void write_topic(writer *w, const book *b, book_topic topic)
{
    const book_rule *rule = b ? &b->rule[topic] : NULL;
    if (!rule || !rule->quote[0]) {
        put_text(w, b, "", rule && rule->text ? rule->text : book_standard(topic), 0);
        return;
    }
    for (int i = 0; i < BOOK_QUOTES && rule->quote[i]; i++)
        put_lines(w, "", rule->quote[i], "", w->size, false, 0);
}

static void write_examples(writer *w, const book *b)
{
    const double share = .47;
    heading(w, "Examples");
    for (int i = 0; i < BOOK_EXAMPLES && b->example[i].task; i++) {
        const book_example *e = &b->example[i];
        const char *const *answer = book_example_answers(e);
        char number[8];
        snprintf(number, sizeof number, "%d. ", i + 1);
        put_gap(w, .3 * w->size);
        make_room(w, share * w->page.width * 440 / 620 + 6 * w->size);
        put_text(w, b, number, e->task, 0);
        for (int k = 0; k < 2 && answer[k]; k++)
            put_board(w, share, k, e, *answer[k] ? answer[k] : NULL);
        if (answer[0]) end_boards(w, share);
        char plays[160] = "";
        for (int k = 0; k < 2 && answer[k]; k++)
            snprintf(plays + strlen(plays), sizeof plays - strlen(plays), "%s%s",
                     k ? " or " : "", *answer[k] ? answer[k] : "No move");
        put_lines(w, "", plays, *plays ? "." : "", w->size, true, 0);
        put_text(w, b, "", e->after, 0);
    }
}

static void write_all(writer *w, alea_preset preset)
{
    const book *b = book_of(preset);
    const double s = w->size;
    put_lines(w, "The rules of backgammon", "", "", 2 * s, true, 0);
    put_lines(w, "", alea_preset_title(preset), "", 1.3 * s, false, 0);
    put_gap(w, s);
    for (int i = 0; b && i < BOOK_LINES && b->about[i]; i++)
        put_text(w, b, "", b->about[i], 0);
    if (!b) {
        const alea_rule_note *note;
        for (int i = 0; (note = alea_preset_note(preset, i)); i++)
            put_text(w, b, "\u2022 ", note->text, 0);
    }
    for (int i = 0; i < TOPICS; i++) {
        char title[120];
        snprintf(title, sizeof title, "%d. %s", i + 1, book_heading((book_topic)i));
        heading(w, title);
        write_topic(w, b, (book_topic)i);
        if (i != TOPIC_SETUP) continue;
        put_board(w, .72, 0, NULL, NULL);
        end_boards(w, .72);
    }
    if (!b) return;
    write_examples(w, b);
    if (b->reading[0].says) heading(w, "Where the words leave a doubt");
    for (int i = 0; i < BOOK_READINGS && b->reading[i].says; i++) {
        char kept[2048];
        keep_sentences(b->reading[i].plays, kept, sizeof kept);
        if (!*kept) continue;
        put_text(w, b, "\u2022 ", b->reading[i].says, 0);
        put_text(w, b, "", kept, 4);
    }
    if (b->advice[0]) heading(w, "Advice");
    for (int i = 0; i < BOOK_LINES && b->advice[i]; i++)
        put_text(w, b, "\u2022 ", b->advice[i], 0);
}

static void draw_board(const writer *w, const piece *p, const alea_rules *rules)
{
    alea_drawing board;
    alea_position position = {.board = alea_board_start(rules->setup),
                              .on_roll = ALEA_A,
                              .to_act = ALEA_A,
                              .cube_owner = ALEA_NOBODY,
                              .checkers = alea_setup_checkers(rules->setup)};
    alea_move move[ALEA_MAX_MOVES];
    alea_diagram shown = {.moves = move};
    if (p->example && book_example_board(p->example->board, &position.board)) {
        position.checkers = ALEA_CHECKERS;
        position.roll = (alea_roll){{p->example->dice[0], p->example->dice[1]}};
    }
    if (!p->play || alea_moves_read(p->play, strlen(p->play), move, &shown.move_count,
                                    NULL) != ALEA_OK)
        shown.moves = NULL;
    alea_diagram_draw(&position, &shown, &board);
    canvas_board(w->c, &board, p->x, p->y, p->size);
}

static void draw_page(const writer *w, int page, alea_preset preset)
{
    const alea_rules rules = alea_rules_preset(preset);
    char number[16];
    for (size_t i = 0; i < w->count; i++) {
        const piece *p = &w->piece[i];
        if (p->page != page) continue;
        if (p->kind == PIECE_BOARD)
            draw_board(w, p, &rules);
        else
            canvas_text(w->c, (paper_point){p->x, p->y}, p->size, p->bold, ALIGN_LEFT,
                        p->text);
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
