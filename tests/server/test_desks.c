/* Desks in the storage: chunks with a version, the image as a plain file and as
 * SQLite's, two servers that change one desk, reading and writing that fail, desks of
 * files. With a database's address in ALEA_TEST_DATABASE the storage is that
 * database. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "asking.h"
#include "server/desk/bytes/image_file.h"
#include "server/desk/bytes/whole.h"
#include "server/desk/moved.h"
#include "server/desk/place.h"
#include "server/jobs/internal.h"
#include "server/study/parts.h"
#include "server/support/limits.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#define ANN "annannannan2"
#define BEN "benbenbenbe2"

static char folder[40], path[64], desks[64];
static const char *place; /* path, or the database */

/* ---- a storage ---- */

/* As another program would. */
static void run_sql(const char *sqlite, const char *postgresql)
{
    char command[900];
    if (place == path) {
        sqlite3 *db = NULL;
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        sqlite3_busy_timeout(db, 5000);
        assert_int_equal(sqlite3_exec(db, sqlite, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        return;
    }
    snprintf(command, sizeof command, "psql -X -q -v ON_ERROR_STOP=1 -d '%s' -c \"%s\"",
             place, postgresql);
    assert_int_equal(system(command), 0);
}

static void hide(const char *table, bool hidden)
{
    char sqlite[120], postgresql[120];
    snprintf(sqlite, sizeof sqlite, "ALTER TABLE %s%s RENAME TO %s%s", table,
             hidden ? "" : "_gone", table, hidden ? "_gone" : "");
    snprintf(postgresql, sizeof postgresql, "ALTER TABLE alea.%s%s RENAME TO %s%s",
             table, hidden ? "" : "_gone", table, hidden ? "_gone" : "");
    run_sql(sqlite, postgresql);
}

static void remove_files(void)
{
    char command[200];
    if (place != path)
        run_sql("", "SET client_min_messages = warning; DROP SCHEMA IF EXISTS alea"
                    " CASCADE");
    snprintf(command, sizeof command, "rm -rf %s/*", folder);
    assert_int_equal(system(command), 0);
}

static storage *open_store(void)
{
    storage *s = NULL;
    alea_error error;
    assert_int_equal(storage_open(&s, place, &error), ALEA_OK);
    return s;
}

static void put_user(storage *s, const char *id)
{
    storage_user user = {.created = 1000};
    snprintf(user.id, sizeof user.id, "%s", id);
    snprintf(user.name, sizeof user.name, "%s", id);
    snprintf(user.settings, sizeof user.settings, "{}");
    assert_int_equal(storage_user_put(s, &user), ALEA_OK);
}

static int fresh(void **state)
{
    remove_files();
    *state = open_store();
    put_user(*state, ANN);
    return 0;
}

static int done(void **state)
{
    storage_close(*state);
    remove_files();
    return 0;
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/alea_desks_XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/a.db", folder);
    snprintf(desks, sizeof desks, "%s/a.db-desks", folder);
    const char *database = getenv("ALEA_TEST_DATABASE");
    place = database ? database : path;
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

/* ---- chunks ---- */

typedef struct seen {
    char text[600][8];
    int calls;
    storage *other; /* saves on the way */
    storage_desk *desk;
} seen;

static bool see(void *context, const storage_chunk *chunk)
{
    seen *t = context;
    assert_in_range(chunk->number, 0, 599);
    assert_in_range(chunk->size, 1, 7);
    memset(t->text[chunk->number], 0, 8);
    memcpy(t->text[chunk->number], chunk->bytes, chunk->size);
    t->calls++;
    if (t->calls == 300 && t->other) { /* a chunk that was read, and one that was not */
        const storage_chunk both[] = {{2, "new", 3}, {599, "new", 3}};
        assert_int_equal(storage_desk_save(t->other, ANN, t->desk, both, 2), ALEA_OK);
    }
    return true;
}

static void test_chunks(void **state)
{
    storage *s = *state;
    storage_desk d = {.size = 2 * DESK_CHUNK + 5, .stored = 9, .changed = 7}, got;
    static seen t;
    const storage_chunk three[] = {{0, "a", 1}, {1, "bb", 2}, {2, "cc\0c", 4}};
    const storage_chunk one[] = {{1, "B", 1}};
    memset(&t, 0, sizeof t);
    assert_int_equal(storage_desk_head(s, ANN, &got), ANSWER_ABSENT);
    assert_int_equal(got.version, 0);
    assert_int_equal(storage_desk_read(s, ANN, &got, see, &t), ALEA_OK);
    assert_true(got.version == 0 && t.calls == 0);
    assert_int_equal(storage_desk_save(s, BEN, &d, three, 3), ALEA_ERROR_ARGUMENT);
    assert_int_equal(storage_desk_save(s, ANN, &d, three, 3), ALEA_OK);
    assert_true(d.version > 0);
    const storage_desk old = d;
    assert_int_equal(storage_desk_read(s, ANN, &got, see, &t), ALEA_OK);
    assert_memory_equal(&got, &d, sizeof d);
    assert_int_equal(t.calls, 3);
    assert_string_equal(t.text[1], "bb");
    assert_memory_equal(t.text[2], "cc\0c", 4);
    /* A new one beside it is refused, and so is what was built on an old version. */
    storage_desk none = {.size = 1};
    assert_int_equal(storage_desk_save(s, ANN, &none, one, 1), ALEA_ERROR_REFUSED);
    d.size = DESK_CHUNK + 1;
    assert_int_equal(storage_desk_save(s, ANN, &d, one, 1), ALEA_OK);
    assert_true(d.version > old.version);
    storage_desk late = old;
    assert_int_equal(storage_desk_save(s, ANN, &late, three, 3), ALEA_ERROR_REFUSED);
    assert_int_equal(late.version, old.version);
    memset(&t, 0, sizeof t);
    assert_int_equal(storage_desk_read(s, ANN, &got, see, &t), ALEA_OK);
    assert_int_equal(t.calls, 2); /* the third is behind the end */
    assert_string_equal(t.text[0], "a");
    assert_string_equal(t.text[1], "B");
    assert_int_equal(storage_user_remove(s, ANN), ALEA_OK);
    assert_int_equal(storage_desk_head(s, ANN, &got), ANSWER_ABSENT);
    assert_int_equal(got.version, 0);
    assert_int_equal(storage_desk_save(s, ANN, &d, one, 1), ALEA_ERROR_REFUSED);
    /* Fails if a chunk is left. */
    run_sql("CREATE TEMP TABLE none (n CHECK (n = 0)); INSERT INTO none SELECT count(*)"
            " FROM desk_chunks",
            "CREATE TEMP TABLE none (n BIGINT CHECK (n = 0)); INSERT INTO none"
            " SELECT count(*) FROM alea.desk_chunks");
}

/* Longer than a page, and changed by another connection while it is read. */
static void test_read_while_it_changes(void **state)
{
    storage *s = *state, *other = storage_desks_connect(s);
    static storage_chunk all[600];
    static seen t;
    storage_desk d = {.size = (int64_t)600 * DESK_CHUNK}, got;
    assert_non_null(other);
    for (int i = 0; i < 600; i++) all[i] = (storage_chunk){i, "old", 3};
    assert_int_equal(storage_desk_save(s, ANN, &d, all, 600), ALEA_OK);
    memset(&t, 0, sizeof t);
    t.other = other;
    t.desk = &d;
    assert_int_equal(storage_desk_read(s, ANN, &got, see, &t), ALEA_OK);
    assert_int_equal(got.version, d.version);
    assert_string_equal(t.text[2], "new");
    assert_string_equal(t.text[3], "old");
    assert_string_equal(t.text[599], "new");
    storage_desks_disconnect(other);
}

static void test_chunks_that_cannot_be_read(void **state)
{
    storage *s = *state;
    static seen t;
    storage_desk d = {.size = 5}, got;
    const storage_chunk one[] = {{0, "a", 1}};
    assert_int_equal(storage_desk_save(s, ANN, &d, one, 1), ALEA_OK);
    const int64_t version = d.version;
    hide("desk_chunks", true);
    assert_int_equal(storage_desk_read(s, ANN, &got, see, &t), ALEA_ERROR_FILE);
    assert_int_equal(storage_desk_save(s, ANN, &d, one, 1), ALEA_ERROR_FILE);
    assert_int_equal(d.version, version);
    hide("desk_chunks", false);
    assert_int_equal(storage_desk_head(s, ANN, &got), ANSWER_FOUND);
    assert_int_equal(got.version, version); /* the head went back with the chunk */
    hide("desks", true);
    assert_int_equal(storage_desk_head(s, ANN, &got), ANSWER_FAILED);
    hide("desks", false);
    assert_int_equal(storage_desk_head(s, ANN, &got), ANSWER_FOUND);
    assert_int_equal(got.version, version);
}

/* ---- images ---- */

static uint32_t random_number(uint32_t below)
{
    static uint64_t x = 20261125;
    x = x * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(x >> 33) % below;
}

enum { MOST = 20 * DESK_CHUNK };

static void compare(image *m, const uint8_t *plain, size_t size)
{
    static uint8_t out[MOST + 99];
    assert_int_equal(image_size(m), size);
    assert_int_equal(image_read(m, out, size + 99, 0), ALEA_OK);
    assert_memory_equal(out, plain, size);
    for (size_t i = size; i < size + 99; i++) assert_int_equal(out[i], 0);
}

/* Through the storage's form and back. */
static image *store_and_load(image *m)
{
    size_t count;
    assert_int_equal(image_pack(m), ALEA_OK);
    storage_chunk *list = image_changes(m, &count);
    image *back = image_new();
    for (size_t i = 0; i < count; i++) assert_true(image_put(back, &list[i]));
    assert_true(image_end(back, image_size(m)));
    assert_int_equal(image_stored(back), image_stored(m));
    free(list);
    return back;
}

static void test_image_is_a_file(void **state)
{
    static uint8_t plain[MOST + 99], bytes[3 * DESK_CHUNK];
    size_t size = 0;
    image *m = image_new();
    (void)state;
    memset(plain, 0, sizeof plain);
    for (int i = 0; i < 3000; i++) {
        const uint32_t what = random_number(20);
        if (what < 14) {
            const size_t length = 1 + random_number(sizeof bytes);
            const size_t from = random_number(MOST - (uint32_t)length + 1);
            memset(bytes, (int)random_number(256), length);
            assert_int_equal(image_write(m, bytes, length, (int64_t)from), ALEA_OK);
            memcpy(plain + from, bytes, length);
            if (from + length > size) size = from + length;
        } else if (what < 17) {
            const size_t cut = random_number(MOST + 1);
            assert_int_equal(image_cut(m, (int64_t)cut), ALEA_OK);
            if (cut < size) memset(plain + cut, 0, size - cut);
            size = cut;
        } else if (what < 19) {
            assert_int_equal(image_pack(m), ALEA_OK);
        } else { /* what a copy does is its own */
            image *copy = image_copy(m);
            memset(bytes, 7, sizeof bytes);
            assert_int_equal(image_write(copy, bytes, sizeof bytes, 5), ALEA_OK);
            image_free(copy);
        }
        if (i % 50 == 0) compare(m, plain, size);
    }
    image *back = store_and_load(m);
    compare(back, plain, size);
    assert_false(image_has_changed(back));
    image_free(back);
    image_free(m);
}

static void test_image_tells_what_changed(void **state)
{
    size_t count;
    bool same;
    (void)state;
    image *m = image_new();
    assert_int_equal(image_cut(m, 10 * DESK_CHUNK), ALEA_OK);
    assert_int_equal(image_pack(m), ALEA_OK);
    assert_in_range(image_stored(m), 10, 10 * 60);
    image_keep(m);
    assert_false(image_has_changed(m));
    assert_int_equal(image_write(m, "x", 1, 3 * DESK_CHUNK + 9), ALEA_OK);
    assert_true(image_has_changed(m));
    image *other = image_copy(m);
    assert_int_equal(image_compare(m, other, &same), ALEA_OK);
    assert_true(same);
    assert_int_equal(image_write(other, "y", 1, 9 * DESK_CHUNK), ALEA_OK);
    assert_int_equal(image_compare(m, other, &same), ALEA_OK);
    assert_false(same);
    assert_int_equal(image_pack(m), ALEA_OK);
    storage_chunk *list = image_changes(m, &count);
    assert_int_equal(count, 1);
    assert_int_equal(list[0].number, 3);
    free(list);
    image_keep(m);
    assert_int_equal(image_cut(m, 5), ALEA_OK);
    assert_true(image_has_changed(m));
    image_free(other);
    image_free(m);
}

static void test_damaged_images(void **state)
{
    uint8_t byte;
    (void)state;
    image *m = image_new();
    const storage_chunk bad = {.number = 1, .bytes = "no zlib", .size = 7};
    const storage_chunk far = {.number = INT64_MAX / 2, .bytes = "x", .size = 1};
    const storage_chunk before = {.number = -1, .bytes = "x", .size = 1};
    assert_false(image_put(m, &far));
    assert_false(image_put(m, &before));
    assert_true(image_put(m, &bad));
    assert_false(image_end(m, 2 * DESK_CHUNK)); /* no chunk 0 */
    assert_int_equal(image_read(m, &byte, 1, DESK_CHUNK), ALEA_ERROR_CHECKSUM);
    assert_int_equal(image_write(m, "x", 1, DESK_CHUNK), ALEA_ERROR_CHECKSUM);
    image_free(m);
}

/* ---- an image as SQLite's file ---- */

static int64_t number_of(desk *d, const char *sql)
{
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_prepare_v2(d->db, sql, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    const int64_t value = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return value;
}

static void run(desk *d, const char *sql)
{
    assert_int_equal(sqlite3_exec(d->db, sql, NULL, NULL, NULL), SQLITE_OK);
}

#define SUM "SELECT coalesce(sum(a * length(b)), 0) + count(*) FROM t"

static void test_image_is_a_database(void **state)
{
    alea_error error;
    desk d, plain;
    char sql[400];
    (void)state;
    image *m = image_new();
    image_file *f = image_file_open(m);
    assert_int_equal(desk_open_own(&d, image_file_vfs(f), "it", &error), ALEA_OK);
    snprintf(sql, sizeof sql, "%s/plain.db", folder);
    assert_int_equal(desk_open(&plain, sql, true, &error), ALEA_OK);
    run(&d, "CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)");
    run(&plain, "CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)");
    for (int i = 0; i < 120; i++) {
        const uint32_t key = random_number(500), length = random_number(90000);
        snprintf(sql, sizeof sql,
                 "BEGIN; DELETE FROM t WHERE a BETWEEN %u AND %u; REPLACE INTO t"
                 " VALUES(%u, zeroblob(%u)); INSERT OR IGNORE INTO t SELECT a + 1000,"
                 " randomblob(length(b)) FROM t WHERE a < 1000; %s%s",
                 key, key + 30, key, length, i % 3 ? "COMMIT" : "ROLLBACK",
                 i % 40 == 39 ? "; VACUUM" : "");
        run(&d, sql);
        run(&plain, sql);
        assert_int_equal(number_of(&d, SUM), number_of(&plain, SUM));
    }
    assert_int_equal(number_of(&d, "SELECT count(*) FROM pragma_integrity_check"
                                   " WHERE integrity_check <> 'ok'"),
                     0);
    const int64_t sum = number_of(&d, SUM);
    desk_close(&d);
    desk_close(&plain);
    image_file_close(f);
    image *back = store_and_load(m);
    f = image_file_open(back);
    assert_int_equal(desk_open_own(&d, image_file_vfs(f), "it", &error), ALEA_OK);
    assert_int_equal(number_of(&d, SUM), sum);
    assert_false(image_has_changed(back)); /* looking changes nothing */
    desk_close(&d);
    image_file_close(f);
    image_free(back);
    image_free(m);
}

static void test_bound_and_size(void **state)
{
    alea_error error;
    desk d;
    (void)state;
    image *m = image_new();
    image_file *f = image_file_open(m);
    assert_int_equal(desk_open_own(&d, image_file_vfs(f), "it", &error), ALEA_OK);
    assert_int_equal(desk_bytes(&d), image_size(m));
    assert_int_equal(desk_bound(&d, image_size(m) + 2 * DESK_CHUNK, &error), ALEA_OK);
    assert_int_equal(
        sqlite3_exec(d.db, "INSERT INTO settings VALUES('a', hex(randomblob(90000)))",
                     NULL, NULL, NULL),
        SQLITE_FULL);
    desk_failed(&d, &error);
    assert_true(d.full);
    desk_close(&d);
    image_file_close(f);
    /* An empty desk takes a few KB. */
    assert_int_equal(image_pack(m), ALEA_OK);
    assert_in_range(image_stored(m), 100, 5000);
    image_free(m);
}

/* ---- visits ---- */

typedef struct visitor {
    const char *name, *value; /* NULL: only looks */
    char was[DESK_SETTING];
    int calls;
    bool saw; /* a desk */
    void (*meanwhile)(struct visitor *v);
    desk_images *other;
    alea_status end;
} visitor;

static alea_status step(desk *d, void *context, alea_error *error)
{
    visitor *v = context;
    v->calls++;
    v->saw = d != NULL;
    v->was[0] = '\0';
    if (!d) return ALEA_OK;
    alea_status status = desk_setting(d, v->name, v->was, error);
    if (status == ALEA_OK && v->value)
        status = desk_set_setting(d, v->name, v->value, error);
    if (v->meanwhile) v->meanwhile(v);
    return status == ALEA_OK ? v->end : status;
}

static desk_visit visit_of(desk_images *images, visitor *v)
{
    return (desk_visit){.images = images,
                        .user = ANN,
                        .make = v->value != NULL,
                        .writes = v->value != NULL,
                        .step = step,
                        .context = v};
}

static void set(desk_images *images, const char *name, const char *value)
{
    visitor v = {.name = name, .value = value};
    desk_visit visit = visit_of(images, &v);
    alea_error error;
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_OK);
    assert_int_equal(visit.fault, DESK_FINE);
}

static void expect(desk_images *images, const char *name, const char *value)
{
    visitor v = {.name = name};
    desk_visit visit = visit_of(images, &v);
    alea_error error;
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_OK);
    assert_int_equal(v.saw, value != NULL);
    assert_string_equal(v.was, value ? value : "");
    assert_int_equal(visit.grew, 0);
}

/* Every person with a desk is found, by pages. */
static void test_persons_with_desks(void **state)
{
    storage *s = *state;
    static char found[2][ID_SIZE];
    const storage_chunk one[] = {{0, "a", 1}};
    assert_int_equal(storage_desk_persons(s, "", found, 2), 0);
    for (int i = 0; i < 3; i++) {
        char id[ID_SIZE];
        storage_desk d = {.size = 1};
        snprintf(id, sizeof id, "person00000%d", 2 - i);
        put_user(s, id);
        assert_int_equal(storage_desk_save(s, id, &d, one, 1), ALEA_OK);
    }
    assert_int_equal(storage_desk_persons(s, "", found, 2), 2);
    assert_string_equal(found[0], "person000000");
    assert_int_equal(storage_desk_persons(s, found[1], found, 2), 1);
    assert_string_equal(found[0], "person000002");
    hide("desks", true);
    assert_int_equal(storage_desk_persons(s, "", found, 2), -1);
    hide("desks", false);
}

static alea_status check_whole(storage *s, alea_error *error)
{
    image *m;
    storage_desk at;
    alea_status status = desk_whole_read(s, ANN, &m, &at);
    if (status == ALEA_OK && m) status = desk_whole_check(m, error);
    image_free(m);
    return status;
}

/* Damaged, absent and not readable are three answers. */
static void test_whole_desks(void **state)
{
    storage *s = *state;
    desk_images *a = desk_images_open(s);
    alea_error error = {0};
    image *m;
    storage_desk at;
    assert_int_equal(desk_whole_read(s, ANN, &m, &at), ALEA_OK);
    assert_null(m);
    set(a, "me", "Ann");
    assert_int_equal(check_whole(s, &error), ALEA_OK);
    hide("desk_chunks", true);
    assert_int_equal(desk_whole_read(s, ANN, &m, &at), ALEA_ERROR_FILE);
    assert_null(m);
    hide("desk_chunks", false);
    /* A sound piece that is another one's: only SQLite sees it. */
    assert_int_equal(desk_whole_read(s, ANN, &m, &at), ALEA_OK);
    assert_int_equal(image_write(m, "no page of a tree", 17, 100), ALEA_OK);
    assert_int_equal(desk_images_save(a, ANN, m, &at), ALEA_OK);
    image_free(m);
    assert_int_equal(check_whole(s, &error), ALEA_ERROR_CHECKSUM);
    run_sql("UPDATE desk_chunks SET bytes = x'00ff' WHERE number = 1",
            "UPDATE alea.desk_chunks SET bytes = decode('00ff', 'hex')"
            " WHERE number = 1");
    assert_int_equal(check_whole(s, &error), ALEA_ERROR_CHECKSUM);
    assert_string_equal(error.reason, "piece 1 is damaged");
    run_sql("DELETE FROM desk_chunks WHERE number = 1",
            "DELETE FROM alea.desk_chunks WHERE number = 1");
    assert_int_equal(desk_whole_read(s, ANN, &m, &at), ALEA_ERROR_CHECKSUM);
    assert_null(m);
    desk_images_close(a);
}

static void test_two_servers_see_one_desk(void **state)
{
    storage *s = *state, *two = open_store();
    desk_images *a = desk_images_open(s), *b = desk_images_open(two);
    visitor first = {.name = "me", .value = "Ann"};
    desk_visit visit = visit_of(a, &first);
    alea_error error;
    expect(a, "me", NULL);
    expect(b, "me", NULL); /* looking makes no desk */
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_OK);
    assert_in_range(visit.grew, 100, 5000);
    expect(b, "me", "Ann");
    set(b, "me", "Anna");
    expect(a, "me", "Anna");
    set(a, "x", "1");
    expect(b, "x", "1");
    expect(b, "me", "Anna");
    assert_int_equal(storage_user_remove(s, ANN), ALEA_OK);
    expect(a, "me", NULL);
    expect(b, "me", NULL);
    visit = visit_of(a, &first);
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_ERROR_ARGUMENT);
    desk_images_close(a);
    desk_images_close(b);
    storage_close(two);
}

