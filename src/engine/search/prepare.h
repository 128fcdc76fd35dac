/* Common start of all searches: checks, the stop, the stakes. */
#ifndef ALEA_ENGINE_SEARCH_PREPARE_H
#define ALEA_ENGINE_SEARCH_PREPARE_H

#include "expectimax.h"

/* Checks a decision and its settings; fills `error` with the reason on failure. */
alea_status search_check(const alea_decision *decision,
                         const alea_search_settings *settings, const alea_met *met,
                         alea_error *error);
/* Builds the frame of a decision's stakes; sets `tables` and `hypergammon` where the
 * exact tables apply. */
void search_frame_build(cube_frame *frame, const alea_decision *decision,
                        const alea_engine *engine);
void search_stop_start(expectimax_stop *stop, const alea_search_settings *settings);

#endif
