/* The verdict of a rollout: which candidate is best, and how sure that is. */
#include <alea/rollout.h>

#include <math.h>

bool alea_rollout_verdict(const alea_rollout *rollout, const alea_met *met,
                          alea_rollout_ruling *out)
{
    alea_rollout_answer answer[ALEA_ROLLOUT_CANDIDATES];
    const int count = rollout->candidates;
    *out = (alea_rollout_ruling){.second = -1};
    if (alea_rollout_trials(rollout) == 0 || count < 1) return false;
    for (int i = 0; i < count; i++) alea_rollout_answer_of(rollout, met, i, &answer[i]);
    for (int i = 1; i < count; i++)
        if (answer[i].equity > answer[out->best].equity) out->best = i;
    for (int i = 0; i < count; i++)
        if (i != out->best &&
            (out->second < 0 || answer[i].equity > answer[out->second].equity))
            out->second = i;
    if (out->second >= 0) {
        const alea_rollout_answer *best = &answer[out->best];
        const alea_rollout_answer *second = &answer[out->second];
        out->margin = best->equity - second->equity;
        /* Differences to candidate 0 are paired; between two others the errors add. */
        out->margin_error = out->best == 0 ? second->behind_error
                            : out->second == 0
                                ? best->behind_error
                                : hypotf(best->standard_error, second->standard_error);
    }
    out->is_cube = count == 2 && rollout->candidate[1].doubled;
    if (out->is_cube) {
        const alea_cube *cube = &rollout->decision.cube;
        const bool beavers = cube->beavers && cube->match_length == 0;
        const float double_take = answer[1].equity;
        const alea_cube_equities e = {answer[0].equity, double_take, 1,
                                      beavers ? 2 * double_take : double_take};
        alea_cube_decide(cube, &e, &out->cube);
    }
    return true;
}
