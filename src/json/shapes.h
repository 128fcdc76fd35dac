/* The JSON shapes of docs/json.md. Each function returns a new reference. Any
 * thread, except where an engine is asked. */
#ifndef ALEA_JSON_SHAPES_H
#define ALEA_JSON_SHAPES_H

#include <alea/analysis.h>
#include <alea/eval.h>
#include <alea/explain.h>
#include <alea/notation.h>
#include <alea/play_tree.h>
#include <alea/rollout.h>
#include <alea/search.h>

#include <jansson.h>

/* Numbers of the engine as JSON values. */

/* Rounded to six decimals; NAN and infinities are null. */
json_t *number_json(double value);
/* PROBABILITIES of docs/json.md. */
json_t *probs_json(const alea_probs *probs);

/* POSITION. */

/* SCORE: [points of player 0, points of player 1]. */
json_t *score_json(int points_a, int points_b);
/* Is a roll to be played, rather than a cube decision to be made? */
bool position_is_play(const alea_position *position);
json_t *position_json(const alea_position *position);

/* PLAY. */

/* Sets "level" if it is not NULL (a rollout preset), else "ply". */
void depth_json(json_t *object, int plies, const char *level);
/* Sets "approximate" if it is not NULL. */
void approximate_json(json_t *object, const char *approximate);
/* [[from, to], ...] */
json_t *moves_json(const alea_play *play);
/* `best` is the equity from which the loss is counted; `level` names the rollout preset
 * of a play that was rolled out, NULL = searched. */
json_t *play_json(const alea_board *before, const alea_candidate *candidate, float best,
                  const char *level);
/* The candidates of a search, best first. */
json_t *play_list_json(const alea_board *before, const alea_candidate *found,
                       int count);

/* {"nodes": [...]}: every way to play a roll (docs/api.md, "tree"). */
json_t *play_tree_json(const alea_play_tree *tree);

/* The judgement of a play as JSON (docs/api.md). */

/* {"made", "best", "loss", "mark", "symbol", "explanation"}. */
json_t *made_json(const alea_board *before, const alea_candidate *best,
                  const alea_candidate *made);

/* EVALUATION. */

/* The value of a position to the side on roll. */
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
json_t *evaluation_json(const evaluation *e);

/* VERDICT and CUBE. */

/* A cube decision with what follows from it. */
typedef struct cube_facts {
    alea_cube_result result;
    alea_cube_points points;
    const alea_met *met;     /* of the engine */
    float market_lost;       /* share of the next two rolls that lose the market */
    int market_losers;       /* of 36 rolls, those after which it is more likely lost */
    const char *approximate; /* alea_decision_approximate */
    const char *level; /* the preset of a rollout; NULL = searched to result.plies */
} cube_facts;

/* Fills the points and the market from `result`. Evaluates the next rolls, so call it
 * on a thread that may use the engine. */
alea_status cube_facts_find(cube_facts *facts, alea_engine *engine,
                            const alea_decision *decision, alea_error *error);

/* Explains the double, or the take if `answer`. */
void cube_facts_explain(const cube_facts *facts, const alea_decision *decision,
                        bool answer, char out[ALEA_EXPLAIN_SIZE]);

/* "no double" and so on, also where the Crawford game leaves no decision. Static. */
const char *cube_verdict_text(const alea_cube *cube, const alea_cube_verdict *verdict);
/* VERDICT: action, availability, equities and answer. `cube` may be NULL. */
json_t *verdict_json(const alea_cube *cube, const alea_cube_verdict *verdict);
/* CUBE: the verdict, the probabilities, points and market. */
json_t *cube_json(const alea_decision *decision, const cube_facts *facts);

/* ROLLOUT. */

/* The state of a rollout of at least one trial; `done`: no more trials
 * are to come. `met` may be NULL for money. */
json_t *rollout_json(const alea_rollout *rollout, const alea_met *met, bool done);

#endif
