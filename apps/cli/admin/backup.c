#include "cli/io/fail.h"
#include "list.h"

#include "print.h"

#include "base/file.h"
#include "cli/io/command.h"
#include "server/game/host/server_key.h"
#include "server/storage/interface.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_MOST = 4096, LIST_MOST = 4096, KEY_MOST = 200 };

static const char data_name[] = "alea.db", key_name[] = "alea.db.key",
                  list_name[] = "alea-backup.json";

static int fail(const char *path, const char *why)
{
    return command_fail("admin", "%.200s: %s", path, why);
}

static int fail_by(const alea_error *error)
{
    return command_fail("admin", "%s", error->reason);
}

static bool join(char out[PATH_MOST], const char *folder, const char *name)
{
    return snprintf(out, PATH_MOST, "%s/%s", folder, name) < PATH_MOST;
}

static bool sync_folder(const char *path)
{
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) close(fd);
    return synced;
}

/* The folder that `path` is in. */
static bool sync_around(const char *path)
{
    char around[PATH_MOST];
    snprintf(around, sizeof around, "%s", path);
    char *slash = strrchr(around, '/');
    if (slash) slash[slash == around] = '\0';
    return sync_folder(slash ? around : ".");
}

/* ---- the key ---- */

/* The text of a key file, malloc'd, after a look whether it is one; NULL after a
 * message. */
static char *read_key(const char *path, server_key *key, size_t *size)
{
    alea_error error = {0};
    char *text = NULL;
    if (server_key_read(key, path, &error) == ALEA_OK &&
        alea_file_read(path, KEY_MOST, &text, size, &error) == ALEA_OK)
        return text;
    fail_by(&error);
    return NULL;
}

int admin_check_key(storage *store, const server_key *key, const char *path)
{
    int unopened;
    if (key_check(store, key, &unopened) != ALEA_OK)
        return fail(path, "the games cannot be read");
    if (unopened == 0) return EXIT_DONE;
    return command_fail("admin", "%.200s %s, and %d games that are not over need it",
                        path, key ? "is another key" : "is missing", unopened);
}

/* ---- the list of what is in the folder ---- */

static char *list_text(const server_key *key, const int64_t counts[3])
{
    char day[32] = "";
    struct tm parts;
    const time_t now = time(NULL);
    if (gmtime_r(&now, &parts)) strftime(day, sizeof day, "%FT%TZ", &parts);
    json_t *list =
        json_pack("{s:s,s:s,s:s,s:I,s:I,s:I}", "alea", ALEA_VERSION, "made", day, "key",
                  key->public_hex, "users", (json_int_t)counts[0], "games",
                  (json_int_t)counts[1], "events", (json_int_t)counts[2]);
    char *text = list ? json_dumps(list, JSON_INDENT(2)) : NULL;
    json_decref(list);
    return text;
}

static bool has_counts(const json_t *list, const int64_t counts[3])
{
    static const char *const names[3] = {"users", "games", "events"};
    for (int i = 0; i < 3; i++)
        if (json_integer_value(json_object_get(list, names[i])) != counts[i])
            return false;
    return true;
}

/* NULL after a message. */
static json_t *read_list(const char *folder)
{
    char path[PATH_MOST], *text;
    size_t size;
    alea_error error = {0};
    if (!join(path, folder, list_name) ||
        alea_file_read(path, LIST_MOST, &text, &size, &error) != ALEA_OK) {
        command_say("admin",
                    "%.200s is no backup: it has no %s; a single file of an "
                    "older alea is given as --data",
                    folder, list_name);
        return NULL;
    }
    json_t *list = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    if (!json_is_string(json_object_get(list, "key"))) {
        fail(path, "damaged");
        json_decref(list);
        return NULL;
    }
    return list;
}

/* ---- backup ---- */

