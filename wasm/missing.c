#include "missing.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int msync(void *address, size_t length, int flags)
{
    (void)address, (void)length, (void)flags;
    errno = ENOTSUP;
    return -1;
}

int fchmod(int fd, unsigned mode)
{
    (void)fd, (void)mode;
    return 0;
}

char *realpath(const char *path, char *out)
{
    if (out || access(path, F_OK) != 0) {
        if (out) errno = ENOTSUP;
        return NULL;
    }
    return strdup(path);
}

int flock(int fd, int operation)
{
    (void)fd, (void)operation;
    return 0;
}

char *mkdtemp(char *pattern)
{
    (void)pattern;
    errno = ENOTSUP;
    return NULL;
}

int gethostname(char *out, size_t size)
{
    snprintf(out, size, "here");
    return 0;
}