/* The other server is faster, once. */
static void interfere(visitor *v)
{
    if (v->calls == 1) set(v->other, "other", "theirs");
}

static void interfere_always(visitor *v)
{
    char text[16];
    snprintf(text, sizeof text, "%d", v->calls);
    set(v->other, "other", text);
}

static void test_conflicts(void **state)
{
    storage *s = *state, *two = open_store();
    desk_images *a = desk_images_open(s), *b = desk_images_open(two);
    visitor v = {.name = "me", .value = "Ann", .meanwhile = interfere, .other = b};
    desk_visit visit = visit_of(a, &v);
    alea_error error;
    set(a, "me", "before");
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_OK);
    assert_int_equal(v.calls, 2);
    expect(a, "me", "Ann");
    expect(a, "other", "theirs");
    /* Two that make it at once. */
    assert_int_equal(storage_user_remove(s, ANN), ALEA_OK);
    put_user(s, ANN);
    v.calls = 0;
    visit = visit_of(a, &v);
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_OK);
    assert_int_equal(v.calls, 2);
    expect(b, "me", "Ann");
    expect(b, "other", "theirs");
    /* Who never wins gets an error, and has changed nothing. */
    v.meanwhile = interfere_always;
    v.value = "lost";
    v.calls = 0;
    visit = visit_of(a, &v);
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_ERROR_REFUSED);
    assert_int_equal(visit.fault, DESK_BUSY);
    assert_in_range(v.calls, 3, 20);
    expect(a, "me", "Ann");
    desk_images_close(a);
    desk_images_close(b);
    storage_close(two);
}

