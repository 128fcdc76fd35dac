#include "place.h"
#include "base/error.h"
#include "cli/io/fail.h"
#include "journal.h"

#include <alea/file.h>

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAMES_TRIED = 1000, SEEN_MOST = 4096, NAME_SIZE = 256 };

static alea_status fail(alea_error *error, alea_status status, const char *what,
                        const char *path)
{
    if (error) {
        const char *why = status == ALEA_ERROR_FILE ? strerror(errno) : "";
        *error = (alea_error){0};
        alea_error_set(error, 0, 0, "%.60s %.60s%s%.30s", what, path, *why ? ": " : "",
                       why);
    }
    return status;
}

/* The directory of saves, made with its parents if `make`. A relative XDG_DATA_HOME is
 * to be ignored by its own standard. */
static alea_status save_directory(char *out, size_t size, bool make, alea_error *error)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n;
    if (data && *data == '/')
        n = snprintf(out, size, "%s/alea", data);
    else if (home && *home)
        n = snprintf(out, size, "%s/.local/share/alea", home);
    else
        return fail(error, ALEA_ERROR_REFUSED,
                    "neither HOME nor XDG_DATA_HOME is set: no place", "for saves");
    if (n < 0 || (size_t)n >= size) {
        errno = ENAMETOOLONG;
        return fail(error, ALEA_ERROR_FILE, "cannot use", data ? data : home);
    }
    for (char *p = out + 1; make && *p; p++) {
        if (*p != '/') continue;
        *p = '\0';
        const bool made = mkdir(out, 0777) == 0 || errno == EEXIST;
        if (!made) return fail(error, ALEA_ERROR_FILE, "cannot make", out);
        *p = '/';
    }
    if (make && mkdir(out, 0700) != 0 && errno != EEXIST)
        return fail(error, ALEA_ERROR_FILE, "cannot make", out);
    return ALEA_OK;
}

/* Letters and digits of a name, for a file's name. */
static void add_plain(char *out, size_t size, const char *name)
{
    size_t n = strlen(out);
    for (; *name && n + 1 < size; name++)
        if (isalnum((unsigned char)*name) && (unsigned char)*name < 0x80)
            out[n++] = (char)tolower((unsigned char)*name);
    out[n] = '\0';
}

alea_status play_save_settings(char path[SAVE_PATH_SIZE], bool make, alea_error *error)
{
    char directory[SAVE_PATH_SIZE - NAME_SIZE];
    const alea_status status = save_directory(directory, sizeof directory, make, error);
    if (status == ALEA_OK)
        snprintf(path, SAVE_PATH_SIZE, "%s/play.settings", directory);
    return status;
}

alea_status play_save_name(const char *const player[2], const char *suffix,
                           char path[SAVE_PATH_SIZE], alea_error *error)
{
    char directory[SAVE_PATH_SIZE - NAME_SIZE], stem[NAME_SIZE / 2];
    struct tm parts;
    const alea_status status = save_directory(directory, sizeof directory, true, error);
    if (status != ALEA_OK) return status;
    const time_t now = time(NULL);
    if (!localtime_r(&now, &parts)) memset(&parts, 0, sizeof parts);
    strftime(stem, sizeof stem, "%Y-%m-%d-%H%M%S-", &parts);
    add_plain(stem, sizeof stem / 2, player[0] ? player[0] : "a");
    strncat(stem, "-", 2);
    add_plain(stem, sizeof stem - 4, player[1] ? player[1] : "b");
    for (int i = 1; i <= NAMES_TRIED; i++) {
        char number[16] = "";
        if (i > 1) snprintf(number, sizeof number, "-%d", i);
        snprintf(path, SAVE_PATH_SIZE, "%s/%s%s.%s", directory, stem, number, suffix);
        if (access(path, F_OK) != 0) return ALEA_OK;
    }
    errno = EEXIST;
    return fail(error, ALEA_ERROR_FILE, "no free name in", directory);
}

typedef struct seen_file {
    char name[NAME_SIZE];
    struct timespec changed;
} seen_file;

