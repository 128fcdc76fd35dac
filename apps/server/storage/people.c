/* Users and their sessions. */
#include "interface.h"
#include "queue.h"
#include "server/storage/database/driver.h"

#include <string.h>

#define USER_COLUMNS    "id, name, password_hash, settings, created, skeleton"
#define USER_FIELDS     USER_COLUMNS ", closed"
#define SESSION_COLUMNS "id, secret_hash, \"user\", agent, created, seen, origin"

/* ---- users ---- */

static alea_status put_user(storage *s, const storage_user *user)
{
    storage_query *st = storage_statement(
        s, ST_USER_PUT,
        "INSERT INTO users (" USER_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name,"
        " skeleton = CASE excluded.skeleton WHEN '' THEN users.skeleton"
        " ELSE excluded.skeleton END,"
        " password_hash = excluded.password_hash, settings = excluded.settings");
    storage_bind_text(st, 1, user->id);
    storage_bind_text(st, 2, user->name);
    storage_bind_text(st, 3, user->password_hash);
    storage_bind_text(st, 4, user->settings);
    storage_bind_number(st, 5, user->created);
    storage_bind_text(st, 6, user->skeleton);
    return storage_run(st);
}

alea_status storage_user_put(storage *s, const storage_user *user)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    return put_user(s, user);
}

/* Within a transaction, or alone. A change whose answer was lost can be repeated: a row
 * that is already as wanted counts as changed. */
static alea_status change_user(storage *s, const storage_user *was,
                               const storage_user *user)
{
    storage_query *st =
        storage_statement(s, ST_USER_CHANGE,
                          "UPDATE users SET name = ?2,"
                          " skeleton = CASE ?3 WHEN '' THEN skeleton ELSE ?3 END,"
                          " password_hash = ?4, settings = ?5 WHERE id = ?1"
                          " AND ((name = ?6 AND password_hash = ?7 AND settings = ?8)"
                          " OR (name = ?2 AND password_hash = ?4 AND settings = ?5))");
    storage_bind_text(st, 1, user->id);
    storage_bind_text(st, 2, user->name);
    storage_bind_text(st, 3, user->skeleton);
    storage_bind_text(st, 4, user->password_hash);
    storage_bind_text(st, 5, user->settings);
    storage_bind_text(st, 6, was->name);
    storage_bind_text(st, 7, was->password_hash);
    storage_bind_text(st, 8, was->settings);
    const alea_status status = storage_run(st);
    return status == ALEA_OK && s->changed == 0 ? ALEA_ERROR_REFUSED : status;
}

alea_status storage_user_change(storage *s, const storage_user *was,
                                const storage_user *user)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = change_user(s, was, user);
    while (status == ALEA_ERROR_FILE &&
           storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status;
}

static void read_user(storage_query *st, storage_user *out)
{
    storage_column_text(st, 0, out->id, sizeof out->id);
    storage_column_text(st, 1, out->name, sizeof out->name);
    storage_column_text(st, 2, out->password_hash, sizeof out->password_hash);
    storage_column_text(st, 3, out->settings, sizeof out->settings);
    out->created = storage_column_number(st, 4);
    storage_column_text(st, 5, out->skeleton, sizeof out->skeleton);
    out->closed = storage_column_number(st, 6);
}

static storage_answer one_user(storage_query *st, const char *by, storage_user *out)
{
    storage_bind_text(st, 1, by);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) read_user(st, out);
    storage_reset(st);
    return answer;
}

storage_answer storage_user_get(storage *s, const char *id, storage_user *out)
{
    return one_user(storage_statement(s, ST_USER_GET,
                                      "SELECT " USER_FIELDS " FROM users WHERE id = ?"),
                    id, out);
}

/* Both databases fold ASCII alone. */
storage_answer storage_user_named(storage *s, const char *name, storage_user *out)
{
    char folded[sizeof out->name];
    size_t n = strlen(name);
    if (n >= sizeof folded) return ANSWER_ABSENT;
    for (size_t i = 0; i <= n; i++)
        folded[i] =
            name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
    return one_user(storage_statement(s, ST_USER_NAMED,
                                      "SELECT " USER_FIELDS " FROM users WHERE"
                                      " lower(name) = ? AND password_hash <> ''"),
                    folded, out);
}

