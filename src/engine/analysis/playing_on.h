/* The value of a game that goes on, for comparing it with the value of an offer. */
#ifndef ALEA_ENGINE_ANALYSIS_PLAYING_ON_H
#define ALEA_ENGINE_ANALYSIS_PLAYING_ON_H

#include <alea/search.h>

typedef struct playing_on {
    float equity;     /* to the side on turn, per unit of the cube as it stands */
    alea_probs probs; /* to the side on turn */
    int plies;
} playing_on;

/* With dice: after the best play; without: after the best cube action. */
alea_status playing_on_search(alea_engine *engine, const alea_decision *decision,
                              const alea_search_settings *settings, playing_on *out,
                              alea_error *error);
/* To the side whose cube this is, when it loses `win_class` (1..3) now. */
float playing_on_loss(const alea_cube *cube, const alea_met *met, int win_class);

#endif
