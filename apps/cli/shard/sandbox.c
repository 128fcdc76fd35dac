#define _XOPEN_SOURCE 700 /* nftw */
#include "base/error.h"
#include "child.h"
#include "cli/io/args.h"

#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 8192 };

static alea_status begin(sandbox *s, alea_error *error)
{
    const char *place = getenv("TMPDIR");
    memset(s, 0, sizeof *s);
    if (!place || !*place || strlen(place) > sizeof s->folder - 32) place = "/tmp";
    snprintf(s->folder, sizeof s->folder, "%s/alea-shard-XXXXXX", place);
    if (mkdtemp(s->folder)) return ALEA_OK;
    s->folder[0] = '\0';
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                           "no temporary folder in %s: %s", place, strerror(errno));
}

static int remove_entry(const char *path, const struct stat *about, int kind,
                        struct FTW *where)
{
    (void)about;
    (void)kind;
    (void)where;
    remove(path);
    return 0;
}

void sandbox_close(sandbox *s)
{
    if (s->folder[0]) nftw(s->folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    for (size_t i = 0; i < s->files; i++) free(s->file[i]);
    free(s->file);
    memset(s, 0, sizeof *s);
}

static alea_status add_name(sandbox *s, const char *name, alea_error *error)
{
    if (s->files == s->capacity) {
        size_t capacity = s->capacity ? s->capacity * 2 : 16;
        char **more = realloc(s->file, capacity * sizeof *more);
        if (!more) return alea_error_no_memory(error);
        s->file = more;
        s->capacity = capacity;
    }
    s->file[s->files] = strdup(name);
    if (!s->file[s->files++]) return alea_error_no_memory(error);
    return ALEA_OK;
}

static alea_status write_file(const char *path, const char *bytes, size_t length,
                              alea_error *error)
{
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(bytes, 1, length, file) == length;
    if (file && fclose(file) != 0) written = false;
    if (written) return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "a temporary file: %s",
                           strerror(errno));
}

/* No part of the name is "", "." or "..", so that it stays in the folder. */
static bool stays_inside(const char *name)
{
    for (;;) {
        size_t n = strcspn(name, "/");
        if (n == 0 || (n == 1 && name[0] == '.') ||
            (n == 2 && name[0] == '.' && name[1] == '.'))
            return false;
        if (!name[n]) return true;
        name += n + 1;
    }
}

static alea_status unpack_one(sandbox *s, char *name, const char *bytes, size_t length,
                              alea_error *error)
{
    char path[PATH_BYTES];
    /* Absolute names, and those from above the folder, lose their beginning. */
    for (;;) {
        if (*name == '/')
            name++;
        else if (strncmp(name, "./", 2) == 0)
            name += 2;
        else if (strncmp(name, "../", 3) == 0)
            name += 3;
        else
            break;
    }
    if (!stays_inside(name) ||
        (size_t)snprintf(path, sizeof path, "%s/%s", s->folder, name) >= sizeof path)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "a file name that cannot be used: %.100s", name);
    for (char *slash = path + strlen(s->folder) + 1; (slash = strchr(slash, '/'));
         slash++) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    alea_status status = write_file(path, bytes, length, error);
    return status == ALEA_OK ? add_name(s, name, error) : status;
}

alea_status sandbox_open(sandbox *s, const char *pack, size_t length, alea_error *error)
{
    alea_status status = begin(s, error);
    size_t at = 0;
    while (status == ALEA_OK && at < length) {
        char line[PATH_BYTES], *name = NULL;
        long long bytes = -1;
        const char *newline = memchr(pack + at, '\n', length - at);
        size_t n = newline ? (size_t)(newline - pack) - at : sizeof line;
        if (n < sizeof line) {
            memcpy(line, pack + at, n);
            line[n] = '\0';
            at += n + 1;
            name = strncmp(line, "file ", 5) == 0 ? strchr(line + 5, ' ') : NULL;
            if (name) *name++ = '\0';
            if (name && !args_integer(line + 5, 0, (long long)length, &bytes))
                bytes = -1;
        }
        if (bytes < 0 || (size_t)bytes + 1 > length - at)
            return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                                   "the list of files is damaged");
        status = unpack_one(s, name, pack + at, (size_t)bytes, error);
        at += (size_t)bytes + 1;
    }
    return status;
}

alea_status sandbox_open_blob(sandbox *s, const char *bytes, size_t length,
                              alea_error *error)
{
    char path[512];
    alea_status status = begin(s, error);
    if (status != ALEA_OK) return status;
    snprintf(path, sizeof path, "%s/in", s->folder);
    status = write_file(path, bytes, length, error);
    if (status == ALEA_OK) status = add_name(s, path, error);
    snprintf(path, sizeof path, "%s/out", s->folder);
    return status == ALEA_OK ? add_name(s, path, error) : status;
}
