#include "cli/io/fail.h"
#include "list.h"
#include "person.h"
#include "print.h"

#include "base/file.h"
#include "cli/io/command.h"
#include "server/desk/bytes/whole.h"
#include "server/storage/relations.h"
#include "server/storage/results.h"
#include "server/support/compressed.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PATH_MOST = 4096,
    RATINGS_MOST = 64,
    SESSIONS_MOST = 1000,
    CHALLENGES_MOST = 1000,
    LIST_MOST = 100000
};

typedef struct account_copy {
    storage *store;
    storage_user user;
    char part[PATH_MOST]; /* the folder that is filled */
    storage_game *game;
    int games;
    const char *why; /* what went wrong; NULL: nothing yet */
} account_copy;

static bool fail(account_copy *e, const char *why)
{
    if (!e->why) e->why = why;
    return false;
}

static const char cannot_read[] = "the data cannot be read";
static const char cannot_write[] = "the folder cannot be written";

/* ---- files ---- */

static bool write_file(account_copy *e, const char *name, const void *bytes,
                       size_t size)
{
    char path[PATH_MOST + 64];
    alea_error error;
    snprintf(path, sizeof path, "%s/%s", e->part, name);
    return alea_file_replace(path, bytes, size, 0600, &error) == ALEA_OK ||
           fail(e, cannot_write);
}

static bool write_json(account_copy *e, const char *name, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_INDENT(2)) : NULL;
    const bool good = text ? write_file(e, name, text, strlen(text))
                           : fail(e, alea_status_text(ALEA_ERROR_MEMORY));
    free(text);
    json_decref(value);
    return good;
}

/* ---- the account ---- */

static json_t *sessions_json(account_copy *e)
{
    json_t *list = json_array();
    storage_session *s = malloc(SESSIONS_MOST * sizeof *s);
    const int count =
        s ? storage_sessions_of(e->store, e->user.id, s, SESSIONS_MOST) : -1;
    if (count < 0) fail(e, cannot_read);
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{s:s,s:I,s:I}", "agent", s[i].agent,
                                              "created", (json_int_t)s[i].created,
                                              "seen", (json_int_t)s[i].seen));
    free(s);
    return list;
}

static json_t *relations_json(account_copy *e)
{
    json_t *list = json_array();
    storage_relation *r = malloc(LIST_MOST * sizeof *r);
    const int count = r ? relations_of(e->store, e->user.id, r, LIST_MOST) : -1;
    if (count < 0) fail(e, cannot_read);
    for (int i = 0; i < count; i++)
        json_array_append_new(
            list, json_pack("{s:s,s:b,s:b,s:b,s:I}", "name", r[i].name, "friend",
                            r[i].is_friend, "blocked", r[i].blocked, "muted",
                            r[i].muted, "time", (json_int_t)r[i].time));
    free(r);
    return list;
}

static json_t *challenges_json(account_copy *e)
{
    json_t *list = json_array();
    storage_challenge *c = malloc(CHALLENGES_MOST * sizeof *c);
    const int count = c ? challenges_of(e->store, e->user.id, c, CHALLENGES_MOST) : -1;
    if (count < 0) fail(e, cannot_read);
    for (int i = 0; i < count; i++)
        json_array_append_new(
            list, json_pack("{s:s,s:s,s:s,s:I,s:s}", "game", c[i].game, "from",
                            c[i].from_name, "to", c[i].to_name, "time",
                            (json_int_t)c[i].time, "text", c[i].text));
    free(c);
    return list;
}

typedef struct own_reports {
    const char *user;
    json_t *list;
} own_reports;

static bool add_report(void *context, const storage_report *r)
{
    const own_reports *own = context;
    if (strcmp(r->user, own->user) != 0) return true;
    json_array_append_new(
        own->list, json_pack("{s:I,s:s,s:s,s:s}", "time", (json_int_t)r->time, "about",
                             r->other_name, "game", r->game, "text", r->text));
    return true;
}

static json_t *reports_json(account_copy *e)
{
    own_reports own = {e->user.id, json_array()};
    if (reports(e->store, add_report, &own) != ALEA_OK) fail(e, cannot_read);
    return own.list;
}

