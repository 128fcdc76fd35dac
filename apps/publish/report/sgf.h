/* An analysis as properties of SGF nodes, the way GNU Backgammon keeps its own: A and
 * DA with probabilities and equities, LU, and marks. The writer of the record puts them
 * where their move stands. */
#ifndef ALEA_PUBLISH_REPORT_SGF_H
#define ALEA_PUBLISH_REPORT_SGF_H

#include "shared.h"

/* Puts the analysis of `record` into it, as what an SGF file keeps behind each move;
 * any that was there goes. */
alea_status report_into_record(const alea_analysis *analysis, alea_record *record);

#endif
