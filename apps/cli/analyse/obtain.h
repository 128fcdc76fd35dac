/* An analysis from the store, or made now and kept there. */
#ifndef ALEA_CLI_ANALYSE_OBTAIN_H
#define ALEA_CLI_ANALYSE_OBTAIN_H

#include "store.h"

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

#endif