static json_t *ratings_json(account_copy *e)
{
    json_t *list = json_array();
    storage_rating r[RATINGS_MOST];
    const int count = results_ratings_of(e->store, e->user.id, r, RATINGS_MOST);
    if (count < 0) fail(e, cannot_read);
    for (int i = 0; i < count; i++)
        json_array_append_new(
            list, json_pack("{s:s,s:f,s:f,s:I,s:I,s:I}", "pool", r[i].pool, "rating",
                            r[i].now.value, "deviation", r[i].now.deviation, "played",
                            (json_int_t)r[i].played, "won", (json_int_t)r[i].won,
                            "time", (json_int_t)r[i].time));
    return list;
}

static json_t *result_json(const storage_result *r, const char *user)
{
    const int seat = strcmp(r->user[0], user) == 0 ? 0 : 1;
    return json_pack(
        "{s:s,s:I,s:s,s:s,s:s,s:f,s:f}", "game", r->game, "time", (json_int_t)r->time,
        "pool", r->pool, "opponent", r->names[1 - seat], "outcome",
        r->winner < 0       ? "drawn"
        : r->winner == seat ? "won"
                            : "lost",
        "rating", r->after[seat].value, "deviation", r->after[seat].deviation);
}

static json_t *results_json(account_copy *e)
{
    json_t *list = json_array();
    storage_result *r = malloc(LIST_MOST * sizeof *r);
    const int count = r ? results_of(e->store, e->user.id, r, LIST_MOST) : -1;
    if (count < 0) fail(e, cannot_read);
    for (int i = 0; i < count; i++)
        json_array_append_new(list, result_json(&r[i], e->user.id));
    free(r);
    return list;
}

static bool write_account(account_copy *e)
{
    json_t *settings = json_loads(e->user.settings, 0, NULL);
    return write_json(
               e, "account.json",
               json_pack("{s:s,s:s,s:I,s:b,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "id",
                         e->user.id, "name", e->user.name, "created",
                         (json_int_t)e->user.created, "guest", !*e->user.password_hash,
                         "settings", settings ? settings : json_object(), "sessions",
                         sessions_json(e), "relations", relations_json(e), "challenges",
                         challenges_json(e), "reports", reports_json(e), "ratings",
                         ratings_json(e), "results", results_json(e))) &&
           !e->why;
}

/* ---- games ---- */

static json_t *game_json(const storage_game *g, const char *user)
{
    static const char *const stages[] = {"waiting", "playing", "over", "uploaded"};
    const int seat = person_seat(g, user);
    json_t *pr = json_array();
    for (int i = 0; i < 2; i++)
        json_array_append_new(pr, isnan(g->pr[i]) ? json_null() : json_real(g->pr[i]));
    return json_pack("{s:s,s:s,s:[ss],s:o,s:I,s:I,s:s,s:i,s:[ii],s:o,s:o}", "id", g->id,
                     "stage", stages[g->stage], "players", g->names[0], g->names[1],
                     "you", seat < 0 ? json_null() : json_integer(seat), "created",
                     (json_int_t)g->created, "changed", (json_int_t)g->changed,
                     "preset", g->preset, "match_length", g->match_length, "score",
                     g->score[0], g->score[1], "winner",
                     g->winner < 0 ? json_null() : json_integer(g->winner), "pr", pr);
}

static bool write_list(account_copy *e)
{
    json_t *list = json_array();
    for (int i = 0; i < e->games; i++)
        json_array_append_new(list, game_json(&e->game[i], e->user.id));
    return write_json(e, "games.json", list);
}

static bool add_event(void *context, int64_t seq, int64_t time, const char *text)
{
    json_t *event = json_loads(text, 0, NULL);
    json_array_append_new(context, json_pack("{s:I,s:I,s:o}", "seq", (json_int_t)seq,
                                             "time", (json_int_t)time, "event",
                                             event ? event : json_string(text)));
    return true;
}

static bool write_events(account_copy *e, const char *id)
{
    char name[64];
    json_t *list = json_array();
    if (storage_events(e->store, id, 0, add_event, list) != ALEA_OK) {
        json_decref(list);
        return fail(e, cannot_read);
    }
    snprintf(name, sizeof name, "games/%s.events.json", id);
    return write_json(e, name, list);
}

