/* The same for the results of a roll, as alea_eval_results gives them. */
#ifndef ALEA_ENGINE_ENDINGS_H
#define ALEA_ENGINE_ENDINGS_H

#include <alea/endings.h>

/* boards[i] as the mover left it and sees it, probs[i] to the mover. Returns at once
 * for standard endings. */
void endings_apply_results(const alea_endings *endings, const alea_evaluator *evaluator,
                           const alea_board *boards, int count, alea_probs *probs);

#endif