storage_answer storage_user_alike(storage *s, const char *skeleton, const char *id,
                                  storage_user *out)
{
    storage_query *st =
        storage_statement(s, ST_USER_ALIKE,
                          "SELECT " USER_FIELDS " FROM users WHERE skeleton = ?1"
                          " AND password_hash <> '' AND id <> ?2 AND ?1 <> '' LIMIT 1");
    storage_bind_text(st, 2, id);
    return one_user(st, skeleton, out);
}

alea_status storage_users(storage *s, storage_user_fn *each, void *context)
{
    storage_query *st = storage_statement(s, ST_USERS,
                                          "SELECT " USER_FIELDS " FROM users WHERE"
                                          " password_hash <> '' ORDER BY lower(name)");
    storage_user user;
    int code;
    while ((code = storage_step(st)) == STORAGE_ROW) {
        read_user(st, &user);
        if (!each(context, &user)) break;
    }
    storage_reset(st);
    return code == STORAGE_DONE || code == STORAGE_ROW ? ALEA_OK : ALEA_ERROR_FILE;
}

/* ---- changes that a running server must hear of ---- */

/* Numbers must become visible in their order: two transactions do not announce at once.
 * SQLite has one writer in any case. */
static alea_status announce_change(storage *s, const char *user, bool removed)
{
    if (s->driver->is_postgresql) {
        const alea_status status = storage_run(
            storage_statement(s, ST_PEOPLE_LOCK,
                              "LOCK TABLE people_changed IN SHARE ROW EXCLUSIVE MODE"));
        if (status != ALEA_OK) return status;
    }
    storage_query *st = storage_statement(
        s, ST_PERSON_CHANGED,
        "INSERT INTO people_changed (\"user\", removed) VALUES (?, ?)");
    storage_bind_text(st, 1, user);
    storage_bind_number(st, 2, removed);
    return storage_run(st);
}

void storage_people_changed(storage *s, int64_t *seen, storage_person_fn *each,
                            void *context)
{
    enum { AT_ONCE = 100 };
    char user[AT_ONCE][ID_SIZE];
    int64_t number[AT_ONCE];
    bool removed[AT_ONCE];
    int count = 0;
    storage_query *st = storage_statement(
        s, ST_PEOPLE_CHANGED,
        "SELECT number, \"user\", removed FROM people_changed WHERE number > ?"
        " ORDER BY number LIMIT ?");
    storage_bind_number(st, 1, *seen);
    storage_bind_number(st, 2, AT_ONCE);
    /* Rows that were read before a failure are valid; the rest is read the next
     * time. */
    while (count < AT_ONCE && storage_step(st) == STORAGE_ROW) {
        number[count] = storage_column_number(st, 0);
        storage_column_text(st, 1, user[count], ID_SIZE);
        removed[count++] = storage_column_number(st, 2) != 0;
    }
    storage_reset(st);
    for (int i = 0; i < count && each(context, user[i], removed[i]); i++)
        *seen = number[i];
}

int64_t storage_people_last(storage *s)
{
    return storage_single(storage_statement(
        s, ST_PEOPLE_LAST, "SELECT coalesce(max(number), 0) FROM people_changed"));
}

/* Chat messages of the person in games: the entries stay, their texts are removed. */
#define SAID                                                                           \
    " WHERE \"user\" = ? AND instr(json, '\"name\":\"') > 0"                           \
    " AND json LIKE '{\"type\":\"said\"%'"

