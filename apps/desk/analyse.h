/* Analysis of stored matches by alea's engine. */
#ifndef ALEA_DESK_ANALYSE_H
#define ALEA_DESK_ANALYSE_H

#include "store.h"

#include <alea/analysis.h>

/* Analyses the decisions of a match that no analysis covers (`again`: all of them) and
 * stores the result in one transaction. ALEA_ERROR_CANCELLED: settings->progress
 * returned false, and nothing was stored. */
alea_status desk_analyse(desk *d, int64_t match, alea_engine *engine,
                         const alea_analysis_settings *settings, bool again,
                         alea_error *error);
/* The same in two steps, so that the desk is not open while the engine works. First the
 * analysis of a match's record (desk_record) alone, to be freed. */
alea_status desk_judge(const alea_record *record, alea_engine *engine,
                       const alea_analysis_settings *settings, bool again,
                       alea_analysis **out, alea_error *error);
/* Then its result, stored in one transaction. */
alea_status desk_keep_analysis(desk *d, int64_t match, const alea_record *record,
                               const alea_analysis *analysis, alea_engine *engine,
                               bool again, alea_error *error);
/* The same for an analysis that was made elsewhere: as text, to be freed (NULL without
 * memory), */
char *desk_analysis_write(const alea_record *record, const alea_analysis *analysis,
                          const alea_met *met, size_t *size);
/* Stores it with the match whose record it analyses. ALEA_ERROR_SYNTAX: the text is
 * damaged, and nothing was stored. */
alea_status desk_keep_written(desk *d, int64_t match, const char *text, size_t size,
                              bool again, alea_error *error);
/* Lists the matches with decisions that are not analysed (`again`: all matches); *match
 * is the caller's to free(). */
alea_status desk_unanalysed(desk *d, bool again, int64_t **match, size_t *count,
                            alea_error *error);

#endif
