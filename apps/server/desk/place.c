#include "place.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const int64_t desk_bytes_account = (int64_t)512 << 20;
const int64_t desk_bytes_guest = (int64_t)64 << 20;

static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
enum { ENDINGS = sizeof endings / sizeof *endings };

bool desk_place(const char *folder, const char *user, char out[DESK_PATH])
{
    const size_t room = DESK_PATH - sizeof "-journal";
    return (size_t)snprintf(out, DESK_PATH, "%s/%s.db", folder, user) < room;
}

alea_status desk_place_open(desk *d, const char *folder, const char *user, bool guest,
                            bool make, bool *exists, alea_error *error)
{
    char path[DESK_PATH];
    alea_error inside = {0};
    *d = (desk){0};
    *exists = false;
    if (!desk_place(folder, user, path)) {
        snprintf(error->reason, sizeof error->reason, "the path is too long");
        return ALEA_ERROR_ARGUMENT;
    }
    if (!make && access(path, F_OK) != 0) return ALEA_OK;
    if (make) mkdir(folder, 0700); /* desk_open says what is wrong */
    alea_status status = desk_open(d, path, make, &inside);
    const char *reason = strstr(inside.reason, ": ");
    if (status != ALEA_OK)
        snprintf(error->reason, sizeof error->reason, "the desk cannot be opened%.120s",
                 reason ? reason : "");
    *exists = status == ALEA_OK;
    snprintf(d->path, sizeof d->path, "your desk");
    if (status == ALEA_OK)
        status = desk_bound(d, guest ? desk_bytes_guest : desk_bytes_account, error);
    return status;
}

int64_t desk_place_size(const char *folder, const char *user)
{
    char path[DESK_PATH];
    int64_t size = 0;
    if (!desk_place(folder, user, path)) return 0;
    const size_t length = strlen(path);
    for (int i = 0; i < ENDINGS; i++) {
        struct stat st;
        snprintf(path + length, sizeof path - length, "%s", endings[i]);
        if (stat(path, &st) == 0) size += st.st_size;
    }
    return size;
}

void desk_place_remove(const char *folder, const char *user)
{
    char path[DESK_PATH];
    if (!desk_place(folder, user, path)) return;
    const size_t length = strlen(path);
    for (int i = 0; i < ENDINGS; i++) {
        snprintf(path + length, sizeof path - length, "%s", endings[i]);
        unlink(path);
    }
}

alea_status desk_setting(desk *d, const char *name, char out[DESK_SETTING],
                         alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *out = '\0';
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT value FROM settings WHERE name=?", error);
    if (!st) return status;
    desk_bind(st, "t", name);
    while (desk_next(d, st, &status, error))
        snprintf(out, DESK_SETTING, "%s", desk_text(st, 0));
    return status;
}

alea_status desk_set_setting(desk *d, const char *name, const char *value,
                             alea_error *error)
{
    alea_status status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    sqlite3_stmt *st = desk_prepare(
        d, "INSERT OR REPLACE INTO settings(name, value) VALUES(?,?)", error);
    if (st) desk_bind(st, "tt", name, value);
    status = st ? desk_run(d, st, error) : ALEA_ERROR_FILE;
    return desk_end(d, status, error);
}
