#define _XOPEN_SOURCE 700 /* realpath */
#include "file.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_READ = 65536 };

static alea_status fail(alea_error *error, const char *what, const char *path)
{
    char reason[80];
    if (strerror_r(errno, reason, sizeof reason) != 0) reason[0] = '\0';
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "%s %.60s: %s", what, path,
                           reason);
}

static ssize_t read_again(int fd, void *to, size_t length)
{
    ssize_t got;
    do got = read(fd, to, length);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Reads to the end; a size that the file claims is only a hint. */
static alea_status read_all(int fd, const char *path, size_t cap, size_t hint,
                            char **bytes, size_t *length, alea_error *error)
{
    size_t size = hint < cap ? hint + 1 : cap + 1, have = 0;
    char *buffer = NULL;
    for (;;) {
        char *bigger = realloc(buffer, size + 1);
        if (!bigger) {
            free(buffer);
            return alea_error_fill(error, ALEA_ERROR_MEMORY, 0, 0,
                                   "no memory to read %.60s", path);
        }
        buffer = bigger;
        const ssize_t got = read_again(fd, buffer + have, size - have);
        if (got < 0) {
            const alea_status status = fail(error, "cannot read", path);
            free(buffer);
            return status;
        }
        if (got == 0) break;
        have += (size_t)got;
        if (have > cap) {
            free(buffer);
            return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                   "%.60s is longer than %zu bytes", path, cap);
        }
        if (have == size) size = size > cap / 2 ? cap + 1 : size * 2;
    }
    buffer[have] = '\0';
    *bytes = buffer;
    *length = have;
    return ALEA_OK;
}

alea_status alea_file_read(const char *path, size_t cap, char **bytes, size_t *length,
                           alea_error *error)
{
    struct stat about;
    if (cap > SIZE_MAX / 4) cap = SIZE_MAX / 4;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return fail(error, "cannot open", path);
    size_t hint = FIRST_READ;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_size >= 0)
        hint = (size_t)about.st_size;
    const alea_status status = read_all(fd, path, cap, hint, bytes, length, error);
    close(fd);
    return status;
}

bool alea_file_begins(const char *path, const void *bytes, size_t size)
{
    const unsigned char *wanted = bytes;
    size_t same = 0;
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    while (same < size && fgetc(file) == wanted[same]) same++;
    fclose(file);
    return same == size;
}

bool alea_file_fill(const char *path, void *out, size_t size)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    char *to = out, more;
    size_t have = 0;
    ssize_t got = 1;
    while (have < size && (got = read_again(fd, to + have, size - have)) > 0)
        have += (size_t)got;
    const bool whole = have == size && read_again(fd, &more, 1) == 0;
    close(fd);
    return whole;
}

alea_status alea_file_touch(const char *path, alea_error *error)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) return fail(error, "cannot write", path);
    close(fd);
    return ALEA_OK;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t done = write(fd, bytes, length);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        bytes += done;
        length -= (size_t)done;
    }
    return true;
}

/* The rename itself is durable once the directory is. Some file systems cannot sync a
 * directory and say so with EINVAL; there is nothing better to do on them. */
static bool sync_directory_of(const char *path)
{
    char directory[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) : 0;
    if (length >= sizeof directory) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (!slash)
        strcpy(directory, ".");
    else {
        memcpy(directory, path, length + 1);
        directory[length ? length : 1] = '\0';
    }
    const int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return false;
    const bool synced = fsync(fd) == 0 || errno == EINVAL;
    const int reason = errno;
    close(fd);
    errno = reason;
    return synced;
}

/* A new file beside `path`; its name goes to temporary[size]. -1 with errno on
 * failure. */
static int create_beside(const char *path, mode_t mode, char *temporary, size_t size)
{
    enum { ATTEMPTS = 100 }; /* names left over by killed processes are passed over */
    for (int i = 0; i < ATTEMPTS; i++) {
        alea_text name = alea_text_in(temporary, size);
        alea_text_format(&name, "%s.%ld-%d.new", path, (long)getpid(), i);
        if (name.overflowed) {
            errno = ENAMETOOLONG;
            return -1;
        }
        const int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

static alea_status replace_at(const char *path, const void *bytes, size_t length,
                              unsigned mode, alea_error *error)
{
    char temporary[PATH_MAX];
    struct stat old;
    const bool exists = stat(path, &old) == 0;
    const int fd =
        create_beside(path, (mode_t)mode & 0777, temporary, sizeof temporary);
    if (fd < 0) return fail(error, "cannot create a file beside", path);
    bool good = (!exists || fchmod(fd, old.st_mode & 0777) == 0) &&
                write_all(fd, bytes, length) && fsync(fd) == 0;
    int reason = errno;
    if (close(fd) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(temporary, path) != 0) {
        good = false;
        reason = errno;
    }
    if (!good) {
        unlink(temporary);
        errno = reason;
        return fail(error, "cannot write", path);
    }
    if (!sync_directory_of(path))
        return fail(error, "cannot sync the directory of", path);
    return ALEA_OK;
}

alea_status alea_file_replace(const char *path, const void *bytes, size_t length,
                              unsigned mode, alea_error *error)
{
    struct stat about;
    if (lstat(path, &about) != 0 || !S_ISLNK(about.st_mode))
        return replace_at(path, bytes, length, mode, error);
    char *target = realpath(path, NULL);
    if (!target) return fail(error, "cannot follow the link", path);
    const alea_status status = replace_at(target, bytes, length, mode, error);
    free(target);
    return status;
}
