/* A temporary folder with the files of a shard, for a child process. */
#ifndef ALEA_CLI_SHARD_SANDBOX_H
#define ALEA_CLI_SHARD_SANDBOX_H

#include <stddef.h>

#include <alea/status.h>

typedef struct sandbox {
    char folder[256]; /* "" = none */
    size_t files, capacity;
    char **file; /* names in the folder; absolute for a blob */
} sandbox;

/* Unpacks the files of an analysis shard under their names, made relative to the
 * folder; a name that leads out of it is refused. Close it in any case. */
alea_status sandbox_open(sandbox *s, const char *pack, size_t length,
                         alea_error *error);
/* One file with these bytes: file[0] is its path, file[1] one for an output. */
alea_status sandbox_open_blob(sandbox *s, const char *bytes, size_t length,
                              alea_error *error);
/* Removes the folder with everything in it. */
void sandbox_close(sandbox *s);

#endif
