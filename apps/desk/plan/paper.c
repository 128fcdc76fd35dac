#include "paper.h"

#include "base/error.h"
#include "desk/views/quiz.h"
#include "publish/paper/documents.h"
#include "words.h"

#include <alea/diagram.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 5 };

static const double edge = 16, text_size = 2.9;

/* ---- the words ---- */

typedef struct flow {
    canvas *c;
    paper_size paper;
    double y;
} flow;

/* Draws a line of the text: keeps its indentation, emphasises the first and the
 * numbered lines, sets the table in a font of one width. */
static void put_line(flow *f, const char *line, bool first, bool table)
{
    const size_t blanks = strspn(line, " ");
    const double x = edge + 1.2 * (double)blanks, width = f->paper.width - edge - x,
                 size = first ? 5 : text_size;
    const bool bold = first || (line[0] >= '1' && line[0] <= '9' && line[1] == '.') ||
                      strncmp(line, "Biases", 6) == 0;
    if (f->y > f->paper.height - edge - 10) {
        canvas_page(f->c, f->paper);
        f->y = edge;
    }
    if (table) {
        f->y += 3.9;
        canvas_mono(f->c, (paper_point){edge, f->y}, 2.7, line);
    } else if (*line) {
        canvas_lines(f->c, x, &f->y, width, size, bold, line + blanks);
    } else {
        f->y += 2.5;
    }
}

static void put_words(flow *f, char *words)
{
    bool first = true, table = false;
    canvas_page(f->c, f->paper);
    f->y = edge;
    for (char *line = words, *next; line; line = next, first = false) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        table = table || strncmp(line, PLAN_TABLE, strlen(PLAN_TABLE)) == 0;
        put_line(f, line, first, table);
    }
}

/* ---- the positions of a thing ---- */

typedef struct sheet {
    desk *d;
    canvas *c;
    const json_t *positions;
    quiz q;
    alea_status status;
    alea_error *error;
} sheet;

/* Opens the card of position `i`; false if it no longer exists, or on a failure. */
static bool open_card(sheet *s, size_t i)
{
    const char *id = quiz_text(json_array_get(s->positions, i), "id");
    bool found = false;
    if (s->status == ALEA_OK)
        s->status = deck_card_at(s->d, id, &s->q.card, &found, s->error);
    if (s->status != ALEA_OK || !found) return false;
    if (quiz_open(&s->q)) return true;
    quiz_close(&s->q);
    return false;
}

static void draw_question(void *context, canvas *c, size_t i, double x, double y,
                          double width)
{
    sheet *s = context;
    const char *id = quiz_text(json_array_get(s->positions, i), "id");
    const bool card = open_card(s, i);
    char heading[96], situation[QUIZ_LINE] = "";
    const char *kind = card ? quiz_text(s->q.front, "kind") : "";
    snprintf(heading, sizeof heading, "%zu. %s", i + 1,
             strcmp(kind, "play") == 0     ? "What is the best play?"
             : strcmp(kind, "double") == 0 ? "Double?"
             : strcmp(kind, "take") == 0   ? "Take?"
                                           : "What would you do?");
    canvas_lines(c, x, &y, width, text_size, true, heading);
    if (card) quiz_situation(&s->q, situation);
    canvas_lines(c, x, &y, width, 2.5, false, situation);
    if (card) quiz_close(&s->q);
    alea_position position;
    if (alea_position_read(id, strlen(id), &position, NULL) != ALEA_OK) return;
    alea_drawing board;
    const alea_diagram options = {.view = position.to_act};
    alea_diagram_draw(&position, &options, &board);
    canvas_board(c, &board, x, y + 2, width);
}

static void draw_answer(void *context, canvas *c, size_t i, double x, double y,
                        double width)
{
    sheet *s = context;
    if (!open_card(s, i)) {
        canvas_lines(c, x, &y, width, text_size, false,
                     "The card of this position was removed.");
        return;
    }
    const json_t *back = s->q.back, *choices = json_object_get(back, "choices");
    const char *made = quiz_text(back, "made"), *why = quiz_text(back, "why");
    char text[256];
    snprintf(text, sizeof text, "%zu. %s", i + 1, quiz_text(back, "best"));
    canvas_lines(c, x, &y, width, 3.4, true, text);
    for (size_t k = 0; k < json_array_size(choices); k++) {
        const json_t *one = json_array_get(choices, k);
        const char *choice = json_string_value(json_array_get(one, 0));
        const bool played = choice && strcmp(choice, made) == 0;
        if (!choice || (k >= LISTED && !played)) continue;
        y += 1.35 * text_size;
        snprintf(text, sizeof text, "%s%s", choice, played ? "  (played)" : "");
        canvas_text(c, (paper_point){x, y}, text_size, played, ALIGN_LEFT, text);
        snprintf(text, sizeof text, "%+.3f", json_number_value(json_array_get(one, 1)));
        canvas_text(c, (paper_point){x + 70, y}, text_size, played, ALIGN_RIGHT, text);
    }
    y += 1;
    canvas_lines(c, x, &y, width, text_size, false, why);
    quiz_close(&s->q);
}

static void put_thing(sheet *s, const json_t *thing, paper_size paper)
{
    char title[96], answers[112];
    snprintf(title, sizeof title, "%lld. %s",
             (long long)json_integer_value(json_object_get(thing, "thing")),
             quiz_text(thing, "name"));
    snprintf(answers, sizeof answers, "%s: answers", title);
    s->positions = json_object_get(thing, "positions");
    const quiz_sheet pages = {.title = title,
                              .answers = answers,
                              .count = json_array_size(s->positions),
                              .question = draw_question,
                              .answer = draw_answer,
                              .context = s};
    quiz_sheet_draw(s->c, &pages, paper);
}

alea_status plan_paper(desk *d, const json_t *plan, char **pdf, size_t *size,
                       alea_error *error)
{
    char *words = NULL;
    size_t length, i;
    json_t *thing;
    FILE *to = open_memstream(&words, &length);
    if (!to) return alea_error_no_memory(error);
    plan_words(plan, to);
    const bool written = fclose(to) == 0;
    sheet *s = calloc(1, sizeof *s);
    canvas *c = written && s ? canvas_open((canvas_style){.colour = true}) : NULL;
    alea_status status = c ? ALEA_OK : alea_error_no_memory(error);
    if (c) {
        flow f = {.c = c};
        paper_find("a4", &f.paper);
        put_words(&f, words);
        *s = (sheet){.d = d, .c = c, .error = error};
        json_array_foreach(json_object_get(plan, "things"), i, thing)
        {
            put_thing(s, thing, f.paper);
        }
        status = s->status;
        if (status != ALEA_OK)
            canvas_drop(c);
        else if (!canvas_close(c, "Study plan", pdf, size))
            status = alea_error_no_memory(error);
    }
    free(s);
    free(words);
    return status;
}
