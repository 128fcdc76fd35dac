/* `alea shard make`: cuts a rollout, an analysis of files or the labelling of positions
 * into shards. */
#ifndef ALEA_CLI_SHARD_MAKE_H
#define ALEA_CLI_SHARD_MAKE_H

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

#endif
