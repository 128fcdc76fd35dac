/* Runs alea or alea-train as a child process and keeps what it prints; the temporary
 * folder with the files of a shard that it works in. */
#ifndef ALEA_CLI_SHARD_CHILD_H
#define ALEA_CLI_SHARD_CHILD_H

#include <alea/status.h>
#include <stddef.h>

/* Runs the program `name` that lies in the folder of this program, or else on PATH,
 * with the NULL-terminated `arguments` in folder `folder` (NULL: the current one). Its
 * standard output is allocated in *output (at most `cap` bytes, NUL-terminated); its
 * standard error is passed on. SIGINT and SIGTERM end the child too. On ALEA_OK
 * *exit_status is 0..255; ALEA_ERROR_CANCELLED: ended by a signal. */
alea_status child_run(const char *name, char *const *arguments, const char *folder,
                      size_t cap, char **output, size_t *length, int *exit_status,
                      alea_error *error);

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
