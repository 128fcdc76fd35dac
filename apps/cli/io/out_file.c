#define _XOPEN_SOURCE 700 /* realpath */
#include "out_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Follows links, so that the file they lead to is replaced and not they. */
static bool find_place(out_file *file, const char *path)
{
    char *place = realpath(path, NULL);
    const int n = snprintf(file->path, sizeof file->path, "%s", place ? place : path);
    free(place);
    if (n > 0 && n < (int)sizeof file->path) return true;
    errno = n == 0 ? ENOENT : ENAMETOOLONG;
    return false;
}

static bool open_beside(out_file *file, const struct stat *old)
{
    const int n = snprintf(file->beside, sizeof file->beside, "%s.%ld.tmp", file->path,
                           (long)getpid());
    if (n < 0 || n >= (int)sizeof file->beside) {
        errno = ENAMETOOLONG;
        return false;
    }
    file->to = fopen(file->beside, "wbx");
    if (!file->to) return false;
    if (old && fchmod(fileno(file->to), old->st_mode & 0777) != 0) {
        out_file_drop(file);
        return false;
    }
    return true;
}

bool out_file_open(out_file *file, const char *path)
{
    struct stat old;
    const bool exists = stat(path, &old) == 0;
    *file = (out_file){0};
    if (exists && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (exists && !S_ISREG(old.st_mode)) return (file->to = fopen(path, "wb")) != NULL;
    return find_place(file, path) && open_beside(file, exists ? &old : NULL);
}

bool out_file_close(out_file *file)
{
    /* After a failed write errno most likely still says why. */
    bool good = !ferror(file->to) && fflush(file->to) == 0;
    if (good && file->beside[0]) good = fsync(fileno(file->to)) == 0;
    int reason = errno;
    if (fclose(file->to) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && file->beside[0] && rename(file->beside, file->path) != 0) {
        good = false;
        reason = errno;
    }
    if (!good && file->beside[0]) unlink(file->beside);
    file->to = NULL;
    errno = reason ? reason : EIO;
    return good;
}

bool out_file_possible(const char *path)
{
    struct stat old;
    out_file file;
    if (stat(path, &old) == 0 && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode))
        return access(path, W_OK) == 0;
    if (!out_file_open(&file, path)) return false;
    out_file_drop(&file);
    return true;
}

void out_file_drop(out_file *file)
{
    const int reason = errno;
    fclose(file->to);
    if (file->beside[0]) unlink(file->beside);
    file->to = NULL;
    errno = reason;
}
