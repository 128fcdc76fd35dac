/* The evaluator from inside the engine. */
#ifndef ALEA_ENGINE_EVALUATE_EVALUATOR_H
#define ALEA_ENGINE_EVALUATE_EVALUATOR_H

#include <alea/bearoff.h>
#include <alea/eval.h>

#include "engine/net/inference.h"
#include "hyper_net.h"
#include "pips_race.h"
#include "small_race.h"

struct alea_evaluator {
    net_file file;
    alea_bearoff *one_sided, *two_sided; /* the standard ones */
    const alea_bearoff *wide;            /* the caller's, for races, or NULL */
    const alea_hypergammon *hypergammon; /* the caller's, or NULL */
    hyper_net *hyper_net; /* built in; NULL if it is damaged, or there is no memory */
    pips_races *pips;     /* NULL = no memory */
    small_races *small;   /* made when rules ask for them; NULL = no memory */
    const net_kernels *kernels;
};

/* Evaluates with other kernels than the processor's best, for tests. */
void evaluator_use(alea_evaluator *evaluator, const net_kernels *kernels);

#endif
