/* Every call of the storage, what it must refuse, old and foreign files, a disk that
 * keeps the writing thread waiting, and the death of the process between an answer and
 * the next breath. With a database's address in ALEA_TEST_DATABASE the storage is that
 * database (tests/servers/cluster.py makes one). */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "server/storage/database/checkpoint.h"
#include "server/storage/desks.h"
#include "server/storage/family/family.h"
#include "server/storage/interface.h"
#include "server/storage/relations.h"

#include <alea/status.h>

#include <dlfcn.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/waiting.h"

static char folder[32];
static char path[64], copy[64];
static const char *place; /* path, or the database */
static char psql_place[300];

static bool is_database(void)
{
    return place != path;
}

/* By another program, as an administrator would. */
static void run_psql(const char *sql)
{
    char command[900];
    snprintf(command, sizeof command, "psql -X -q -v ON_ERROR_STOP=1 -d '%s' -c \"%s\"",
             psql_place, sql);
    assert_int_equal(system(command), 0);
}

/* One number of the file or the database, read by another program; none: -1. */
static int64_t ask_database(const char *sql)
{
    char command[900], said[64];
    snprintf(command, sizeof command, "psql -X -q -A -t -d '%s' -c \"%s\"", psql_place,
             sql);
    FILE *psql = popen(command, "r");
    assert_non_null(psql);
    const int64_t number = fgets(said, sizeof said, psql) ? atoll(said) : -1;
    assert_int_equal(pclose(psql), 0);
    return number;
}

static int64_t ask_file(const char *sql)
{
    int64_t number = -1;
    sqlite3 *db = NULL;
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, HANG_S * 1000);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
    const int code = sqlite3_step(st);
    assert_true(code == SQLITE_ROW || code == SQLITE_DONE);
    if (code == SQLITE_ROW) number = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return number;
}

/* A program beside the storage, which runs statements. */
static FILE *psql_begin(void)
{
    char command[400];
    snprintf(command, sizeof command,
             "psql -X -q -v ON_ERROR_STOP=1 -d '%s' >/dev/null", psql_place);
    FILE *psql = popen(command, "w");
    assert_non_null(psql);
    return psql;
}

static void psql_say(FILE *psql, const char *sql)
{
    fprintf(psql, "%s;\n", sql);
    fflush(psql);
}

/* ... until it has done this one, inside a transaction; then it has another name. */
static void psql_done(FILE *psql, const char *sql)
{
    static int count;
    char name[80], question[160];
    psql_say(psql, sql);
    snprintf(name, sizeof name, "SET LOCAL application_name = 'done %d'", ++count);
    psql_say(psql, name);
    snprintf(question, sizeof question,
             "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'done %d'",
             count);
    WAIT_UNTIL(ask_database(question) == 1);
}

static void remove_files(void)
{
    char name[80];
    const char *const ends[] = {"", "-wal", "-shm"};
    if (is_database())
        run_psql(
            "SET client_min_messages = warning; DROP SCHEMA IF EXISTS alea CASCADE");
    for (size_t i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
        snprintf(name, sizeof name, "%s%s", copy, ends[i]);
        unlink(name);
    }
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/alea_storage_XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/a.db", folder);
    snprintf(copy, sizeof copy, "%s/b.db", folder);
    const char *database = getenv("ALEA_TEST_DATABASE");
    place = database ? database : path;
    snprintf(psql_place, sizeof psql_place, "%s", place);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    remove_files();
    return rmdir(folder);
}

static storage *open_store(void)
{
    storage *s = NULL;
    alea_error error;
    assert_int_equal(storage_open(&s, place, &error), ALEA_OK);
    return s;
}

static int fresh(void **state)
{
    remove_files();
    *state = open_store();
    return 0;
}

static int done(void **state)
{
    storage_close(*state);
    remove_files();
    return 0;
}

static storage_user user_of(const char *id, const char *name, const char *hash)
{
    storage_user user = {.created = 1000};
    snprintf(user.id, sizeof user.id, "%s", id);
    snprintf(user.name, sizeof user.name, "%s", name);
    snprintf(user.password_hash, sizeof user.password_hash, "%s", hash);
    snprintf(user.settings, sizeof user.settings, "{\"a\":1}");
    return user;
}

static storage_game game_of(const char *id, game_stage stage, int64_t created)
{
    storage_game game = {.stage = stage, .created = created, .changed = created};
    snprintf(game.id, sizeof game.id, "%s", id);
    snprintf(game.user[0], sizeof game.user[0], "useruseruse2");
    snprintf(game.names[0], sizeof game.names[0], "Ada");
    snprintf(game.names[1], sizeof game.names[1], "alea");
    snprintf(game.preset, sizeof game.preset, "tournament");
    game.match_length = 7;
    game.score[0] = 3;
    game.winner = -1;
    game.pr[0] = 4.25;
    game.pr[1] = game.luck = (double)NAN;
    return game;
}

/* ---- people ---- */

static void test_users(void **state)
{
    storage *s = *state;
    storage_user user = user_of("aaaaaaaaaaaa", "Ada", "hash"), got;
    assert_int_equal(storage_user_put(s, &user), ALEA_OK);
    assert_int_equal(storage_user_get(s, user.id, &got), ANSWER_FOUND);
    assert_string_equal(got.name, "Ada");
    assert_string_equal(got.settings, "{\"a\":1}");
    assert_int_equal(got.created, 1000);
    assert_int_equal(storage_user_named(s, "aDA", &got), ANSWER_FOUND);
    assert_string_equal(got.id, user.id);
    assert_int_equal(storage_user_named(s, "Ad", &got), ANSWER_ABSENT);
    assert_int_equal(storage_user_get(s, "bbbbbbbbbbbb", &got), ANSWER_ABSENT);

    /* A guest may bear any name and is not found by it; a second account may not. */
    const storage_user guest = user_of("bbbbbbbbbbbb", "ada", "");
    assert_int_equal(storage_user_put(s, &guest), ALEA_OK);
    assert_int_equal(storage_user_named(s, "ada", &got), ANSWER_FOUND);
    assert_string_equal(got.id, user.id);
    const storage_user second = user_of("cccccccccccc", "ADA", "other");
    assert_int_equal(storage_user_put(s, &second), ALEA_ERROR_ARGUMENT);
    assert_int_equal(storage_user_get(s, second.id, &got), ANSWER_ABSENT);

    snprintf(user.name, sizeof user.name, "Ada L");
    assert_int_equal(storage_user_put(s, &user), ALEA_OK);
    assert_int_equal(storage_user_get(s, user.id, &got), ANSWER_FOUND);
    assert_string_equal(got.name, "Ada L");
}

/* What was read is changed, not what somebody else has made of it, and never made
 * anew. */
static void test_user_changes(void **state)
{
    storage *s = *state;
    const storage_user was = user_of("aaaaaaaaaaaa", "Ada", "hash");
    const storage_user other = user_of("bbbbbbbbbbbb", "Bea", "hash");
    storage_user next = was, late = was, got;
    snprintf(next.password_hash, sizeof next.password_hash, "next");
    snprintf(late.password_hash, sizeof late.password_hash, "late");
    assert_int_equal(storage_user_change(s, &was, &next), ALEA_ERROR_REFUSED);
    assert_int_equal(storage_user_get(s, was.id, &got), ANSWER_ABSENT);

    assert_int_equal(storage_user_put(s, &was), ALEA_OK);
    assert_int_equal(storage_user_put(s, &other), ALEA_OK);
    assert_int_equal(storage_user_change(s, &was, &next), ALEA_OK);
    assert_int_equal(storage_user_change(s, &was, &next), ALEA_OK); /* asked again */
    assert_int_equal(storage_user_change(s, &was, &late), ALEA_ERROR_REFUSED);
    assert_int_equal(storage_user_change(s, &was, &was), ALEA_ERROR_REFUSED);
    assert_int_equal(storage_user_get(s, was.id, &got), ANSWER_FOUND);
    assert_string_equal(got.password_hash, "next");

    late = next;
    snprintf(late.name, sizeof late.name, "bea");
    assert_int_equal(storage_user_change(s, &next, &late), ALEA_ERROR_ARGUMENT);

    /* A sign-in with the old password and a change that lost the race begin nothing. */
    const storage_session fresh = {
        .id = "sssssssssss1", .user = "aaaaaaaaaaaa", .secret_hash = {7}};
    storage_session session;
    storage_beginning begin = {
        .was = &was, .user = &was, .fresh = &fresh, .old_user = "", .old = ""};
    assert_int_equal(storage_session_begin(s, &begin), ALEA_ERROR_REFUSED);
    assert_int_equal(storage_session_find(s, fresh.secret_hash, &session),
                     ANSWER_ABSENT);
    begin.was = begin.user = &next;
    assert_int_equal(storage_session_begin(s, &begin), ALEA_OK);
    assert_int_equal(storage_session_find(s, fresh.secret_hash, &session),
                     ANSWER_FOUND);

    assert_int_equal(storage_user_remove(s, was.id), ALEA_OK);
    assert_int_equal(storage_user_change(s, &next, &next), ALEA_ERROR_REFUSED);
    assert_int_equal(storage_session_begin(s, &begin), ALEA_ERROR_REFUSED);
    assert_int_equal(storage_user_get(s, was.id, &got), ANSWER_ABSENT);
}

static bool count_user(void *context, const storage_user *user)
{
    (void)user;
    return ++*(int *)context < 2;
}

static void test_user_list_stops(void **state)
{
    storage *s = *state;
    int seen = 0;
    for (int i = 0; i < 4; i++) {
        char id[ID_SIZE], name[8];
        snprintf(id, sizeof id, "aaaaaaaaaaa%c", 'a' + i);
        snprintf(name, sizeof name, "n%d", i);
        const storage_user user = user_of(id, name, i ? "hash" : "");
        assert_int_equal(storage_user_put(s, &user), ALEA_OK);
    }
    assert_int_equal(storage_users(s, count_user, &seen), ALEA_OK);
    assert_int_equal(seen, 2);
}

