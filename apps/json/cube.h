/* VERDICT and CUBE of docs/json.md. Each function returns a new reference. */
#ifndef ALEA_JSON_CUBE_H
#define ALEA_JSON_CUBE_H

#include <alea/search.h>

#include <jansson.h>

/* A cube decision with what follows from it. */
typedef struct cube_facts {
    alea_cube_result result;
    alea_cube_points points;
    float market_lost;       /* share of the next two rolls that lose the market */
    int market_losers;       /* of 36 rolls, those after which it is more likely lost */
    const char *approximate; /* alea_decision_approximate */
    const char *level; /* the preset of a rollout; NULL = searched to result.plies */
} cube_facts;

/* Fills the points and the market from `result`. Evaluates the next rolls, so call it on
 * a thread that may use the engine. */
alea_status cube_facts_find(cube_facts *facts, alea_engine *engine,
                            const alea_decision *decision, alea_error *error);

/* "no double" and so on, also where the Crawford game leaves no decision. Static. */
const char *cube_verdict_text(const alea_cube *cube, const alea_cube_verdict *verdict);
/* VERDICT: action, availability, equities and answer. `cube` may be NULL. */
json_t *verdict_json(const alea_cube *cube, const alea_cube_verdict *verdict);
/* {"no_double", "double_take", "double_drop"}: the chance to win the match. */
json_t *cube_chance_json(const float chance[3]);
/* CUBE: the verdict, the probabilities, points and market. */
json_t *cube_json(const alea_decision *decision, const cube_facts *facts);

#endif