static alea_status remove_user(storage *s, const char *id, bool erase)
{
    const struct {
        statement which;
        const char *sql;
        bool erases;
    } steps[] = {
        {ST_USER_FORGET_UPLOADS, "DELETE FROM games WHERE user0 = ? AND stage = 3",
         true},
        {ST_USER_FORGET_REPORTS, "DELETE FROM reports WHERE ?1 IN (person, other)",
         true},
        {ST_USER_FORGET_SAID,
         storage_sql(
             s, "UPDATE events SET json = json_set(json, '$.text', '(erased)')" SAID,
             "UPDATE events SET json = regexp_replace(json,"
             " '\"text\":\"([^\"\\\\]|\\\\.)*\"', '\"text\":\"(erased)\"')" SAID),
         true},
        {ST_USER_FORGET_0,
         "UPDATE games SET user0 = '', name0 = 'somebody' WHERE user0 = ?", false},
        {ST_USER_FORGET_1,
         "UPDATE games SET user1 = '', name1 = 'somebody' WHERE user1 = ?", false},
        {ST_USER_FORGET_EVENTS,
         storage_sql(s,
                     "UPDATE events SET json = json_set(json, '$.name', 'somebody')"
                     " WHERE \"user\" = ? AND instr(json, '\"name\":\"') > 0",
                     "UPDATE events SET json = regexp_replace(json,"
                     " '\"name\":\"([^\"\\\\]|\\\\.)*\"', '\"name\":\"somebody\"')"
                     " WHERE \"user\" = ? AND instr(json, '\"name\":\"') > 0"),
         false},
        /* Entries of one person stay one player of their tournament. */
        {ST_USER_FORGET_ENTRIES,
         "UPDATE tournament_events SET name = 'somebody ' || (SELECT min(e.seq)"
         " FROM tournament_events e WHERE e.person = ?1"
         " AND e.tournament = tournament_events.tournament) WHERE person = ?1",
         false},
        {ST_USER_FORGET_ENTERED,
         "UPDATE tournament_events SET person = '' WHERE person = ?", false},
        {ST_USER_FORGET_ACTS, "UPDATE tournament_events SET actor = '' WHERE actor = ?",
         false},
        {ST_USER_FORGET_MADE, "UPDATE tournaments SET maker = '' WHERE maker = ?",
         false},
        /* The member keeps his number, as "somebody N", and nothing else. */
        {ST_USER_FORGET_MEMBER,
         "UPDATE club_members SET person = '', role = 0, rung = 0 WHERE person = ?",
         false},
        /* A table at which nobody is left goes; a friend's stays under "somebody". */
        {ST_USER_FORGET_FAMILY,
         "DELETE FROM family_tables WHERE ?1 IN (user0, user1)"
         " AND user0 IN (?1, '') AND user1 IN (?1, '')",
         false},
        {ST_USER_FORGET_FAMILY_0, "UPDATE family_tables SET user0 = '' WHERE user0 = ?",
         false},
        {ST_USER_FORGET_FAMILY_1, "UPDATE family_tables SET user1 = '' WHERE user1 = ?",
         false},
        {ST_USER_FORGET_CREW_SAID,
         "UPDATE chouette_events SET said = '(erased)'"
         " WHERE actor = ? AND actor <> '' AND said <> ''",
         true},
        /* The server looks at once: the seat is nobody's. */
        {ST_USER_FORGET_CREW_DUE,
         "UPDATE chouettes SET due = 1 WHERE due > 0 AND id IN"
         " (SELECT chouette FROM chouette_events WHERE person = ?1 AND person <> '')",
         false},
        {ST_USER_FORGET_CREW,
         "UPDATE chouette_events SET name = 'somebody', person = ''"
         " WHERE person = ? AND person <> ''",
         false},
        {ST_USER_FORGET_CREW_ACTS,
         "UPDATE chouette_events SET actor = '' WHERE actor = ? AND actor <> ''",
         false},
        {ST_USER_FORGET_CREW_MADE, "UPDATE chouettes SET maker = '' WHERE maker = ?",
         false},
        {ST_USER_REMOVE, "DELETE FROM users WHERE id = ?", false},
    };
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    for (size_t i = 0; status == ALEA_OK && i < sizeof steps / sizeof *steps; i++) {
        if (steps[i].erases && !erase) continue;
        storage_query *st = storage_statement(s, steps[i].which, steps[i].sql);
        storage_bind_text(st, 1, id);
        status = storage_run(st);
    }
    if (status == ALEA_OK && s->changed > 0) status = announce_change(s, id, true);
    return storage_end(s, status);
}

static alea_status remove_again(storage *s, const char *id, bool erase)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = remove_user(s, id, erase);
    while (status != ALEA_OK && storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status;
}

alea_status storage_user_remove(storage *s, const char *id)
{
    return remove_again(s, id, false);
}

alea_status storage_user_erase(storage *s, const char *id)
{
    return remove_again(s, id, true);
}

/* ---- sessions ---- */

static alea_status put_session(storage *s, const storage_session *session)
{
    storage_query *st = storage_statement(
        s, ST_SESSION_PUT,
        "INSERT INTO sessions (" SESSION_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (secret_hash) DO UPDATE SET agent = excluded.agent,"
        " seen = excluded.seen");
    storage_bind_text(st, 1, session->id);
    storage_bind_bytes(st, 2, session->secret_hash, sizeof session->secret_hash);
    storage_bind_text(st, 3, session->user);
    storage_bind_text(st, 4, session->agent);
    storage_bind_number(st, 5, session->created);
    storage_bind_number(st, 6, session->seen);
    storage_bind_text(st, 7, session->origin);
    return storage_run(st);
}

