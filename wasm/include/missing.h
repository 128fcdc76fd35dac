/* What the library and the server call and WASI does not have; included before every
 * file. */
#ifndef ALEA_WASM_MISSING_H
#define ALEA_WASM_MISSING_H

#include <stddef.h>

/* Fails with ENOTSUP: memory of a file is written back nowhere. */
int msync(void *address, size_t length, int flags);
/* A copy of `path`, which is real: no name leads to another. `out` is to be NULL. */
char *realpath(const char *path, char *out);
/* The files of a module are its own: nobody else may read them, or has them open. */
int fchmod(int fd, unsigned mode);
int flock(int fd, int operation);
/* Fails with ENOTSUP: there are no folders. */
char *mkdtemp(char *pattern);
int gethostname(char *out, size_t size);

#endif
