/* How much room a disk has, which a module cannot ask. */
#ifndef ALEA_WASM_STATVFS_H
#define ALEA_WASM_STATVFS_H

#include <errno.h>

struct statvfs {
    unsigned long long f_bavail, f_frsize;
};

static inline int statvfs(const char *path, struct statvfs *out)
{
    (void)path, (void)out;
    errno = ENOTSUP;
    return -1;
}

#endif
