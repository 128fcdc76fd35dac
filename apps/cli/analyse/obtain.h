/* An analysis from the store, or made now and kept there; its blunders looked at again
 * by rollout. */
#ifndef ALEA_CLI_ANALYSE_OBTAIN_H
#define ALEA_CLI_ANALYSE_OBTAIN_H

#include "store.h"

#include <alea/analysis.h>
#include <alea/record.h>
#include <stdbool.h>

typedef struct analysis_source {
    const analysis_store *store;
    alea_engine *engine;
    const alea_record *record;
    bool percent;    /* show progress on stderr */
    bool from_store; /* set: it had been judged before */
} analysis_source;

/* The caller frees it; NULL with the reason in *error. *status as of alea_analyse. */
alea_analysis *analysis_obtain(analysis_source *from,
                               const alea_analysis_settings *settings,
                               alea_status *status, alea_error *error);

/* Judges each decision marked as a blunder again, looking as deep as before and rolling
 * out what is near (ALEA_ROLLED_LONG); its figures are replaced, its mark too. Returns
 * how many were; `progress` (may be NULL) is called before each and stops the rest by
 * false. */
int blunders_roll_out(alea_engine *engine, const alea_record *record,
                      alea_analysis *analysis,
                      bool (*progress)(void *context, int done, int all),
                      void *context);

#endif
