#include "shapes.h"

#include <alea/notation.h>

static const double sure = 1.96; /* standard errors of the 95% interval */

static json_t *candidate_json(const alea_rollout *r, const alea_met *met, int i)
{
    const alea_rollout_candidate *c = &r->candidate[i];
    alea_rollout_answer a;
    alea_rollout_answer_of(r, met, i, &a);
    const double equity = (double)a.equity, width = sure * (double)a.standard_error;
    json_t *o = json_pack("{s:s}", "label", c->label);
    if (c->other_on_roll) { /* the decider has played */
        char position[ALEA_POSITION_ID_SIZE];
        alea_position_id_write(&c->board, position);
        json_object_set_new(o, "move", json_string(c->label));
        json_object_set_new(o, "position", json_string(position));
    }
    json_object_set_new(o, "equity", number_json(equity));
    json_object_set_new(o, "standard_error", number_json((double)a.standard_error));
    json_object_set_new(
        o, "interval",
        json_pack("[oo]", number_json(equity - width), number_json(equity + width)));
    json_object_set_new(o, "probabilities", probs_json(&a.probs));
    if (r->decision.cube.match_length)
        json_object_set_new(o, "mwc", number_json((double)a.chance));
    if (i > 0) {
        json_object_set_new(o, "difference", number_json((double)a.behind));
        json_object_set_new(o, "difference_error", number_json((double)a.behind_error));
    }
    return o;
}

json_t *rollout_json(const alea_rollout *r, const alea_met *met, bool done)
{
    json_t *list = json_array();
    for (int i = 0; i < r->candidates; i++)
        json_array_append_new(list, candidate_json(r, met, i));
    json_t *o = json_pack("{s:I,s:b,s:o}", "trials", (json_int_t)alea_rollout_trials(r),
                          "done", done, "candidates", list);
    alea_rollout_ruling ruling;
    if (alea_rollout_verdict(r, met, &ruling) && ruling.is_cube) {
        json_t *verdict = verdict_json(&r->decision.cube, &ruling.cube);
        json_object_update(o, verdict);
        json_decref(verdict);
    }
    return o;
}
