/* Blunders looked at again by rollout. */
#ifndef ALEA_CLI_ANALYSE_BLUNDERS_H
#define ALEA_CLI_ANALYSE_BLUNDERS_H

#include <alea/analysis.h>
#include <alea/record.h>

/* Judges each decision marked as a blunder again, looking as deep as before and rolling
 * out what is near (ALEA_ROLLED_LONG); its figures are replaced, its mark too. Returns
 * how many were; `progress` (may be NULL) is called before each and stops the rest by
 * false. */
int blunders_roll_out(alea_engine *engine, const alea_record *record,
                      alea_analysis *analysis,
                      bool (*progress)(void *context, int done, int all),
                      void *context);

#endif
