/* A part of an analysis on its way between helpers of one page (wasm/server/helper.h),
 * which are the same module: its memory as text. Never for what comes from outside of
 * the process: only sizes are checked. Any thread. */
#ifndef ALEA_SERVER_STUDY_SHARED_ANALYSIS_H
#define ALEA_SERVER_STUDY_SHARED_ANALYSIS_H

#include <alea/analysis.h>
#include <jansson.h>

/* A new reference; NULL without memory. */
json_t *shared_analysis_write(const alea_analysis *analysis);
/* To be freed with alea_analysis_free; NULL: not of this module, or without memory. */
alea_analysis *shared_analysis_read(const json_t *value);

#endif