alea_status storage_session_put(storage *s, const storage_session *session)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    return put_session(s, session);
}

static void read_session(storage_query *st, storage_session *out)
{
    size_t size = 0;
    const void *hash = storage_column_bytes(st, 1, &size);
    memset(out, 0, sizeof *out);
    storage_column_text(st, 0, out->id, sizeof out->id);
    if (hash && size == sizeof out->secret_hash)
        memcpy(out->secret_hash, hash, sizeof out->secret_hash);
    storage_column_text(st, 2, out->user, sizeof out->user);
    storage_column_text(st, 3, out->agent, sizeof out->agent);
    out->created = storage_column_number(st, 4);
    out->seen = storage_column_number(st, 5);
    storage_column_text(st, 6, out->origin, sizeof out->origin);
}

storage_answer storage_session_find(storage *s, const uint8_t secret_hash[32],
                                    storage_session *out)
{
    storage_query *st = storage_statement(s, ST_SESSION_FIND,
                                          "SELECT " SESSION_COLUMNS " FROM sessions"
                                          " WHERE secret_hash = ?");
    storage_bind_bytes(st, 1, secret_hash, 32);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) read_session(st, out);
    storage_reset(st);
    return answer;
}

int storage_sessions_of(storage *s, const char *user, storage_session *out,
                        int capacity)
{
    storage_query *st =
        storage_statement(s, ST_SESSIONS_OF,
                          "SELECT " SESSION_COLUMNS " FROM sessions"
                          " WHERE \"user\" = ? ORDER BY seen DESC LIMIT ?");
    int count = 0, code = STORAGE_DONE;
    storage_bind_text(st, 1, user);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_session(st, &out[count++]);
    return storage_listed(st, code, count);
}

static alea_status remove_session(storage *s, const char *user, const char *id)
{
    storage_query *st = storage_statement(
        s, ST_SESSION_REMOVE, "DELETE FROM sessions WHERE \"user\" = ? AND id = ?");
    storage_bind_text(st, 1, user);
    storage_bind_text(st, 2, id);
    return storage_run(st);
}

alea_status storage_session_remove(storage *s, const char *user, const char *id)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    const alea_status status = remove_session(s, user, id);
    return status == ALEA_OK && s->changed == 0 ? ALEA_ERROR_ARGUMENT : status;
}

storage_answer storage_session_exists(storage *s, const char *user, const char *id)
{
    storage_query *st = storage_statement(
        s, ST_SESSION_EXISTS, "SELECT 1 FROM sessions WHERE \"user\" = ? AND id = ?");
    storage_bind_text(st, 1, user);
    storage_bind_text(st, 2, id);
    const storage_answer answer = storage_first(st);
    storage_reset(st);
    return answer;
}

/* Within a transaction. */
static alea_status remove_others(storage *s, const char *user, const char *keep)
{
    storage_query *st =
        storage_statement(s, ST_SESSIONS_REMOVE_BUT,
                          "DELETE FROM sessions WHERE \"user\" = ? AND id <> ?");
    storage_bind_text(st, 1, user);
    storage_bind_text(st, 2, keep);
    const alea_status status = storage_run(st);
    return status == ALEA_OK ? announce_change(s, user, false) : status;
}

static alea_status remove_sessions(storage *s, const char *user, const char *keep)
{
    const alea_status status = storage_begin(s);
    return status == ALEA_OK ? storage_end(s, remove_others(s, user, keep)) : status;
}

static alea_status close_user(storage *s, const char *id, int64_t until)
{
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    storage_query *st =
        storage_statement(s, ST_USER_CLOSE, "UPDATE users SET closed = ? WHERE id = ?");
    storage_bind_number(st, 1, until);
    storage_bind_text(st, 2, id);
    status = storage_run(st);
    if (status == ALEA_OK && s->changed == 0) status = ALEA_ERROR_ARGUMENT;
    if (status == ALEA_OK && until) status = remove_others(s, id, "");
    return storage_end(s, status);
}

alea_status storage_user_close(storage *s, const char *id, int64_t until)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = close_user(s, id, until);
    while (status == ALEA_ERROR_FILE &&
           storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status;
}