typedef struct counting {
    desk_images *images;
    int ended[3]; /* as expected, busy, otherwise */
} counting;

static alea_status count_up(desk *d, void *context, alea_error *error)
{
    char text[DESK_SETTING];
    (void)context;
    alea_status status = desk_setting(d, "count", text, error);
    if (status != ALEA_OK) return status;
    snprintf(text, sizeof text, "%d", atoi(text) + 1);
    return desk_set_setting(d, "count", text, error);
}

enum { COUNTS = 30, COUNTERS = 6 };

static void *count_in_thread(void *context)
{
    counting *c = context;
    alea_error error;
    while (c->ended[0] < COUNTS && !c->ended[2]) {
        desk_visit visit = {.images = c->images,
                            .user = ANN,
                            .make = true,
                            .writes = true,
                            .step = count_up};
        const bool stored = desk_visit_run(&visit, &error) == ALEA_OK;
        c->ended[stored ? 0 : visit.fault == DESK_BUSY ? 1 : 2]++;
    }
    return NULL;
}

/* Threads of two servers: no change is lost. */
static void test_many_threads(void **state)
{
    storage *s = *state, *two = open_store();
    desk_images *images[2] = {desk_images_open(s), desk_images_open(two)};
    counting counters[COUNTERS];
    pthread_t threads[COUNTERS];
    char text[16];
    for (int i = 0; i < COUNTERS; i++) {
        counters[i] = (counting){.images = images[i % 2]};
        assert_int_equal(
            pthread_create(&threads[i], NULL, count_in_thread, &counters[i]), 0);
    }
    for (int i = 0; i < COUNTERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(counters[i].ended[2], 0);
    }
    snprintf(text, sizeof text, "%d", COUNTS * COUNTERS);
    expect(images[0], "count", text);
    expect(images[1], "count", text);
    for (int i = 0; i < 2; i++) desk_images_close(images[i]);
    storage_close(two);
}

