/* Fingerprints of what the results depend on: nets and match equity tables, by hash. */
#ifndef ALEA_CLI_SHARD_FINGERPRINT_H
#define ALEA_CLI_SHARD_FINGERPRINT_H

#include "container.h"

/* SHA-256 of a file. */
alea_status fingerprint_file(const char *path, char out[CONTAINER_HASH],
                             alea_error *error);
/* Of the net and the match equity table in use; NULL = the built-in ones. 16 digits of
 * the net's fingerprint, a dash, 16 of the table's hash. */
alea_status fingerprint_engine(const char *net, const char *met,
                               char out[CONTAINER_HASH], alea_error *error);

#endif
