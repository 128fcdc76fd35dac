/* The work of questions to the engine, on a worker: functions of type job_work whose
 * input is a study_question. */
#ifndef ALEA_SERVER_STUDY_WORK_H
#define ALEA_SERVER_STUDY_WORK_H

#include "parts.h"
#include "server/jobs/queue.h"

#include <alea/met.h>
#include <alea/rollout.h>

enum {
    STUDY_PLIES = 3,
    STUDY_CANDIDATES = 40,
    STUDY_FULL = 5 /* at full depth at least */,
    STUDY_SCORES = 7
};

typedef struct study_question {
    char id[512]; /* as sent */
    char *asked;  /* the request's JSON, for a worker elsewhere; may be NULL */
    alea_decision decision;
    alea_met met; /* for the check of the stakes */
    int plies;    /* 0..STUDY_PLIES */
    alea_rolled rolled;
    bool one_play; /* "moves" is one play to judge */
    int plays;     /* the number of named plays, all legal */
    alea_play play[ALEA_ROLLOUT_CANDIDATES];
    int share, shares; /* of a rollout, in a helper of a page: which of how many */
} study_question;

job_work study_work_plays, study_work_cube, study_work_eval, study_work_scores,
    study_work_rollout;

/* Of type job_form.share and .join, for a rollout: each helper does some of the trials
 * and says {"part": its rollout as text, "approximate"}, as progress and as the result.
 */
bool study_rollout_share(void *input, const json_t *message, alea_error *error);
json_t *study_rollout_join(const void *input, const json_t *parts);

/* How a question of the kind is written down for a worker elsewhere; NULL: no such
 * kind. */
const job_form *study_question_form(const char *kind);

#endif
