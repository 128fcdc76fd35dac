/* `alea shard slurm`: a job array for the shards that lack a result, and a merge that
 * waits for it. */
#ifndef ALEA_CLI_SHARD_SLURM_H
#define ALEA_CLI_SHARD_SLURM_H

#include "job.h"

#include <stdbool.h>

typedef struct slurm_options {
    const char *output; /* of the merge; NULL: no merge */
    const char *net, *met, *partition, *time;
    long long cpus, at_once;
    bool submit;
} slurm_options;

/* Writes JOB/run.sbatch (and JOB/merge.sbatch), and with `submit` passes them to sbatch.
 * Returns the exit status. */
int shard_slurm(const job *j, const slurm_options *o);

#endif
