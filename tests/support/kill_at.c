/* Preloaded into a program by a test: it is killed before its call number $KILL_AT,
 * from 1, of those that change names or bytes of files under $KILL_UNDER. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int calls;

static void count(const char *path)
{
    const char *under = getenv("KILL_UNDER"), *at = getenv("KILL_AT");
    if (!under || !at || strncmp(path, under, strlen(under)) != 0) return;
    if (++calls == atoi(at)) kill(getpid(), SIGKILL);
}

static void count_file(int fd)
{
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t n = readlink(link, path, sizeof path - 1);
    if (n <= 0) return;
    path[n] = '\0';
    count(path);
}

#define NEXT(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

#define OPENS(name)                                                                    \
    int name(const char *path, int flags, ...)                                         \
    {                                                                                  \
        va_list list;                                                                  \
        va_start(list, flags);                                                         \
        const int mode = flags & O_CREAT ? va_arg(list, int) : 0;                      \
        va_end(list);                                                                  \
        if (flags & O_CREAT) count(path);                                              \
        return NEXT(name)(path, flags, mode);                                          \
    }
OPENS(open)
OPENS(open64)

#define WRITES(name, offset)                                                           \
    ssize_t name(int fd, const void *bytes, size_t size, offset at)                    \
    {                                                                                  \
        count_file(fd);                                                                \
        return NEXT(name)(fd, bytes, size, at);                                        \
    }
WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)

int fsync(int fd)
{
    count_file(fd);
    return NEXT(fsync)(fd);
}

int link(const char *from, const char *to)
{
    count(to);
    return NEXT(link)(from, to);
}

int rename(const char *from, const char *to)
{
    count(to);
    return NEXT(rename)(from, to);
}

int unlink(const char *path)
{
    count(path);
    return NEXT(unlink)(path);
}
