/* `alea shard run`: computes the results of shards. */
#ifndef ALEA_CLI_SHARD_RUN_H
#define ALEA_CLI_SHARD_RUN_H

#include <stdbool.h>

typedef struct run_options {
    char *net, *met;
    const char *output; /* file of the result; NULL: the results folder of the job */
    long long threads;
    bool again; /* also where a sound result exists */
} run_options;

/* Computes each shard file in turn; returns the exit status. */
int shard_run(const run_options *o, int count, char **paths);

#endif