static storage_session session_of(const char *id, const char *user, int byte)
{
    storage_session session = {.created = 5, .seen = 5};
    snprintf(session.id, sizeof session.id, "%s", id);
    snprintf(session.user, sizeof session.user, "%s", user);
    snprintf(session.agent, sizeof session.agent, "browser");
    memset(session.secret_hash, byte, sizeof session.secret_hash);
    return session;
}

static void test_sessions(void **state)
{
    storage *s = *state;
    const storage_user user = user_of("aaaaaaaaaaaa", "Ada", "hash");
    storage_session one = session_of("sssssssssss2", user.id, 1), got, list[4];
    const storage_session two = session_of("sssssssssss3", user.id, 2);
    assert_int_equal(storage_session_put(s, &one), ALEA_ERROR_ARGUMENT); /* no user */
    assert_int_equal(storage_user_put(s, &user), ALEA_OK);
    assert_int_equal(storage_session_put(s, &one), ALEA_OK);
    assert_int_equal(storage_session_put(s, &two), ALEA_OK);
    one.seen = 9;
    assert_int_equal(storage_session_put(s, &one), ALEA_OK);
    assert_int_equal(storage_session_find(s, one.secret_hash, &got), ANSWER_FOUND);
    assert_string_equal(got.id, one.id);
    assert_string_equal(got.user, user.id);
    assert_int_equal(got.seen, 9);
    assert_memory_equal(got.secret_hash, one.secret_hash, 32);
    uint8_t unknown[32] = {0};
    assert_int_equal(storage_session_find(s, unknown, &got), ANSWER_ABSENT);
    assert_int_equal(storage_sessions_of(s, user.id, list, 4), 2);
    assert_string_equal(list[0].id, one.id);
    assert_int_equal(storage_sessions_of(s, user.id, list, 1), 1);

    assert_int_equal(storage_session_remove(s, "bbbbbbbbbbbb", one.id),
                     ALEA_ERROR_ARGUMENT);
    assert_int_equal(storage_sessions_remove_but(s, user.id, two.id), ALEA_OK);
    assert_int_equal(storage_session_find(s, one.secret_hash, &got), ANSWER_ABSENT);
    assert_int_equal(storage_session_remove(s, user.id, two.id), ALEA_OK);
    assert_int_equal(storage_sessions_of(s, user.id, list, 4), 0);
}

/* The first one's text. */
static bool keep_json(void *context, int64_t seq, int64_t time, const char *json)
{
    (void)seq, (void)time;
    snprintf(context, 200, "%s", json);
    return false;
}

static void test_user_is_forgotten(void **state)
{
    storage *s = *state;
    const storage_user user = user_of("useruseruse2", "Ada", "hash");
    const storage_session session = session_of("sssssssssss2", user.id, 1);
    storage_game game = game_of("gggggggggggg", STAGE_OVER, 10);
    storage_user got;
    storage_session found;
    assert_int_equal(storage_user_put(s, &user), ALEA_OK);
    assert_int_equal(storage_session_put(s, &session), ALEA_OK);
    assert_int_equal(storage_game_put(s, &game, "{}"), ALEA_OK);
    /* Also as one who watched others, whose names stay. */
    static const char *const events[][3] = {
        {"useruseruse2", "{\"type\":\"joined\",\"by\":0,\"name\":\"Ada\"}",
         "{\"type\":\"joined\",\"by\":0,\"name\":\"somebody\"}"},
        {"useruseruse2", "{\"type\":\"said\",\"name\":\"Ada \\\"x\",\"text\":\"hi\"}",
         "{\"type\":\"said\",\"name\":\"somebody\",\"text\":\"hi\"}"},
        {"otheruseruse", "{\"type\":\"said\",\"name\":\"Ada\",\"text\":\"hi\"}", NULL},
        {"useruseruse2", "{\"type\":\"roll\",\"by\":0}", NULL},
    };
    for (int i = 0; i < 4; i++)
        assert_int_equal(storage_event_append(s, game.id, i + 1, 1, events[i][0], "",
                                              events[i][1], NULL, NULL),
                         ALEA_OK);
    assert_int_equal(storage_user_remove(s, user.id), ALEA_OK);
    for (int i = 0; i < 4; i++) {
        char json[200] = "";
        assert_int_equal(storage_events(s, game.id, i, keep_json, json), ALEA_OK);
        assert_string_equal(json, events[i][2] ? events[i][2] : events[i][1]);
    }
    assert_int_equal(storage_user_get(s, user.id, &got), ANSWER_ABSENT);
    assert_int_equal(storage_session_find(s, session.secret_hash, &found),
                     ANSWER_ABSENT);
    assert_int_equal(storage_game_get(s, game.id, &game, NULL), ANSWER_FOUND);
    assert_string_equal(game.user[0], "");
    assert_string_equal(game.names[0], "somebody");
    assert_string_equal(game.names[1], "alea");
}

