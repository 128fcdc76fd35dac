/* The folder of a batch job:
 *
 *     JOB/job              what the job is, and the SHA-256 of each shard
 *     JOB/shards/0001      shards, numbered from 1
 *     JOB/results/0001     their results */
#ifndef ALEA_CLI_SHARD_JOB_H
#define ALEA_CLI_SHARD_JOB_H

#include "container.h"

enum { JOB_SHARDS = 100000, JOB_PATH = 4096, JOB_KIND = 16 };

typedef struct job {
    char folder[JOB_PATH];
    char kind[JOB_KIND]; /* "rollout", "analyse", "relabel" */
    char id[CONTAINER_HASH];
    int shards;
    char (*hash)[CONTAINER_HASH]; /* of shard i + 1 */
} job;

/* Reads JOB/job. On failure *error says why. */
alea_status job_open(job *j, const char *folder, alea_error *error);
void job_close(job *j);

/* Paths of shard `number`, 1..shards, and of its result. */
void job_shard_path(const job *j, int number, char out[JOB_PATH + 32]);
void job_result_path(const job *j, int number, char out[JOB_PATH + 32]);

/* The number of a shard or result, from its field "shard"; 0 if there is none. */
int job_number(const container *c);

typedef enum job_state {
    JOB_DONE = 0, /* *result holds it */
    JOB_MISSING,
    JOB_DAMAGED, /* unreadable or altered */
    JOB_FOREIGN  /* sound, but of another job or shard */
} job_state;
/* Reads the result file at `path` and checks that it belongs to this job. Finish
 * *result in any case; `error` says what is wrong. */
job_state job_read_result(const job *j, const char *path, container *result,
                          alea_error *error);
/* The same for the result of shard `number` in the job's folder. */
job_state job_result(const job *j, int number, container *result, alea_error *error);

#endif
