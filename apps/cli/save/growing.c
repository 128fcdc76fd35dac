#include "growing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool save_lock(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN);
}

bool save_append(int fd, off_t *length, const char *bytes, size_t size, bool synced)
{
    size_t done = 0;
    while (done < size) {
        const ssize_t n = pwrite(fd, bytes + done, size - done, *length + (off_t)done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            if (n == 0) errno = EIO;
            break;
        }
        done += (size_t)n;
    }
    if (done == size && (!synced || fsync(fd) == 0)) {
        *length += (off_t)size;
        return true;
    }
    const int code = errno;
    if (ftruncate(fd, *length) == 0) fsync(fd);
    errno = code;
    return false;
}

void save_sync_name(const char *path)
{
    char directory[SAVE_PATH_SIZE];
    snprintf(directory, sizeof directory, "%s", path);
    char *slash = strrchr(directory, '/');
    if (slash)
        slash[slash == directory] = '\0';
    else
        snprintf(directory, sizeof directory, ".");
    const int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

static void beside(const char *path, const char *suffix, char out[SAVE_PATH_SIZE])
{
    /* A save's name leaves room for the suffix. */
    snprintf(out, SAVE_PATH_SIZE, "%.*s%s", SAVE_PATH_SIZE - 8, path, suffix);
}

void save_seed_path(const char *path, char out[SAVE_PATH_SIZE])
{
    beside(path, ".seed", out);
}

static void unfinished_path(const char *path, char out[SAVE_PATH_SIZE])
{
    beside(path, ".new", out);
}

static int close_with(int fd, int code)
{
    close(fd);
    errno = code;
    return -1;
}

int save_make(const char *path)
{
    char name[SAVE_PATH_SIZE];
    if (strlen(path) >= SAVE_PATH_SIZE - 8) {
        errno = ENAMETOOLONG;
        return -1;
    }
    unfinished_path(path, name);
    for (;;) {
        struct stat here, there, known;
        if (lstat(path, &known) == 0) {
            errno = EEXIST;
            return -1;
        }
        const int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (fd < 0) return -1;
        if (!save_lock(fd)) return close_with(fd, EBUSY);
        if (fstat(fd, &here) != 0) return close_with(fd, errno);
        /* One that a kill left with both of its names is a save: only a name goes. */
        if (stat(name, &there) == 0 && there.st_ino == here.st_ino &&
            here.st_nlink > 1 && unlink(name) != 0)
            return close_with(fd, errno);
        if (here.st_nlink != 1) {
            close(fd);
            continue;
        }
        if (lstat(path, &known) == 0 || errno != ENOENT || ftruncate(fd, 0) != 0) {
            const int code = lstat(path, &known) == 0 ? EEXIST : errno;
            unlink(name);
            return close_with(fd, code);
        }
        return fd;
    }
}

/* What a kill left of an earlier one is written over. */
static bool keep_seed(const char *path, const char *seed)
{
    char line[128];
    off_t length = 0;
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    const int size = snprintf(line, sizeof line, "%s\n", seed);
    const bool kept = save_append(fd, &length, line, (size_t)size, true);
    const int code = errno;
    close(fd);
    if (kept)
        save_sync_name(path);
    else
        unlink(path);
    errno = code;
    return kept;
}

/* Never over a file that is there; a file system without links has rename alone. */
static bool give_name(const char *from, const char *path)
{
    if (link(from, path) == 0) {
        unlink(from);
        return true;
    }
    if (errno == EEXIST) return false;
    return access(path, F_OK) != 0 && rename(from, path) == 0;
}

bool save_made(const char *path, const char *seed)
{
    char name[SAVE_PATH_SIZE], beside_it[SAVE_PATH_SIZE];
    unfinished_path(path, name);
    save_seed_path(path, beside_it);
    if ((!seed || keep_seed(beside_it, seed)) && give_name(name, path)) {
        save_sync_name(path);
        return true;
    }
    const int code = errno;
    if (seed) unlink(beside_it);
    unlink(name);
    errno = code;
    return false;
}

void save_unmake(const char *path)
{
    char name[SAVE_PATH_SIZE];
    unfinished_path(path, name);
    unlink(name);
}
