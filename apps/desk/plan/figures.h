/* A player's losses in each family, beside the losses of players of the same level.
 * docs/study-plan.md has the formulas. Pure functions over arrays. */
#ifndef ALEA_DESK_PLAN_FIGURES_H
#define ALEA_DESK_PLAN_FIGURES_H

#include "families.h"
#include "intervals.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PLAN_LEAST = 200,       /* decisions of the player for a plan */
    PLAN_FAMILY_LEAST = 30, /* ... of one family, for any certainty */
    PLAN_ERRORS_LEAST = 5,  /* errors of one family, likewise */
    PLAN_NEVER = -1         /* `missing`: no number of decisions would do */
};

/* One counted decision. */
typedef struct plan_decision {
    uint32_t player;  /* 0: the player of the plan */
    uint32_t cluster; /* decisions of one player in one game */
    uint8_t family;   /* plan_family */
    bool after;       /* played since the plan was made */
    float loss;       /* equity */
    float chance;     /* match-winning chance; 0 for money */
} plan_decision;

typedef struct family_figures {
    int64_t decisions, errors; /* errors: from alea_mark_of_loss's "doubtful" on */
    double loss, chance;
    double difficulty;  /* loss of players of the same level in as many decisions */
    double level_share; /* share of those decisions in which they err */
    double recoverable; /* loss - difficulty */
    interval bounds;    /* of recoverable */
    double gain;        /* share of the recoverable loss that is probably not chance */
    double recoverable_chance; /* in match-winning chance, in proportion */
    double avoidable; /* errors above those of players of the same level, at least 0 */
    bool certain;     /* recoverable is above zero beyond doubt */
    /* decisions until it is certain; 0: it is, or nothing to recover */
    int64_t missing;
} family_figures;

typedef struct plan_figures {
    family_figures family[FAMILIES];
    int64_t decisions, missing; /* missing: until there are PLAN_LEAST */
    double loss, chance;
    int64_t peers, peer_decisions; /* the players who are the measure */
    /* too few players of the level: all others of the desk are the measure */
    bool all_peers;
} plan_figures;

/* False without memory. `players` and `clusters` are one more than the largest
 * number. Decisions with `after` set are used as the others. */
bool plan_figures_of(const plan_decision *decision, size_t count, uint32_t players,
                     uint32_t clusters, plan_figures *out);

/* ---- before and after ---- */

typedef enum plan_verdict {
    PLAN_NOT_YET_TOLD = 0,
    PLAN_BETTER,
    PLAN_GONE, /* better, and no more errors than players of the same level */
    PLAN_WORSE
} plan_verdict;

typedef struct plan_progress {
    int64_t decisions[2], errors[2]; /* before, after */
    double loss[2];
    double change;   /* error share after the plan, less that before it */
    interval bounds; /* of change */
    plan_verdict verdict;
    int64_t missing; /* decisions until half as many errors would show */
} plan_progress;

/* The player's decisions of one family; `level_share` as above. */
plan_progress plan_progress_of(const plan_decision *decision, size_t count,
                               plan_family family, double level_share);
/* "not yet told", "better", "gone", "worse". Static. */
const char *plan_verdict_name(plan_verdict v);

#endif