/* What the step did before its request turned out wrong is stored. */
static void test_wrong_requests(void **state)
{
    desk_images *a = desk_images_open(*state);
    visitor v = {.name = "me", .value = "Ann", .end = ALEA_ERROR_ARGUMENT};
    desk_visit visit = visit_of(a, &v);
    alea_error error;
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_ERROR_ARGUMENT);
    assert_int_equal(visit.fault, DESK_WRONG);
    expect(a, "me", "Ann");
    v.end = ALEA_ERROR_FILE;
    v.value = "no";
    visit = visit_of(a, &v);
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_ERROR_FILE);
    assert_int_equal(visit.fault, DESK_BROKEN);
    expect(a, "me", "Ann");
    desk_images_close(a);
}

static void hide_chunks(visitor *v)
{
    (void)v;
    hide("desk_chunks", true);
}

static void test_failures(void **state)
{
    desk_images *a = desk_images_open(*state), *b = desk_images_open(*state);
    visitor v = {.name = "me", .value = "new", .meanwhile = hide_chunks};
    desk_visit visit = visit_of(a, &v);
    alea_error error;
    set(a, "me", "old");
    /* Saving fails: the old desk stays. */
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_ERROR_FILE);
    assert_int_equal(visit.fault, DESK_LOST);
    assert_int_equal(v.calls, 1);
    /* Who has the image of this version reads no chunk; who has none is not told that
     * there is no desk, and makes none. */
    expect(a, "me", "old");
    v = (visitor){.name = "me", .value = "empty"};
    visit = visit_of(b, &v);
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_ERROR_FILE);
    assert_int_equal(visit.fault, DESK_LOST);
    assert_int_equal(v.calls, 0);
    hide("desk_chunks", false);
    expect(b, "me", "old");
    hide("desks", true);
    visit = visit_of(a, &v);
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_ERROR_FILE);
    assert_int_equal(v.calls, 0);
    hide("desks", false);
    expect(a, "me", "old");
    /* A chunk is damaged, or is not there. */
    run_sql("UPDATE desk_chunks SET bytes = x'00' WHERE number = 0",
            "UPDATE alea.desk_chunks SET bytes = '' WHERE number = 0");
    desk_images_forget(a, ANN);
    visit = visit_of(a, &v);
    assert_int_not_equal(desk_visit_run(&visit, &error), ALEA_OK);
    assert_int_equal(visit.fault, DESK_BROKEN);
    run_sql("DELETE FROM desk_chunks WHERE number = 2",
            "DELETE FROM alea.desk_chunks WHERE number = 2");
    desk_images_forget(a, ANN);
    visit = visit_of(a, &v);
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_ERROR_CHECKSUM);
    assert_int_equal(visit.fault, DESK_BROKEN);
    desk_images_close(a);
    desk_images_close(b);
}

