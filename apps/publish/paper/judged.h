/* A judged match on paper. */
#ifndef ALEA_PUBLISH_PAPER_JUDGED_H
#define ALEA_PUBLISH_PAPER_JUDGED_H

#include <alea/record.h>
#include <alea/search.h>

/* The errors of the match on A4 as a PDF (malloc'd): in the order they were made with
 * the figures and the moves, or as a quiz, costliest first. `record` holds an analysis of
 * alea's of that level (alea_effort), so that nothing is judged anew. False where there is
 * no error, and without memory. A worker's thread. */
bool judged_draw(alea_engine *engine, const alea_record *record, int level, bool quiz,
                 char **pdf, size_t *size);

#endif
