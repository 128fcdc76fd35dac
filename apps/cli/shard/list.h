/* The verbs of `alea shard`, one function each. */
#ifndef ALEA_CLI_SHARD_LIST_H
#define ALEA_CLI_SHARD_LIST_H

#include "job.h"

#include <stdbool.h>

/* `alea shard make`: cuts a rollout, an analysis of files or the labelling of positions
 * into shards. */
typedef struct make_options {
    const char *kind, *output;
    char *met, *net;
    long long shards, trials;
    int passed; /* arguments after "--", for `alea rollout` or `alea analyse` */
    char **pass;
} make_options;

/* operand[0..operands): identifiers, match files and folders, or one file of positions.
 * Returns the exit status, with the message written. */
int shard_make(const make_options *o, int operands, char **operand);

/* `alea shard run`: computes the results of shards. */
typedef struct run_options {
    char *net, *met;
    const char *output; /* file of the result; NULL: the results folder of the job */
    long long threads;
    bool again; /* also where a sound result exists */
} run_options;

/* Computes each shard file in turn; returns the exit status. */
int shard_run(const run_options *o, int count, char **paths);

/* `alea shard merge` and `alea shard status`. */

/* Puts the results together in the order of the shards: one rollout for each question,
 * the lines of an analysis, or a file of positions. `extra`: result files from
 * elsewhere. Writes nothing unless every shard has a sound result. Returns the exit
 * status. */
int shard_merge(const job *j, const char *output, int extra, char **paths);

/* Prints the shards by state, or with `missing` the paths of those without a sound
 * result, one per line. EXIT_SOME_BAD while there are such shards. */
int shard_status(const job *j, int missing);

/* `alea shard slurm`: a job array for the shards that lack a result, and a merge that
 * waits for it. */
typedef struct slurm_options {
    const char *output; /* of the merge; NULL: no merge */
    const char *net, *met, *partition, *time;
    long long cpus, at_once;
    bool submit;
} slurm_options;

/* Writes JOB/run.sbatch (and JOB/merge.sbatch), and with `submit` passes them to
 * sbatch. Returns the exit status. */
int shard_slurm(const job *j, const slurm_options *o);

#endif
