/* Evaluation of positions: six outcome probabilities from net and exact tables. */
#ifndef ALEA_EVAL_H
#define ALEA_EVAL_H

#include <alea/play.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Seen by the player on roll (before the roll). Each in 0..1;
 * win_backgammon <= win_gammon <= win, lose_backgammon <= lose_gammon <= 1 - win.
 * Impossible outcomes are exactly 0. */
typedef struct alea_probs {
    float win, win_gammon, win_backgammon, lose_gammon, lose_backgammon;
} alea_probs;

/* The net and the tables behind it. Read-only after opening: shared by any threads. */
typedef struct alea_evaluator alea_evaluator;

/* The embedded net and tables. */
ALEA_API alea_status alea_evaluator_open(alea_evaluator **out, alea_error *error);
/* A net file instead of the embedded one. */
ALEA_API alea_status alea_evaluator_open_file(alea_evaluator **out,
                                              const char *net_path, alea_error *error);
/* A net in memory (it is copied). */
ALEA_API alea_status alea_evaluator_open_memory(alea_evaluator **out, const void *net,
                                                size_t size, alea_error *error);
/* NULL is allowed. */
ALEA_API void alea_evaluator_close(alea_evaluator *evaluator);

/* `board` seen by the player on roll; must pass alea_board_check. */
ALEA_API void alea_eval(const alea_evaluator *evaluator, const alea_board *board,
                        alea_probs *out);
/* Many boards in one call, each seen by the player on roll. ALEA_ERROR_POSITION names
 * the first one that alea_board_check refuses; out[] up to it is written. `error` may
 * be NULL. */
ALEA_API alea_status alea_eval_boards(const alea_evaluator *evaluator,
                                      const alea_board *boards, size_t count,
                                      alea_probs *out, alea_error *error);
/* All results of one roll in one call, much cheaper than one by one. `before` is seen
 * by the mover; results[i] are boards after a play, still seen by the mover, as
 * alea_positions_after gives them; out[i] is that result's value *to the mover*
 * (already turned round). */
ALEA_API void alea_eval_results(const alea_evaluator *evaluator,
                                const alea_board *before, const alea_board *results,
                                int count, alea_probs *out);
/* The same by the small companion net: cruder and several times faster; for filters. */
ALEA_API void alea_eval_results_prune(const alea_evaluator *evaluator,
                                      const alea_board *before,
                                      const alea_board *results, int count,
                                      alea_probs *out);
/* The same position seen by the other player. */
ALEA_API alea_probs alea_probs_flip(const alea_probs *probs);
/* Cubeless money equity, gammons counting, in -3..3. */
ALEA_API float alea_probs_equity(const alea_probs *probs);

#ifdef __cplusplus
}
#endif
#endif
