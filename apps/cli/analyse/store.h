/* Analyses that were made already, kept in a folder of the user: one compressed file
 * for each, named by a hash of the match, the settings, the net, the table and this
 * program's version. A file that is damaged or of another version is not used. */
#ifndef ALEA_CLI_ANALYSE_STORE_H
#define ALEA_CLI_ANALYSE_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include <alea/analysis.h>

enum { STORE_PATH = 4096 };

typedef struct analysis_store {
    char folder[STORE_PATH]; /* "" = none */
} analysis_store;

/* `given`, or alea/analyses in $XDG_CACHE_HOME or ~/.cache; made where it is missing.
 * False with errno and *store without a folder. */
bool analysis_store_open(analysis_store *store, const char *given);
/* The path of this analysis, into `out`; false: it has none (no store, no memory). The
 * record must be whole. Any thread. */
bool analysis_store_path(const analysis_store *store, const alea_record *record,
                         const alea_analysis_settings *settings,
                         const alea_engine *engine, char out[STORE_PATH]);
/* The analysis kept there, or NULL. Free it with alea_analysis_free. Any thread. */
alea_analysis *analysis_store_get(const char *path, const alea_record *record);
/* Keeps one, there whole or not at all; without room on the disk it is not kept. Any
 * thread. */
void analysis_store_put(const char *path, const alea_analysis *analysis);

#endif
