#include "documents.h"

#include "report/filed.h"

#include <alea/diagram.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED_PLAYS = 5 };

static const double edge = 16, text_size = 2.9;

typedef struct flow {
    canvas *c;
    paper_size paper;
    double y;
    int page;
} flow;

static void next_page(flow *f)
{
    char number[16];
    canvas_page(f->c, f->paper);
    f->page++;
    snprintf(number, sizeof number, "%d", f->page);
    canvas_text(f->c, (paper_point){f->paper.width / 2, f->paper.height - 9}, 2.8,
                false, ALIGN_MIDDLE, number);
    f->y = edge;
}

static void need(flow *f, double height)
{
    if (f->page == 0 || f->y + height > f->paper.height - edge) next_page(f);
}

/* ---- one decision ---- */

static double draw_position(canvas *c, const report *r, const alea_judgement *j,
                            double x, double y, double width, bool best)
{
    alea_position position;
    alea_drawing board;
    alea_diagram options = {.view = j->by, .names = {r->names[0], r->names[1]}};
    if (!report_position(r, j, &position)) return 0;
    if (best && j->kind == ALEA_JUDGED_PLAY && j->candidates > 0) {
        options.moves = j->candidate[0].play.move;
        options.move_count = j->candidate[0].play.count;
        options.mover = j->by;
    }
    alea_diagram_draw(&position, &options, &board);
    return canvas_board(c, &board, x, y, width);
}

/* Columns of a list of choices, right of its left edge: equity and level. */
static const double equity_column = 60, level_column = 82;

/* A play is numbered where it was searched as deep as the first: equities of different
 * depths are not compared. */
static void draw_play(canvas *c, const report *r, const alea_judgement *j, int i,
                      double x, double y)
{
    const alea_candidate *k = &j->candidate[i];
    char play[ALEA_PLAY_TEXT_SIZE], text[160],
        number[16] = "", level[REPORT_LEVEL_SIZE], first[REPORT_LEVEL_SIZE];
    report_play(j, &k->play, play);
    report_candidate_level(r, j, i, level);
    const bool made = alea_board_equal(&k->play.board, &j->made_candidate.play.board);
    if (strcmp(level, report_candidate_level(r, j, 0, first)) == 0)
        snprintf(number, sizeof number, "%d.", i + 1);
    snprintf(text, sizeof text, "%s%s", play, made ? "  (made)" : "");
    canvas_text(c, (paper_point){x, y}, text_size, made, ALIGN_LEFT, number);
    canvas_text(c, (paper_point){x + 4, y}, text_size, made, ALIGN_LEFT, text);
    snprintf(text, sizeof text, "%+.3f", (double)k->equity);
    canvas_text(c, (paper_point){x + equity_column, y}, text_size, made, ALIGN_RIGHT,
                text);
    canvas_text(c, (paper_point){x + level_column, y}, 2.5, false, ALIGN_RIGHT, level);
}

static void draw_choices(canvas *c, const report *r, const alea_judgement *j, double x,
                         double *y)
{
    char text[160];
    if (j->kind == ALEA_JUDGED_PLAY) {
        for (int i = 0; i < j->candidates && i < LISTED_PLAYS; i++) {
            *y += 1.35 * text_size;
            draw_play(c, r, j, i, x, *y);
        }
        return;
    }
    const alea_cube_equities *e = &j->cube.verdict.equity;
    const struct {
        const char *what;
        float equity;
    } row[] = {{"No double", e->no_double},
               {"Double, take", e->double_take},
               {"Double, drop", e->double_drop}};
    for (int i = 0; i < 3; i++) {
        *y += 1.35 * text_size;
        canvas_text(c, (paper_point){x, *y}, text_size, false, ALIGN_LEFT, row[i].what);
        snprintf(text, sizeof text, "%+.3f", (double)row[i].equity);
        canvas_text(c, (paper_point){x + equity_column, *y}, text_size, false,
                    ALIGN_RIGHT, text);
    }
}

static void draw_decision(flow *f, const report *r, size_t index)
{
    const alea_judgement *j = &r->analysis->judgement[index];
    const double board = 80, right = edge + board + 6;
    const double width = f->paper.width - edge - right;
    char text[256], made[REPORT_WORDS_SIZE], best[REPORT_WORDS_SIZE],
        why[ALEA_EXPLAIN_SIZE], context[REPORT_CONTEXT_SIZE], judge[REPORT_JUDGE_SIZE];
    need(f, 66);
    const double top = f->y;
    report_made(j, made);
    report_best(j, best);
    report_why(r, j, why);
    report_context(r, j, context);
    draw_position(f->c, r, j, edge, top, board, true);
    double y = top - 1;
    snprintf(text, sizeof text, "%zu. Game %d, turn %d, %s: %s %s", index + 1, j->game,
             j->turn, r->names[j->by], made, alea_mark_symbol(j->mark));
    canvas_lines(f->c, right, &y, width, 3.2, true, text);
    y += 1;
    if (*context) canvas_lines(f->c, right, &y, width, 2.5, false, context);
    snprintf(text, sizeof text, "Best: %s. Lost: %.3f.", best, (double)j->loss);
    canvas_lines(f->c, right, &y, width, text_size, false, text);
    y += 1;
    draw_choices(f->c, r, j, right, &y);
    snprintf(text, sizeof text, "Judged by %s%s.", report_judge(r, j, judge),
             j->filed ? ", in the file" : "");
    canvas_lines(f->c, right, &y, width, 2.5, false, text);
    y += 1;
    if (*why) canvas_lines(f->c, right, &y, width, text_size, false, why);
    const char *comment = report_comment(r, j);
    if (*comment) canvas_lines(f->c, right, &y, width, 2.5, false, comment);
    f->y = (y > top + 57 ? y : top + 57) + 7;
}

