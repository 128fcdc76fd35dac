/* Requests whose answer a worker makes while the connection waits, so that nothing long
 * runs on the loop. Loop's thread only. */
#ifndef ALEA_SERVER_STUDY_LATER_H
#define ALEA_SERVER_STUDY_LATER_H

#include "parts.h"

typedef struct later_kind {
    job_class class_;
    const char *name; /* of the job; static */
    /* On a worker; `engine` is NULL for JOB_FILES and without a worker. */
    void (*make)(void *work, alea_engine *engine);
    /* After each make, on the loop's thread: true makes once more, as a job of its own.
     * NULL: never. */
    bool (*more)(void *work);
    /* Fills the reply, which may take what was made. */
    void (*answer)(void *work, http_reply *reply);
    void (*free_work)(void *work);
} later_kind;

/* Takes `work` over. Sets reply->later, or answers here: with `at_once` while the loop
 * has time for it, for a request that cannot wait, and with 503 where the queue is full
 * or too many bytes wait. `bytes` of the request are held until the answer. */
void study_answer_later(study *s, const http_request *request, const later_kind *kind,
                        void *work, size_t bytes, bool at_once, http_reply *reply);

/* Why a PNG or a PDF could not be drawn. Any thread. */
void study_refuse_drawing(http_reply *reply);

#endif