/* A file of the game, if it has one. */
static bool write_blob(account_copy *e, const char *id, const char *kind,
                       const char *ending)
{
    char name[64], *bytes = NULL;
    size_t size;
    const storage_answer found = storage_blob_get(e->store, id, kind, &bytes, &size);
    if (found == ANSWER_FAILED) return fail(e, cannot_read);
    if (found == ANSWER_ABSENT) return true;
    if (strcmp(kind, "journal") != 0) {
        char *packed = bytes;
        bytes = unpack(packed, size, &size);
        free(packed);
        if (!bytes) return fail(e, "an analysis is damaged");
    }
    snprintf(name, sizeof name, "games/%s%s", id, ending);
    const bool good = write_file(e, name, bytes, size);
    free(bytes);
    return good;
}

static bool write_games(account_copy *e)
{
    char folder[PATH_MOST + 8];
    snprintf(folder, sizeof folder, "%s/games", e->part);
    if (mkdir(folder, 0700) != 0) return fail(e, cannot_write);
    for (int i = 0; i < e->games; i++) {
        const storage_game *g = &e->game[i];
        if (g->stage != STAGE_UPLOADED && !write_events(e, g->id)) return false;
        if (!write_blob(e, g->id, "journal", ".jsonl") ||
            !write_blob(e, g->id, "analysis", ".analysis.json"))
            return false;
    }
    return true;
}

/* ---- the desk ---- */

static bool write_desk(account_copy *e)
{
    char path[PATH_MOST + 16];
    alea_error error;
    storage_desk desk;
    image *m;
    const alea_status status = desk_whole_read(e->store, e->user.id, &m, &desk);
    if (status == ALEA_ERROR_CHECKSUM) return fail(e, "the desk is damaged");
    if (status != ALEA_OK) return fail(e, "the desk cannot be read");
    snprintf(path, sizeof path, "%s/desk.db", e->part);
    const bool good = !m || desk_whole_write(m, path, &error) == ALEA_OK;
    image_free(m);
    return good || fail(e, "the desk is damaged, or the folder cannot be written");
}

/* ---- all of it ---- */

static void remove_part(account_copy *e)
{
    static const char *const own[] = {"account.json", "games.json", "desk.db", "games"};
    static const char *const endings[] = {".jsonl", ".events.json", ".analysis.json"};
    char path[PATH_MOST + 64];
    for (int i = 0; i < e->games; i++)
        for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
            snprintf(path, sizeof path, "%s/games/%s%s", e->part, e->game[i].id,
                     endings[k]);
            unlink(path);
        }
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        snprintf(path, sizeof path, "%s/%s", e->part, own[i]);
        remove(path);
    }
    rmdir(e->part);
}

static bool fill(account_copy *e)
{
    e->games = person_games(e->store, e->user.id, &e->game);
    if (e->games < 0) return fail(e, cannot_read);
    return write_account(e) && write_list(e) && write_games(e) && write_desk(e);
}

int admin_export(storage *store, const char *person, const char *folder, bool json)
{
    account_copy e;
    struct stat there;
    char name[PATH_MOST];
    e = (account_copy){.store = store};
    const int status = person_find(store, person, &e.user);
    if (status != EXIT_DONE) return status;
    snprintf(name, sizeof name, "%s", folder);
    for (size_t n = strlen(name); n > 1 && name[n - 1] == '/'; n--) name[n - 1] = '\0';
    if (lstat(name, &there) == 0 ||
        snprintf(e.part, sizeof e.part, "%s.part", name) >= PATH_MOST)
        return command_fail("admin", "%.200s: %s", folder, strerror(EEXIST));
    if (mkdir(e.part, 0700) != 0)
        return command_fail("admin", "%.200s: %s", e.part, strerror(errno));
    if (fill(&e) && rename(e.part, name) != 0) fail(&e, strerror(errno));
    if (e.why) {
        command_say("admin", "%.200s was not made: %s", name, e.why);
        remove_part(&e);
    } else {
        print_folder(name, json);
    }
    free(e.game);
    return e.why ? EXIT_SYSTEM : EXIT_DONE;
}
