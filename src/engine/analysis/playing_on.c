#include "playing_on.h"

alea_status playing_on_search(alea_engine *engine, const alea_decision *decision,
                              const alea_search_settings *settings, playing_on *out,
                              alea_error *error)
{
    alea_candidate best;
    alea_cube_result cube;
    int count;
    alea_status status;
    if (alea_roll_valid(decision->roll)) {
        status = alea_search_play(engine, decision, settings, &best, 1, &count, error);
        if (status == ALEA_OK) *out = (playing_on){best.equity, best.probs, best.plies};
    } else {
        status = alea_search_cube(engine, decision, settings, &cube, error);
        if (status == ALEA_OK)
            *out = (playing_on){cube.verdict.best, cube.probs, cube.plies};
    }
    return status;
}

float playing_on_loss(const alea_cube *cube, const alea_met *met, int win_class)
{
    const alea_probs lost = {.lose_gammon = win_class >= 2 ? 1.0F : 0.0F,
                             .lose_backgammon = win_class >= 3 ? 1.0F : 0.0F};
    return alea_cube_dead_equity(cube, met, &lost);
}
