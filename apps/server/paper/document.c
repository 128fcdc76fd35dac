#include "document.h"

#include "publish/paper/documents.h"
#include "publish/paper/set.h"
#include "server/study/later.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64 };

typedef enum paper_kind { PAPER_SET, PAPER_RULES, PAPER_SCORE } paper_kind;

/* A document takes some .05 s, so a worker makes it while the answer waits. */
typedef struct paper_work {
    paper_kind kind;
    canvas_style style;
    set_options set; /* its rules and paper are also the booklet's */
    alea_tables_series series;
    bool booklet;
    int match;
    char name[2][NAME_SIZE], event[NAME_SIZE];
    char *pdf;
    size_t size;
} paper_work;

static void make(void *work, alea_engine *engine)
{
    paper_work *w = work;
    (void)engine;
    canvas *c = canvas_open(w->style);
    if (!c) return;
    bool good = true;
    if (w->kind == PAPER_SET) {
        set_draw(c, &w->set);
    } else if (w->kind == PAPER_RULES) {
        good = leaflet_draw(c, w->set.rules.preset, w->set.paper, w->booklet);
    } else {
        const score_sheet sheet = {
            w->set.paper, w->match, {w->name[0], w->name[1]}, w->event};
        score_draw(c, &sheet);
    }
    if (good)
        canvas_close(c, w->set.series ? "A tables game" : "Backgammon", &w->pdf,
                     &w->size);
    else
        canvas_drop(c);
}

/* Moves the document into the reply. */
static void answer(void *work, http_reply *reply)
{
    paper_work *w = work;
    static const char *const names[] = {"backgammon-set.pdf", "backgammon-rules.pdf",
                                        "score-sheet.pdf"};
    if (!w->pdf) {
        http_refuse(reply, 503, "no_memory", "The document could not be made.");
        return;
    }
    *reply = (http_reply){
        .status = 200, .type = "application/pdf", .body = w->pdf, .size = w->size};
    snprintf(reply->disposition, sizeof reply->disposition,
             "attachment; filename=\"%s\"",
             w->set.series ? "tables-set.pdf" : names[w->kind]);
    w->pdf = NULL;
}

static void free_work(void *work)
{
    paper_work *w = work;
    free(w->pdf);
    free(w);
}

static const later_kind printed = {.class_ = JOB_ASKED,
                                   .name = "paper",
                                   .make = make,
                                   .answer = answer,
                                   .free_work = free_work};

static bool flag(const http_request *request, const char *name)
{
    char text[8];
    return http_query(request, name, text, sizeof text) && strcmp(text, "1") == 0;
}

/* A number of the query in `least`..`most`, or `usual` where there is none. */
static bool number(const http_request *request, const char *name, int usual, int least,
                   int most, int *out)
{
    char text[16], *end;
    *out = usual;
    if (!http_query(request, name, text, sizeof text)) return true;
    const long value = strtol(text, &end, 10);
    *out = (int)value;
    return *text && !*end && value >= least && value <= most;
}

/* NULL, or the sentence of a refusal. */
static const char *read_query(const http_request *request, paper_work *w)
{
    char text[32];
    if (!http_query(request, "what", text, sizeof text) ||
        (strcmp(text, "set") != 0 && strcmp(text, "rules") != 0 &&
         strcmp(text, "score") != 0))
        return "\"what\" is set, rules or score.";
    w->kind = text[0] == 'r' ? PAPER_RULES : text[1] == 'e' ? PAPER_SET : PAPER_SCORE;
    if (!http_query(request, "paper", text, sizeof text))
        snprintf(text, sizeof text, "a4");
    if (!paper_find(text, &w->set.paper)) return "\"paper\" is a4 or letter.";
    alea_preset preset = ALEA_PRESET_OCASTUDIOS;
    if (http_query(request, "preset", text, sizeof text))
        preset = alea_preset_find(text);
    if (preset == ALEA_PRESET_NONE && strcmp(text, "standard") != 0)
        return "There is no such preset.";
    w->set.rules = alea_rules_preset(preset);
    if (!number(request, "sheets", 2, 2, 4, &w->set.board_sheets) ||
        w->set.board_sheets == 3)
        return "\"sheets\" is 2 or 4.";
    if (!number(request, "target", set_target(&w->set.rules), 0, SET_MOST_TARGET,
                &w->set.target))
        return "\"target\" is 0 to 64.";
    if (!number(request, "match", -1, 0, ALEA_MAX_MATCH_LENGTH, &w->match))
        return "\"match\" is the length of a match, 0 for money.";
    if (http_query(request, "game", text, sizeof text)) {
        if (w->kind != PAPER_SET) return "\"game\" goes with a set.";
        if (alea_tables_series_find(text, &w->series, NULL) != ALEA_OK)
            return "There is no such game.";
        w->set.series = &w->series;
        if (!number(request, "target", set_series_target(&w->series), 0,
                    SET_MOST_TARGET, &w->set.target))
            return "\"target\" is 0 to 64.";
    }
    w->style = (canvas_style){flag(request, "colour"), flag(request, "ink_saving")};
    w->booklet = flag(request, "booklet");
    http_query(request, "white", w->name[0], NAME_SIZE);
    http_query(request, "black", w->name[1], NAME_SIZE);
    http_query(request, "event", w->event, NAME_SIZE);
    return w->kind == PAPER_SET ? set_problem(&w->set) : NULL;
}

static void paper_pdf_get(void *owner, http_request *request, http_reply *reply)
{
    study *s = owner;
    paper_work *w = calloc(1, sizeof *w);
    if (!w) {
        http_refuse(reply, 503, "no_memory", "The server is out of memory. Try again.");
        return;
    }
    const char *wrong = read_query(request, w);
    if (wrong) {
        http_refuse(reply, 400, "bad_request", "%s", wrong);
        free(w);
        return;
    }
    study_answer_later(s, request, &printed, w, 0, false, reply);
}

static const http_route routes[] = {
    {HTTP_GET, "/api/paper.pdf", ROUTE_OPEN, paper_pdf_get},
    {0},
};

const http_route *const paper_routes[] = {routes, NULL};
