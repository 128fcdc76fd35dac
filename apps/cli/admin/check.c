#include "cli/io/fail.h"
#include "list.h"
#include "print.h"

#include "cli/io/command.h"
#include "server/desk/bytes/whole.h"
#include "server/game/host/server_key.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PERSONS = 100, SHOWN = 200 };

typedef struct report {
    int64_t counts[3]; /* of storage_check */
    int64_t desks;
    json_t *damaged, *unread; /* of desks: [{"person", "name", "what"}] */
    const char *key;
} report;

static int fail(const alea_error *error)
{
    return command_fail("admin", "%s", error->reason);
}

/* ---- desks ---- */

static void note(storage *store, json_t *list, const char *person, const char *what)
{
    storage_user user;
    const char *name = "?";
    char shown[SHOWN];
    if (storage_user_get(store, person, &user) == ANSWER_FOUND) name = user.name;
    command_say("admin", "the desk of %s (%s): %s",
                print_plain(name, shown, sizeof shown), person, what);
    json_array_append_new(
        list, json_pack("{s:s,s:s,s:s}", "person", person, "name", name, "what", what));
}

static void check_desk(storage *store, const char *person, report *r)
{
    alea_error error = {.reason = "pieces are missing"};
    image *m = NULL;
    storage_desk desk;
    alea_status status = desk_whole_read(store, person, &m, &desk);
    if (status == ALEA_OK && !m) return; /* removed meanwhile */
    r->desks++;
    if (status == ALEA_OK) status = desk_whole_check(m, &error);
    image_free(m);
    if (status == ALEA_ERROR_CHECKSUM)
        note(store, r->damaged, person, error.reason);
    else if (status == ALEA_ERROR_REFUSED)
        note(store, r->unread, person,
             "could not be read, since it is changed all the time");
    else if (status != ALEA_OK)
        note(store, r->unread, person, "could not be read");
}

static int check_desks(storage *store, report *r)
{
    static char person[PERSONS][ID_SIZE];
    char after[ID_SIZE] = "";
    int count;
    do {
        count = storage_desk_persons(store, after, person, PERSONS);
        if (count < 0) return command_fail("admin", "the desks cannot be read");
        for (int i = 0; i < count; i++) check_desk(store, person[i], r);
        if (count > 0) memcpy(after, person[count - 1], sizeof after);
    } while (count == PERSONS);
    return json_array_size(r->unread) > 0    ? EXIT_SYSTEM
           : json_array_size(r->damaged) > 0 ? EXIT_SOME_BAD
                                             : EXIT_DONE;
}

/* ---- the key ---- */

static int check_key(storage *store, const char *file, report *r)
{
    alea_error error = {0};
    char path[SERVER_KEY_PATH];
    server_key key;
    if (server_key_place(file, path, &error) != ALEA_OK) return fail(&error);
    const bool has_key = access(path, F_OK) == 0;
    if (has_key && server_key_read(&key, path, &error) != ALEA_OK) return fail(&error);
    const int status = admin_check_key(store, has_key ? &key : NULL, path);
    sodium_memzero(&key, sizeof key);
    r->key = status != EXIT_DONE ? "wrong" : has_key ? "own" : "none";
    return status;
}

/* ---- all of it ---- */

static json_t *report_json(const report *r, int status)
{
    return json_pack("{s:b,s:I,s:I,s:I,s:I,s:s,s:O,s:O}", "sound", status == EXIT_DONE,
                     "users", (json_int_t)r->counts[0], "games",
                     (json_int_t)r->counts[1], "events", (json_int_t)r->counts[2],
                     "desks", (json_int_t)r->desks, "key", r->key, "damaged",
                     r->damaged, "unread", r->unread);
}

static void print_sound(const char *place, const report *r)
{
    char shown[SHOWN];
    storage_describe(place, shown, sizeof shown);
    printf("%s: sound; %" PRId64 " users, %" PRId64 " games, %" PRId64
           " events, %" PRId64 " desks%s\n",
           shown, r->counts[0], r->counts[1], r->counts[2], r->desks,
           strcmp(r->key, "own") == 0 ? "; the key is its own"
                                      : "; no key, and none is needed");
}

/* Both are looked at, whatever the first is like. */
static int check_parts(const data_source *of, storage *store, report *r)
{
    const int key = check_key(store, of->file, r), desks = check_desks(store, r);
    return key != EXIT_DONE ? key : desks;
}

int admin_check(const data_source *of, bool json)
{
    alea_error error = {0};
    storage *store = NULL;
    const char *place = of->database ? of->database : of->file;
    report r = {.key = "unread"};
    if (storage_check(place, r.counts, &error) != ALEA_OK ||
        storage_open(&store, place, &error) != ALEA_OK)
        return fail(&error);
    r.damaged = json_array();
    r.unread = json_array();
    const int status = check_parts(of, store, &r);
    storage_close(store);
    if (json)
        print_json(report_json(&r, status));
    else if (status == EXIT_DONE)
        print_sound(place, &r);
    json_decref(r.damaged);
    json_decref(r.unread);
    return status;
}
