#include "path_list.h"
#include "base/error.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4096, FOLDERS_DEEP = 32 };

void path_list_finish(path_list *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->path[i]);
    free(list->path);
    *list = (path_list){0};
}

alea_status path_list_add(path_list *list, const char *path, alea_error *error)
{
    if (list->count == PATH_LIST_MOST)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "more than %d files",
                               PATH_LIST_MOST);
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? list->capacity * 2 : 64;
        char **more = realloc(list->path, capacity * sizeof *more);
        if (!more) return alea_error_no_memory(error);
        list->path = more;
        list->capacity = capacity;
    }
    list->path[list->count] = strdup(path);
    if (!list->path[list->count]) return alea_error_no_memory(error);
    list->count++;
    return ALEA_OK;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static alea_status list_folder(path_list *inside, const char *path, DIR *folder,
                               alea_error *error)
{
    alea_status status = ALEA_OK;
    for (struct dirent *d; status == ALEA_OK && (d = readdir(folder));) {
        char name[PATH_BYTES];
        if (d->d_name[0] == '.') continue;
        if ((size_t)snprintf(name, sizeof name, "%s/%s", path, d->d_name) >=
            sizeof name)
            status =
                alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "a path is too long");
        else
            status = path_list_add(inside, name, error);
    }
    if (inside->count)
        qsort(inside->path, inside->count, sizeof *inside->path, by_name);
    return status;
}

/* A folder and those it is in, up to the one that was named. */
typedef struct nest {
    dev_t device;
    ino_t inode;
    int depth;
    const struct nest *outer;
} nest;

static bool is_in(const nest *n, const struct stat *about)
{
    while (n && (n->device != about->st_dev || n->inode != about->st_ino)) n = n->outer;
    return n != NULL;
}

static alea_status find(path_list *list, const char *path, const nest *outer,
                        alea_error *error)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "%s: %s", path,
                               strerror(errno));
    if (S_ISREG(about.st_mode)) return path_list_add(list, path, error);
    /* A link back to a folder around it: its files are in the list already. */
    if (S_ISDIR(about.st_mode) && is_in(outer, &about)) return ALEA_OK;
    const nest here = {about.st_dev, about.st_ino, outer ? outer->depth + 1 : 0, outer};
    if (here.depth == FOLDERS_DEEP)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "folders within folders, more than %d: %s", FOLDERS_DEEP,
                               path);
    DIR *folder = S_ISDIR(about.st_mode) ? opendir(path) : NULL;
    if (!folder)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "%s: neither a file nor a folder that can be read",
                               path);
    path_list inside = {0};
    alea_status status = list_folder(&inside, path, folder, error);
    closedir(folder);
    for (size_t i = 0; status == ALEA_OK && i < inside.count; i++)
        if (stat(inside.path[i], &about) == 0 &&
            (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)))
            status = find(list, inside.path[i], &here, error);
    path_list_finish(&inside);
    return status;
}

alea_status path_list_find(path_list *list, const char *path, alea_error *error)
{
    return find(list, path, NULL, error);
}
