/* The questions of a job, cut into the contents of its shards: fields and payload,
 * without job and number. */
#ifndef ALEA_CLI_SHARD_QUESTIONS_H
#define ALEA_CLI_SHARD_QUESTIONS_H

#include "container.h"
#include "list.h"

/* Fills shard[0..*count); *count <= JOB_SHARDS. On failure `what` names the operand at
 * fault and *count those that are to be finished. */
alea_status questions_cut(const make_options *o, int operands, char **operand,
                          container *shard, int *count, char what[256],
                          alea_error *error);

/* Whether this argument of `alea analyse` may stand in a shard: "--name" or
 * "--name=value" of an option that only chooses what is computed. */
bool questions_may_pass(const char *argument);

#endif
