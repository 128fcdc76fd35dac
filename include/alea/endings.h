/* Rule sets differ in what makes a gammon and a backgammon, and in how dice are played
 * and checkers borne off. The nets and tables know the standard rules; these functions
 * turn their outcomes into those of other ones. */
#ifndef ALEA_ENDINGS_H
#define ALEA_ENDINGS_H

#include <alea/eval.h>
#include <alea/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The definitions on which the outcome of an ending depends. A value; all zero =
 * standard. */
typedef struct alea_endings {
    alea_gammon_def gammon_def;
    alea_backgammon_def backgammon_def;
    alea_setup setup; /* for the number of checkers per side */
    alea_dice_usage dice_usage;
    alea_bearoff_high bearoff_high;
    bool two_moves; /* a double gives two moves instead of four */
    /* Races of few checkers by exact distributions under the standard rules too, where
     * the net is meant to answer; other rules always use them. */
    bool exact_races;
} alea_endings;

/* The definitions of a rule set. */
ALEA_API alea_endings alea_endings_of_rules(const alea_rules *rules);
/* True if the outcomes of alea_eval are right for these definitions without
 * correction. */
ALEA_API bool alea_endings_are_standard(const alea_endings *endings);

/* Outcomes by these definitions, seen by the player on roll: exact where the game is
 * over and where no definition can matter, from the distributions of rolls in races,
 * estimated from the net in contact (docs/evaluation.md). `probs` is what alea_eval
 * says of `board`; it is replaced. Thread-safe. */
ALEA_API void alea_endings_apply(const alea_endings *endings,
                                 const alea_evaluator *evaluator,
                                 const alea_board *board, alea_probs *probs);

#ifdef __cplusplus
}
#endif
#endif
