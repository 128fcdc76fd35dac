/* Printed documents: rules, matches, a score sheet. */
#ifndef ALEA_PUBLISH_PAPER_DOCUMENTS_H
#define ALEA_PUBLISH_PAPER_DOCUMENTS_H

#include "canvas.h"
#include "report/shared.h"

#include <alea/record.h>
#include <alea/rules.h>
#include <alea/search.h>

/* The rules of a rule set on paper, as pages or as a booklet to fold. */

/* `booklet`: two pages on each side of a sheet, in the order in which folded sheets are
 * read. False without memory. */
bool leaflet_draw(canvas *c, alea_preset preset, paper_size paper, bool booklet);

/* A match on paper: figures, the chosen decisions with their boards, the list of moves;
 * and the same decisions as a quiz. */

/* The decisions are r->listed. */
void match_draw(canvas *c, const report *r, paper_size paper);
/* At least one decision must be listed. */
void quiz_draw(canvas *c, const report *r, paper_size paper);

/* The pages of a quiz: six questions a page; the answers on the page after it, so that
 * they stand behind their questions when it is printed on both sides. */
typedef struct quiz_sheet {
    const char *title, *answers; /* headings: of the questions, of the answers */
    size_t count;
    /* Draw question or answer `i` downwards from (x, y). */
    void (*question)(void *context, canvas *c, size_t i, double x, double y,
                     double width);
    void (*answer)(void *context, canvas *c, size_t i, double x, double y,
                   double width);
    void *context;
} quiz_sheet;

void quiz_sheet_draw(canvas *c, const quiz_sheet *s, paper_size paper);

/* A judged match on paper. */

/* The errors of the match on A4 as a PDF (malloc'd): in the order they were made with
 * the figures and the moves, or as a quiz, costliest first. `record` holds an analysis
 * of alea's of that level (alea_effort), so that nothing is judged anew. False where
 * there is no error, and without memory. A worker's thread. */
bool judged_draw(alea_engine *engine, const alea_record *record, int level, bool quiz,
                 char **pdf, size_t *size);

/* A sheet to keep the score of a match by hand. */
typedef struct score_sheet {
    paper_size paper;
    int length;          /* of the match; 0 = money */
    const char *name[2]; /* "" = to be written in */
    const char *event;   /* "" = to be written in */
} score_sheet;

void score_draw(canvas *c, const score_sheet *sheet);

#endif
