/* Rollouts: a decision judged by playing it out many times.
 * Trial i is a pure function of (seed, i): its dice are the same for every candidate,
 * and a rollout may be cut into ranges of trials, stopped, extended and merged; the
 * sums are integers, so the result has the same bits however it was put together. */
#ifndef ALEA_ROLLOUT_H
#define ALEA_ROLLOUT_H

#include <stdint.h>

#include <alea/search.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ALEA_ROLLOUT_VERSION = 4, /* changes when the same trial may give another value */
    ALEA_ROLLOUT_CANDIDATES = 16,
    ALEA_ROLLOUT_RANGES = 64,
    ALEA_ROLLOUT_LABEL_SIZE = 64, /* room for a play as text, with the NUL */
    ALEA_ROLLOUT_MAX_TRIALS = 1 << 28
};

typedef struct alea_rollout_settings {
    uint64_t seed;
    int plies[2];   /* look-ahead of plays and cube actions: the decider, the other */
    int later_from; /* from this turn on (0 = at once) ... */
    int later_plies[2]; /* ... this look-ahead; 0..2 */
    int truncate;       /* turns after which the net's value is used; 0 = to the end */
    /* 0..16: most plays judged by the net, near the small net's best; 0 = all */
    int replies;
    bool cubeful;    /* cube actions are taken in the play */
    bool luck;       /* subtract the luck of the dice (control variate) */
    bool stratified; /* the first three rolls are dealt out evenly over the trials */
} alea_rollout_settings;

/* Full games, 0-ply, cubeful, luck control, stratified, seed 1. */
ALEA_API alea_rollout_settings alea_rollout_settings_default(void);
/* The settings of a kind of rollout and how many trials it takes; for any other value
 * the default settings and no trials. */
ALEA_API alea_rollout_settings alea_rollout_settings_of(alea_rolled rolled,
                                                        int64_t *trials);

/* Sums over the trials of one candidate; values in units of 2^-24 equity or chance. */
typedef struct alea_rollout_sums {
    int64_t equity, equity_square;
    int64_t chance[5];         /* win, gammon, backgammon, lose gammon, backgammon */
    int64_t difference_square; /* of the differences to candidate 0, trial by trial */
} alea_rollout_sums;

typedef struct alea_rollout_candidate {
    alea_board board;   /* seen by the side on roll in it */
    bool other_on_roll; /* the decider has played already */
    bool may_act;       /* the side on roll may turn the cube before its first roll */
    bool doubled;       /* the decider has just doubled and was taken */
    char label[ALEA_ROLLOUT_LABEL_SIZE]; /* "8/5 6/5", "No double", ... */
    alea_rollout_sums sums;
} alea_rollout_candidate;

typedef struct alea_rollout_range {
    int64_t first, end; /* trials first .. end - 1 */
} alea_rollout_range;

/* A rollout: the question, its settings and the sums so far. A value of about 4 kB. */
typedef struct alea_rollout {
    int version;
    uint64_t net; /* fingerprint of the evaluator */
    alea_decision decision;
    alea_rollout_settings settings;
    int candidates;
    alea_rollout_candidate candidate[ALEA_ROLLOUT_CANDIDATES];
    int ranges; /* sorted, apart */
    alea_rollout_range range[ALEA_ROLLOUT_RANGES];
} alea_rollout;

/* Identifies an evaluator: a hash of its outcomes for fixed positions. */
ALEA_API uint64_t alea_evaluator_fingerprint(const alea_evaluator *evaluator);

/* A rollout without trials of: the position before its roll; the cube decision (no
 * double against double and take); these plays. `settings` may be NULL: the default.
 * ALEA_ERROR_ARGUMENT with a reason. */
ALEA_API alea_status alea_rollout_position(alea_rollout *rollout,
                                           const alea_engine *engine,
                                           const alea_decision *decision,
                                           const alea_rollout_settings *settings,
                                           alea_error *error);
ALEA_API alea_status alea_rollout_cube(alea_rollout *rollout, const alea_engine *engine,
                                       const alea_decision *decision,
                                       const alea_rollout_settings *settings,
                                       alea_error *error);
ALEA_API alea_status alea_rollout_plays(alea_rollout *rollout,
                                        const alea_engine *engine,
                                        const alea_decision *decision,
                                        const alea_play *plays, int count,
                                        const alea_rollout_settings *settings,
                                        alea_error *error);

/* When to stop before all trials are done; looked at after every 144 trials, so that
 * the answer does not depend on threads. All zero: never. */
