/* A sheet to keep the score of a match by hand. */
#ifndef ALEA_PUBLISH_PAPER_SCORE_H
#define ALEA_PUBLISH_PAPER_SCORE_H

#include "canvas.h"

typedef struct score_sheet {
    paper_size paper;
    int length;          /* of the match; 0 = money */
    const char *name[2]; /* "" = to be written in */
    const char *event;   /* "" = to be written in */
} score_sheet;

void score_draw(canvas *c, const score_sheet *sheet);

#endif
