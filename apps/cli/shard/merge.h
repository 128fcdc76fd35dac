/* `alea shard merge` and `alea shard status`. */
#ifndef ALEA_CLI_SHARD_MERGE_H
#define ALEA_CLI_SHARD_MERGE_H

#include "job.h"

/* Puts the results together in the order of the shards: one rollout for each question,
 * the lines of an analysis, or a file of positions. `extra`: result files from elsewhere.
 * Writes nothing unless every shard has a sound result. Returns the exit status. */
int shard_merge(const job *j, const char *output, int extra, char **paths);

/* Prints the shards by state, or with `missing` the paths of those without a sound
 * result, one a line. EXIT_SOME_BAD while there are such shards. */
int shard_status(const job *j, int missing);

#endif