typedef struct alea_rollout_stop {
    float standard_error; /* of the best candidate's equity */
    float separation;     /* joint standard deviations between best and second */
    int64_t least;        /* trials before either counts */
    /* Called after every batch; false stops, the batch is kept. May be NULL. */
    bool (*progress)(void *context, const alea_rollout *rollout);
    void *context;
} alea_rollout_stop;

/* Plays the missing ones of trials first..end-1. ALEA_ERROR_VERSION: the rollout was
 * started by another version or net. ALEA_ERROR_CANCELLED: `progress` returned false
 * (completed trials are kept). ALEA_ERROR_ARGUMENT: a range out of bounds, or too many
 * separate ranges. */
ALEA_API alea_status alea_rollout_run(alea_engine *engine, alea_rollout *rollout,
                                      int64_t first, int64_t end,
                                      const alea_rollout_stop *stop, alea_error *error);
/* Adds the trials of `other` to the same rollout. ALEA_ERROR_ARGUMENT if the two differ
 * in question or settings, or share trials. */
ALEA_API alea_status alea_rollout_merge(alea_rollout *rollout,
                                        const alea_rollout *other, alea_error *error);
ALEA_API int64_t alea_rollout_trials(const alea_rollout *rollout);

typedef struct alea_rollout_answer {
    /* Per unit of the cube before the decision; errors are infinite of one trial. */
    float equity, standard_error;
    float chance; /* matches: MWC; else 0 */
    alea_probs probs;
    float behind, behind_error; /* to candidate 0, and its standard error */
} alea_rollout_answer;
/* The result for one candidate; needs at least one trial. */
ALEA_API void alea_rollout_answer_of(const alea_rollout *rollout, const alea_met *met,
                                     int candidate, alea_rollout_answer *out);

/* The verdict of a rollout: for a cube decision the action, for plays the best one. */
typedef struct alea_rollout_ruling {
    int best, second;   /* candidates by equity; second -1 = there is one only */
    float margin;       /* equity of best less second */
    float margin_error; /* its standard error; infinite after one trial */
    bool is_cube;       /* a rollout made by alea_rollout_cube: `cube` is filled */
    alea_cube_verdict cube;
} alea_rollout_ruling;
/* Returns false, with *out all zero but second = -1, if no trial has been played. `met`
 * may be NULL for money. Pure. */
ALEA_API bool alea_rollout_verdict(const alea_rollout *rollout, const alea_met *met,
                                   alea_rollout_ruling *out);

/* As text, one rollout per file. Returns the bytes of the whole text; at most
 * `capacity` are written, the last being a NUL. */
ALEA_API size_t alea_rollout_write(const alea_rollout *rollout, char *out,
                                   size_t capacity);
ALEA_API alea_status alea_rollout_read(const char *text, size_t length,
                                       alea_rollout *rollout, alea_error *error);

/* ---- levels of effort ---- */

/* The effort spent on a decision. Each level loses least for its time
 * (docs/search.md). */
typedef enum alea_effort {
    ALEA_EFFORT_FAST = 0, /* 2-ply */
    ALEA_EFFORT_STANDARD, /* 3-ply */
    ALEA_EFFORT_DEEP,     /* 3-ply, then a short rollout of what is close */
    ALEA_EFFORT_ROLLOUT,  /* 3-ply, then a long rollout */
    ALEA_EFFORTS
} alea_effort;

typedef struct alea_effort_info {
    const char *name;  /* "fast", "standard", "deep", "rollout" */
    const char *about; /* what it does and costs, a line */
    int plies;
    alea_rolled rolled;
} alea_effort_info;

/* Static storage; NULL for no level. */
ALEA_API const alea_effort_info *alea_effort_get(alea_effort effort);
/* The level with that name, or -1. */
ALEA_API int alea_effort_find(const char *name);

/* As alea_search_play and alea_search_cube, and then, by `settings->rolled`, rolled
 * out: the plays within .06 of the best, at most five, where there are two; a cube
 * decision where two of its equities that matter are within .16, or always with
 * ALEA_ROLLED_LONG. `settings->include` is rolled out beside them. What was rolled out
 * has ALEA_ROLLED_OUT for plies and stands first. Cancelled or out of time during the
 * rollout: the search's answer. */
ALEA_API alea_status alea_consider_play(alea_engine *engine,
                                        const alea_decision *decision,
                                        const alea_search_settings *settings,
                                        alea_candidate *out, int capacity, int *count,
                                        alea_error *error);
ALEA_API alea_status alea_consider_cube(alea_engine *engine,
                                        const alea_decision *decision,
                                        const alea_search_settings *settings,
                                        alea_cube_result *out, alea_error *error);

#ifdef __cplusplus
}
#endif
#endif