static void test_in_memory_there_are_none(void **state)
{
    storage *s = NULL;
    alea_error error;
    visitor v = {.name = "me", .value = "Ann"};
    (void)state;
    assert_int_equal(storage_open(&s, ":memory:", &error), ALEA_OK);
    desk_images *a = desk_images_open(s);
    desk_visit visit = visit_of(a, &v);
    assert_int_equal(desk_visit_run(&visit, &error), ALEA_ERROR_FILE);
    assert_int_equal(visit.fault, DESK_LOST);
    desk_images_close(a);
    storage_close(s);
}

/* ---- copies ---- */

static void expect_in(const char *other, const char *me)
{
    storage *s = NULL;
    alea_error error;
    assert_int_equal(storage_open(&s, other, &error), ALEA_OK);
    desk_images *a = desk_images_open(s);
    expect(a, "me", me);
    desk_images_close(a);
    storage_close(s);
}

static void count_rows(void *context, const char *table, int64_t rows, const char *hash)
{
    (void)hash;
    if (strcmp(table, "desk_chunks") == 0) *(int64_t *)context = rows;
}

/* A backup and a move to another place have the desks. */
static void test_copies(void **state)
{
    char copy[80];
    alea_error error;
    int64_t chunks = 0, counts[3];
    desk_images *a = desk_images_open(*state);
    set(a, "me", "Ann");
    desk_images_close(a);
    snprintf(copy, sizeof copy, "%s/backup.db", folder);
    if (place == path) {
        assert_int_equal(storage_backup(place, copy, &error), ALEA_OK);
        assert_int_equal(storage_check(copy, counts, &error), ALEA_OK);
        expect_in(copy, "Ann");
    }
    storage_close(*state);
    *state = NULL;
    snprintf(copy, sizeof copy, "%s/copy.db", folder);
    assert_int_equal(storage_copy(place, copy, count_rows, &chunks, &error), ALEA_OK);
    assert_in_range(chunks, 10, 100);
    expect_in(copy, "Ann");
}

