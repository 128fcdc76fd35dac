/* Errors made in haste: much faster than the player's usual decision.
 * docs/study-plan.md has the definition. */
#ifndef ALEA_DESK_PLAN_HASTE_H
#define ALEA_DESK_PLAN_HASTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASTE_LEAST = 30 }; /* least decisions with a time to know the usual one */

typedef enum haste_kind { HASTE_PLAY = 0, HASTE_CUBE, HASTE_KINDS } haste_kind;

/* A counted decision of the player whose time is known. */
typedef struct haste_decision {
    haste_kind kind;
    int32_t took_ms;
    float loss; /* equity */
} haste_decision;

typedef struct haste_figures {
    int64_t timed, quick;  /* quick: decided in less than half of the usual time */
    int64_t errors, hasty; /* hasty: errors that were quick */
    double loss;           /* of those */
    int32_t usual_ms;      /* the median; 0: fewer than HASTE_LEAST are known */
} haste_figures;

/* Puts the decisions in order of kind and time. */
void haste_figures_of(haste_decision *decision, size_t count,
                      haste_figures out[HASTE_KINDS]);

#endif
