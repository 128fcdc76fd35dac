/* EVALUATION of docs/json.md. */
#ifndef ALEA_JSON_EVALUATION_H
#define ALEA_JSON_EVALUATION_H

#include <alea/eval.h>

#include <jansson.h>

/* What a position is worth to the side on roll. */
typedef struct evaluation {
    alea_phase phase;
    alea_probs probs;
    float cubeless, equity;
    int plies;
    const char *approximate; /* alea_decision_approximate; NULL = nothing */
    const char *level;       /* the preset of a rollout; NULL = searched to `plies` */
} evaluation;

/* "contact", "race", "bearoff", "over". Static. */
const char *phase_text(alea_phase phase);
/* A new reference. */
json_t *evaluation_json(const evaluation *e);

#endif