static int newest_first(const void *a, const void *b)
{
    const seen_file *x = a, *y = b;
    if (x->changed.tv_sec != y->changed.tv_sec)
        return x->changed.tv_sec < y->changed.tv_sec ? 1 : -1;
    if (x->changed.tv_nsec != y->changed.tv_nsec)
        return x->changed.tv_nsec < y->changed.tv_nsec ? 1 : -1;
    return strcmp(y->name, x->name);
}

static bool has_suffix(const char *name, const char *suffix)
{
    const char *dot = strrchr(name, '.');
    return dot && strcmp(dot + 1, suffix) == 0;
}

/* The saves in a directory, newest first; *seen is the caller's to free. */
static size_t scan(const char *directory, const char *other, seen_file **seen)
{
    size_t n = 0;
    DIR *d = opendir(directory);
    const char *suffix = alea_format_suffix(ALEA_FORMAT_JOURNAL);
    *seen = d ? malloc(SEEN_MOST * sizeof **seen) : NULL;
    for (struct dirent *e; *seen && n < SEEN_MOST && (e = readdir(d));) {
        char path[SAVE_PATH_SIZE];
        struct stat info;
        if (!has_suffix(e->d_name, suffix) && !has_suffix(e->d_name, other)) continue;
        if (strlen(e->d_name) >= NAME_SIZE) continue;
        const int length = snprintf(path, sizeof path, "%s/%s", directory, e->d_name);
        if (length < 0 || (size_t)length >= sizeof path) continue;
        if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) continue;
        snprintf((*seen)[n].name, NAME_SIZE, "%s", e->d_name);
        (*seen)[n++].changed = info.st_mtim;
    }
    if (d) closedir(d);
    if (*seen) qsort(*seen, n, sizeof **seen, newest_first);
    return n;
}

static void name_damage(const char *path, const alea_error *why)
{
    char place[32] = "";
    if (why->line) snprintf(place, sizeof place, " in line %zu", why->line);
    command_say("play", "%s is damaged%s (%s); it is left alone.", path, place,
                why->reason);
}

static bool is_open_journal(const char *path)
{
    alea_record record = {0};
    alea_error why = {0};
    bool cut = false;
    if (play_save_read(path, &record, &cut, &why) != ALEA_OK) {
        name_damage(path, &why);
        return false;
    }
    const bool finished = play_save_is_finished(&record);
    alea_record_clear(&record);
    return !finished;
}

alea_status play_save_latest(const char *other, save_is_open_fn *is_open,
                             char path[SAVE_PATH_SIZE], alea_error *error)
{
    char directory[SAVE_PATH_SIZE - NAME_SIZE];
    seen_file *seen = NULL;
    const alea_status status =
        save_directory(directory, sizeof directory, false, error);
    if (status != ALEA_OK) return status;
    const size_t count = scan(directory, other, &seen);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        snprintf(path, SAVE_PATH_SIZE, "%s/%s", directory, seen[i].name);
        found = has_suffix(seen[i].name, other) ? is_open(path) : is_open_journal(path);
    }
    free(seen);
    if (found) return ALEA_OK;
    return fail(error, ALEA_ERROR_REFUSED, "no unfinished game in", directory);
}

bool play_save_is_usual(const char *path)
{
    char directory[SAVE_PATH_SIZE - NAME_SIZE];
    if (save_directory(directory, sizeof directory, false, NULL) != ALEA_OK)
        return false;
    const size_t length = strlen(directory);
    return strncmp(path, directory, length) == 0 && path[length] == '/' &&
           !strchr(path + length + 1, '/');
}

alea_status play_save_load_seed(const char *save_path, char *hex, size_t size,
                                alea_error *error)
{
    char path[SAVE_PATH_SIZE];
    save_seed_path(save_path, path);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(error, ALEA_ERROR_FILE,
                    "the sealed seed of the dice is missing:", path);
    const ssize_t n = read(fd, hex, size - 1);
    close(fd);
    hex[n > 0 ? n : 0] = '\0';
    hex[strcspn(hex, "\n")] = '\0';
    return n > 0 ? ALEA_OK
                 : fail(error, ALEA_ERROR_FILE,
                        "the sealed seed of the dice is empty:", path);
}

void play_save_drop_seed(const play_save *save)
{
    char path[SAVE_PATH_SIZE];
    if (save->fd < 0) return;
    save_seed_path(save->path, path);
    unlink(path);
}