/* ---- what an address pays ---- */

static bool has_room(server *s, double kilobytes)
{
    return limits_take_both(s->limit, "10.0.0.1", LIMIT_STORED, "", LIMIT_STORED,
                            kilobytes, server_ticks(), NULL);
}

/* A few hundred bytes make a desk of some KB: the budget pays for those. */
static void test_growth_is_charged(void **state)
{
    static const char match[] = " 5 point match\n\n Game 1\n Ann : 0        "
                                "               Ben : 0\n  1) 31: 8/5 6/5\n";
    static server s;
    alea_error error;
    const double most = 9 * 1024;
    const server_options options = {.listen = "127.0.0.1",
                                    .data = path,
                                    .database = place == path ? NULL : place,
                                    .port = 8127,
                                    .threads = 1,
                                    .limit = LIMIT_SOCKETS,
                                    .quiet = true};
    storage_close(*state);
    *state = NULL;
    assert_int_equal(server_open(&s, &options, &error), ALEA_OK);
    browser b = {.s = &s, .origin = "http://127.0.0.1:8127", .address = "10.0.0.1"};
    assert_int_equal(ask(&b, HTTP_GET, "/api/me", NULL), 200);
    assert_int_equal(ask(&b, HTTP_POST, "/api/desk/matches?name=a.mat", "no match"),
                     200);
    assert_int_equal(ask(&b, HTTP_POST, "/api/desk/matches?name=a.mat", match), 200);
    assert_int_equal(json_integer_value(json_object_get(b.json, "added")), 1);
    assert_false(has_room(&s, most - 1.5));
    assert_true(has_room(&s, most - 10));
    /* With nothing left it takes no more; training goes on. */
    limits_settle_storage(s.limit, "10.0.0.1", "", false, 10, server_ticks());
    assert_int_equal(ask(&b, HTTP_POST, "/api/desk/matches?name=b.mat", match), 429);
    assert_int_equal(ask(&b, HTTP_GET, "/api/desk", NULL), 200);
    assert_int_equal(json_integer_value(json_object_get(b.json, "matches")), 1);
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/desk", "{\"me\":\"Ann\"}"), 200);
    limits_settle_storage(s.limit, "10.0.0.1", "", false, 3000, server_ticks());
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/desk", "{\"me\":\"Ben\"}"), 429);
    forget_reply(&b);
    server_close(&s);
}

/* ---- files that unpack to much ---- */

enum { MB = 1024 * 1024, SMALL_BOMB = 6 * MB, LARGE_BOMB = 16 * MB };

static _Atomic size_t unpacked; /* bytes, by whatever unpacks, on any thread */

int uncompress(Bytef *to, uLongf *size, const Bytef *from, uLong length)
{
    int (*real)(Bytef *, uLongf *, const Bytef *, uLong);
    *(void **)&real = dlsym(RTLD_NEXT, "uncompress");
    const int code = real(to, size, from, length);
    unpacked += *size;
    return code;
}