/* ---- the match ---- */

static void draw_row(flow *f, const char *what, const char *a, const char *b, bool bold)
{
    f->y += 5.2;
    canvas_text(f->c, (paper_point){edge, f->y}, 3.2, bold, ALIGN_LEFT, what);
    canvas_text(f->c, (paper_point){edge + 100, f->y}, 3.2, bold, ALIGN_RIGHT, a);
    canvas_text(f->c, (paper_point){edge + 140, f->y}, 3.2, bold, ALIGN_RIGHT, b);
}

static void draw_figure(flow *f, const char *what, const char *format, double a,
                        double b)
{
    char one[32], two[32];
    if (strcmp(format, "count") == 0) {
        snprintf(one, sizeof one, "%.0f", a);
        snprintf(two, sizeof two, "%.0f", b);
    } else if (strcmp(format, "signed") == 0) {
        snprintf(one, sizeof one, "%+.2f", a);
        snprintf(two, sizeof two, "%+.2f", b);
    } else {
        snprintf(one, sizeof one, "%.2f", a);
        snprintf(two, sizeof two, "%.2f", b);
    }
    draw_row(f, what, one, two, false);
}

/* By whose figures, where they are not all alea's. */
static void draw_judges(flow *f, const report *r)
{
    report_share share[REPORT_JUDGES];
    const int count = report_shares(r, 0, share);
    if (count == 1 && strcmp(share[0].program, "alea") == 0) return;
    for (int i = 0; i < count; i++) {
        char what[64];
        snprintf(what, sizeof what, "  judged by %.40s", share[i].program);
        draw_figure(f, what, "count", share[i].decisions[0], share[i].decisions[1]);
    }
}

static void draw_totals(flow *f, const report *r)
{
    alea_totals t[2];
    for (int p = 0; p < 2; p++)
        alea_analysis_totals(r->analysis, (alea_player)p, 0, &t[p]);
    const bool match = r->analysis->match_length > 0;
    draw_row(f, "", r->names[0], r->names[1], true);
    draw_figure(f, "PR", "", t[0].pr, t[1].pr);
    report_filed_totals filed;
    report_filed_sum(r->record, r->met, &filed);
    if (*filed.program) {
        char what[48];
        snprintf(what, sizeof what, "PR by %.20s", filed.program);
        draw_figure(f, what, "", filed.pr[0], filed.pr[1]);
    }
    draw_row(f, "Rating", alea_rating_text(t[0].pr, t[0].all_decisions),
             alea_rating_text(t[1].pr, t[1].all_decisions), false);
    draw_figure(f, "Decisions counted", "count", t[0].all_decisions,
                t[1].all_decisions);
    if (t[0].hinted || t[1].hinted)
        draw_figure(f, "With a hint, not counted", "count", t[0].hinted, t[1].hinted);
    draw_judges(f, r);
    draw_figure(f, "Equity lost: plays", "", t[0].loss[0], t[1].loss[0]);
    draw_figure(f, "Equity lost: doubles", "", t[0].loss[1], t[1].loss[1]);
    draw_figure(f, "Equity lost: takes", "", t[0].loss[2], t[1].loss[2]);
    if (match)
        draw_figure(f, "Luck, % of the match", "signed", 100 * t[0].luck_chance,
                    100 * t[1].luck_chance);
    else
        draw_figure(f, "Luck, points", "signed", t[0].luck_points, t[1].luck_points);
}

static void draw_unjudged(flow *f, const report *r)
{
    const alea_analysis *a = r->analysis;
    const double width = f->paper.width - 2 * edge;
    if (a->unjudgeds == 0) return;
    need(f, 20);
    canvas_lines(f->c, edge, &f->y, width, 3.8, true, "Not judged");
    for (size_t i = 0; i < a->unjudgeds; i++) {
        char words[REPORT_UNJUDGED_SIZE];
        report_unjudged(r, &a->unjudged[i], words);
        words[0] = 'E';
        need(f, 3 * text_size);
        canvas_lines(f->c, edge, &f->y, width, text_size, false, words);
    }
}

