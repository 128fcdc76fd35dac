#include "moved.h"
#include "server/desk/bytes/image_file.h"

#include "base/error.h"
#include "desk/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096, TOGETHER = 1024, BUSY_MS = 1000 };

/* ---- from a file to an image ---- */

/* Folds the write-ahead log into the file. Fails while another program has the file
 * open. */
static alea_status end_log(desk *d, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool ended = false;
    sqlite3_stmt *st = desk_prepare(d, "PRAGMA journal_mode=DELETE", error);
    if (!st) return status;
    while (desk_next(d, st, &status, error))
        ended = strcmp(desk_text(st, 0), "delete") == 0;
    if (status != ALEA_OK || ended) return status;
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                           "another program has the file open");
}

/* Leaves one whole file, without a log beside it. */
static alea_status settle_file(const char *path, alea_error *error)
{
    desk d = {.db = NULL};
    snprintf(d.path, sizeof d.path, "%s", path);
    alea_status status = ALEA_OK;
    if (sqlite3_open_v2(path, &d.db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        status = desk_failed(&d, error);
    if (status == ALEA_OK) sqlite3_busy_timeout(d.db, BUSY_MS);
    if (status == ALEA_OK) status = end_log(&d, error);
    desk_close(&d);
    return status;
}

static alea_status read_file(const char *path, image *m)
{
    uint8_t bytes[DESK_CHUNK];
    int64_t at = 0;
    int waiting = 0; /* chunks that are not packed */
    size_t size;
    alea_status status = ALEA_OK;
    FILE *file = fopen(path, "rb");
    if (!file) return ALEA_ERROR_FILE;
    while (status == ALEA_OK && (size = fread(bytes, 1, sizeof bytes, file)) > 0) {
        status = image_write(m, bytes, size, at);
        at += (int64_t)size;
        if (status == ALEA_OK && ++waiting == TOGETHER) {
            status = image_pack(m);
            waiting = 0;
        }
    }
    if (ferror(file)) status = ALEA_ERROR_FILE;
    fclose(file);
    return status;
}

/* Refuses files that are no desk; upgrades one of an older version. */
static alea_status check_image(image *m, const char *path, alea_error *error)
{
    desk d = {.db = NULL};
    alea_status status = ALEA_ERROR_MEMORY;
    if (image_size(m) == 0) {
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "the file is empty");
    }
    image_file *f = image_file_open(m);
    if (f) status = desk_open_own(&d, image_file_vfs(f), path, error);
    desk_close(&d);
    image_file_close(f);
    return status;
}

/* ---- one desk ---- */

static const char *reason_of(alea_status status)
{
    return status == ALEA_ERROR_ARGUMENT ? "there is no such account"
           : status == ALEA_ERROR_REFUSED
               ? "the account has another desk in the database"
           : status == ALEA_ERROR_MEMORY ? alea_status_text(status)
                                         : "the storage cannot be written";
}

static const char *move_image(desk_images *all, const char *user, image *m)
{
    image *there = NULL;
    storage_desk at;
    bool same = false;
    alea_status status = desk_images_take(all, user, &there, &at);
    if (status != ALEA_OK) return "the storage cannot be read";
    if (!there)
        status = desk_images_save(all, user, m, &at);
    else if (image_compare(there, m, &same) != ALEA_OK || !same)
        /* else it was stored by an earlier start, but not renamed */
        status = ALEA_ERROR_REFUSED;
    if (there) desk_images_leave(all, at.stored);
    image_free(there);
    return status == ALEA_OK ? NULL : reason_of(status);
}

static bool rename_file(const char *path)
{
    char moved[PATH];
    return (size_t)snprintf(moved, sizeof moved, "%s.moved", path) < sizeof moved &&
           rename(path, moved) == 0;
}

/* NULL, or the reason why the file was left; perhaps in `error`. */
static const char *move_file(desk_images *all, const char *user, const char *path,
                             alea_error *error)
{
    image *m = image_new();
    const char *why = alea_status_text(ALEA_ERROR_MEMORY);
    alea_error_set(error, 0, 0, "the file cannot be read");
    if (m && (settle_file(path, error) != ALEA_OK || read_file(path, m) != ALEA_OK ||
              check_image(m, path, error) != ALEA_OK)) {
        const char *reason = strstr(error->reason, ": ");
        why = reason ? reason + 2 : error->reason;
    } else if (m) {
        why = move_image(all, user, m);
    }
    image_free(m);
    if (!why && !rename_file(path))
        server_log("warning", "desk_file_not_renamed", "file", path, "reason",
                   strerror(errno), NULL);
    return why;
}

static bool is_desk_file(const char *name, char user[ID_SIZE])
{
    if (strlen(name) != ID_SIZE - 1 + 3 || strcmp(name + ID_SIZE - 1, ".db") != 0)
        return false;
    memcpy(user, name, ID_SIZE - 1);
    user[ID_SIZE - 1] = '\0';
    return strspn(user, "abcdefghijklmnopqrstuvwxyz234567") == ID_SIZE - 1;
}

desks_moved desk_files_move(desk_images *all, const char *folder)
{
    desks_moved count = {0, 0};
    char user[ID_SIZE], path[PATH];
    DIR *walk = opendir(folder);
    for (const struct dirent *e; walk && (e = readdir(walk));) {
        alea_error error = {0};
        if (!is_desk_file(e->d_name, user) ||
            (size_t)snprintf(path, sizeof path, "%s/%s", folder, e->d_name) >=
                sizeof path)
            continue;
        const char *why = move_file(all, user, path, &error);
        if (why)
            server_log("warning", "desk_file_left", "file", path, "reason", why, NULL);
        count.left += why != NULL;
        count.moved += !why;
    }
    if (walk) closedir(walk);
    return count;
}
