/* What the library calls and WASI does not have; included before every file. */
#ifndef ALEA_WASM_MISSING_H
#define ALEA_WASM_MISSING_H

#include <stddef.h>

/* Of files, which a module has none of: each fails with ENOTSUP. */
int msync(void *address, size_t length, int flags);
int fchmod(int fd, unsigned mode);
char *realpath(const char *path, char *out);

#endif
