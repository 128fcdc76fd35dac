/* Another program's analysis, read from a file (`alea_filed`), as judgements beside and
 * in place of alea's own. */
#ifndef ALEA_FILED_H
#define ALEA_FILED_H

#include <alea/judge.h>
#include <alea/record.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Levels of programs on one scale: 0..4 are rolls looked ahead, as alea counts them
 * (eXtreme Gammon's 3-ply is 2). */
enum {
    ALEA_FILED_SHORT_ROLLOUT =
        4,                 /* "XG Roller+", "XG Roller++"; a plain "XG Roller": 3 */
    ALEA_FILED_ROLLOUT = 5 /* rollouts and rolled out openings ("book") */
};

/* The depth of an analysis by its program and level; -1: the level is not known. */
ALEA_API int alea_filed_depth(const alea_filed *filed);
/* The depth of alea's own analysis at these settings. */
ALEA_API int alea_filed_depth_of_settings(int plies, alea_rolled rolled);
/* Returns the deepest analysis of the decision at `entry` of at least `depth`, or NULL.
 * The answer to a double takes that of the double where the file has none of its own.
 * Valid until something is added to the record. */
ALEA_API const alea_filed *alea_filed_of(const alea_record *record, size_t entry,
                                         int depth);
/* Converts it into a judgement of the event at `entry`; `state` is the match before that
 * event. What alea_analyse fills is left 0, except `filed`. Equities in match winning
 * chances are converted by `met`. A play whose chances the file does not have gets those
 * of the best one. False: it does not cover the decision (no equities, a candidate that
 * is not legal there, an unknown play). Pure. */
ALEA_API bool alea_judge_filed(const alea_record *record, const alea_filed *filed,
                               size_t entry, const alea_match *state,
                               const alea_met *met, alea_judgement *out);

#ifdef __cplusplus
}
#endif
#endif