static void put_u32(uint8_t *at, uLong value)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

/* An .xg file whose records are so many zeros, which no match begins with. */
static size_t make_bomb(uint8_t *out, uLong plain)
{
    enum { HEADER = 8232, ENTRY = 532, TRAILER = 36 };
    static uint8_t zeros[LARGE_BOMB];
    uLongf packed = compressBound(plain);
    uint8_t *member = out + HEADER;
    memset(out, 0, HEADER);
    memcpy(out, "RGMH", 4);
    put_u32(out + 8, HEADER);
    assert_int_equal(compress2(member, &packed, zeros, plain, 9), Z_OK);
    uint8_t *entry = member + packed, *trailer = entry + ENTRY;
    memset(entry, 0, ENTRY + TRAILER);
    memcpy(entry, "\7temp.xg", 8);
    put_u32(entry + 512, plain);
    put_u32(entry + 516, packed);
    put_u32(entry + 524, crc32(0, zeros, (uInt)plain));
    put_u32(trailer, crc32(0, member, (uInt)(packed + ENTRY)));
    put_u32(trailer + 4, 1);
    put_u32(trailer + 12, ENTRY);
    put_u32(trailer + 16, packed);
    return HEADER + packed + ENTRY + TRAILER;
}

/* So many of them as one body, the caller's to free. */
static char *make_bombs(int count, uLong plain, size_t *size)
{
    uint8_t *bomb = malloc(1 << 17);
    assert_non_null(bomb);
    const size_t each = make_bomb(bomb, plain);
    char *body = malloc((size_t)count * (each + 100)), *at = body;
    assert_non_null(body);
    for (int i = 0; i < count; i++) {
        at += sprintf(at, "{\"name\":\"%d.xg\",\"size\":%zu}\n", i, each);
        memcpy(at, bomb, each);
        at += each;
    }
    free(bomb);
    *size = (size_t)(at - body);
    return body;
}

/* Answers to requests by their tickets; who has hung up. */
static json_t *answers[8];
static int statuses[8];
static bool hung_up[8];

static void note_answer(void *context, uint32_t ticket, http_reply *reply)
{
    (void)context;
    statuses[ticket] = reply->status;
    json_decref(answers[ticket]);
    answers[ticket] =
        reply->body ? json_loadb(reply->body, reply->size, 0, NULL) : NULL;
    http_reply_free(reply);
}

static bool still_waits(void *context, uint32_t ticket)
{
    (void)context;
    return !hung_up[ticket];
}

static void post(const browser *b, const char *query, const char *body, size_t size,
                 uint32_t ticket)
{
    http_request *r = calloc(1, sizeof *r);
    http_reply reply = {0};
    assert_non_null(r);
    r->method = HTTP_POST;
    snprintf(r->path, sizeof r->path, "/api/desk/matches");
    snprintf(r->query, sizeof r->query, "%s", query);
    snprintf(r->host, sizeof r->host, "127.0.0.1:8127");
    snprintf(r->cookie, sizeof r->cookie, "%s", b->cookie);
    snprintf(r->origin, sizeof r->origin, "%s", b->origin);
    snprintf(r->address, sizeof r->address, "%s", b->address);
    r->body = body;
    r->body_size = size;
    r->ticket = ticket;
    http_dispatch(&b->s->dispatch, r, &reply);
    assert_true(reply.later);
    free(r);
}

static bool run_job(server *s)
{
    const bool ran = workers_run_next(s->work, NULL);
    jobs_poll(s->work);
    return ran;
}

static int told_number(uint32_t ticket, const char *key)
{
    return (int)json_integer_value(json_object_get(answers[ticket], key));
}

static int stopped_after(uint32_t ticket)
{
    const json_t *stopped = json_object_get(answers[ticket], "stopped");
    return (int)json_integer_value(json_object_get(stopped, "files"));
}

/* What is packed costs its sender alone: others go on after one file of his, a request
 * ends after 20 damaged files or 256 MB, and with its sender. Told by the bytes that
 * are unpacked; a worker that the test steps through stands for time. */
static void test_bombs(void **state)
{
    static const char match[] = " 5 point match\n\n Game 1\n Ann : 0        "
                                "               Ben : 0\n  1) 31: 8/5 6/5\n";
    enum { ANN1 = 1, ANN2, BENS, LARGE, GONE };
    static server s;
    alea_error error;
    size_t size;
    const server_options options = {.listen = "127.0.0.1",
                                    .data = path,
                                    .database = place == path ? NULL : place,
                                    .port = 8127,
                                    .limit = LIMIT_SOCKETS,
                                    .quiet = true};
    storage_close(*state);
    *state = NULL;
    assert_int_equal(server_open(&s, &options, &error), ALEA_OK);
    s.study->parts.answer = note_answer;
    s.study->parts.waits = still_waits;
    browser ann = {.s = &s, .origin = "http://127.0.0.1:8127", .address = "10.0.0.1"};
    browser ben = {.s = &s, .origin = "http://127.0.0.1:8127", .address = "10.0.0.2"};
    assert_int_equal(ask(&ann, HTTP_GET, "/api/me", NULL), 200);
    assert_int_equal(ask(&ben, HTTP_GET, "/api/me", NULL), 200);
    char *bombs = make_bombs(40, SMALL_BOMB, &size);
    post(&ann, "many=1", bombs, size, ANN1);
    post(&ann, "many=1", bombs, size, ANN2);
    post(&ben, "name=a.mat", match, strlen(match), BENS);
    unpacked = 0;
    while (!statuses[BENS]) assert_true(run_job(&s));
    assert_int_equal(statuses[BENS], 200);
    assert_int_equal(told_number(BENS, "added"), 1);
    assert_true(unpacked < SMALL_BOMB + MB);
    while (run_job(&s)) continue;
    for (uint32_t i = ANN1; i <= ANN2; i++) {
        assert_int_equal(statuses[i], 200);
        assert_int_equal(told_number(i, "refused"), 20);
        assert_int_equal(stopped_after(i), 20);
    }
    assert_in_range(unpacked, 40 * SMALL_BOMB, 40 * SMALL_BOMB + 2 * MB);
    hung_up[GONE] = true;
    post(&ann, "many=1", bombs, size, GONE);
    unpacked = 0;
    while (run_job(&s)) continue;
    assert_true(unpacked < SMALL_BOMB + MB);
    free(bombs);
    bombs = make_bombs(40, LARGE_BOMB, &size);
    post(&ann, "many=1", bombs, size, LARGE);
    unpacked = 0;
    while (run_job(&s)) continue;
    assert_int_equal(stopped_after(LARGE), 16);
    assert_in_range(unpacked, 256 * MB, 257 * MB);
    free(bombs);
    for (int i = 0; i < 8; i++) json_decref(answers[i]);
    forget_reply(&ann);
    forget_reply(&ben);
    server_close(&s);
}