static void draw_moves(flow *f, const report *r)
{
    char *bytes;
    size_t size;
    if (alea_export(r->record, ALEA_FORMAT_MAT, NULL, &bytes, &size, NULL) != ALEA_OK)
        return;
    next_page(f);
    f->y += 5;
    canvas_text(f->c, (paper_point){edge, f->y}, 5, true, ALIGN_LEFT, "Moves");
    f->y += 3;
    for (size_t at = 0; at < size;) {
        char line[160];
        const char *end = memchr(bytes + at, '\n', size - at);
        const size_t length = end ? (size_t)(end - bytes) - at : size - at;
        size_t kept = 0;
        for (size_t i = 0; i < length && kept + 1 < sizeof line; i++)
            if (bytes[at + i] != '\r') line[kept++] = bytes[at + i];
        line[kept] = '\0';
        need(f, 4);
        f->y += 3.7;
        canvas_mono(f->c, (paper_point){edge, f->y}, 2.7, line);
        at += length + 1;
    }
    free(bytes);
}

void match_draw(canvas *c, const report *r, paper_size paper)
{
    flow f = {.c = c, .paper = paper};
    char text[320], judges[REPORT_JUDGES_SIZE];
    next_page(&f);
    f.y += 9;
    snprintf(text, sizeof text, "%s against %s", r->names[0], r->names[1]);
    canvas_lines(c, edge, &f.y, paper.width - 2 * edge, 6.5, true, text);
    const char *event = alea_record_tag_value(r->record, "event");
    const char *date = alea_record_tag_value(r->record, "date");
    if (event) canvas_lines(c, edge, &f.y, paper.width - 2 * edge, 3.8, false, event);
    if (date) canvas_lines(c, edge, &f.y, paper.width - 2 * edge, 3.8, false, date);
    if (r->analysis->match_length > 0)
        snprintf(text, sizeof text, "Match to %d, %d games; %s%s.",
                 r->analysis->match_length, r->analysis->games,
                 report_judges(r, judges),
                 r->analysis->complete ? "" : ", stopped before the end");
    else
        snprintf(text, sizeof text, "Money session, %d games; %s%s.",
                 r->analysis->games, report_judges(r, judges),
                 r->analysis->complete ? "" : ", stopped before the end");
    canvas_lines(c, edge, &f.y, paper.width - 2 * edge, 3.2, false, text);
    f.y += 4;
    draw_totals(&f, r);
    f.y += 8;
    for (size_t i = 0; i < r->listed_count; i++) draw_decision(&f, r, r->listed[i]);
    draw_unjudged(&f, r);
    draw_moves(&f, r);
}

/* ---- the quiz ---- */

static const char *question_of(const alea_judgement *j)
{
    return j->kind == ALEA_JUDGED_PLAY     ? "to play: which play?"
           : j->kind == ALEA_JUDGED_DOUBLE ? "on roll: double or not?"
           : j->kind == ALEA_JUDGED_TAKE   ? "is doubled: take or drop?"
                                           : "decides: what?";
}

static void draw_question(void *context, canvas *c, size_t i, double x, double y,
                          double width)
{
    const report *r = context;
    const alea_judgement *j = &r->analysis->judgement[r->listed[i]];
    char text[256], situation[REPORT_CONTEXT_SIZE];
    snprintf(text, sizeof text, "%zu. %s %s", i + 1, r->names[j->by], question_of(j));
    canvas_lines(c, x, &y, width, text_size, true, text);
    report_context(r, j, situation);
    canvas_lines(c, x, &y, width, 2.5, false, situation);
    draw_position(c, r, j, x, y + 2, width, false);
}

static void draw_answer(void *context, canvas *c, size_t i, double x, double y,
                        double width)
{
    const report *r = context;
    const alea_judgement *j = &r->analysis->judgement[r->listed[i]];
    char text[256], best[REPORT_WORDS_SIZE], why[ALEA_EXPLAIN_SIZE],
        judge[REPORT_JUDGE_SIZE];
    report_best(j, best);
    report_why(r, j, why);
    snprintf(text, sizeof text, "%zu. %s", i + 1, best);
    canvas_lines(c, x, &y, width, 3.4, true, text);
    draw_choices(c, r, j, x, &y);
    snprintf(text, sizeof text, "Judged by %s%s.", report_judge(r, j, judge),
             j->filed ? ", in the file" : "");
    canvas_lines(c, x, &y, width, 2.5, false, text);
    y += 1;
    if (*why) canvas_lines(c, x, &y, width, text_size, false, why);
}

void quiz_draw(canvas *c, const report *r, paper_size paper)
{
    report questions = *r;
    const quiz_sheet sheet = {.title = "Quiz",
                              .answers = "Answers",
                              .count = r->listed_count,
                              .question = draw_question,
                              .answer = draw_answer,
                              .context = &questions};
    quiz_sheet_draw(c, &sheet, paper);
}
