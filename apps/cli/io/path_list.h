/* Files and folders as arguments: the list of files that they stand for. */
#ifndef ALEA_CLI_IO_PATH_LIST_H
#define ALEA_CLI_IO_PATH_LIST_H

#include <stddef.h>

#include <alea/status.h>

enum { PATH_LIST_MOST = 1000000 };

/* All zero is empty. */
typedef struct path_list {
    char **path;
    size_t count, capacity;
} path_list;

void path_list_finish(path_list *list);
/* Appends `path` as it is. */
alea_status path_list_add(path_list *list, const char *path, alea_error *error);
/* Appends a file, or all regular files below a folder in the order of their names;
 * names that begin with a dot are left out. */
alea_status path_list_find(path_list *list, const char *path, alea_error *error);

#endif
