/* What every search begins with: checks, the stop, the stakes. */
#ifndef ALEA_ENGINE_SEARCH_PREPARE_H
#define ALEA_ENGINE_SEARCH_PREPARE_H

#include "expectimax.h"

/* ALEA_OK, or why this decision cannot be searched with these settings. */
alea_status search_check(const alea_decision *decision,
                         const alea_search_settings *settings, const alea_met *met,
                         alea_error *error);
/* The stakes of a decision as a frame, which says where the exact tables hold. */
void search_frame_build(cube_frame *frame, const alea_decision *decision,
                        const alea_met *met);
void search_stop_start(tree_stop *stop, const alea_search_settings *settings);

#endif
