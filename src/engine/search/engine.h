/* The engine and the scratch memory of its threads. */
#ifndef ALEA_ENGINE_SEARCH_ENGINE_H
#define ALEA_ENGINE_SEARCH_ENGINE_H

#include <alea/bearoff.h>
#include <alea/search.h>

#include "base/thread.h"
#include "cache.h"

enum {
    /* Results of several rolls are evaluated in one call; a batch has room for any
     * roll. */
    SCRATCH_RESULTS = ALEA_MAX_PLAYS + 1024,
    SCRATCH_DEPTHS = ALEA_MAX_PLIES + 1,
    SCRATCH_KEEP = 512 /* replies of all rolls that the net evaluates */
};

/* One depth of one thread. */
typedef struct scratch_depth {
    alea_board results[SCRATCH_RESULTS];
    alea_probs probs[SCRATCH_RESULTS];
} scratch_depth;

typedef struct scratch {
    scratch_depth depth[SCRATCH_DEPTHS];
} scratch;

struct alea_engine {
    const alea_evaluator *evaluator;
    alea_bearoff *two_sided; /* NULL never: opening fails instead */
    alea_met met;
    alea_pool *pool;
    eval_cache *cache; /* NULL = none */
    int threads;
    scratch *scratch;                      /* one per thread */
    struct at_score_lists *at_score_lists; /* NULL until a bear-off asks for it */
    struct at_score *at_score[2]; /* solved lately, the newest first; at_score.h */
};

#endif
