/* Outcomes by a rule set's definitions, from inside the engine. */
#ifndef ALEA_ENGINE_EVALUATE_ENDINGS_H
#define ALEA_ENGINE_EVALUATE_ENDINGS_H

#include <alea/endings.h>

/* Gammon and backgammon are the standard ones, whatever the set-up. */
bool endings_are_usual(const alea_endings *endings);
/* alea_endings_apply to what alea_eval_results has written: results as the mover sees
 * them, and their values to the mover. */
void endings_apply_results(const alea_endings *endings, const alea_evaluator *evaluator,
                           const alea_board *boards, int count, alea_probs *probs);

#endif