/* Erased: what the person said, brought and reported goes too; the game stays. */
static void test_user_is_erased(void **state)
{
    storage *s = *state;
    const storage_user user = user_of("useruseruse2", "Ada", "hash");
    const storage_user other = user_of("otheruseruse", "Ben", "hash");
    storage_game game = game_of("gggggggggggg", STAGE_OVER, 10);
    storage_game sent = game_of("uuuuuuuuuuuu", STAGE_UPLOADED, 10);
    static const char *const events[][3] = {
        {"useruseruse2", "{\"type\":\"said\",\"name\":\"Ada\",\"text\":\"a \\\"b\"}",
         "{\"type\":\"said\",\"name\":\"somebody\",\"text\":\"(erased)\"}"},
        {"otheruseruse", "{\"type\":\"said\",\"name\":\"Ben\",\"text\":\"hi\"}", NULL},
        {"useruseruse2", "{\"type\":\"roll\",\"by\":0}", NULL},
    };
    assert_int_equal(storage_user_put(s, &user), ALEA_OK);
    assert_int_equal(storage_user_put(s, &other), ALEA_OK);
    assert_int_equal(storage_game_put(s, &game, "{}"), ALEA_OK);
    assert_int_equal(storage_game_put(s, &sent, "{}"), ALEA_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(storage_event_append(s, game.id, i + 1, 1, events[i][0], "",
                                              events[i][1], NULL, NULL),
                         ALEA_OK);
    for (int i = 0; i < 3; i++) {
        storage_report r = {.time = 1, .text = "x"};
        memcpy(r.user, i == 0 ? user.id : other.id, sizeof r.user);
        memcpy(r.other, i == 1 ? user.id : "somebodyelse", sizeof r.other);
        assert_int_equal(report_put(s, &r), ALEA_OK);
    }
    assert_int_equal(storage_user_erase(s, user.id), ALEA_OK);
    for (int i = 0; i < 3; i++) {
        char json[200] = "";
        assert_int_equal(storage_events(s, game.id, i, keep_json, json), ALEA_OK);
        assert_string_equal(json, events[i][2] ? events[i][2] : events[i][1]);
    }
    assert_int_equal(storage_game_get(s, sent.id, &sent, NULL), ANSWER_ABSENT);
    assert_int_equal(storage_game_get(s, game.id, &game, NULL), ANSWER_FOUND);
    assert_string_equal(game.names[0], "somebody");
    assert_int_equal(reports_of(s, user.id, 0), 0);
    assert_int_equal(reports_of(s, other.id, 0), 1); /* about somebody else */
}

static void test_tidy(void **state)
{
    storage *s = *state;
    storage_user got;
    const storage_user idle = user_of("aaaaaaaaaaaa", "idle", "");
    const storage_user named = user_of("bbbbbbbbbbbb", "named", "hash");
    const storage_user player = user_of("useruseruse2", "player", "");
    storage_user young = user_of("cccccccccccc", "young", "");
    const storage_session old = session_of("sssssssssss2", idle.id, 1);
    const storage_game game = game_of("gggggggggggg", STAGE_OVER, 10);
    young.created = 5000;
    assert_int_equal(storage_user_put(s, &idle), ALEA_OK);
    assert_int_equal(storage_user_put(s, &named), ALEA_OK);
    assert_int_equal(storage_user_put(s, &player), ALEA_OK);
    assert_int_equal(storage_user_put(s, &young), ALEA_OK);
    assert_int_equal(storage_session_put(s, &old), ALEA_OK);
    assert_int_equal(storage_game_put(s, &game, NULL), ALEA_OK);
    assert_int_equal(storage_event_append(s, game.id, 1, 1, player.id, "",
                                          "{\"type\":\"play\",\"moves\":[]}", NULL,
                                          NULL),
                     ALEA_OK);
    assert_int_equal(storage_tidy(s, 2000, 2000, 1000), ALEA_OK);
    assert_int_equal(storage_user_get(s, idle.id, &got), ANSWER_ABSENT);
    assert_int_equal(storage_user_get(s, named.id, &got), ANSWER_FOUND);
    assert_int_equal(storage_user_get(s, player.id, &got), ANSWER_FOUND);
    assert_int_equal(storage_user_get(s, young.id, &got), ANSWER_FOUND);
}

/* Guests who were not seen for a day and have left nothing; a desk is kept longer. */
static void test_tidy_of_guests(void **state)
{
    storage *s = *state;
    storage_user got;
    const storage_user idle = user_of("aaaaaaaaaaaa", "idle", "");
    const storage_user seen = user_of("bbbbbbbbbbbb", "seen", "");
    const storage_user owner = user_of("cccccccccccc", "owner", "");
    const storage_session of_idle = session_of("sssssssssss2", idle.id, 1);
    storage_session of_seen = session_of("sssssssssss3", seen.id, 2);
    const storage_chunk chunk = {.number = 0, .bytes = "x", .size = 1};
    storage_desk desk = {.size = DESK_CHUNK, .stored = 1};
    of_seen.seen = 6000;
    assert_int_equal(storage_user_put(s, &idle), ALEA_OK);
    assert_int_equal(storage_user_put(s, &seen), ALEA_OK);
    assert_int_equal(storage_user_put(s, &owner), ALEA_OK);
    assert_int_equal(storage_session_put(s, &of_idle), ALEA_OK);
    assert_int_equal(storage_session_put(s, &of_seen), ALEA_OK);
    assert_int_equal(storage_desk_save(s, owner.id, &desk, &chunk, 1), ALEA_OK);
    assert_int_equal(storage_tidy(s, 0, 5000, 0), ALEA_OK);
    assert_int_equal(storage_user_get(s, idle.id, &got), ANSWER_ABSENT);
    assert_int_equal(storage_user_get(s, seen.id, &got), ANSWER_FOUND);
    assert_int_equal(storage_user_get(s, owner.id, &got), ANSWER_FOUND);
    assert_int_equal(storage_tidy(s, 5000, 5000, 0), ALEA_OK);
    assert_int_equal(storage_user_get(s, owner.id, &got), ANSWER_ABSENT);
}

static void put_unplayed(storage *s, const char *id, const char *user, int64_t changed)
{
    storage_game game = game_of(id, STAGE_OVER, 10);
    game.changed = changed;
    snprintf(game.user[0], ID_SIZE, "%s", user);
    game.user[1][0] = '\0';
    assert_int_equal(storage_game_put(s, &game, NULL), ALEA_OK);
    assert_int_equal(
        storage_event_append(s, id, 1, 1, "", "", "{\"type\":\"aborted\"}", NULL, NULL),
        ALEA_OK);
}

static void test_tidy_of_unplayed_games(void **state)
{
    storage *s = *state;
    storage_game got;
    const storage_user guest = user_of("aaaaaaaaaaaa", "guest", "");
    const storage_user named = user_of("bbbbbbbbbbbb", "named", "hash");
    assert_int_equal(storage_user_put(s, &guest), ALEA_OK);
    assert_int_equal(storage_user_put(s, &named), ALEA_OK);
    put_unplayed(s, "gggggggggg22", guest.id, 900);
    put_unplayed(s, "gggggggggg33", guest.id, 1100);
    put_unplayed(s, "gggggggggg44", named.id, 900);
    assert_int_equal(storage_tidy(s, 0, 0, 1000), ALEA_OK);
    assert_int_equal(storage_game_get(s, "gggggggggg22", &got, NULL), ANSWER_ABSENT);
    assert_int_equal(storage_game_get(s, "gggggggggg33", &got, NULL), ANSWER_FOUND);
    assert_int_equal(storage_game_get(s, "gggggggggg44", &got, NULL), ANSWER_FOUND);
}

/* ---- the archive ---- */

typedef struct told {
    int64_t first, last;
    int count, gaps;
    char text[8][200];
} told;

static bool tell(void *context, int64_t seq, int64_t time, const char *json)
{
    told *t = context;
    if (t->count == 0) t->first = seq;
    t->gaps += t->count > 0 && seq != t->last + 1;
    if (seq <= 8) snprintf(t->text[seq - 1], sizeof t->text[0], "%s", json);
    t->last = seq;
    t->count++;
    assert_int_equal(time, seq * 10);
    return true;
}

static void append_play(storage *s, const char *game, int64_t seq, const char *user)
{
    char json[200], key[24];
    snprintf(json, sizeof json,
             "{\"type\":\"play\",\"by\":%d,\"moves\":[[24,%d],[13,%d]],\"text\":\"x\"}",
             (int)seq & 1, (int)seq % 20, (int)seq % 7);
    snprintf(key, sizeof key, "k%d", (int)seq);
    assert_int_equal(
        storage_event_append(s, game, seq, seq * 10, user, key, json, NULL, NULL),
        ALEA_OK);
}

static void test_archive(void **state)
{
    storage *s = *state;
    enum { EVENTS = 400 };
    const storage_user ann = user_of("useruseruse2", "Ann", "hash");
    const storage_game game = game_of("gggggggggggg", STAGE_OVER, 10);
    char cursor[ID_SIZE] = "";
    int64_t counts[3];
    alea_error error;
    told all = {.count = 0};
    assert_int_equal(storage_user_put(s, &ann), ALEA_OK);
    assert_int_equal(storage_game_put(s, &game, NULL), ALEA_OK);
    assert_int_equal(storage_event_append(s, game.id, 1, 10, ann.id, "",
                                          "{\"type\":\"joined\",\"name\":\"Ann\"}",
                                          NULL, NULL),
                     ALEA_OK);
    for (int64_t seq = 2; seq <= EVENTS; seq++) append_play(s, game.id, seq, ann.id);
    /* Not while it may change yet; then once. */
    assert_int_equal(storage_archive_some(s, cursor, game.changed), 0);
    assert_int_equal(storage_archive_some(s, cursor, game.changed + 1), -1);
    assert_string_equal(cursor, "");
    assert_int_equal(storage_archive_some(s, cursor, game.changed + 1), 1);
    cursor[0] = '\0';
    assert_int_equal(storage_archive_some(s, cursor, game.changed + 1), 0);
    /* Read as before, from any event. */
    assert_int_equal(storage_events(s, game.id, 0, tell, &all), ALEA_OK);
    assert_int_equal(all.count, EVENTS);
    assert_int_equal(all.gaps, 0);
    assert_string_equal(all.text[0], "{\"type\":\"joined\",\"name\":\"Ann\"}");
    all = (told){.count = 0};
    assert_int_equal(storage_events(s, game.id, 395, tell, &all), ALEA_OK);
    assert_int_equal(all.first, 396);
    assert_int_equal(all.count, 5);
    assert_int_equal(storage_event_of_key(s, game.id, ann.id, "k77"), 77);
    assert_int_equal(storage_event_of_key(s, game.id, ann.id, "k1"), 0);
    assert_int_equal(storage_event_of_key(s, game.id, "nobodynobody", "k77"), 0);
    /* Only the next number goes in, and it is archived later. */
    assert_int_equal(storage_event_append(s, game.id, 2, 20, "", "", "{}", NULL, NULL),
                     ALEA_ERROR_REFUSED);
    append_play(s, game.id, EVENTS + 1, ann.id);
    assert_int_equal(storage_archive(s, game.id), ALEA_OK);
    /* A name is forgotten as before; the game is not unplayed. */
    assert_int_equal(storage_user_remove(s, ann.id), ALEA_OK);
    assert_int_equal(storage_tidy(s, 0, 0, game.changed + 1), ALEA_OK);
    all = (told){.count = 0};
    assert_int_equal(storage_events(s, game.id, 0, tell, &all), ALEA_OK);
    assert_int_equal(all.count, EVENTS + 1);
    assert_int_equal(all.gaps, 0);
    assert_string_equal(all.text[0], "{\"type\":\"joined\",\"name\":\"somebody\"}");
    assert_int_equal(storage_check(place, counts, &error), ALEA_OK);
    assert_int_equal(counts[2], EVENTS + 1);
    assert_int_equal(storage_game_remove(s, game.id), ALEA_OK);
    all = (told){.count = 0};
    assert_int_equal(storage_events(s, game.id, 0, tell, &all), ALEA_OK);
    assert_int_equal(all.count, 0);
}

/* ---- games ---- */

static void test_games(void **state)
{
    storage *s = *state;
    storage_game game = game_of("gggggggggggg", STAGE_WAITING, 10), got, list[8];
    char *head = NULL;
    assert_int_equal(storage_game_put(s, &game, "{\"x\":1}"), ALEA_OK);
    game.stage = STAGE_PLAYING;
    game.score[1] = 5;
    assert_int_equal(storage_game_put(s, &game, NULL), ALEA_OK); /* the head stays */
    assert_int_equal(storage_game_get(s, game.id, &got, &head), ANSWER_FOUND);
    assert_string_equal(head, "{\"x\":1}");
    free(head);
    assert_int_equal(got.stage, STAGE_PLAYING);
    assert_int_equal(got.score[0], 3);
    assert_int_equal(got.score[1], 5);
    assert_int_equal(got.winner, -1);
    assert_int_equal(got.match_length, 7);
    assert_string_equal(got.preset, "tournament");
    assert_true(fabs(got.pr[0] - 4.25) < 1e-12);
    assert_true(isnan(got.pr[1]) && isnan(got.luck));
    assert_int_equal(storage_game_get(s, "nnnnnnnnnnnn", &got, NULL), ANSWER_ABSENT);

    for (int i = 0; i < 5; i++) {
        char id[ID_SIZE];
        snprintf(id, sizeof id, "ggggggggggg%d", 2 + i);
        storage_game other = game_of(id, i < 3 ? STAGE_OVER : STAGE_WAITING, 20 + i);
        other.listed = i == 4;
        if (i == 1) /* both seats are one person's: listed once */
            snprintf(other.user[1], sizeof other.user[1], "useruseruse2");
        if (i == 2) {
            snprintf(other.user[1], sizeof other.user[1], "useruseruse2");
            snprintf(other.user[0], sizeof other.user[0], "someotherone");
        }
        assert_int_equal(storage_game_put(s, &other, NULL), ALEA_OK);
    }
    assert_int_equal(storage_games_of(s, "useruseruse2", true, 0, list, 8), 3);
    assert_int_equal(list[0].created, 22);
    assert_int_equal(list[2].created, 20);
    assert_int_equal(storage_games_of(s, "useruseruse2", true, 22, list, 8), 2);
    assert_int_equal(storage_games_of(s, "useruseruse2", true, 0, list, 1), 1);
    assert_int_equal(storage_games_of(s, "useruseruse2", false, 0, list, 8), 3);
    assert_int_equal(storage_games_of(s, "", false, 0, list, 8), 0);
    assert_int_equal(storage_games_in(s, STAGE_WAITING, false, list, 8), 2);
    assert_int_equal(storage_games_in(s, STAGE_WAITING, true, list, 8), 1);
    assert_string_equal(list[0].id, "ggggggggggg6");
    assert_int_equal(storage_game_remove(s, "ggggggggggg6"), ALEA_OK);
    assert_int_equal(storage_games_in(s, STAGE_WAITING, true, list, 8), 0);
}

typedef struct heard {
    int count, most;
    int64_t last, time;
    char json[64];
} heard;

static bool hear(void *context, int64_t seq, int64_t time, const char *json)
{
    heard *h = context;
    assert_int_equal(seq, h->last + 1);
    h->last = seq;
    h->time = time;
    snprintf(h->json, sizeof h->json, "%s", json);
    return ++h->count < h->most;
}

static void test_events(void **state)
{
    storage *s = *state;
    storage_game game = game_of("gggggggggggg", STAGE_PLAYING, 10), got;
    char *head = NULL;
    heard all = {.most = 100}, some = {.most = 2, .last = 1};
    const char *const id = game.id, *const user = "useruseruse2";
    assert_int_equal(storage_event_append(s, id, 1, 5, user, "", "{}", NULL, NULL),
                     ALEA_ERROR_ARGUMENT); /* no such game */
    assert_int_equal(storage_game_put(s, &game, "{}"), ALEA_OK);
    for (int i = 1; i <= 4; i++) {
        char json[32], key[8] = "";
        snprintf(json, sizeof json, "{\"n\":%d}", i);
        if (i > 1) snprintf(key, sizeof key, "k%d", i);
        assert_int_equal(
            storage_event_append(s, id, i, 100 + i, user, key, json, NULL, NULL),
            ALEA_OK);
    }
    /* Neither a gap nor a number again nor a key again, and nothing else changes. */
    game.score[0] = 99;
    assert_int_equal(storage_event_append(s, id, 6, 1, user, "k6", "{}", &game, "{1}"),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(storage_event_append(s, id, 4, 1, user, "k7", "{}", &game, "{1}"),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(storage_event_append(s, id, 5, 1, user, "k4", "{}", &game, "{1}"),
                     ALEA_ERROR_ARGUMENT);
    assert_int_equal(storage_game_get(s, id, &got, &head), ANSWER_FOUND);
    assert_int_equal(got.score[0], 3);
    assert_string_equal(head, "{}");
    free(head);
    assert_int_equal(
        storage_event_append(s, id, 5, 1, "other", "k4", "{}", &game, "{2}"),
        ALEA_OK); /* somebody else's key */
    assert_int_equal(storage_game_get(s, id, &got, &head), ANSWER_FOUND);
    assert_int_equal(got.score[0], 99);
    assert_string_equal(head, "{2}");
    free(head);
    assert_int_equal(storage_event_append(s, id, 6, 1, user, "", "{}", NULL, "{3}"),
                     ALEA_OK);
    assert_int_equal(storage_game_get(s, id, &got, &head), ANSWER_FOUND);
    assert_int_equal(got.score[0], 99);
    assert_string_equal(head, "{3}");
    free(head);

    assert_int_equal(storage_event_of_key(s, id, user, "k3"), 3);
    assert_int_equal(storage_event_of_key(s, id, "other", "k4"), 5);
    assert_int_equal(storage_event_of_key(s, id, user, "k9"), 0);
    assert_int_equal(storage_event_of_key(s, id, user, ""), 0);
    assert_int_equal(storage_events(s, id, 0, hear, &all), ALEA_OK);
    assert_int_equal(all.count, 6);
    assert_int_equal(storage_events(s, id, 1, hear, &some), ALEA_OK);
    assert_int_equal(some.count, 2);
    assert_int_equal(some.last, 3);
    assert_int_equal(some.time, 103);
    assert_string_equal(some.json, "{\"n\":3}");
}

static void test_blobs(void **state)
{
    storage *s = *state;
    const storage_game game = game_of("gggggggggggg", STAGE_UPLOADED, 10);
    static const char bytes[] = "a\0b";
    char *got = NULL;
    size_t size = 0;
    assert_int_equal(storage_blob_put(s, game.id, "upload", bytes, 3),
                     ALEA_ERROR_ARGUMENT);
    assert_int_equal(storage_game_put(s, &game, NULL), ALEA_OK);
    assert_int_equal(storage_blob_put(s, game.id, "upload", "first", 5), ALEA_OK);
    assert_int_equal(storage_blob_put(s, game.id, "upload", bytes, 3), ALEA_OK);
    assert_int_equal(storage_blob_put(s, game.id, "analysis", "", 0), ALEA_OK);
    assert_int_equal(storage_blob_get(s, game.id, "upload", &got, &size), ANSWER_FOUND);
    assert_int_equal(size, 3);
    assert_memory_equal(got, bytes, 4); /* a NUL after the end */
    free(got);
    assert_int_equal(storage_blob_get(s, game.id, "analysis", &got, &size),
                     ANSWER_FOUND);
    assert_int_equal(size, 0);
    free(got);
    assert_int_equal(storage_blob_get(s, game.id, "journal", &got, &size),
                     ANSWER_ABSENT);
    assert_int_equal(storage_game_remove(s, game.id), ALEA_OK);
    assert_int_equal(storage_blob_get(s, game.id, "upload", &got, &size),
                     ANSWER_ABSENT);
}

/* ---- files ---- */

static void run_sql(const char *file, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void test_foreign_files(void **state)
{
    alea_error error = {0};
    storage *s = *state, *other = NULL;
    storage_close(s);
    *state = NULL;
    run_sql(path, "PRAGMA user_version=999");
    assert_int_equal(storage_open(&other, path, &error), ALEA_ERROR_VERSION);
    assert_non_null(strstr(error.reason, "newer"));
    assert_null(other);

    /* A version that no alea writes: damaged, and said so. */
    for (int version = -1; version <= 0; version++) {
        char sql[64];
        snprintf(sql, sizeof sql, "PRAGMA user_version=%d", version);
        run_sql(path, sql);
        assert_int_equal(storage_open(&other, path, &error), ALEA_ERROR_CHECKSUM);
        assert_non_null(strstr(error.reason, "no valid schema version"));
        assert_null(other);
    }

    remove_files();
    run_sql(path, "CREATE TABLE theirs (a)");
    assert_int_equal(storage_open(&other, path, &error), ALEA_ERROR_UNSUPPORTED);

    remove_files();
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 500; i++) fputs("this is no database\n", file);
    fclose(file);
    assert_int_equal(storage_open(&other, path, &error), ALEA_ERROR_FILE);
    assert_int_not_equal(error.reason[0], 0);

    remove_files();
    int64_t counts[3];
    assert_int_not_equal(storage_check(path, counts, &error), ALEA_OK);
    assert_int_not_equal(storage_backup(path, copy, &error), ALEA_OK);
    assert_int_equal(storage_open(&other, "/nowhere/at/all.db", &error),
                     ALEA_ERROR_FILE);
    assert_null(other);
}

static void test_backup_and_check(void **state)
{
    storage *s = *state, *second = NULL;
    alea_error error = {0};
    int64_t counts[3] = {0};
    storage_user got;
    struct stat facts;
    const storage_user user = user_of("aaaaaaaaaaaa", "Ada", "hash");
    const storage_game game = game_of("gggggggggggg", STAGE_PLAYING, 10);
    assert_int_equal(storage_user_put(s, &user), ALEA_OK);
    assert_int_equal(storage_event_append(s, game.id, 1, 1, "", "", "{}", &game, "{}"),
                     ALEA_OK);
    assert_int_equal(storage_backup(path, copy, &error),
                     ALEA_OK); /* while it is open */
    assert_int_equal(storage_backup(path, copy, &error), ALEA_ERROR_FILE); /* exists */
    assert_int_equal(storage_check(copy, counts, &error), ALEA_OK);
    assert_int_equal(counts[0], 1);
    assert_int_equal(counts[1], 1);
    assert_int_equal(counts[2], 1);
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    assert_int_equal(stat(copy, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    assert_int_equal(storage_open(&second, copy, &error), ALEA_OK);
    assert_int_equal(storage_user_named(second, "ada", &got), ANSWER_FOUND);
    storage_close(second);
    run_sql(copy, "PRAGMA foreign_keys=OFF; DELETE FROM games");
    assert_int_equal(storage_check(copy, counts, &error), ALEA_ERROR_CHECKSUM);
}

/* A child writes events and says so after each; killed at a random moment, all that it
 * said is there, and nothing is there in part. */
static void write_until_killed(int tell)
{
    storage *s = open_store();
    storage_game game = game_of("gggggggggggg", STAGE_PLAYING, 10);
    for (int64_t seq = 1;; seq++) {
        char head[32];
        snprintf(head, sizeof head, "%lld", (long long)seq);
        if (storage_event_append(s, game.id, seq, seq, "", "", head, &game, head) !=
                ALEA_OK ||
            write(tell, &seq, sizeof seq) != sizeof seq)
            _exit(1);
    }
}

/* Another process holds the file, or the table, as a slow disk would. */
typedef struct holder {
    sqlite3 *db;
    FILE *psql;
} holder;

static holder hold_file(void)
{
    holder h = {0};
    if (is_database()) {
        h.psql = psql_begin();
        psql_say(h.psql, "BEGIN");
        psql_done(h.psql, "LOCK TABLE alea.events IN SHARE MODE");
        return h;
    }
    assert_int_equal(sqlite3_open(path, &h.db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(h.db, "BEGIN IMMEDIATE", NULL, NULL, NULL),
                     SQLITE_OK);
    return h;
}

static void let_file_go(holder h)
{
    if (h.psql) {
        psql_say(h.psql, "ROLLBACK");
        assert_int_equal(pclose(h.psql), 0);
        return;
    }
    assert_int_equal(sqlite3_exec(h.db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(h.db);
}

static int lost;
static char lost_game[ID_SIZE];
static void note_lost(void *context, const char *game)
{
    (void)context;
    lost++;
    snprintf(lost_game, sizeof lost_game, "%s", game);
}

static void ignore_wake(void *context)
{
    (void)context;
}

static void wait_until_kept(storage *s, int64_t number)
{
    WAIT_UNTIL(storage_kept(s, note_lost, NULL) >= number);
}

static void test_writing_behind(void **state)
{
    storage *s = *state;
    storage_game a = game_of("aaaaaaaaaaaa", STAGE_PLAYING, 10), got;
    const storage_game b = game_of("bbbbbbbbbbbb", STAGE_PLAYING, 10);
    heard h = {.most = 1 << 30};
    lost = 0;
    assert_int_equal(storage_game_put(s, &a, "{}"), ALEA_OK);
    assert_int_equal(storage_game_put(s, &b, "{}"), ALEA_OK);
    assert_true(storage_write_behind(s, ignore_wake, NULL));
    /* Nobody waits: taken at once, known by its key, kept when the disk lets it. */
    holder held = hold_file();
    a.score[0] = 6;
    for (int i = 1; i <= 500; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        assert_int_equal(storage_event_append(s, a.id, i, 5, "u", key, "{}",
                                              i == 500 ? &a : NULL, NULL),
                         ALEA_OK);
        assert_int_equal(storage_event_of_key(s, a.id, "u", key), i);
        assert_int_equal(storage_event_of_key(s, b.id, "u", key), 0);
    }
    assert_int_equal(storage_taken(s), 500);
    assert_int_equal(storage_kept(s, note_lost, NULL), 0);
    assert_int_equal(storage_game_get(s, b.id, &got, NULL),
                     ANSWER_FOUND); /* has nothing to wait for */
    let_file_go(held);
    /* Who reads that game reads what was taken. */
    assert_int_equal(storage_game_get(s, a.id, &got, NULL), ANSWER_FOUND);
    assert_int_equal(got.score[0], 6);
    wait_until_kept(s, 500);
    assert_int_equal(storage_events(s, a.id, 0, hear, &h), ALEA_OK);
    assert_int_equal(h.last, 500);
    assert_int_equal(lost, 0);
    /* An event that cannot be written takes no other game's with it. */
    held = hold_file();
    for (int i = 1; i <= 9; i++) {
        assert_int_equal(storage_event_append(s, b.id, i, 5, "u", "", "{}", NULL, NULL),
                         ALEA_OK);
        if (i == 5) /* not the next one */
            assert_int_equal(
                storage_event_append(s, a.id, 700, 5, "u", "", "{}", NULL, NULL),
                ALEA_OK);
    }
    let_file_go(held);
    wait_until_kept(s, 510);
    assert_int_equal(lost, 1);
    assert_string_equal(lost_game, a.id);
    h = (heard){.most = 1 << 30};
    assert_int_equal(storage_events(s, b.id, 0, hear, &h), ALEA_OK);
    assert_int_equal(h.last, 9);
    /* The end waits for all; afterwards each is written by itself. */
    assert_int_equal(storage_event_append(s, b.id, 10, 5, "u", "", "{}", NULL, NULL),
                     ALEA_OK);
    storage_write_through(s);
    assert_int_equal(storage_taken(s), 0);
    assert_int_equal(storage_event_append(s, b.id, 12, 5, "u", "", "{}", NULL, NULL),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(storage_event_append(s, b.id, 11, 5, "u", "", "{}", NULL, NULL),
                     ALEA_OK);
}

/* ---- turns over days, and vacations ---- */

#define HOUR_MS ((int64_t)3600 * 1000)
#define NOW     ((int64_t)1700000000000)

static storage_vacation vacation_until(int64_t until)
{
    return (storage_vacation){.year = 2023, .since = NOW, .until = until};
}

/* The game's next event at NOW, after which Ada is to act by `deadline`. */
static void append_turn(storage *s, int64_t seq, int64_t deadline, int64_t stood)
{
    storage_game game = game_of("aaaaaaaaaaaa", STAGE_PLAYING, 10);
    const storage_turn turn = {.seq = seq,
                               .player = "useruseruse2",
                               .deadline = deadline,
                               .stood = stood,
                               .card = "{}"};
    game.turn = &turn;
    assert_int_equal(
        storage_event_append(s, game.id, seq, NOW, "u", "", "{}", &game, NULL),
        ALEA_OK);
}

static void check_turn(storage *s, int64_t deadline, int64_t stood)
{
    storage_turn turn;
    assert_int_equal(storage_turn_get(s, "aaaaaaaaaaaa", &turn), ANSWER_FOUND);
    assert_int_equal(turn.deadline - NOW, deadline - NOW);
    assert_int_equal(turn.stood, stood);
}

static void begin_game_of_days(storage *s)
{
    const storage_user ada = user_of("useruseruse2", "Ada", "hash");
    const storage_game game = game_of("aaaaaaaaaaaa", STAGE_PLAYING, 10);
    assert_int_equal(storage_user_put(s, &ada), ALEA_OK);
    assert_int_equal(storage_game_put(s, &game, "{}"), ALEA_OK);
}

/* The row after another line, by an author who knows of no vacation. */
static void check_table(storage *s, storage_family *row, int64_t due, int64_t stood)
{
    const storage_family_line line = {"# said"};
    const storage_word none = {.kind = WORD_TABLE};
    storage_family got;
    row->last++;
    assert_int_equal(storage_family_append(s, row, &line, 1, &none), ALEA_OK);
    assert_int_equal(storage_family_get(s, row->id, &got), ANSWER_FOUND);
    assert_int_equal(got.due - NOW, due - NOW);
    assert_int_equal(got.stood, stood);
    assert_int_equal(row->due, got.due);
}

/* A vacation that begins or ends between reading a turn and writing it counts. */
static void test_turns_meet_vacations(void **state)
{
    storage *s = *state;
    const int64_t until = NOW + 50 * HOUR_MS, back = NOW + HOUR_MS;
    const storage_vacation away = vacation_until(until), over = vacation_until(back),
                           past = vacation_until(NOW - 1);
    storage_family row = {.id = "tttttttttttt",
                          .user = {"useruseruse2", ""},
                          .seats = FAMILY_FRIEND,
                          .stage = FAMILY_PLAYS,
                          .clock = FAMILY_DAYS,
                          .changed = NOW,
                          .due = NOW + 24 * HOUR_MS};
    storage_family other = row;
    memcpy(other.id, "ssssssssssss", sizeof "ssssssssssss");
    other.clock = FAMILY_DELAY;
    begin_game_of_days(s);
    assert_int_equal(storage_family_make(s, &row), ALEA_OK);
    assert_int_equal(storage_family_make(s, &other), ALEA_OK);
    assert_int_equal(storage_vacation_put(s, "useruseruse2", &away, NOW, HOUR_MS),
                     ALEA_OK);
    append_turn(s, 1, NOW + 24 * HOUR_MS, 0);
    check_turn(s, until + 24 * HOUR_MS, until);
    append_turn(s, 2, until + 24 * HOUR_MS, until);
    check_turn(s, until + 24 * HOUR_MS, until);
    append_turn(s, 3, NOW + HOUR_MS, 0); /* its last hour does not stand */
    check_turn(s, NOW + HOUR_MS, 0);
    check_table(s, &row, until + 24 * HOUR_MS, until);
    check_table(s, &other, NOW + 24 * HOUR_MS, 0);
    /* By a writer too; of one that ends sooner, or has ended. */
    assert_int_equal(storage_vacation_put(s, "useruseruse2", &over, NOW, HOUR_MS),
                     ALEA_OK);
    assert_true(storage_write_behind(s, ignore_wake, NULL));
    append_turn(s, 4, until + 24 * HOUR_MS, until);
    check_turn(s, back + 24 * HOUR_MS, back);
    check_table(s, &row, back + 24 * HOUR_MS, back);
    assert_int_equal(storage_vacation_put(s, "useruseruse2", &past, NOW, HOUR_MS),
                     ALEA_OK);
    append_turn(s, 5, back + 24 * HOUR_MS, back);
    check_turn(s, NOW + 24 * HOUR_MS, 0);
    check_table(s, &row, NOW + 24 * HOUR_MS, 0);
    storage_write_through(s);
}

static void test_kill(void **state)
{
    storage_close(*state);
    *state = NULL;
    for (int round = 0; round < 12; round++) {
        int ends[2];
        int64_t said = 0, seq;
        heard h = {.most = 1 << 30};
        char *head = NULL;
        storage_game game;
        remove_files();
        storage_close(open_store());
        assert_int_equal(pipe(ends), 0);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) write_until_killed(ends[1]);
        close(ends[1]);
        while (said < 20 + round * 37 && read(ends[0], &seq, sizeof seq) == sizeof seq)
            said = seq;
        kill(child, SIGKILL);
        while (read(ends[0], &seq, sizeof seq) == sizeof seq) said = seq;
        waitpid(child, NULL, 0);
        close(ends[0]);
        storage *s = open_store();
        assert_int_equal(storage_events(s, "gggggggggggg", 0, hear, &h), ALEA_OK);
        assert_in_range(h.last, said, said + 1);
        assert_int_equal(storage_game_get(s, "gggggggggggg", &game, &head),
                         ANSWER_FOUND);
        assert_int_equal(atoll(head), h.last);
        free(head);
        storage_close(s);
    }
}

static int changes;
static char changed_user[ID_SIZE];
static bool changed_removed, changes_stop;
static bool note_change(void *context, const char *user, bool removed)
{
    (void)context;
    changes++;
    changed_removed = removed;
    snprintf(changed_user, sizeof changed_user, "%s", user);
    return !changes_stop;
}

static void test_people_changed(void **state)
{
    storage *s = *state, *other = open_store();
    const storage_user user = user_of("aaaaaaaaaaaa", "Ada", "hash");
    int64_t seen = storage_people_last(s);
    assert_int_equal(seen, 0);
    changes = 0;
    assert_int_equal(storage_user_put(other, &user), ALEA_OK);
    assert_int_equal(storage_sessions_remove_but(other, user.id, ""), ALEA_OK);
    changes_stop = true; /* told again until it was heard */
    storage_people_changed(s, &seen, note_change, NULL);
    assert_int_equal(seen, 0);
    changes_stop = false;
    storage_people_changed(s, &seen, note_change, NULL);
    assert_int_equal(changes--, 2);
    assert_string_equal(changed_user, user.id);
    assert_false(changed_removed);
    assert_int_equal(storage_user_remove(other, user.id), ALEA_OK);
    assert_int_equal(storage_user_remove(other, user.id), ALEA_OK); /* nobody */
    storage_people_changed(s, &seen, note_change, NULL);
    assert_int_equal(changes, 2);
    assert_true(changed_removed);
    assert_int_equal(seen, storage_people_last(s));
    storage_close(other);
}

/* A transaction that changes nothing is no proof that the disk takes writes again. */
static void test_full_disk_is_remembered(void **state)
{
    struct rlimit before, none;
    storage *s = *state;
    const storage_user user = user_of("aaaaaaaaaaaa", "Ada", "hash");
    if (is_database()) skip();
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    none = before;
    none.rlim_cur = 1;
    assert_true(storage_is_writable(s));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    const alea_status put = storage_user_put(s, &user);
    const alea_status tidied = storage_tidy(s, 0, 0, 0);
    const bool writable = storage_is_writable(s);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(put, ALEA_ERROR_FILE);
    assert_int_equal(tidied, ALEA_OK);
    assert_false(writable);
    assert_int_equal(storage_sessions_remove_but(s, user.id, ""), ALEA_OK);
    assert_true(storage_is_writable(s));
}

/* ---- the log of the file ---- */

/* What the disk holds, as statvfs says; 0: as it is. */
static _Atomic int64_t disk_bytes;

static int64_t bytes_of(const char *end)
{
    char name[80];
    struct stat file;
    snprintf(name, sizeof name, "%s%s", path, end);
    return stat(name, &file) == 0 ? (int64_t)file.st_size : 0;
}

static int64_t used_bytes(void)
{
    return bytes_of("") + bytes_of("-wal") + bytes_of("-shm");
}

int statvfs(const char *restrict file, struct statvfs *restrict out)
{
    int (*real)(const char *, struct statvfs *);
    *(void **)&real = dlsym(RTLD_NEXT, "statvfs");
    const int code = real(file, out);
    if (disk_bytes) {
        const int64_t room = disk_bytes - used_bytes();
        out->f_frsize = 1;
        out->f_bavail = room > 0 ? (fsblkcnt_t)room : 0;
    }
    return code;
}

enum { EVENT_BYTES = 32 * 1024, MB = 1024 * 1024 };

static const char *long_event(void)
{
    static char json[EVENT_BYTES];
    if (!*json) {
        memset(json, 'x', sizeof json - 1);
        json[0] = json[sizeof json - 2] = '"';
    }
    return json;
}

static alea_status append_long(storage *s, int64_t seq)
{
    return storage_event_append(s, "gggggggggggg", seq, 5, "u", "", long_event(), NULL,
                                NULL);
}

/* Events at full speed: the log has SQLITE_LOG_MOST bytes at most. A reader that
 * needs old pages of it delays writers for moments only, and it is emptied later. */
static void test_log_is_bounded(void **state)
{
    enum { BATCH = 16, BATCHES = 200, READ_BATCHES = 90 };
    storage *s = *state;
    const storage_game game = game_of("gggggggggggg", STAGE_PLAYING, 10);
    sqlite3 *reader = NULL;
    int64_t seq = 0, longest = 0;
    lost = 0;
    assert_int_equal(storage_game_put(s, &game, "{}"), ALEA_OK);
    assert_true(storage_write_behind(s, ignore_wake, NULL));
    /* The thread has read the file through, which keeps the log from being emptied. */
    WAIT_UNTIL(bytes_of("") > 3 * 4096);
    for (int i = 0; i < BATCHES; i++) {
        for (int k = 0; k < BATCH; k++)
            assert_int_equal(append_long(s, ++seq), ALEA_OK);
        wait_until_kept(s, seq);
        const int64_t log = bytes_of("-wal");
        if (log > longest) longest = log;
    }
    assert_in_range(longest, MB, SQLITE_LOG_MOST);
    assert_int_equal(sqlite3_open(path, &reader), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM games", NULL, NULL, NULL),
        SQLITE_OK);
    for (int i = 0; i < READ_BATCHES; i++) {
        for (int k = 0; k < BATCH; k++)
            assert_int_equal(append_long(s, ++seq), ALEA_OK);
        wait_until_kept(s, seq);
    }
    assert_true(bytes_of("-wal") > SQLITE_LOG_MOST);
    sqlite3_close_v2(reader);
    WAIT_UNTIL(bytes_of("-wal") < MB);
    assert_int_equal(lost, 0);
}

/* A disk that fills: nothing is written for which the log would have no room in the
 * file, so that what is there goes into the file, and writing goes on when there is
 * room. */
static void test_disk_fills(void **state)
{
    enum { DISK = 24 * MB, RESERVE = 4 * MB };
    storage *s = *state;
    const storage_game game = game_of("gggggggggggg", STAGE_PLAYING, 10);
    sqlite3 *other = NULL;
    heard h = {.most = 1 << 30};
    alea_status status;
    int64_t seq = 0;
    assert_int_equal(storage_game_put(s, &game, "{}"), ALEA_OK);
    WAIT_UNTIL(bytes_of("") > 3 * 4096); /* no more a reader, as above */
    disk_bytes = DISK;
    do {
        status = append_long(s, ++seq);
        assert_true(used_bytes() <= DISK);
    } while (status == ALEA_OK);
    assert_int_equal(status, ALEA_ERROR_FILE);
    assert_false(storage_is_writable(s));
    /* What is not in the file: the reserve, and the log twice, as it is and as it would
     * be copied: it is emptied at a megabyte, which the last event goes beyond. */
    assert_true(bytes_of("") > DISK - RESERVE - 2 * (MB + 2 * EVENT_BYTES));
    /* A start finds the log as it was left. */
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(other, "SELECT count(*) FROM games", NULL, NULL, NULL), SQLITE_OK);
    storage_close(s);
    disk_bytes = used_bytes();
    *state = s = open_store();
    sqlite3_close(other);
    assert_int_equal(append_long(s, seq), ALEA_ERROR_FILE);
    assert_false(storage_is_writable(s));
    disk_bytes = 2 * DISK;
    WAIT_UNTIL(storage_is_writable(s));
    assert_int_equal(append_long(s, seq), ALEA_OK);
    disk_bytes = 0;
    assert_int_equal(storage_events(s, game.id, 0, hear, &h), ALEA_OK);
    assert_int_equal(h.last, seq);
}

/* A file that cannot be opened for want of room says how much is wanted. */
static void test_start_on_a_full_disk(void **state)
{
    struct rlimit before, none;
    storage *s = NULL;
    alea_error error;
    storage_close(*state);
    remove_files();
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    none = before;
    none.rlim_cur = 1;
    disk_bytes = 1;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    const alea_status status = storage_open(&s, place, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    disk_bytes = 0;
    assert_int_equal(status, ALEA_ERROR_FILE);
    assert_non_null(strstr(error.reason, "the disk is full; make 5 MB of room"));
    *state = open_store();
}

/* ---- several servers ---- */

/* Leases that no slow machine lets lapse, renewed often or as good as never. */
enum { LONG_MS = HANG_S * 1000, OFTEN_MS = 20, NEVER_MS = LONG_MS };

/* When the lease of a server ends, as the storage has it. */
static int64_t lease_of(const char *address)
{
    char sql[120];
    snprintf(sql, sizeof sql, "SELECT expires FROM %sholders WHERE address = '%s'",
             is_database() ? "alea." : "", address);
    return is_database() ? ask_database(sql) : ask_file(sql);
}

static void test_leases(void **state)
{
    storage *one = *state, *two = open_store();
    const storage_game a = game_of("aaaaaaaaaaaa", STAGE_PLAYING, 10);
    const storage_game b = game_of("bbbbbbbbbbbb", STAGE_PLAYING, 10);
    char other[STORAGE_ADDRESS], found[4][ID_SIZE];
    alea_error error;
    heard h = {.most = 100};
    assert_int_equal(storage_game_put(one, &a, "{}"), ALEA_OK);
    assert_int_equal(storage_game_put(one, &b, "{}"), ALEA_OK);
    assert_int_equal(storage_take(one, a.id, other), ALEA_OK); /* holds all */
    assert_int_equal(storage_join(one, "one:1", "key", LONG_MS, OFTEN_MS, &error),
                     ALEA_OK);
    assert_int_equal(storage_join(two, "two:2", "other", LONG_MS, OFTEN_MS, &error),
                     ALEA_ERROR_REFUSED);
    assert_non_null(strstr(error.reason, "one:1"));
    assert_int_equal(storage_join(two, "two:2", "key", LONG_MS, OFTEN_MS, &error),
                     ALEA_OK);
    assert_int_equal(storage_take(one, a.id, other), ALEA_OK);
    assert_int_equal(storage_take(one, a.id, other), ALEA_OK);
    assert_int_equal(storage_take(two, "nnnnnnnnnnnn", other), ALEA_ERROR_ARGUMENT);
    assert_int_equal(storage_take(two, a.id, other), ALEA_ERROR_REFUSED);
    assert_string_equal(other, "one:1");
    /* Who does not hold it cannot write; who does, can. */
    assert_int_equal(storage_event_append(two, a.id, 1, 5, "u", "", "{}", &a, "{9}"),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(storage_event_append(one, a.id, 1, 5, "u", "", "{}", &a, NULL),
                     ALEA_OK);
    assert_int_equal(storage_event_append(one, b.id, 1, 5, "u", "", "{}", NULL, NULL),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(storage_asked(one, found, 4), 0);
    storage_ask(two, a.id);
    assert_int_equal(storage_asked(two, found, 4), 0);
    assert_int_equal(storage_asked(one, found, 4), 1);
    assert_string_equal(found[0], a.id);
    /* Given back. */
    storage_drop(two, a.id);
    assert_int_equal(storage_take(two, a.id, other), ALEA_ERROR_REFUSED);
    storage_drop(one, a.id);
    assert_int_equal(storage_take(two, a.id, other), ALEA_OK);
    assert_int_equal(storage_event_append(one, a.id, 2, 5, "u", "", "{}", NULL, NULL),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(storage_event_append(two, a.id, 2, 5, "u", "", "{}", NULL, NULL),
                     ALEA_OK);
    /* It lasts while it is renewed. */
    const int64_t until = lease_of("two:2");
    WAIT_UNTIL(lease_of("two:2") > until);
    assert_true(storage_holds(one) && storage_holds(two));
    assert_int_equal(storage_take(one, a.id, other), ALEA_ERROR_REFUSED);
    assert_int_equal(storage_orphans(one, found, 4), 0);
    storage_leave(two);
    assert_int_equal(storage_orphans(one, found, 4), 1);
    assert_string_equal(found[0], a.id);
    assert_int_equal(storage_take(one, a.id, other), ALEA_OK);
    storage_close(two);
    assert_int_equal(storage_event_append(one, a.id, 3, 5, "u", "", "{}", NULL, NULL),
                     ALEA_OK);
    assert_int_equal(storage_events(one, a.id, 0, hear, &h), ALEA_OK);
    assert_int_equal(h.last, 3);
}

/* Clocks are the holder's to store, with their age by the database's time. */
static void test_clocks(void **state)
{
    storage *one = *state, *two = open_store();
    const storage_game a = game_of("aaaaaaaaaaaa", STAGE_PLAYING, 10);
    const storage_clocks c = {.seq = 4,
                              .reserve_ms = {60000, 41500},
                              .away_ms = {90000, 12},
                              .step_ms = 700,
                              .present = {false, true}};
    storage_clocks other_c = c, got;
    char other[STORAGE_ADDRESS];
    alea_error error;
    assert_int_equal(storage_game_put(one, &a, "{}"), ALEA_OK);
    assert_int_equal(storage_clocks_get(one, a.id, &got), ANSWER_ABSENT);
    storage_clocks_put(one, "nnnnnnnnnnnn", &c); /* no such game */
    assert_int_equal(storage_clocks_get(one, "nnnnnnnnnnnn", &got), ANSWER_ABSENT);
    assert_int_equal(storage_join(one, "one:1", "key", LONG_MS, OFTEN_MS, &error),
                     ALEA_OK);
    assert_int_equal(storage_join(two, "two:2", "key", LONG_MS, OFTEN_MS, &error),
                     ALEA_OK);
    assert_int_equal(storage_take(one, a.id, other), ALEA_OK);
    storage_clocks_put(one, a.id, &c);
    other_c.reserve_ms[1] = 60000;
    other_c.seq = 5;
    storage_clocks_put(two, a.id, &other_c); /* not its game */
    got.age_ms = 0;
    TRY_UNTIL (got.age_ms >= 25)
        assert_int_equal(storage_clocks_get(two, a.id, &got), ANSWER_FOUND);
    assert_int_equal(got.seq, 4);
    assert_int_equal(got.step_ms, 700);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(got.reserve_ms[i], c.reserve_ms[i]);
        assert_int_equal(got.away_ms[i], c.away_ms[i]);
        assert_int_equal(got.present[i], c.present[i]);
    }
    /* Behind the writer, among events and without a number of their own. */
    assert_true(storage_write_behind(one, ignore_wake, NULL));
    const int64_t taken = storage_taken(one);
    storage_clocks_put(one, a.id, &other_c);
    assert_int_equal(storage_taken(one), taken);
    assert_int_equal(storage_clocks_get(one, a.id, &got), ANSWER_FOUND);
    assert_int_equal(got.seq, 5);
    storage_drop(one, a.id);
    storage_clocks_put(one, a.id, &c); /* not its game any more */
    assert_int_equal(storage_event_append(one, a.id, 1, 5, "u", "", "{}", NULL, NULL),
                     ALEA_OK);
    storage_write_through(one);
    assert_int_equal(storage_clocks_get(one, a.id, &got), ANSWER_FOUND);
    assert_int_equal(got.seq, 5);
    assert_int_equal(storage_game_remove(one, a.id), ALEA_OK);
    assert_int_equal(storage_clocks_get(one, a.id, &got), ANSWER_ABSENT);
    storage_close(two);
}

/* What time does to the lease of a server that stands still. */
static void end_lease(const char *address)
{
    char sql[160];
    snprintf(sql, sizeof sql, "UPDATE %sholders SET expires = 0 WHERE address = '%s'",
             is_database() ? "alea." : "", address);
    if (is_database())
        run_psql(sql);
    else
        ask_file(sql);
}

static void check_setting(storage *s, const char *sql, const char *wanted)
{
    static int count; /* a statement of each number is prepared once */
    char got[40];
    storage_query *st = storage_statement(s, (statement)(ST_COPY + count++), sql);
    assert_int_equal(storage_first(st), ANSWER_FOUND);
    storage_column_text(st, 0, got, sizeof got);
    storage_reset(st);
    assert_string_equal(got, wanted);
}

/* What a connection waits for at most, before and after it is the event loop's. */
static void test_hurry(void **state)
{
    storage *s = *state;
    const storage_user user = user_of("aaaaaaaaaaaa", "Ada", "hash");
    storage_user got;
    if (is_database()) {
        check_setting(s, "SHOW lock_timeout", "10s");
        check_setting(s, "SHOW idle_in_transaction_session_timeout", "1min");
        storage_hurry(s);
        check_setting(s, "SHOW lock_timeout", "300ms");
        check_setting(s, "SHOW statement_timeout", "1s");
    } else {
        check_setting(s, "PRAGMA busy_timeout", "5000");
        storage_hurry(s);
        check_setting(s, "PRAGMA busy_timeout", "1000");
    }
    assert_int_equal(storage_user_put(s, &user), ALEA_OK);
    assert_int_equal(storage_user_get(s, user.id, &got), ANSWER_FOUND);
    storage_tidy_behind(s, 2000, 2000, 1000);
    storage_tidy_behind(s, 2000, 2000, 1000);
}

/* A lease that nobody renews ends, for others and by its holder's own clock. */
static void test_lease_ends(void **state)
{
    storage *one = *state, *two = open_store();
    const storage_game a = game_of("aaaaaaaaaaaa", STAGE_PLAYING, 10);
    char other[STORAGE_ADDRESS];
    alea_error error;
    assert_int_equal(storage_game_put(one, &a, "{}"), ALEA_OK);
    assert_int_equal(storage_join(two, "two", "key", LONG_MS, NEVER_MS, &error),
                     ALEA_OK);
    /* Of 400 ms so that it can be taken; begun anew where this machine was too slow. */
    alea_status taken = ALEA_ERROR_REFUSED;
    TRY_UNTIL (taken == ALEA_OK) {
        assert_int_equal(storage_join(one, "one", "key", 400, NEVER_MS, &error),
                         ALEA_OK);
        taken = storage_take(one, a.id, other);
    }
    WAIT_UNTIL(storage_take(two, a.id, other) == ALEA_OK);
    WAIT_UNTIL(!storage_holds(one));
    assert_true(storage_holds(two));
    assert_int_equal(storage_event_append(one, a.id, 1, 5, "u", "", "{}", NULL, NULL),
                     ALEA_ERROR_REFUSED);
    storage_close(two);
}

/* A server that was stopped and wakes up after its lease has expired writes nothing. */
static int be_late(const char *game, int go, int said)
{
    char other[STORAGE_ADDRESS], byte = 'g';
    storage *s = NULL;
    alea_error error;
    if (storage_open(&s, place, &error) != ALEA_OK ||
        storage_join(s, "late", "key", LONG_MS, OFTEN_MS, &error) != ALEA_OK ||
        storage_take(s, game, other) != ALEA_OK ||
        storage_event_append(s, game, 1, 5, "u", "", "{}", NULL, NULL) != ALEA_OK ||
        write(said, &byte, 1) != 1 || read(go, &byte, 1) != 1)
        return 1;
    if (storage_event_append(s, game, 2, 5, "u", "", "{}", NULL, NULL) !=
        ALEA_ERROR_REFUSED)
        return 2;
    WAIT_UNTIL(!storage_holds(s)); /* it cannot renew */
    if (storage_join(s, "late", "key", LONG_MS, OFTEN_MS, &error) != ALEA_OK ||
        !storage_holds(s))
        return 3;
    return storage_take(s, game, other) == ALEA_ERROR_REFUSED ? 0 : 4;
}

static void test_late_holder(void **state)
{
    storage *mine = *state;
    const storage_game a = game_of("aaaaaaaaaaaa", STAGE_PLAYING, 10);
    char other[STORAGE_ADDRESS], go = 'g';
    int ends[2], back[2], status = 0;
    alea_error error;
    assert_int_equal(storage_game_put(mine, &a, "{}"), ALEA_OK);
    storage_close(mine);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(back), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(be_late(a.id, ends[0], back[1]));
    *state = mine = open_store();
    assert_int_equal(read(back[0], &go, 1), 1);
    kill(child, SIGSTOP);
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    assert_int_equal(storage_join(mine, "mine", "key", LONG_MS, OFTEN_MS, &error),
                     ALEA_OK);
    assert_int_equal(storage_take(mine, a.id, other), ALEA_ERROR_REFUSED);
    end_lease("late");
    assert_int_equal(storage_take(mine, a.id, other), ALEA_OK);
    kill(child, SIGCONT);
    assert_int_equal(write(ends[1], &go, 1), 1);
    waitpid(child, &status, 0);
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(storage_event_append(mine, a.id, 2, 5, "u", "", "{}", NULL, NULL),
                     ALEA_OK);
    for (int i = 0; i < 2; i++) close(ends[i]), close(back[i]);
}

/* ---- the database ---- */

static void test_database_versions(void **state)
{
    alea_error error = {0};
    storage *s = *state, *other = NULL;
    int64_t counts[3];
    storage_close(s);
    *state = NULL;
    assert_int_equal(storage_backup(place, copy, &error), ALEA_OK);
    assert_int_equal(storage_backup(place, copy, &error), ALEA_ERROR_FILE); /* exists */
    assert_int_equal(storage_check(copy, counts, &error), ALEA_OK);
    /* One step newer is served, so that servers can be replaced one by one. */
    run_psql("UPDATE alea.schema_version SET version = version + 1");
    assert_int_equal(storage_open(&other, place, &error), ALEA_OK);
    storage_close(other);
    run_psql("UPDATE alea.schema_version SET version = version + 1");
    assert_int_equal(storage_open(&other, place, &error), ALEA_ERROR_VERSION);
    assert_non_null(strstr(error.reason, "newer"));
    run_psql("UPDATE alea.schema_version SET version = -3");
    assert_int_equal(storage_open(&other, place, &error), ALEA_ERROR_CHECKSUM);
    assert_int_equal(
        storage_open(&other, "postgresql://a:secret@/b?host=/nowhere", &error),
        ALEA_ERROR_FILE);
    assert_null(strstr(error.reason, "secret"));
    assert_int_equal(storage_check(place, counts, &error), ALEA_OK);
}

static void end_connections(void)
{
    run_psql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
             " WHERE pid <> pg_backend_pid() AND datname = current_database()"
             " AND application_name = 'alea'\" >/dev/null -c \"SELECT 1 WHERE false");
}

/* Calls in the loop and events of the writer go on by themselves; nothing is
 * doubled. */
static void test_lost_connection(void **state)
{
    storage *s = *state;
    const storage_user user = user_of("aaaaaaaaaaaa", "Ada", "hash");
    const storage_game a = game_of("aaaaaaaaaaaa", STAGE_PLAYING, 10);
    storage_user got;
    heard h = {.most = 1 << 30};
    enum { ROUNDS = 6, EVENTS = 200 };
    lost = 0;
    assert_int_equal(storage_user_put(s, &user), ALEA_OK);
    end_connections();
    assert_int_equal(storage_user_get(s, user.id, &got), ANSWER_FOUND);
    end_connections();
    assert_int_equal(storage_user_put(s, &user), ALEA_OK);
    end_connections();
    assert_int_equal(storage_sessions_remove_but(s, user.id, ""), ALEA_OK);
    assert_int_equal(storage_game_put(s, &a, "{}"), ALEA_OK);
    end_connections();
    assert_int_equal(storage_event_append(s, a.id, 1, 5, "u", "", "{}", &a, "{}"),
                     ALEA_OK);
    assert_true(storage_write_behind(s, ignore_wake, NULL));
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < EVENTS; i++) {
            const int64_t seq = 2 + round * EVENTS + i;
            char key[24];
            snprintf(key, sizeof key, "k%d", (int)seq);
            assert_int_equal(
                storage_event_append(s, a.id, seq, 5, "u", key, "{}", &a, "{}"),
                ALEA_OK);
            if (i == EVENTS / 2) end_connections();
        }
        wait_until_kept(s, (round + 1) * EVENTS);
    }
    assert_int_equal(lost, 0);
    assert_int_equal(storage_events(s, a.id, 0, hear, &h), ALEA_OK);
    assert_int_equal(h.last, 1 + ROUNDS * EVENTS);
}

#define TAKE_NUMBER(game)                                                              \
    "INSERT INTO alea.events (game, seq, time, \"user\", key, json)"                   \
    " VALUES ('" game "', 1, 0, '', '', '{}')"

/* So many transactions wait for another one. */
static bool are_waiting(int wanted)
{
    return ask_database("SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid'"
                        " AND NOT granted") == wanted;
}

static bool rival_has_both(void)
{
    return ask_database(
               "SELECT count(*) FROM pg_stat_activity WHERE state ="
               " 'idle in transaction' AND query LIKE 'UPDATE%aaaaaaaaaaaa%'") == 1;
}

/* The batch that the database undoes to end a deadlock is written again: it has game a
 * and waits for game b, somebody else has b and waits for a. A third program, which has
 * taken the numbers of events, holds the batch up until the other one waits. */
static void test_deadlock(void **state)
{
    storage *s = *state;
    storage_game a = game_of("aaaaaaaaaaaa", STAGE_PLAYING, 10);
    const storage_game b = game_of("bbbbbbbbbbbb", STAGE_PLAYING, 10);
    heard h = {.most = 1 << 30};
    lost = 0;
    assert_int_equal(storage_game_put(s, &a, "{}"), ALEA_OK);
    assert_int_equal(storage_game_put(s, &b, "{}"), ALEA_OK);
    assert_true(storage_write_behind(s, ignore_wake, NULL));
    FILE *rival = psql_begin(), *holds = psql_begin();
    /* Never, so that the batch is undone and not the rival. */
    psql_say(rival, "SET deadlock_timeout = '1d'; BEGIN");
    psql_done(rival, "UPDATE alea.games SET listed = 1 WHERE id = 'bbbbbbbbbbbb'");
    psql_say(holds, "BEGIN; " TAKE_NUMBER("bbbbbbbbbbbb") "; SAVEPOINT p");
    psql_done(holds, TAKE_NUMBER("aaaaaaaaaaaa"));
    assert_int_equal(storage_event_append(s, a.id, 1, 5, "u", "", "{}", &a, NULL),
                     ALEA_OK);
    WAIT_UNTIL(are_waiting(1));
    /* One batch, as the writer is busy. */
    assert_int_equal(storage_event_append(s, a.id, 2, 5, "u", "", "{}", &a, NULL),
                     ALEA_OK);
    assert_int_equal(storage_event_append(s, b.id, 1, 5, "u", "", "{}", &b, NULL),
                     ALEA_OK);
    psql_say(holds, "ROLLBACK TO p");
    wait_until_kept(s, 1);
    WAIT_UNTIL(are_waiting(1));
    psql_say(rival, "UPDATE alea.games SET listed = 1 WHERE id = 'aaaaaaaaaaaa'");
    /* Or the database has ended the deadlock meanwhile: the rival has game a. */
    WAIT_UNTIL(are_waiting(2) || rival_has_both());
    psql_say(holds, "ROLLBACK");
    assert_int_equal(pclose(holds), 0);
    psql_say(rival, "COMMIT");
    wait_until_kept(s, 3);
    assert_int_equal(pclose(rival), 0);
    assert_int_equal(lost, 0);
    assert_int_equal(storage_events(s, a.id, 0, hear, &h), ALEA_OK);
    assert_int_equal(h.last, 2);
}

/* Another server is about to store a vacation: the turn waits for it and counts it. */
static void test_vacation_meanwhile(void **state)
{
    storage *s = *state;
    const int64_t until = NOW + 50 * HOUR_MS;
    begin_game_of_days(s);
    lost = 0;
    assert_true(storage_write_behind(s, ignore_wake, NULL));
    FILE *other = psql_begin();
    psql_say(other, "BEGIN");
    psql_say(other, "INSERT INTO alea.vacations (person, year, used, since, until)"
                    " VALUES ('useruseruse2', 2023, 0, 0, 1700180000000)");
    psql_done(other, "UPDATE alea.turns SET stood = 1 WHERE player = 'useruseruse2'");
    append_turn(s, 1, NOW + 24 * HOUR_MS, 0);
    WAIT_UNTIL(ask_database("SELECT count(*) FROM pg_locks WHERE NOT granted") == 1 ||
               storage_kept(s, note_lost, NULL) == 1);
    psql_say(other, "COMMIT");
    assert_int_equal(pclose(other), 0);
    wait_until_kept(s, 1);
    assert_int_equal(lost, 0);
    check_turn(s, until + 24 * HOUR_MS, until);
}

/* A database that is read only refuses, and says so, until it can be written again. */
static void test_read_only(void **state)
{
    storage *s = *state;
    const storage_user user = user_of("aaaaaaaaaaaa", "Ada", "hash");
    const storage_game a = game_of("aaaaaaaaaaaa", STAGE_PLAYING, 10);
    assert_int_equal(storage_game_put(s, &a, "{}"), ALEA_OK);
    assert_true(storage_is_writable(s));
    run_psql("ALTER SYSTEM SET default_transaction_read_only = on");
    run_psql("SELECT pg_reload_conf()\" >/dev/null -c \"SELECT 1 WHERE false");
    WAIT_UNTIL(storage_user_put(s, &user) == ALEA_ERROR_FILE);
    assert_int_equal(storage_event_append(s, a.id, 1, 5, "u", "", "{}", NULL, NULL),
                     ALEA_ERROR_FILE);
    WAIT_UNTIL(!storage_is_writable(s));
    run_psql("BEGIN READ WRITE\" -c \"COMMIT\" -c \"ALTER SYSTEM RESET"
             " default_transaction_read_only");
    run_psql("SELECT pg_reload_conf()\" >/dev/null -c \"SELECT 1 WHERE false");
    WAIT_UNTIL(storage_is_writable(s));
    WAIT_UNTIL(storage_event_append(s, a.id, 1, 5, "u", "", "{}", NULL, NULL) ==
               ALEA_OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh, done)

int main(void)
{
    const struct CMUnitTest both[] = {
        TEST(test_users),
        TEST(test_user_changes),
        TEST(test_user_list_stops),
        TEST(test_sessions),
        TEST(test_user_is_forgotten),
        TEST(test_user_is_erased),
        TEST(test_tidy),
        TEST(test_archive),
        TEST(test_tidy_of_unplayed_games),
        TEST(test_tidy_of_guests),
        TEST(test_games),
        TEST(test_events),
        TEST(test_blobs),
        TEST(test_people_changed),
        TEST(test_full_disk_is_remembered),
        TEST(test_writing_behind),
        TEST(test_turns_meet_vacations),
        TEST(test_kill),
        TEST(test_leases),
        TEST(test_clocks),
        TEST(test_hurry),
        TEST(test_lease_ends),
        TEST(test_late_holder),
    };
    const struct CMUnitTest files[] = {
        TEST(test_log_is_bounded),       TEST(test_disk_fills),
        TEST(test_start_on_a_full_disk), TEST(test_foreign_files),
        TEST(test_backup_and_check),
    };
    const struct CMUnitTest databases[] = {
        TEST(test_database_versions),  TEST(test_lost_connection), TEST(test_deadlock),
        TEST(test_vacation_meanwhile), TEST(test_read_only),
    };
    const int failed = cmocka_run_group_tests(both, make_folder, remove_folder);
    if (failed) return failed;
    return getenv("ALEA_TEST_DATABASE")
               ? cmocka_run_group_tests(databases, make_folder, remove_folder)
               : cmocka_run_group_tests(files, make_folder, remove_folder);
}
