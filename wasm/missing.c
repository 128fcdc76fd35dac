#include "missing.h"

#include <errno.h>

int msync(void *address, size_t length, int flags)
{
    (void)address, (void)length, (void)flags;
    errno = ENOTSUP;
    return -1;
}

int fchmod(int fd, unsigned mode)
{
    (void)fd, (void)mode;
    errno = ENOTSUP;
    return -1;
}

char *realpath(const char *path, char *out)
{
    (void)path, (void)out;
    errno = ENOTSUP;
    return NULL;
}
