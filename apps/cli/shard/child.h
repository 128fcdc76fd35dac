/* Runs alea or alea-train as a child process and keeps what it prints. */
#ifndef ALEA_CLI_SHARD_CHILD_H
#define ALEA_CLI_SHARD_CHILD_H

#include <stddef.h>

#include <alea/status.h>

/* Runs the program `name` that lies in the folder of this program, or else on PATH,
 * with the NULL-terminated `arguments` in folder `folder` (NULL: the current one). Its
 * standard output is allocated in *output (at most `cap` bytes, NUL-terminated); its
 * standard error is passed on. SIGINT and SIGTERM end the child too. On ALEA_OK
 * *exit_status is 0..255; ALEA_ERROR_CANCELLED: ended by a signal. */
alea_status child_run(const char *name, char *const *arguments, const char *folder,
                      size_t cap, char **output, size_t *length, int *exit_status,
                      alea_error *error);

#endif