static alea_status order_end(storage *s, const char *id)
{
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    storage_query *st = storage_statement(
        s, ST_GAME_END,
        "INSERT INTO blobs (game, kind, bytes) SELECT id, 'end', ?2 FROM games"
        " WHERE id = ?1 AND stage < 2 ON CONFLICT (game, kind) DO UPDATE"
        " SET bytes = excluded.bytes");
    storage_bind_text(st, 1, id);
    storage_bind_bytes(st, 2, "", 0);
    status = storage_run(st);
    if (status == ALEA_OK && s->changed == 0) status = ALEA_ERROR_ARGUMENT;
    if (status == ALEA_OK) status = announce_change(s, id, false);
    return storage_end(s, status);
}

alea_status storage_game_end(storage *s, const char *id)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = order_end(s, id);
    while (status == ALEA_ERROR_FILE &&
           storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status;
}

static alea_status begin_session(storage *s, const storage_beginning *b)
{
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = b->was ? change_user(s, b->was, b->user) : put_user(s, b->user);
    if (status == ALEA_OK) status = put_session(s, b->fresh);
    if (status == ALEA_OK && *b->old) status = remove_session(s, b->old_user, b->old);
    if (status == ALEA_OK && b->alone)
        status = remove_others(s, b->fresh->user, b->fresh->id);
    return storage_end(s, status);
}

alea_status storage_session_begin(storage *s, const storage_beginning *b)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = begin_session(s, b);
    while (status == ALEA_ERROR_FILE &&
           storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status;
}

alea_status storage_sessions_remove_but(storage *s, const char *user, const char *keep)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = remove_sessions(s, user, keep);
    while (status != ALEA_OK && storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status;
}

/* Each in a transaction of its own: others wait for the longest, not for all. */
static alea_status tidy(storage *s, int64_t before, int64_t guests_before,
                        int64_t unplayed_before)
{
    storage_query *st =
        storage_statement(s, ST_TIDY_SESSIONS, "DELETE FROM sessions WHERE seen < ?");
    storage_bind_number(st, 1, before);
    alea_status status = storage_run(st);
    if (status == ALEA_OK)
        status = storage_run(
            storage_statement(s, ST_PEOPLE_CHANGED_TIDY,
                              "DELETE FROM people_changed WHERE number <="
                              " (SELECT max(number) - 1000 FROM people_changed)"));
    if (status == ALEA_OK) {
        /* A seat without a person has ''; stage 3 is an uploaded match. */
        st = storage_statement(
            s, ST_TIDY_GAMES,
            "WITH named AS (SELECT id FROM users WHERE password_hash <> '')"
            " DELETE FROM games WHERE changed < ? AND stage <> 3"
            " AND user0 NOT IN (SELECT id FROM named)"
            " AND user1 NOT IN (SELECT id FROM named)"
            " AND NOT EXISTS (SELECT 1 FROM archives WHERE archives.game = games.id)"
            " AND NOT EXISTS (SELECT 1 FROM events WHERE events.game = games.id"
            " AND events.json LIKE '{\"type\":\"play\",%')");
        storage_bind_number(st, 1, unplayed_before);
        status = storage_run(st);
    }
    if (status == ALEA_OK) {
        st = storage_statement(
            s, ST_TIDY_FAMILIES,
            "WITH named AS (SELECT id FROM users WHERE password_hash <> '')"
            " DELETE FROM family_tables WHERE changed < ? AND last = 0"
            " AND user0 NOT IN (SELECT id FROM named)"
            " AND user1 NOT IN (SELECT id FROM named)");
        storage_bind_number(st, 1, unplayed_before);
        status = storage_run(st);
    }
    if (status == ALEA_OK) {
        st = storage_statement(s, ST_TIDY_GUESTS,
                               "DELETE FROM users WHERE password_hash = ''"
                               " AND created < ?"
                               " AND id NOT IN (SELECT \"user\" FROM sessions"
                               " WHERE seen >= ?)"
                               " AND id NOT IN (SELECT user0 FROM games)"
                               " AND id NOT IN (SELECT user1 FROM games)"
                               " AND id NOT IN (SELECT user0 FROM family_tables)"
                               " AND id NOT IN (SELECT user1 FROM family_tables)"
                               " AND (created < ?"
                               " OR id NOT IN (SELECT person FROM desks))");
        storage_bind_number(st, 1, guests_before);
        storage_bind_number(st, 2, guests_before);
        storage_bind_number(st, 3, before);
        status = storage_run(st);
    }
    return status;
}

alea_status storage_tidy(storage *s, int64_t before, int64_t guests_before,
                         int64_t unplayed_before)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = tidy(s, before, guests_before, unplayed_before);
    while (status != ALEA_OK && storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status;
}