/* ---- desks that were files ---- */

static void make_file(const char *user, const char *me, char out[128])
{
    desk d;
    alea_error error;
    mkdir(desks, 0700);
    snprintf(out, 128, "%s/%s.db", desks, user);
    assert_int_equal(desk_open(&d, out, true, &error), ALEA_OK);
    assert_int_equal(desk_set_setting(&d, "me", me, &error), ALEA_OK);
    desk_close(&d);
}

static bool is_there(const char *file, const char *ending)
{
    char name[160];
    snprintf(name, sizeof name, "%s%s", file, ending);
    return access(name, F_OK) == 0;
}

static void expect_moved(desk_images *a, int moved, int left)
{
    const desks_moved count = desk_files_move(a, desks);
    assert_int_equal(count.moved, moved);
    assert_int_equal(count.left, left);
}

static void test_files_are_moved(void **state)
{
    char file[128], other[128], bad[128], name[160];
    alea_error error;
    desk d;
    desk_images *a = desk_images_open(*state);
    expect_moved(a, 0, 0); /* no folder */
    make_file(ANN, "Ann", file);
    make_file(BEN, "Ben", other); /* no such account */
    put_user(*state, "badbadbadba2");
    snprintf(bad, sizeof bad, "%s/badbadbadba2.db", desks);
    FILE *out = fopen(bad, "wb");
    for (int i = 0; i < 9999; i++) fputs("not a database", out);
    fclose(out);
    snprintf(name, sizeof name, "%s/notes.db", desks);
    out = fopen(name, "wb");
    fclose(out);
    expect_moved(a, 1, 2);
    expect(a, "me", "Ann");
    assert_true(!is_there(file, "") && is_there(file, ".moved"));
    assert_true(!is_there(file, "-wal") && !is_there(file, "-shm"));
    assert_true(is_there(other, "") && is_there(bad, "") && is_there(name, ""));
    /* Stored, but not renamed: the server was killed in between. */
    snprintf(name, sizeof name, "%s.moved", file);
    assert_int_equal(rename(name, file), 0);
    expect_moved(a, 1, 2);
    assert_true(is_there(file, ".moved"));
    /* Another desk is there: the file stays. */
    set(a, "me", "Anna");
    make_file(ANN, "other", file);
    expect_moved(a, 0, 3);
    assert_true(is_there(file, ""));
    expect(a, "me", "Anna");
    unlink(file);
    /* The account comes later; another program has the file open; then not. */
    put_user(*state, BEN);
    assert_int_equal(desk_open(&d, other, false, &error), ALEA_OK);
    assert_int_equal(
        sqlite3_exec(d.db, "BEGIN; SELECT * FROM settings", NULL, NULL, NULL),
        SQLITE_OK);
    expect_moved(a, 0, 2);
    assert_true(is_there(other, ""));
    desk_close(&d);
    expect_moved(a, 1, 1);
    assert_true(is_there(other, ".moved") && is_there(bad, ""));
    desk_images_close(a);
}

static void test_files_stay_while_the_storage_fails(void **state)
{
    char file[128];
    desk_images *a = desk_images_open(*state);
    make_file(ANN, "Ann", file);
    hide("desks", true);
    expect_moved(a, 0, 1);
    assert_true(is_there(file, ""));
    hide("desks", false);
    hide("desk_chunks", true);
    expect_moved(a, 0, 1);
    assert_true(is_there(file, ""));
    hide("desk_chunks", false);
    expect(a, "me", NULL);
    expect_moved(a, 1, 0);
    expect(a, "me", "Ann");
    desk_images_close(a);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh, done)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_chunks),
        TEST(test_read_while_it_changes),
        TEST(test_chunks_that_cannot_be_read),
        TEST(test_image_is_a_file),
        TEST(test_image_tells_what_changed),
        TEST(test_damaged_images),
        TEST(test_image_is_a_database),
        TEST(test_bound_and_size),
        TEST(test_persons_with_desks),
        TEST(test_whole_desks),
        TEST(test_two_servers_see_one_desk),
        TEST(test_conflicts),
        TEST(test_many_threads),
        TEST(test_wrong_requests),
        TEST(test_failures),
        TEST(test_in_memory_there_are_none),
        TEST(test_copies),
        TEST(test_growth_is_charged),
        TEST(test_bombs),
        TEST(test_files_are_moved),
        TEST(test_files_stay_while_the_storage_fails),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
