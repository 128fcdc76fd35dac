#include "growing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
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