static void remove_part(const char *part)
{
    static const char *const names[] = {data_name, "alea.db-wal", "alea.db-shm",
                                        key_name, list_name};
    char path[PATH_MOST];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (join(path, part, names[i])) unlink(path);
    rmdir(part);
}

static int fill_part(const char *place, const char *part, const server_key *key,
                     const char *key_text, size_t key_size)
{
    alea_error error = {0};
    int64_t counts[3];
    char path[PATH_MOST];
    if (!join(path, part, data_name)) return fail(part, "the name is too long");
    if (storage_backup(place, path, &error) != ALEA_OK ||
        storage_check(path, counts, &error) != ALEA_OK)
        return fail_by(&error);
    char *list = list_text(key, counts);
    if (!list) return command_fail_memory("admin");
    alea_status status = join(path, part, key_name)
                             ? alea_file_replace(path, key_text, key_size, 0600, &error)
                             : ALEA_ERROR_ARGUMENT;
    if (status == ALEA_OK && join(path, part, list_name))
        status = alea_file_replace(path, list, strlen(list), 0600, &error);
    free(list);
    if (status != ALEA_OK) return fail_by(&error);
    return sync_folder(part) ? EXIT_DONE : fail(part, strerror(errno));
}

static int make_backup(const char *place, const char *folder, const server_key *key,
                       const char *key_text, size_t key_size)
{
    char part[PATH_MOST];
    struct stat there;
    if (lstat(folder, &there) == 0) return fail(folder, strerror(EEXIST));
    if (snprintf(part, sizeof part, "%s.part", folder) >= PATH_MOST)
        return fail(folder, "the name is too long");
    remove_part(part); /* of a backup that was cut off */
    if (mkdir(part, 0700) != 0) return fail(part, strerror(errno));
    int status = fill_part(place, part, key, key_text, key_size);
    if (status == EXIT_DONE && (rename(part, folder) != 0 || !sync_around(folder)))
        status = fail(folder, strerror(errno));
    if (status != EXIT_DONE) remove_part(part);
    return status;
}

int admin_backup(const data_source *from, const char *folder, bool json)
{
    alea_error error = {0};
    char path[SERVER_KEY_PATH], name[PATH_MOST];
    server_key key;
    size_t size = 0;
    const char *place = from->database ? from->database : from->file;
    snprintf(name, sizeof name, "%s", folder);
    for (size_t n = strlen(name); n > 1 && name[n - 1] == '/'; n--) name[n - 1] = '\0';
    if (server_key_place(from->file, path, &error) != ALEA_OK) return fail_by(&error);
    if (access(path, F_OK) != 0)
        return command_fail(
            "admin",
            "%.200s: %s: without the key of the server a backup could not "
            "go on with its games; give --data FILE, where FILE.key is",
            path, strerror(errno));
    char *text = read_key(path, &key, &size);
    if (!text) return EXIT_SYSTEM;
    const int status = make_backup(place, name, &key, text, size);
    sodium_memzero(text, size);
    sodium_memzero(&key, sizeof key);
    free(text);
    if (status == EXIT_DONE) print_folder(name, json);
    return status;
}

/* ---- restore ---- */

/* A restore replaces nothing: refuses if the data file exists, or a different key. */
static int check_free(const data_source *to, const char *key_path, const char *key_text,
                      size_t key_size)
{
    alea_error error = {0};
    char *text = NULL;
    size_t size = 0;
    if (!to->database && access(to->file, F_OK) == 0)
        return fail(to->file, "it is there already: move it away first");
    if (access(key_path, F_OK) != 0) return EXIT_DONE;
    if (alea_file_read(key_path, KEY_MOST, &text, &size, &error) != ALEA_OK)
        return fail_by(&error);
    const bool same = size == key_size && memcmp(text, key_text, size) == 0;
    sodium_memzero(text, size);
    free(text);
    return same ? EXIT_DONE
                : fail(key_path, "another key is there already: move it away first");
}

