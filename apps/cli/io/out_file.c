#define _XOPEN_SOURCE 700 /* realpath */
#include "out_file.h"
#include "fail.h"

#include "args.h"
#include "command.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool out_file_is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

int out_file_check_binary(const char *name, const char *path, const char *what)
{
    if (!out_file_is_standard(path) || !isatty(STDOUT_FILENO)) return EXIT_DONE;
    return args_refuse(name,
                       "%s is not written to a terminal: name a file, "
                       "or redirect the output",
                       what);
}

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
    if (out_file_is_standard(path)) {
        file->to = stdout;
        return true;
    }
    if (exists && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (exists && !S_ISREG(old.st_mode)) return (file->to = fopen(path, "wb")) != NULL;
    return find_place(file, path) && open_beside(file, exists ? &old : NULL);
}

bool out_file_close(out_file *file)
{
    if (file->to == stdout) return true;
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
    if (out_file_is_standard(path)) return true;
    if (stat(path, &old) == 0 && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode))
        return access(path, W_OK) == 0;
    if (!out_file_open(&file, path)) return false;
    out_file_drop(&file);
    return true;
}

void out_file_drop(out_file *file)
{
    if (file->to == stdout) return;
    const int reason = errno;
    fclose(file->to);
    if (file->beside[0]) unlink(file->beside);
    file->to = NULL;
    errno = reason;
}

bool out_file_put(const char *path, const void *bytes, size_t size)
{
    out_file file;
    if (!out_file_open(&file, path)) return false;
    if (size > 0) fwrite(bytes, 1, size, file.to);
    return out_file_close(&file);
}

int out_file_write(const char *name, const char *path, const void *bytes, size_t size)
{
    if (out_file_put(path, bytes, size)) return EXIT_DONE;
    return command_fail_file(name, path);
}

bool out_path_open(out_path *out, const char *path)
{
    *out = (out_path){.path = path};
    if (!out_file_is_standard(path)) return true;
    const char *given = getenv("TMPDIR");
    const int n = snprintf(out->folder, sizeof out->folder, "%s/alea-XXXXXX",
                           given && *given ? given : "/tmp");
    const bool fits = n > 0 && n < (int)sizeof out->folder - 8;
    if (!fits) errno = ENAMETOOLONG;
    if (!fits || !mkdtemp(out->folder)) {
        out->folder[0] = '\0';
        return false;
    }
    snprintf(out->file, sizeof out->file, "%.*s/out", n, out->folder);
    out->path = out->file;
    return true;
}

static bool copy_to_standard(const char *path)
{
    char bytes[1 << 16];
    size_t n = 0;
    FILE *from = fopen(path, "rb");
    if (!from) return false;
    do {
        n = fread(bytes, 1, sizeof bytes, from);
    } while (n > 0 && fwrite(bytes, 1, n, stdout) == n);
    const bool good = !ferror(from);
    fclose(from);
    return good;
}

/* The folder holds plain files only: the output and what its maker keeps beside it. */
static void remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    for (const struct dirent *e; folder && (e = readdir(folder));)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            unlinkat(dirfd(folder), e->d_name, 0);
    if (folder) closedir(folder);
    rmdir(path);
}

bool out_path_close(out_path *out, bool send)
{
    if (!out->folder[0]) return true;
    const bool good = !send || copy_to_standard(out->path);
    const int reason = errno;
    remove_folder(out->folder);
    out->folder[0] = '\0';
    errno = reason;
    return good;
}
