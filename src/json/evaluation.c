#include "shapes.h"

const char *phase_text(alea_phase phase)
{
    switch (phase) {
    case ALEA_PHASE_CONTACT: return "contact";
    case ALEA_PHASE_RACE: return "race";
    case ALEA_PHASE_BEAROFF: return "bearoff";
    case ALEA_PHASE_OVER: return "over";
    }
    return "";
}

json_t *evaluation_json(const evaluation *e)
{
    json_t *o = json_pack("{s:s,s:o,s:o,s:o}", "phase", phase_text(e->phase), "equity",
                          number_json((double)e->equity), "cubeless",
                          number_json((double)e->cubeless), "probabilities",
                          probs_json(&e->probs));
    depth_json(o, e->plies, e->level);
    approximate_json(o, e->approximate);
    return o;
}