static void print_nothing(void *context, const char *table, int64_t rows,
                          const char *hash)
{
    (void)context, (void)table, (void)rows, (void)hash;
}

/* A checked copy of the backup's data at `part`, of this version of alea, with the
 * key. */
static int unpack(const char *folder, const json_t *list, const server_key *key,
                  const char *part)
{
    alea_error error = {0};
    char path[PATH_MOST];
    int64_t counts[3];
    storage *store = NULL;
    if (!join(path, folder, data_name)) return fail(folder, "the name is too long");
    if (storage_backup(path, part, &error) != ALEA_OK ||
        storage_check(part, counts, &error) != ALEA_OK)
        return fail_by(&error);
    if (!has_counts(list, counts))
        return fail(path, "damaged: it has not what its list says");
    if (strcmp(key->public_hex, json_string_value(json_object_get(list, "key"))) != 0)
        return fail(folder, "damaged: its key is another one");
    if (storage_open(&store, part, &error) != ALEA_OK) return fail_by(&error);
    const int status = admin_check_key(store, key, folder);
    storage_close(store);
    return status;
}

static void remove_file(const char *part)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    char path[PATH_MOST + 10];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s%s", part, endings[i]);
        unlink(path);
    }
}

/* The key first: data without its key would be refused by the server. */
static int put_in_place(const data_source *to, const char *part, const char *key_path,
                        const char *key_text, size_t key_size)
{
    alea_error error = {0};
    if (alea_file_replace(key_path, key_text, key_size, 0600, &error) != ALEA_OK)
        return fail_by(&error);
    if (to->database)
        return storage_copy(part, to->database, print_nothing, NULL, &error) == ALEA_OK
                   ? EXIT_DONE
                   : fail_by(&error);
    if (rename(part, to->file) != 0 || !sync_around(to->file))
        return fail(to->file, strerror(errno));
    return EXIT_DONE;
}

static int restore(const data_source *to, const char *folder, const json_t *list,
                   const server_key *key, const char *key_text, size_t key_size,
                   bool json)
{
    alea_error error = {0};
    char key_path[SERVER_KEY_PATH], part[PATH_MOST], shown[200];
    if (server_key_place(to->file, key_path, &error) != ALEA_OK) return fail_by(&error);
    int status = check_free(to, key_path, key_text, key_size);
    if (status != EXIT_DONE) return status;
    if (snprintf(part, sizeof part, "%s.part", to->file) >= PATH_MOST)
        return fail(to->file, "the name is too long");
    remove_file(part);
    status = unpack(folder, list, key, part);
    if (status == EXIT_DONE)
        status = put_in_place(to, part, key_path, key_text, key_size);
    remove_file(part);
    if (status != EXIT_DONE) return status;
    if (json)
        return print_json(json_pack(
            "{s:O,s:O,s:O}", "made", json_object_get(list, "made"), "users",
            json_object_get(list, "users"), "games", json_object_get(list, "games")));
    storage_describe(to->database ? to->database : to->file, shown, sizeof shown);
    printf("%s holds the backup of %s: %" PRId64 " users, %" PRId64 " games\n", shown,
           json_string_value(json_object_get(list, "made")),
           (int64_t)json_integer_value(json_object_get(list, "users")),
           (int64_t)json_integer_value(json_object_get(list, "games")));
    return EXIT_DONE;
}

int admin_restore(const data_source *to, const char *folder, bool json)
{
    char path[PATH_MOST];
    server_key key;
    size_t size = 0;
    json_t *list = read_list(folder);
    if (!list) return EXIT_SYSTEM;
    char *text = join(path, folder, key_name) ? read_key(path, &key, &size) : NULL;
    const int status =
        text ? restore(to, folder, list, &key, text, size, json) : EXIT_SYSTEM;
    if (text) sodium_memzero(text, size);
    sodium_memzero(&key, sizeof key);
    free(text);
    json_decref(list);
    return status;
}
